import ImageFiles

/// Video files without pictures: what a container says of its frames, and nothing else.
enum SampleVideo {
  /// A file that says that it has so many frames.
  static func file(_ format: VideoFormat, frames: Int) -> [UInt8] {
    switch format {
    case .mp4: mp4(frames: frames)
    case .webm: webm(frames: frames)
    case .gif: gif(frames: frames)
    }
  }

  private static func mp4(frames: Int) -> [UInt8] {
    func box(_ name: String, _ content: [UInt8]...) -> [UInt8] {
      let content = content.flatMap(\.self)
      return word(8 + content.count) + name.utf8 + content
    }
    func handler(_ kind: String) -> [UInt8] { box("hdlr", word(0), word(0), [UInt8](kind.utf8)) }
    let sizes = box("stsz", word(0), word(0), word(frames), (0..<frames).flatMap { _ in word(1) })
    let video = box(
      "trak", box("mdia", handler("vide"), box("minf", box("vmhd"), box("stbl", sizes))))
    // A track before it that counts otherwise.
    let text = box("trak", box("mdia", handler("text"), box("minf", box("stbl"))))
    // The samples lie in a box with a size of 64 bits.
    let samples = word(1) + [UInt8]("mdat".utf8) + word(0) + word(16 + frames)
    return box("ftyp", [UInt8]("isom".utf8), word(512))
      + box("moov", box("mvhd", word(0)), text, video)
      + samples + [UInt8](repeating: 7, count: frames)
  }

  private static func webm(frames: Int) -> [UInt8] {
    func element(_ id: [UInt8], _ content: [UInt8]...) -> [UInt8] {
      let content = content.flatMap(\.self)
      // A size of four bytes.
      return id + word(content.count | 0x1000_0000) + content
    }
    func block(_ track: UInt8) -> [UInt8] { [0x80 | track, 0, 0, 0, 7] }
    func track(_ number: UInt8, kind: UInt8) -> [UInt8] {
      element([0xAE], element([0xD7], [number]), element([0x83], [kind]))
    }
    // Sound, which isn't counted; then half of the frames as with alpha, in groups.
    let cluster: [UInt8] = (0..<frames).flatMap { number in
      element([0xA3], block(1))
        + (number % 2 == 0
          ? element([0xA3], block(2))
          : element([0xA0], element([0xA1], block(2)), element([0x75, 0xA1], [0xA1, 0x80])))
    }
    // The last cluster doesn't know its size.
    return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], [UInt8]("webm".utf8)))
      + element(
        [0x18, 0x53, 0x80, 0x67],
        element([0x16, 0x54, 0xAE, 0x6B], track(1, kind: 2), track(2, kind: 1)),
        [0x1F, 0x43, 0xB6, 0x75, 0xFF], element([0xE7], [0]), cluster)
  }

  private static func gif(frames: Int) -> [UInt8] {
    // Two colours of its own, and each picture two more.
    let picture: [UInt8] =
      [0x21, 0xF9, 4, 0, 4, 0, 0, 0]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 2, 2, 0x44, 1, 0]
    return [UInt8]("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 9, 9, 9, 8, 8, 8]
      + (0..<frames).flatMap { _ in picture } + [0x3B]
  }

  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
