/// Boxes of an MP4 (ISO/IEC 14496-12) in memory.
struct MP4Boxes {
  /// A box: its type, and where its head and its content are.
  struct Box {
    let type: Int
    let range: Range<Int>
    let content: Range<Int>
  }

  /// The bytes, a box at 0.
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Number of a box type, from its four letters.
  static func type(_ name: String) -> Int {
    name.utf8.reduce(0) { $0 << 8 | Int($1) }
  }

  /// A box.
  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    .big(8 + content.count, bytes: 4) + name.utf8 + content
  }

  /// Children of a box.
  func children(_ parent: Range<Int>) throws(JoinFault) -> [Box] {
    var boxes: [Box] = []
    var at = parent.lowerBound
    while at < parent.upperBound {
      let size = try bytes.number(at, bytes: 4)
      guard size >= 8, size <= parent.upperBound - at else { throw .damage }
      boxes.append(
        Box(
          type: try bytes.number(at + 4, bytes: 4), range: at..<(at + size),
          content: (at + 8)..<(at + size)))
      at += size
    }
    return boxes
  }

  /// The first box on a path, such as `moov/trak`; nil if it is missing.
  func find(_ path: String, of parent: Range<Int>) throws(JoinFault) -> Box? {
    var (parent, found) = (parent, Box?.none)
    for name in path.split(separator: "/") {
      let type = Self.type(String(name))
      found = try children(parent).first { $0.type == type }
      guard let found else { return nil }
      parent = found.content
    }
    return found
  }

  /// Content of a box that must be there and have at least `count` bytes.
  func content(
    _ path: String, of parent: Range<Int>? = nil, count: Int = 0
  ) throws(JoinFault) -> Range<Int> {
    guard let box = try find(path, of: parent ?? 0..<bytes.count), box.content.count >= count else {
      throw .finding("has no '\(path)' box, or a damaged one")
    }
    return box.content
  }

  /// The number of a box at an offset that is 8 bytes larger if the box's version isn't 0.
  func number(_ content: Range<Int>, _ offset: Int) throws(JoinFault) -> Int {
    let isLong = try bytes.number(content.lowerBound, bytes: 1) != 0
    return try bytes.number(content.lowerBound + offset + (isLong ? 8 : 0), bytes: 4)
  }

  /// Replaces a child of the box on `path`, or removes it if `content` is nil.
  ///
  /// If it is missing, it is inserted after another child, or as the first.
  mutating func set(
    _ name: String, in path: [String], after last: String? = nil, to content: [UInt8]?
  ) throws(JoinFault) {
    let parent = try self.content(path.joined(separator: "/"))
    let old = try find(name, of: parent)?.range
    let before = try last.flatMap { (last) throws(JoinFault) in try find(last, of: parent) }
    let start = before?.range.upperBound ?? parent.lowerBound
    let place = old ?? start..<start
    let box = content.map { Self.box(name, $0) } ?? []
    // The parents' heads come before the place.
    let heads = try (1...path.count).map { (depth) throws(JoinFault) in
      try self.content(path.prefix(depth).joined(separator: "/")).lowerBound - 8
    }
    for head in heads {
      let size = try bytes.number(head, bytes: 4)
      bytes.put(size + box.count - place.count, at: head, bytes: 4)
    }
    bytes.replaceSubrange(place, with: box)
  }
}
