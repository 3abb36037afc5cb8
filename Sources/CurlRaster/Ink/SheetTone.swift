internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// Turns a side's mean colour into stored bytes.
///
/// The formula is white + light × (offset + through × (scale × colour + shade)), then encoded. A back's
/// colour is that of its front, or of its own picture, mixed with constants: the paper's colour,
/// the show-through and the tint add up to one affine map.
struct SheetTone: Sendable {
  /// `scale` is 0…1; `shade` and `offset` are linear light.
  let scale: Float
  let shade: SIMD4<Float>
  let offset: SIMD4<Float>
  let isLit: Bool
  /// Whether a dark front reduces show-through.
  let fades: Bool
  /// Scale, shade and offset as the kernels take them, 32767 = 1.
  private let fixed: Fixed

  private typealias Channels = (Int16, Int16, Int16, Int16)

  private struct Fixed: Sendable {
    let scale: Int16
    let shade: Channels
    let offset: Channels
  }

  /// Encoded values of linear light 0…32767, 1/256 of a byte.
  private static let encoded: [UInt16] = (0...32767).map {
    UInt16(encode(Float($0) / 32767) * 65280)
  }
  /// Linear light 0…32767 of bytes.
  private static let decoded: [Float] = (0...255).map {
    Float(SRGB.decode(Double($0) / 255) * 32767)
  }

  private init(
    scale: Float, shade: SIMD4<Float>, offset: SIMD4<Float>, isLit: Bool, fades: Bool
  ) {
    self.scale = scale
    self.shade = shade
    self.offset = offset
    self.isLit = isLit
    self.fades = fades
    func fixed(_ v: Float) -> Int16 { Int16((v * 32767).rounded()) }
    func channels(_ v: SIMD4<Float>) -> Channels { (fixed(v.x), fixed(v.y), fixed(v.z), 0) }
    self.fixed = Fixed(scale: fixed(scale), shade: channels(shade), offset: channels(offset))
  }

  /// A page's tone: `scale` times its colour, plus `offset`.
  init(scale: Float, offset: SIMD4<Float>) {
    self.init(scale: scale, shade: .zero, offset: offset, isLit: false, fades: false)
  }

  /// The identity: colours stay as they are.
  static let bare = SheetTone(scale: 1, offset: .zero)

  /// Whether this is the identity.
  var isBare: Bool { scale == 1 && shade == .zero && offset == .zero }

  /// The tone of a frame's back.
  init(_ frame: CurlFrame) {
    let rest = 1 - frame.tintAmount
    let tint = frame.tintAmount * frame.tint
    let fades = frame.isLit && frame.fades
    switch frame.back {
    case .mirrored,
      .picture where frame.isThrough:
      // The tint gets the share that the front's light leaves.
      let base = (fades ? 1 : frame.tintAmount) * frame.tint
      self.init(
        scale: rest, shade: fades ? -rest * frame.tint : .zero, offset: base, isLit: frame.isLit,
        fades: fades)
    case .colour:
      let seen = frame.showThrough * rest
      let through = -seen * frame.backColour
      let own = rest * frame.backColour + tint
      self.init(
        scale: seen, shade: fades ? through : .zero, offset: fades ? own : own + through,
        isLit: frame.isLit, fades: fades)
    case .picture:
      self.init(scale: rest, shade: .zero, offset: tint, isLit: frame.isLit, fades: false)
    }
  }

  /// The front's tone: its colour stays as it is.
  var plain: SheetTone {
    SheetTone(scale: 1, shade: .zero, offset: .zero, isLit: isLit, fades: false)
  }

  /// Writes pixels that this side fills; `noise` is that of their row from the first one on.
  func put(
    _ level: SheetKernels.Level, _ linear: UnsafePointer<UInt16>, _ count: Int,
    through: UnsafePointer<UInt16>?, light: UnsafePointer<UInt16>?,
    white: UnsafePointer<UInt16>? = nil, to bytes: UnsafeMutablePointer<UInt8>, _ noise: Noise.Row
  ) {
    unsafe Self.encoded.withUnsafeBufferPointer { encoded in
      let tone = unsafe curl_tone(
        scale: fixed.scale, shade: fixed.shade, offset: fixed.offset, through: through,
        light: light, white: white, encoded: encoded.baseAddress, noise: noise.start,
        noise_step: noise.step)
      unsafe SheetKernels.tone(level, tone, linear, count, bytes)
    }
  }

