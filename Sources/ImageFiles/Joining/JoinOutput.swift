/// The joined film on its way to the sink, or only its length.
struct JoinOutput {
  /// Bytes that the sink gets at a time, at least, except the last.
  private static let portion = 1 << 16

  /// Number of bytes so far.
  private(set) var count = 0
  private var waiting: [UInt8] = []
  private let sink: (([UInt8]) throws -> Void)?

  /// An output to a sink; nil only counts.
  init(_ sink: (([UInt8]) throws -> Void)?) {
    self.sink = sink
  }

  mutating func append(_ bytes: some Collection<UInt8>) throws(JoinFault) {
    count += bytes.count
    guard sink != nil else { return }
    waiting += bytes
    if waiting.count >= Self.portion { try flush() }
  }

  /// Appends a range of a file, and shows it to `see`; what is only counted isn't read.
  mutating func append(
    _ range: Range<Int>, of file: inout SegmentFile, _ see: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(JoinFault) {
    guard sink != nil else {
      count += range.count
      return
    }
    var at = range.lowerBound
    while at < range.upperBound {
      let bytes = try file.some(at, limit: range.upperBound - at)
      see(bytes)
      try append(bytes)
      at += bytes.count
    }
  }

  /// Hands to the sink what still waits.
  mutating func flush() throws(JoinFault) {
    guard let sink, !waiting.isEmpty else { return }
    do {
      try sink(waiting)
    } catch {
      throw .output(error)
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
