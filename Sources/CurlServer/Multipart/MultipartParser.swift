#if Server
/// Reads a multipart/form-data body (RFC 7578) from pieces of any size, without copying the data.
///
/// Ask for events until there is none, then with the next piece of the body:
///
///     var parser = try MultipartParser(contentType: type)
///     for try await piece in body {
///       var rest = piece[...]
///       while let event = try parser.next(from: &rest) { … }
///     }
///     try parser.finish()
///
/// The parser holds at most the delimiter and one part's headers. Where pieces end changes only the
/// lengths of `data`. After an error, each call throws that error again.
struct MultipartParser: Sendable {
  /// A step through a body; each part is `begin`, any number of `data`, and `end`.
  enum Event: Sendable, Equatable {
    /// The headers of a part are read.
    case begin(MultipartPart)
    /// More bytes of the part's data, ≥ 1; they share memory with the piece of the body.
    case data(ArraySlice<UInt8>)
    /// The part is complete.
    case end
  }

  private enum State {
    /// The preamble or a part's data, up to a delimiter.
    case content
    /// Directly after a delimiter.
    case delimiter
    /// After a delimiter and `-`.
    case dash
    /// After a delimiter and padding.
    case padding
    /// After a delimiter, padding and CR.
    case delimiterReturn
    /// In the headers of a part.
    case headers
    /// After the closing delimiter.
    case closed
    /// After the closing delimiter, padding and CR.
    case closedReturn
    /// After the closing delimiter's line.
    case epilogue
    /// After an error.
    case failed(MultipartError)
  }

  private let delimiter: MultipartDelimiter
  private let limits: MultipartLimits
  private var state = State.content
  /// Bytes of the delimiter that are read, in state `content`.
  private var matched = 2
  /// Of `matched`, bytes that weren't sent: a delimiter at the beginning needs no CR LF.
  private var assumed = 2
  /// Parts that began.
  private var parts = 0
  /// Bytes outside parts.
  private var outside = 0
  /// Bytes of the part's headers.
  private var headerBytes = 0
  /// The header line that is being read.
  private var line: [UInt8] = []
  private var headers = MultipartHeaders(number: 0)

  /// A parser for a body of this Content-Type, which names the boundary.
  init(
    contentType: String, limits: MultipartLimits = MultipartLimits()
  ) throws(MultipartError) {
    delimiter = MultipartDelimiter(boundary: try Self.boundary(ofContentType: contentType))
    self.limits = limits
  }

  /// Whether content and the delimiter after it belong to a part, not to the preamble.
  private var isInPart: Bool { parts > 0 }

  /// Bytes that the parser holds, ≤ the delimiter's length + `headerBytes` of the limits.
  var heldBytes: Int { delimiter.bytes.count + line.count + headers.count }

  /// Takes bytes off a piece of the body, up to the next event; nil if the event needs more.
  mutating func next(from bytes: inout ArraySlice<UInt8>) throws(MultipartError) -> Event? {
    do throws(MultipartError) {
      while true {
        if case .failed(let error) = state { throw error }
        guard !bytes.isEmpty else { return nil }
        if let event = try step(&bytes) { return event }
      }
    } catch {
      (state, line, headers) = (.failed(error), [], MultipartHeaders(number: 0))
      throw error
    }
  }

  /// Ends the body; throws if its closing delimiter is missing.
  func finish() throws(MultipartError) {
    let place: String
    switch state {
    case .closed, .closedReturn, .epilogue: return
    case .failed(let error): throw error
    case .headers: place = "in the headers of part \(parts)"
    case .content where isInPart: place = "in the data of part \(parts)"
    case .content: place = "before its first delimiter"
    case .delimiter, .dash, .padding, .delimiterReturn: place = "in a delimiter"
    }
    throw MultipartError(
      .truncated,
      "the body ends \(place); send it whole, with '--', the Content-Type's boundary and '--' at"
        + " the end")
  }

  private mutating func step(_ bytes: inout ArraySlice<UInt8>) throws(MultipartError) -> Event? {
    switch state {
    case .content: return try content(&bytes)
    case .headers: return try header(&bytes)
    case .epilogue:
      try addOutside(bytes.count)
      bytes = []
      return nil
    default:
      guard let byte = bytes.popFirst() else { return nil }
      return try afterDelimiter(byte)
    }
  }

