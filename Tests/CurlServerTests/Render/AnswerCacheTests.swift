#if Server
import Synchronization
import Testing

@testable import CurlServer

@Suite("answers made once", .timeLimit(.minutes(1)))
struct AnswerCacheTests {
  private typealias Cache = AnswerCache<String, Int>
  private struct Failure: Error {}

  /// Work that waits until it is let go, and counts how often it began.
  private final class Work: Sendable {
    private let gate = AsyncStream.makeStream(of: Void.self)
    let begun = Atomic(0)
    let cancelled = Atomic(0)
    let size: Int?

    init(size: Int? = 10) { self.size = size }

    func go() { gate.continuation.finish() }

    func run() async throws -> Cache.Made {
      let number = begun.add(1, ordering: .relaxed).newValue
      for await _ in gate.stream {}
      if Task.isCancelled {
        cancelled.add(1, ordering: .relaxed)
        throw CancellationError()
      }
      return Cache.Made(value: number, size: size)
    }
  }

  /// Waits until a condition holds; the suite's time limit ends a test where it never does.
  private func wait(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }

  private func ask(_ cache: Cache, _ work: Work) -> Task<(Int, Cache.Origin), any Error> {
    Task { try await cache.value(for: "key", work.run) }
  }

  @Test("All who ask at the same time share one work, and later ones its result")
  func once() async throws {
    let (cache, work) = (Cache(most: 1 << 20), Work())
    let tasks = (0..<20).map { _ in ask(cache, work) }
    try await wait { cache.waiting == 20 }
    work.go()
    var origins: [Cache.Origin] = []
    for task in tasks {
      let (value, origin) = try await task.value
      #expect(value == 1)
      origins.append(origin)
    }
    #expect(origins.count { $0 == .miss } == 1 && origins.count { $0 == .shared } == 19)
    #expect(try await ask(cache, work).value == (1, .hit))
    #expect(work.begun.load(ordering: .relaxed) == 1 && cache.bytes > 10)
  }

  @Test("Who leaves ends at once and alone, also the one who asked first")
  func leaving() async throws {
    let (cache, work) = (Cache(most: 1 << 20), Work())
    let first = ask(cache, work)
    try await wait { work.begun.load(ordering: .relaxed) == 1 }
    let others = (0..<3).map { _ in ask(cache, work) }
    try await wait { cache.waiting == 4 }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    others[0].cancel()
    await #expect(throws: CancellationError.self) { try await others[0].value }
    work.go()
    #expect(try await others[1].value == (1, .shared))
    #expect(try await others[2].value == (1, .shared))
    #expect(work.cancelled.load(ordering: .relaxed) == 0)
  }

  @Test("When all have left, the work is cancelled, and the next one begins anew")
  func abandoned() async throws {
    let (cache, work) = (Cache(most: 1 << 20), Work())
    let tasks = (0..<3).map { _ in ask(cache, work) }
    try await wait { cache.waiting == 3 && work.begun.load(ordering: .relaxed) == 1 }
    for task in tasks { task.cancel() }
    try await wait { work.cancelled.load(ordering: .relaxed) == 1 }
    #expect(cache.waiting == 0)
    let next = Work()
    let task = ask(cache, next)
    next.go()
    #expect(try await task.value == (1, .miss))
  }

  @Test("A cancelled task that asks doesn't begin any work")
  func late() async throws {
    let (cache, work) = (Cache(most: 1 << 20), Work())
    let task = Task {
      try await wait { Task.isCancelled }
      return try await cache.value(for: "key", work.run)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(work.begun.load(ordering: .relaxed) == 0 && cache.waiting == 0)
  }

  @Test("An error goes to all who wait and isn't kept")
  func errors() async throws {
    let (cache, work) = (Cache(most: 1 << 20), Work())
    let tasks = (0..<3).map { _ in
      Task {
        try await cache.value(for: "key") {
          _ = try await work.run()
          throw Failure()
        }
      }
    }
    try await wait { cache.waiting == 3 }
    work.go()
    for task in tasks { await #expect(throws: Failure.self) { try await task.value } }
    #expect(work.begun.load(ordering: .relaxed) == 1)
    let right = Work()
    right.go()
    #expect(try await ask(cache, right).value == (1, .miss))
  }

  @Test(
    "What must not be kept, or has no room, is made each time",
    arguments: [(nil, 1 << 20), (10, 0)])
  func unkept(_ size: Int?, _ most: Int) async throws {
    let (cache, work) = (Cache(most: most), Work(size: size))
    work.go()
    #expect(try await ask(cache, work).value == (1, .miss))
    #expect(try await ask(cache, work).value == (2, .miss))
    #expect(cache.bytes == 0)
  }

  @Test("Keys don't wait for each other, and every one of many requests gets its own value")
  func many() async throws {
    let cache = AnswerCache<Int, Int>(most: 50 * 300)
    let made = Made()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<2_000 {
        group.addTask { try await Self.ask(cache, index, made) }
      }
      try await group.waitForAll()
    }
    #expect(made.count.load(ordering: .relaxed) >= 99 && cache.waiting == 0)
    #expect(cache.bytes <= 50 * 300)
  }

  private final class Made: Sendable {
    let count = Atomic(0)
  }

  /// Asks for one of 99 keys; every fifth one leaves, before or after its value is there.
  private static func ask(
    _ cache: AnswerCache<Int, Int>, _ index: Int, _ made: Made
  ) async throws {
    let key = index % 99
    let task = Task {
      try await cache.value(for: key) {
        made.count.add(1, ordering: .relaxed)
        await Task.yield()
        return .init(value: key, size: 10)
      }
    }
    if index % 5 == 0 { task.cancel() }
    do {
      let (value, _) = try await task.value
      #expect(value == key)
    } catch is CancellationError {
      #expect(index % 5 == 0)
    }
  }
}
#endif
