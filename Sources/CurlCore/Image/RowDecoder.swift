/// A picture's rows as premultiplied linear light.
package struct RowDecoder: Sendable {
  /// Size in texels.
  package let width: Int
  package let height: Int
  private let source: PictureSource
  // Stored here, because a static table is looked up at each use.
  private let opaqueLight = SRGBTables.opaqueLight
  private let opaqueLight16: [Float]
  private let curve: [SIMD4<Double>]

  /// A decoder of a picture's rows.
  package init(_ pixmap: Pixmap) { self.init(.pixmap(pixmap)) }

  init(_ source: PictureSource) {
    self.source = source
    (width, height) = (source.width, source.height)
    if case .pixmap(let pixmap) = source, pixmap.format == .rgba16 {
      opaqueLight16 = SRGBTables.opaqueLight16
    } else {
      opaqueLight16 = []
    }
    curve = SRGBTables.curve
  }

  /// Appends the texels of row `y` to `row`.
  package func append(_ y: Int, to row: inout [SIMD4<Float>]) {
    switch source {
    case .pixmap(let pixmap): append(y, of: pixmap, to: &row)
    case .store(let texels):
      for x in 0..<width { row.append(texels.colour(x, y)) }
    case .released: preconditionFailure("a page whose pixels were let go is read from stores")
    }
  }

  private func append(_ y: Int, of pixmap: Pixmap, to row: inout [SIMD4<Float>]) {
    let first = 4 * y * width
    let places = stride(from: first, to: first + 4 * width, by: 4)
    switch pixmap.storage {
    case .rgba8(let bytes):
      for i in places {
        let alpha = bytes[i + 3]
        row.append(
          alpha == 255
            ? SIMD4(
              opaqueLight[Int(bytes[i])], opaqueLight[Int(bytes[i + 1])],
              opaqueLight[Int(bytes[i + 2])], 1)
            : translucent(
              SIMD4(Double(bytes[i]), Double(bytes[i + 1]), Double(bytes[i + 2]), 0),
              alpha: Double(alpha), maximum: 255))
      }
    case .rgba16(let values):
      for i in places {
        let alpha = values[i + 3]
        row.append(
          alpha == 65535
            ? SIMD4(
              opaqueLight16[Int(values[i])], opaqueLight16[Int(values[i + 1])],
              opaqueLight16[Int(values[i + 2])],
              1)
            : translucent(
              SIMD4(Double(values[i]), Double(values[i + 1]), Double(values[i + 2]), 0),
              alpha: Double(alpha), maximum: 65535))
      }
    }
  }

  /// decode(stored / alpha) · alpha; clamps a stored value above its alpha to alpha.
  @inline(__always)
  private func translucent(_ stored: SIMD4<Double>, alpha: Double, maximum: Double) -> SIMD4<Float>
  {
    guard alpha > 0 else { return .zero }
    let a = alpha / maximum
    let quotient = stored / alpha
    var colour = SIMD4<Float>(decode(quotient.replacing(with: 1, where: quotient .> 1)) * a)
    colour.w = Float(a)
    return colour
  }

  /// `SRGB.decode` of the first three values, within 1e-13: cubic interpolation replaces the power.
  @inline(__always)
  private func decode(_ value: SIMD4<Double>) -> SIMD4<Double> {
    let place = value * Double(SRGBTables.intervals)
    let last = SRGBTables.intervals - 1
    let number = (min(Int(place.x), last), min(Int(place.y), last), min(Int(place.z), last))
    let t = place - SIMD4(Double(number.0), Double(number.1), Double(number.2), 0)
    let (x, y, z) = (curve[number.0], curve[number.1], curve[number.2])
    let bent =
      SIMD4(x.x, y.x, z.x, 0) + t
      * (SIMD4(x.y, y.y, z.y, 0) + t * (SIMD4(x.z, y.z, z.z, 0) + t * SIMD4(x.w, y.w, z.w, 0)))
    return bent.replacing(with: value / 12.92, where: value .<= 0.04045)
  }
}

/// Tables that map stored sRGB channels to linear light.
package enum SRGBTables {
  /// Linear light of the channel values 0…255 of an opaque pixel.
  package static let opaqueLight: [Float] = (0...255).map { Float(SRGB.decode(Double($0) / 255)) }
  /// Linear light of the channel values 0…65535 of an opaque pixel.
  fileprivate static let opaqueLight16: [Float] = (0...65535).map {
    Float(SRGB.decode(Double($0) / 65535))
  }

  /// Number of intervals of 0…1 in `curve`.
  fileprivate static let intervals = 2048
  /// Cubic Hermite interpolation of `SRGB.power`: for each interval, the coefficients of the powers
  /// 0…3 of the position 0…1 in it.
  ///
  /// They continue the power into the transfer function's straight part.
  fileprivate static let curve: [SIMD4<Double>] = (0..<intervals).map { number in
    let (low, high) = (node(number), node(number + 1))
    let rise = high.x - low.x
    return SIMD4(
      low.x, low.y, 3 * rise - 2 * low.y - high.y, low.y + high.y - 2 * rise)
  }

  /// The power function at a node, and its slope per interval.
  private static func node(_ number: Int) -> SIMD2<Double> {
    SRGB.power(Double(number) / Double(intervals), Double(intervals))
  }
}

/// What a picture's texels are made of.
enum PictureSource: Sendable {
  case pixmap(Pixmap)
  /// A store of a page.
  case store(LinearLevel16)
  /// A page of which only stores are left.
  case released(width: Int, height: Int)

  var width: Int {
    switch self {
    case .pixmap(let pixmap): pixmap.width
    case .store(let texels): texels.width
    case .released(let width, _): width
    }
  }

  var height: Int {
    switch self {
    case .pixmap(let pixmap): pixmap.height
    case .store(let texels): texels.height
    case .released(_, let height): height
    }
  }
}
