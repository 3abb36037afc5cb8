/// A picture's rows as premultiplied linear light.
package struct RowDecoder: Sendable {
  private let pixmap: Pixmap
  // Read from here: a table of its type is looked for anew with each use.
  private let opaque8 = Decoder.opaque8
  private let opaque16: [Float]
  private let curve: [SIMD2<Double>]

  /// The rows of a picture.
  package init(_ pixmap: Pixmap) {
    self.pixmap = pixmap
    opaque16 = pixmap.format == .rgba16 ? Decoder.opaque16 : []
    curve = Decoder.curve
  }

  /// Appends row `y`.
  package func append(_ y: Int, to row: inout [SIMD4<Float>]) {
    let first = 4 * y * pixmap.width
    let places = stride(from: first, to: first + 4 * pixmap.width, by: 4)
    switch pixmap.storage {
    case .rgba8(let bytes):
      for i in places {
        let alpha = bytes[i + 3]
        row.append(
          alpha == 255
            ? SIMD4(
              opaque8[Int(bytes[i])], opaque8[Int(bytes[i + 1])], opaque8[Int(bytes[i + 2])], 1)
            : translucent(
              SIMD3(Double(bytes[i]), Double(bytes[i + 1]), Double(bytes[i + 2])),
              alpha: Double(alpha), whole: 255))
      }
    case .rgba16(let values):
      for i in places {
        let alpha = values[i + 3]
        row.append(
          alpha == 65535
            ? SIMD4(
              opaque16[Int(values[i])], opaque16[Int(values[i + 1])], opaque16[Int(values[i + 2])],
              1)
            : translucent(
              SIMD3(Double(values[i]), Double(values[i + 1]), Double(values[i + 2])),
              alpha: Double(alpha), whole: 65535))
      }
    }
  }

  /// decode(stored / alpha) · alpha; a stored value above its alpha counts as alpha.
  @inline(__always)
  private func translucent(_ stored: SIMD3<Double>, alpha: Double, whole: Double) -> SIMD4<Float> {
    guard alpha > 0 else { return .zero }
    let a = alpha / whole
    func channel(_ v: Double) -> Float { Float(decode(min(v / alpha, 1)) * a) }
    return SIMD4(channel(stored.x), channel(stored.y), channel(stored.z), Float(a))
  }

  /// `SRGB.decode` without its power, within 1e-13: a cubic between nodes with the curve's slopes.
  @inline(__always)
  private func decode(_ value: Double) -> Double {
    guard value > 0.04045 else { return value / 12.92 }
    let place = value * Double(Decoder.intervals)
    let i = min(Int(place), Decoder.intervals - 1)
    let (t, low, high) = (place - Double(i), curve[i], curve[i + 1])
    let rise = high.x - low.x
    // Hermite's cubic in powers of t.
    return low.x + t
      * (low.y + t * (3 * rise - 2 * low.y - high.y + t * (low.y + high.y - 2 * rise)))
  }
}

/// Tables from stored sRGB channels to linear light.
package enum Decoder {
  /// Of the channels of an opaque pixel of 8 bits.
  package static let opaque8: [Float] = (0...255).map { Float(SRGB.decode(Double($0) / 255)) }
  /// Of the channels of an opaque pixel of 16 bits.
  package static let opaque16: [Float] = (0...65535).map {
    Float(SRGB.decode(Double($0) / 65535))
  }

  /// Parts into which 0…1 is cut for `curve`.
  package static let intervals = 2048
  /// Between the parts: the power of the transfer function, also where its straight piece is meant, and
  /// its slope, by part.
  package static let curve: [SIMD2<Double>] = (0...intervals).map {
    SRGB.power(Double($0) / Double(intervals), Double(intervals))
  }
}
