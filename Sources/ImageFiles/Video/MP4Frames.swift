/// Counts the frames of an MP4 by what it says of them (ISO/IEC 14496-12).
enum MP4Frames {
  private struct Box {
    let type: Int
    let content: Range<Int>
  }

  /// The type of a box of four letters.
  private static func type(_ name: String) -> Int {
    name.utf8.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The samples of its video; nil where it is no MP4.
  static func count(_ file: inout FileWindow) throws(FileWindow.Cut) -> Int? {
    guard file.size >= 8, try file.number(4, bytes: 4) == type("ftyp") else { return nil }
    let whole = 0..<file.size
    // To the end, so that what is cut off shows; where the samples lie isn't looked at.
    var at = 0
    var samples = 0
    var movie: Range<Int>?
    while at < file.size {
      let box = try box(&file, at, in: whole)
      if box.type == type("moov"), movie == nil { movie = box.content }
      if box.type == type("mdat") { samples += box.content.count }
      at = box.content.upperBound
    }
    // It comes last, or before all samples are in place: without it nothing can be shown.
    guard let movie else { throw FileWindow.Cut() }
    at = movie.lowerBound
    while at < movie.upperBound {
      let box = try box(&file, at, in: movie)
      if box.type == type("trak"), let count = try video(&file, box.content) {
        // The number comes first in a file, and what it counts may be cut off as a whole.
        guard samples >= count else { throw FileWindow.Cut() }
        return count
      }
      at = box.content.upperBound
    }
    return 0
  }

  /// The samples of a track; nil where it is no video.
  private static func video(
    _ file: inout FileWindow, _ track: Range<Int>
  ) throws(FileWindow.Cut) -> Int? {
    guard let media = try child(&file, ["mdia"], of: track),
      let handler = try child(&file, ["hdlr"], of: media), handler.count >= 12,
      // Behind version and flags, and a field without a use.
      try file.number(handler.lowerBound + 8, bytes: 4) == type("vide")
    else { return nil }
    guard let information = try child(&file, ["minf"], of: media),
      let table = try child(&file, ["stbl"], of: information),
      let sizes = try child(&file, ["stsz", "stz2"], of: table), sizes.count >= 12
    else { return 0 }
    // Behind version and flags, and the size that all have, or the bits of a size.
    return try file.number(sizes.lowerBound + 8, bytes: 4)
  }

  /// The content of the first child of some type.
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

  /// The box at an offset, which lies in its parent.
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