  /// Applies the tone in place, in linear light 0…32767; `light` is 0…1 per pixel.
  func apply(
    to linear: UnsafeMutablePointer<UInt16>, _ count: Int, _ light: UnsafePointer<Float>?
  ) {
    for i in 0..<count {
      let lit = unsafe light.map { unsafe $0[i] } ?? 1
      for c in 4 * i..<4 * i + 3 {
        // Means may lie slightly below zero.
        let mean = unsafe Float(Int16(bitPattern: linear[c]))
        let seen = scale * mean + 32767 * offset[c - 4 * i]
        unsafe linear[c] = UInt16(min(max(lit * seen + 0.5, 0), 32767))
      }
    }
  }

  /// The colour, 0…32767, of a side that covers `coverage` 0…1 of a pixel; `sum` is its mean ×
  /// coverage, `tone` its light and the white that it adds.
  func colour(
    _ sum: SIMD4<Float>, _ coverage: Float, _ through: Float, _ tone: SIMD2<Float>
  ) -> SIMD4<Float> {
    let front = scale * sum + (32767 * coverage) * shade
    let white = SIMD4<Float>(repeating: 32767 * coverage * tone.y)
    return tone.x * ((32767 * coverage) * offset + through * front) + white
  }

  /// The linear light 0…32767 of an opaque pixel of a page in light of a power in 65535ths.
  static func lit(_ page: UnsafePointer<UInt8>, by power: UInt16) -> SIMD4<Float> {
    let light = LightPower.light(power)
    return unsafe SIMD4(
      light * decoded[Int(page[0])], light * decoded[Int(page[1])], light * decoded[Int(page[2])],
      32767)
  }

  /// Composites a colour over a stored pixel; returns the sum before it was rounded, premultiplied linear
  /// light and alpha 0…32767.
  ///
  /// The colour is linear light 0…32767 times the share 0…1 of the pixel that it covers. `under` is
  /// such a sum of the pixel, if it is known better than its bytes. `isStraight`: stored colours
  /// aren't premultiplied.
  static func put(
    _ colour: SIMD4<Float>, _ share: Float, over bytes: UnsafeMutablePointer<UInt8>,
    _ under: SIMD4<Float>?, isStraight: Bool
  ) -> SIMD4<Float> {
    let rest = 1 - share
    let base = unsafe under ?? decode(bytes, isStraight: isStraight)
    var sum = colour + rest * base
    sum.w = 32767 * share + rest * base.w
    if unsafe bytes[3] == 255 {
      for c in 0..<3 {
        let value = encoded[Int(min(max(sum[c] + 0.5, 0), 32767))]
        unsafe bytes[c] = UInt8((UInt32(value) + 128) >> 8)
      }
      return sum
    }
    let linear = sum / 32767
    var value = stored(linear, 255)
    if isStraight && linear.w * 255 >= 0.5 {
      let opaque = linear / linear.w
      value = SIMD4(encode(opaque.x), encode(opaque.y), encode(opaque.z), min(linear.w, 1))
    }
    let rounded = value * 255 + 0.5
    for c in 0..<4 { unsafe bytes[c] = UInt8(rounded[c]) }
    return sum
  }

  /// The premultiplied linear light and alpha 0…32767 of a stored pixel.
  private static func decode(_ bytes: UnsafePointer<UInt8>, isStraight: Bool) -> SIMD4<Float> {
    let alpha = unsafe bytes[3]
    if alpha == 255 {
      return unsafe SIMD4(
        decoded[Int(bytes[0])], decoded[Int(bytes[1])], decoded[Int(bytes[2])], 32767)
    }
    if alpha == 0 { return .zero }
    let share = 32767 * Float(alpha) / 255
    var colour = SIMD4<Float>(repeating: share)
    for c in 0..<3 {
      let straight = unsafe Double(bytes[c]) / (isStraight ? 255 : Double(alpha))
      colour[c] *= Float(SRGB.decode(min(straight, 1)))
    }
    return colour
  }
}
