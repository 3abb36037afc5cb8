#if Server
import Logging
import Testing

@testable import CurlServer

struct WorkerPoolTests {
  private let pool = WorkerPool(
    WorkerPool.Settings(workers: 1, arguments: { _ in [] }, capacity: 4), ServerMetrics(),
    Logger(label: "test"))
  private let deadline = ContinuousClock.now + .seconds(60)

  @Test("The last places of a queue are for bodies that have begun to arrive")
  func hopes() async throws {
    var places = [try await pool.enter(deadline), try await pool.enter(deadline)]
    // Half of it is full: bodies that arrive don't count, since many may be slow.
    var hopes: [Tally.Place] = []
    for _ in 0..<9 { hopes.append(try await pool.hope(deadline)) }
    places.append(try await pool.enter(deadline))
    await expectFull { _ = try await pool.hope(deadline) }
    for hope in hopes { hope.leave() }
    let hope = try await pool.hope(deadline)
    await expectFull { _ = try await pool.hope(deadline) }
    // What has been read gets a place; then there is none.
    places.append(try await pool.enter(deadline))
    hope.leave()
    hope.leave()
    await expectFull { _ = try await pool.hope(deadline) }
    await expectFull { _ = try await pool.enter(deadline) }
    places.removeLast()
    _ = try await pool.hope(deadline)
    // Released, it counts no longer.
    _ = try await pool.hope(deadline)
    #expect(places.count == 3)
  }

  private func expectFull(_ body: () async throws -> Void) async {
    do {
      try await body()
      Issue.record("there is room")
    } catch WorkerFailure.full {
    } catch {
      Issue.record("\(error)")
    }
  }
}
#endif
