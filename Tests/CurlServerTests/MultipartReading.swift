#if Server
@testable import CurlServer

/// What a parser says of a whole body.
struct MultipartReading {
  /// What must not depend on the pieces.
  struct Outcome: Equatable {
    var parts: [Part] = []
    var error: MultipartError?
  }

  /// A part with all of its data.
  struct Part: Equatable {
    let headers: MultipartPart
    var data: [UInt8] = []
    var isComplete = false
  }

  private(set) var outcome = Outcome()
  /// Most bytes that the parser held between two calls.
  private(set) var heldBytes = 0
  /// Whether each part began, had pieces of data that aren't empty, and ended.
  private(set) var isInOrder = true

  var kind: MultipartError.Kind? { outcome.error?.kind }

  /// Names of the parts that are complete.
  var names: [String] { outcome.parts.filter(\.isComplete).map(\.headers.name) }

  /// Reads a body that comes in one piece, or is cut at `cuts`, offsets in rising order.
  init(
    _ body: [UInt8], cuts: [Int] = [], contentType: String = MultipartBody.contentType,
    limits: MultipartLimits = MultipartLimits()
  ) {
    do throws(MultipartError) {
      var parser = try MultipartParser(contentType: contentType, limits: limits)
      heldBytes = parser.heldBytes
      for (start, end) in zip([0] + cuts, cuts + [body.count]) {
        var piece = body[start..<end]
        while let event = try parser.next(from: &piece) {
          heldBytes = max(heldBytes, parser.heldBytes)
          add(event)
        }
        isInOrder = isInOrder && piece.isEmpty
        heldBytes = max(heldBytes, parser.heldBytes)
      }
      try parser.finish()
    } catch {
      outcome.error = error
    }
  }

  private mutating func add(_ event: MultipartParser.Event) {
    let last = outcome.parts.count - 1
    let isOpen = last >= 0 && !outcome.parts[last].isComplete
    switch event {
    case .begin(let headers):
      isInOrder = isInOrder && !isOpen
      outcome.parts.append(Part(headers: headers))
    case .data(let data) where isOpen && !data.isEmpty: outcome.parts[last].data += data
    case .end where isOpen: outcome.parts[last].isComplete = true
    case .data, .end: isInOrder = false
    }
  }
}
#endif
