import Testing

@testable import ImageFiles

/// An animated WebP taken apart, without any code that is under test.
struct WebPFile {
  struct Frame {
    let box: PixelBox
    let duration: Int
    let isOver: Bool
    /// Its chunks of picture data.
    let data: [UInt8]
  }

  let width: Int
  let height: Int
  let loops: Int
  let frames: [Frame]

  /// Takes a file apart, checking its lengths.
  init(_ file: [UInt8]) throws {
    try #require(
      file.starts(with: [UInt8]("RIFF".utf8)) && file[8...].starts(with: [UInt8]("WEBP".utf8)))
    try #require(Self.number(file[4..<8]) == file.count - 8)
    var (width, height, loops) = (0, 0, -1)
    var frames: [Frame] = []
    for (type, content) in try Self.chunks(file[12...]) {
      switch type {
      case "VP8X":
        width = Self.number(content[4..<7]) + 1
        height = Self.number(content[7..<10]) + 1
      case "ANIM": loops = Self.number(content[4..<6])
      case "ANMF":
        let numbers = stride(from: 0, to: 15, by: 3).map { Self.number(content[$0..<($0 + 3)]) }
        frames.append(
          Frame(
            box: PixelBox(
              x: 2 * numbers[0], y: 2 * numbers[1], width: numbers[2] + 1, height: numbers[3] + 1),
            duration: numbers[4], isOver: content[15] & 2 == 0, data: [UInt8](content[16...])))
        // What was shown stays.
        #expect(content[15] & 1 == 0)
      default: Issue.record("chunk \(type)")
      }
    }
    (self.width, self.height, self.loops, self.frames) = (width, height, loops, frames)
  }

  /// What is shown, frame by frame, as straight RGBA; ffmpeg decodes the still parts.
  func canvases(decodedIn folder: TemporaryFolder) throws -> [[UInt8]] {
    var canvas = [UInt8](repeating: 0, count: 4 * width * height)
    return try frames.map { frame in
      let path = folder.make("part.webp", Self.still(frame))
      let pixels = FFmpeg.bytes("-i '\(path)'", pixels: "rgba")
      let box = frame.box
      try #require(pixels.count == 4 * box.width * box.height)
      for row in 0..<box.height {
        for column in 0..<box.width {
          let from = 4 * (row * box.width + column)
          let to = 4 * ((box.y + row) * width + box.x + column)
          if frame.isOver {
            // Only clear and opaque pixels lie over others.
            #expect(pixels[from + 3] == 0 || pixels[from + 3] == 255)
            if pixels[from + 3] == 0 { continue }
          }
          for channel in 0..<4 { canvas[to + channel] = pixels[from + channel] }
        }
      }
      return canvas
    }
  }

  /// Straight RGBA without the colours of clear pixels.
  static func visible(_ pixels: [UInt8]) -> [UInt8] {
    var pixels = pixels
    for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] == 0 {
      for channel in 0..<3 { pixels[at + channel] = 0 }
    }
    return pixels
  }

  /// A frame as a file of its own.
  private static func still(_ frame: Frame) -> [UInt8] {
    var chunks = frame.data
    if chunks.starts(with: [UInt8]("ALPH".utf8)) {
      // Such a file says first that it has alpha, and its size.
      let sides = [frame.box.width - 1, frame.box.height - 1].flatMap { little($0).prefix(3) }
      chunks = [UInt8]("VP8X".utf8) + little(10) + [0x10, 0, 0, 0] + sides + chunks
    }
    return [UInt8]("RIFF".utf8) + little(chunks.count + 4) + [UInt8]("WEBP".utf8) + chunks
  }

  private static func chunks(_ bytes: ArraySlice<UInt8>) throws -> [(String, [UInt8])] {
    var rest = bytes
    var chunks: [(String, [UInt8])] = []
    while rest.count >= 8 {
      let count = number(rest.dropFirst(4).prefix(4))
      try #require(rest.count >= 8 + count)
      chunks.append(
        (
          String(decoding: rest.prefix(4), as: UTF8.self),
          [UInt8](rest.dropFirst(8).prefix(count))
        ))
      rest = rest.dropFirst(8 + count + count % 2)
    }
    try #require(rest.isEmpty)
    return chunks
  }

  private static func number(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(value >> $0 & 255) }
  }
}
