#if Server
import Synchronization
import Testing

@testable import CurlServer

@Suite("sessions")
struct SessionFlowTests {
  private static func told(_ answered: Int, isBusy: Bool = false) -> WorkerReport.Told {
    WorkerReport.Told("", answered: answered, isBusy: isBusy)
  }

  @Test("Sixteen messages, or 64 KiB of them, go on before an answer; an answer lets more pass")
  func room() async {
    let flow = SessionFlow()
    for _ in 0..<16 { #expect(await flow.room(1)) }
    let waiting = Task { await flow.room(1) }
    #expect(flow.heard(Self.told(1)))
    #expect(await waiting.value)
    let other = SessionFlow()
    #expect(await other.room(60 << 10))
    let large = Task { await other.room(5 << 10) }
    #expect(other.heard(Self.told(1)))
    #expect(await large.value)
  }

  @Test("The end ends the waiting")
  func end() async {
    let flow = SessionFlow()
    #expect(await flow.room(1 << 20))
    let waiting = Task { await flow.room(1) }
    flow.end()
    #expect(await waiting.value == false)
    #expect(await flow.room(1) == false)
  }

  @Test("A worker that answers what nobody asked is wrong")
  func wrongAnswers() async {
    let flow = SessionFlow()
    #expect(!flow.heard(Self.told(1)))
    #expect(await flow.room(1))
    #expect(flow.heard(Self.told(1)))
    #expect(!flow.heard(Self.told(0)))
  }

  @Test("A worker is stuck if it has something to do, and the client isn't what it waits for")
  func stuck() async {
    let flow = SessionFlow()
    #expect(!flow.isStuck(.zero))
    #expect(await flow.room(1))
    #expect(flow.isStuck(.zero))
    #expect(!flow.isStuck(.seconds(3600)))
    _ = flow.heard(Self.told(1, isBusy: true))
    #expect(!flow.isStuck(.zero))
    flow.passed()
    #expect(flow.isStuck(.zero))
    _ = flow.heard(Self.told(1))
    flow.passed()
    #expect(!flow.isStuck(.zero))
  }

  @Test("Places are limited and given back; draining ends sessions and lets none begin")
  func seats() throws {
    let sessions = Sessions(most: 2)
    var first: Sessions.Seat? = try sessions.enter()
    let second = try sessions.enter()
    #expect(first?.number == 0 && second.number == 1)
    #expect {
      _ = try sessions.enter()
    } throws: {
      ($0 as? Problem)?.kind == .unavailable
    }
    first = nil
    #expect(try sessions.enter().number == 0)
    #expect(sessions.count == 1)
    let ended = Ended()
    second.onDrain { ended.add() }
    sessions.drain()
    #expect(ended.count == 1)
    #expect(throws: Problem.self) { try sessions.enter() }
    // One that began just before the end.
    second.onDrain { ended.add() }
    #expect(ended.count == 2)
  }

  @Test("What a session tells arrives as it was told")
  func messages() throws {
    let sent = WorkerReport.Told("{\"a\":1}\n{}", answered: 7, isBusy: true)
    guard case .told(let told)? = WorkerReport(WorkerReport.told(sent).message) else {
      Issue.record("the report is lost")
      return
    }
    #expect(told.text == sent.text && told.answered == 7 && told.isBusy)
    #expect(WorkerReport(Array(#"{"report":"told","answered":0.5}"#.utf8)) == nil)
    let order = try #require(
      WorkerOrder(WorkerOrder(.sessionText, options: Array("ü\0".utf8)).message))
    #expect(order.kind == .sessionText && order.options == Array("ü\0".utf8))
    // The longest text fits a message, escaped.
    let longest = [UInt8](repeating: 1, count: WebSocketParser.Limits().text)
    #expect(WorkerOrder(.sessionText, options: longest).message.count < 1 << 20)
  }
}

/// Counts ends.
private final class Ended: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}
#endif
