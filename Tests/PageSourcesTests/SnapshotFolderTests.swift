import CurlCore
import Glibc
import ImageFiles
import PageCache
import PageSources
import PageTurner
import Synchronization
import TestSupport
import Testing

/// Pictures of pages that outlive a process.
@Suite struct SnapshotFolderTests {
  private static let size = PageSize(width: 31, height: 47)

  /// A folder that goes with its last use.
  private final class Scratch: Sendable {
    let path: String

    init() throws {
      var random = SystemRandomNumberGenerator()
      path = "/tmp/glcurl-snapshots-\(random.next())"
    }

    deinit {
      if let folder = try? ByteFolder(path: path) {
        for entry in folder.entries { folder.remove(entry.name) }
      }
      unsafe rmdir(path)
    }
  }

  @Test func s1_26_picturesSurviveTheProcess() async throws {
    let scratch = try Scratch()
    let picture = TestPages.page(.front, width: 31, height: 47)
    let key = PageKey("a page")
    let first = try SnapshotFolder(path: scratch.path)
    await first.keep(picture, of: key)
    // As in another process.
    let second = try SnapshotFolder(path: scratch.path)
    #expect(await second.picture(of: key, at: Self.size) == picture)
    #expect(await second.picture(of: PageKey("another"), at: Self.size) == nil)
    #expect(await second.picture(of: key, at: PageSize(width: 30, height: 47)) == nil)
    let (hits, requests) = (await second.hits, await second.requests)
    #expect(hits == 1 && requests == 3)
    await second.clear()
    #expect(await second.picture(of: key, at: Self.size) == nil)
  }

  @Test func s1_26_whatIsDamagedIsDrawnAgain() async throws {
    let scratch = try Scratch()
    let picture = TestPages.page(.front, width: 31, height: 47)
    let key = PageKey("a page")
    let folder = try SnapshotFolder(path: scratch.path)
    await folder.keep(picture, of: key)
    let bytes = try ByteFolder(path: scratch.path)
    let entry = try #require(bytes.entries.first)
    let whole = try #require(bytes.bytes(of: entry.name))
    var random = Random(seed: 126)
    for round in 0..<200 {
      var damaged = whole
      if round % 2 == 0 {
        damaged.removeLast(Int.random(in: 1...damaged.count, using: &random))
      } else {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      bytes.write(damaged, to: entry.name)
      let found = await folder.picture(of: key, at: Self.size)
      // Either it's found out, or what was damaged says nothing about the picture.
      #expect(found == nil || found == picture, "round \(round)")
      if round % 2 == 0 { #expect(found == nil, "round \(round)") }
      await folder.keep(picture, of: key)
      #expect(await folder.picture(of: key, at: Self.size) == picture)
    }
  }

  @Test func anOutdatedPictureIsNeverSeenAgain() async throws {
    let scratch = try Scratch()
    let (old, new) = (
      TestPages.page(.front, width: 31, height: 47), TestPages.page(.next, width: 31, height: 47)
    )
    let key = PageKey("a page")
    let folder = try SnapshotFolder(path: scratch.path)
    await folder.keep(old, of: key)
    await folder.remove([key])
    // The old one was still being drawn.
    await folder.keep(old, of: key)
    #expect(await folder.picture(of: key, at: Self.size) == nil)
    #expect(await folder.picture(of: key.updated, at: Self.size) == nil)
    await folder.keep(new, of: key.updated)
    #expect(await folder.picture(of: key.updated, at: Self.size) == new)
    // After a restart it's the page's picture, whatever its number was.
    let later = try SnapshotFolder(path: scratch.path)
    #expect(await later.picture(of: key, at: Self.size) == new)
  }

  @Test func theOldestGoWhenThereIsNoRoom() async throws {
    let scratch = try Scratch()
    let picture = TestPages.page(.front, width: 31, height: 47)
    let probe = try SnapshotFolder(path: scratch.path)
    await probe.keep(picture, of: PageKey("00"))
    let bytes = try ByteFolder(path: scratch.path)
    let one = try #require(bytes.entries.first?.bytes)
    await probe.clear()
    let folder = try SnapshotFolder(path: scratch.path, budget: 3 * one)
    for number in 10..<20 {
      await folder.keep(picture, of: PageKey("\(number)"))
      // Times of files are as fine as the system's clock ticks.
      usleep(20_000)
    }
    #expect(bytes.entries.count == 3)
    for number in 10..<20 {
      let found = await folder.picture(of: PageKey("\(number)"), at: Self.size)
      #expect((found != nil) == (number >= 17), "\(number)")
    }
  }

  @Test func aStoreAsksItsSourceOnceInItsLife() async throws {
    let scratch = try Scratch()
    var asked = 0
    for _ in 0..<3 {
      let counter = Counter()
      let source = DrawnPages("drawn", count: 4) { page, _, pixels in
        counter.drawn.withLock { $0 += 1 }
        for i in 0..<pixels.count / 4 {
          pixels[4 * i] = UInt8(page)
          pixels[4 * i + 3] = 255
        }
      }
      let store = PageStore(
        source, size: Self.size, neighbours: 9, storage: try SnapshotFolder(path: scratch.path))
      try await store.load(at: 0)
      for tick in 0..<30 { _ = await store.work(at: Double(tick) / 25, isMoving: false) }
      #expect(await store.pages == [0, 1, 2, 3])
      #expect(await store.picture(of: 3).rgba8.prefix(4) == [3, 0, 0, 255])
      asked += counter.drawn.withLock { $0 }
    }
    #expect(asked == 4)
  }

  @Test func aFolderServesStoresThatAreOpenedAfterItForgot() async throws {
    let scratch = try Scratch()
    let folder = try SnapshotFolder(path: scratch.path)
    let counter = Counter()
    let source = DrawnPages("drawn", count: 3) { _, _, _ in counter.drawn.withLock { $0 += 1 } }
    for expected in [3, 6, 6] {
      let store = PageStore(source, size: Self.size, storage: folder)
      try await store.load(at: 0)
      for tick in 0..<20 { _ = await store.work(at: Double(tick) / 25, isMoving: false) }
      #expect(await store.pages == [0, 1, 2])
      #expect(counter.drawn.withLock { $0 } == expected)
      if expected == 3 { await store.clear() }
    }
    let entries = try ByteFolder(path: scratch.path).entries
    #expect(entries.count == 3)
    // Those that are named go at once, and no others.
    await folder.remove([0, 2].map { PageKey("drawn \($0)", generation: 9) })
    #expect(try ByteFolder(path: scratch.path).entries.count == 1)
  }

  private final class Counter: Sendable {
    let drawn = Mutex(0)
  }

  @Test func aFolderThatCannotBeMadeSaysSo() throws {
    #expect(throws: ImageFileError.self) { try SnapshotFolder(path: "/proc/no/such/folder") }
    #expect(throws: ImageFileError.self) { try SnapshotFolder(path: "/etc/passwd") }
  }
}
