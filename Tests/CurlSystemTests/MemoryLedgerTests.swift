import Testing

@testable import CurlSystem

@Suite("Memory that is promised")
struct MemoryLedgerTests {
  @Test("what is promised to one isn't promised to another, until it is let go")
  func promises() throws {
    let ledger = MemoryLedger()
    let held = try #require(SystemMemory.resident(of: SystemMemory.ownProcess))
    // Room for one of two, whatever the process takes meanwhile.
    ledger.most = held + 1000 << 20
    var first = try ledger.reserve(600 << 20, for: "one")
    #expect(throws: MemoryShortage.self) { _ = try ledger.reserve(600 << 20, for: "another") }
    first.release(500 << 20)
    _ = try ledger.reserve(600 << 20, for: "another")
    first.release(.max)
    _ = try ledger.reserve(800 << 20, for: "a third")
  }

  @Test("a reservation that ends lets all go")
  func ends() throws {
    let ledger = MemoryLedger()
    ledger.most = (SystemMemory.resident(of: SystemMemory.ownProcess) ?? 0) + 400 << 20
    for _ in 0..<3 { _ = try ledger.reserve(300 << 20, for: "each") }
  }

  @Test("what is short is told, with the limit where that is the cause")
  func words() throws {
    let ledger = MemoryLedger()
    ledger.most = 64 << 20
    do throws(MemoryShortage) {
      _ = try ledger.reserve(100 << 20, for: "the page")
      Issue.record("there is no room for it")
    } catch {
      #expect(error.description.contains("the page takes 100 MiB of memory"))
      #expect(error.description.contains("of the 64 MiB that it may hold"))
    }
  }

  @Test("what the system leaves is less than all there is, and more than nothing")
  func system() throws {
    let left = SystemMemory.left
    #expect(left > 1 << 20 && left < 1 << 50)
    #expect(SystemMemory.residentWithChildren >= 1 << 20)
    #expect(SystemThreads.available(3) == 3)
  }
}
