#if Server
import Testing

@testable import CurlServer

@Suite("messages to workers")
struct WorkerMessageTests {
  @Test("An order arrives as it was sent, whatever its options hold")
  func orders() throws {
    let options = Array("{\"a\": \"\\u0000 ü\n\"}".utf8)
    let parts = [
      WorkerOrder.Part(name: "pages[0]", file: 0, range: 0..<7),
      WorkerOrder.Part(name: "back", file: 1, range: 7..<9),
    ]
    let sent = WorkerOrder(.film(frames: 3..<5), options: options, parts: parts)
    let arrived = try #require(WorkerOrder(sent.message))
    #expect(arrived.kind == .film(frames: 3..<5) && arrived.options == options)
    #expect(arrived.parts == parts)
    for kind in [
      WorkerOrder.Kind.frame, .film(frames: nil), .join(frames: [60, 9]), .probe, .cancel,
    ] {
      #expect(WorkerOrder(WorkerOrder(kind).message)?.kind == kind)
    }
    #expect(WorkerOrder(Array("{\"order\":\"film\",\"frames\":[5,5]}".utf8)) == nil)
    #expect(WorkerOrder(Array("{\"order\":\"dance\"}".utf8)) == nil)
    #expect(WorkerOrder(Array("[".utf8)) == nil)
  }

  @Test("The longest options fit a message, escaped")
  func longest() {
    let options = [UInt8](repeating: 1, count: ServerLimits().json)
    #expect(WorkerOrder(.frame, options: options).message.count < 1 << 20)
  }

  @Test("Reports arrive as they were sent")
  func reports() throws {
    guard
      case .ready("CPU", ["a", "b"])? = WorkerReport(
        WorkerReport.ready(renderer: "CPU", sandbox: ["a", "b"]).message),
      case .done("image/png", let stages)? = WorkerReport(
        WorkerReport.done(mediaType: "image/png", stages: [.draw: 0.25]).message),
      case .failed(let fault)? = WorkerReport(
        WorkerReport.failed(WorkerFault(.mediaType, "no picture", field: "back")).message)
    else {
      Issue.record("a report is lost")
      return
    }
    #expect(stages == [.draw: 0.25])
    #expect(fault.cause == .mediaType && fault.detail == "no picture" && fault.field == "back")
    #expect(WorkerReport(Array("{\"report\":\"tired\"}".utf8)) == nil)
  }
}
#endif
