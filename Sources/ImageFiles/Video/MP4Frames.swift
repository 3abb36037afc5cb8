/// Counts the frames of an MP4 by its tables (ISO/IEC 14496-12).
enum MP4Frames {
  private struct Box {
    let type: Int
    let content: Range<Int>
  }

  /// The number of a box type, from its four letters.
  private static func type(_ name: String) -> Int {
    name.utf8.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Number of video samples; nil if it isn't an MP4.
  static func count(_ file: inout FileWindow) throws(FileWindow.Cut) -> Int? {
    guard file.size >= 8, try file.number(4, bytes: 4) == type("ftyp") else { return nil }
    let whole = 0..<file.size
    // Read all boxes, to detect truncation; the samples' offsets aren't checked.
    var at = 0
    var samples = 0
    var movie: Range<Int>?
    while at < file.size {
      let box = try box(&file, at, in: whole)
      if box.type == type("moov"), movie == nil { movie = box.content }
      if box.type == type("mdat") { samples += box.content.count }
      at = box.content.upperBound
    }
    // `moov` may come last; without it nothing can be played.
    guard let movie else { throw FileWindow.Cut() }
    at = movie.lowerBound
    while at < movie.upperBound {
      let box = try box(&file, at, in: movie)
      if box.type == type("trak"), let count = try video(&file, box.content) {
        // If `moov` comes first, the samples may be missing; each needs at least a byte of `mdat`.
        guard samples >= count else { throw FileWindow.Cut() }
        return count
      }
      at = box.content.upperBound
    }
    return 0
  }

  /// Number of a track's samples; nil if it isn't video.
  private static func video(
    _ file: inout FileWindow, _ track: Range<Int>
  ) throws(FileWindow.Cut) -> Int? {
    guard let media = try child(&file, ["mdia"], of: track),
      let handler = try child(&file, ["hdlr"], of: media), handler.count >= 12,
      // After version, flags and an unused field.
      try file.number(handler.lowerBound + 8, bytes: 4) == type("vide")
    else { return nil }
    guard let information = try child(&file, ["minf"], of: media),
      let table = try child(&file, ["stbl"], of: information),
      let sizes = try child(&file, ["stsz", "stz2"], of: table), sizes.count >= 12
    else { return 0 }
    // After version, flags and the common size.
    return try file.number(sizes.lowerBound + 8, bytes: 4)
  }

  /// The content of the first child of a type.
  private static func child(
    _ file: inout FileWindow, _ names: [String], of parent: Range<Int>
  ) throws(FileWindow.Cut) -> Range<Int>? {
    let types = names.map(type)
    var at = parent.lowerBound
    while at < parent.upperBound {
      let box = try box(&file, at, in: parent)
      if types.contains(box.type) { return box.content }
      at = box.content.upperBound
    }
    return nil
  }

  /// The box at an offset, which must lie within its parent.
  private static func box(
    _ file: inout FileWindow, _ at: Int, in parent: Range<Int>
  ) throws(FileWindow.Cut) -> Box {
    var header = 8
    var size = try file.number(at, bytes: 4)
    let type = try file.number(at + 4, bytes: 4)
    if size == 1 {
      header = 16
      size = try file.number(at + 8, bytes: 8)
    } else if size == 0 {
      size = parent.upperBound - at
    }
    let end = try file.end(of: at, count: size, limit: parent.upperBound)
    guard size >= header else { throw FileWindow.Cut() }
    return Box(type: type, content: (at + header)..<end)
  }
}