  private mutating func content(_ bytes: inout ArraySlice<UInt8>) throws(MultipartError) -> Event? {
    let piece: ArraySlice<UInt8>
    if matched > 0 {
      while matched < delimiter.bytes.count, bytes.first == delimiter.bytes[matched] {
        matched += 1
        bytes = bytes.dropFirst()
      }
      if matched < delimiter.bytes.count, bytes.isEmpty { return nil }
      let isDelimiter = matched == delimiter.bytes.count
      // The candidate isn't a delimiter: its bytes are data.
      piece = isDelimiter ? [] : delimiter.bytes[assumed..<matched]
      if isDelimiter { state = .delimiter }
      matched = 0
    } else {
      let found = delimiter.search(bytes.span)
      piece = bytes.prefix(found.start)
      bytes = bytes.dropFirst(found.start + found.length)
      matched = found.length
      if matched == delimiter.bytes.count { state = .delimiter }
    }
    assumed = 0
    if isInPart { return piece.isEmpty ? nil : .data(piece) }
    try addOutside(piece.count)
    return nil
  }

  private mutating func afterDelimiter(_ byte: UInt8) throws(MultipartError) -> Event? {
    switch (state, byte) {
    case (.delimiter, UInt8(ascii: "-")): state = .dash
    case (.dash, UInt8(ascii: "-")):
      state = .closed
      return end
    case (.delimiter, 0x20), (.delimiter, 0x09), (.padding, 0x20), (.padding, 0x09):
      state = .padding
      try addOutside(1)
    case (.delimiter, 0x0D), (.padding, 0x0D): state = .delimiterReturn
    case (.delimiterReturn, 0x0A): return beginPart()
    case (.closed, 0x20), (.closed, 0x09): try addOutside(1)
    case (.closed, 0x0D): state = .closedReturn
    case (.closedReturn, 0x0A): state = .epilogue
    case (_, 0x0A): throw Self.bareLineFeed("a delimiter line")
    default:
      throw MultipartError(
        .malformed,
        "\(MultipartError.excerpt([byte])) follows a boundary; end its line with CR LF, the last"
          + " one with '--', and choose a boundary that doesn't occur in the data")
    }
    return nil
  }

  /// The event that a delimiter causes; nil for the first one.
  private var end: Event? { isInPart ? .end : nil }

  private mutating func beginPart() -> Event? {
    let event = end
    parts += 1
    headerBytes = 0
    headers = MultipartHeaders(number: parts)
    state =
      parts <= limits.parts
      ? .headers
      // Thrown by the next step, as the part before ends here.
      : .failed(Self.tooLarge("more than \(limits.parts) parts", "send fewer"))
    return event
  }

  private mutating func header(_ bytes: inout ArraySlice<UInt8>) throws(MultipartError) -> Event? {
    let end = bytes.firstIndex(of: 0x0A)
    let piece = bytes[..<(end.map { $0 + 1 } ?? bytes.endIndex)]
    bytes = bytes[piece.endIndex...]
    headerBytes += piece.count
    guard headerBytes <= limits.headerBytes else {
      throw Self.tooLarge(
        "more than \(limits.headerBytes) bytes of headers in part \(parts)",
        "shorten names and headers")
    }
    line += piece
    if end == nil { return nil }
    let text = line.dropLast(2)
    guard line.count > 1, line[text.endIndex] == 0x0D else {
      throw Self.bareLineFeed("a header line of part \(parts)")
    }
    guard text.isEmpty else {
      guard !text.starts(with: delimiter.bytes[2...]) else {
        throw MultipartError(
          .malformed,
          "part \(parts) has a delimiter among its headers; send an empty line after them")
      }
      try headers.add(text)
      line.removeAll(keepingCapacity: true)
      return nil
    }
    let part = try headers.part()
    (line, headers) = ([], MultipartHeaders(number: parts))
    // The line end before a delimiter may be that of the headers: a part needs no data.
    (state, matched, assumed) = (.content, 2, 2)
    return .begin(part)
  }

  private mutating func addOutside(_ count: Int) throws(MultipartError) {
    outside += count
    guard outside > limits.outsideBytes else { return }
    throw Self.tooLarge(
      "more than \(limits.outsideBytes) bytes outside its parts",
      "send parts alone, separated by '--' and the Content-Type's boundary")
  }

  private static func tooLarge(_ what: String, _ remedy: String) -> MultipartError {
    MultipartError(.tooLarge, "the body has \(what); \(remedy)")
  }

  private static func bareLineFeed(_ place: String) -> MultipartError {
    MultipartError(
      .malformed,
      "\(place) ends with LF alone; end delimiter and header lines with CR LF")
  }
}
#endif
