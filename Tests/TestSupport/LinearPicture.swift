internal import CurlCore

/// A picture's squares in premultiplied linear light, in Double.
struct LinearPicture {
  let size: SIMD2<Double>
  private let squares: [SIMD4<Double>]
  private let width: Int
  private let height: Int

  /// Linear light of 16-bit values.
  private static let table = (0...65535).map { SRGB.decode(Double($0) / 65535) }

  init(_ pixmap: Pixmap) {
    size = SIMD2(Double(pixmap.width), Double(pixmap.height))
    width = pixmap.width
    height = pixmap.height
    let values = pixmap.rgba16
    squares = stride(from: 0, to: values.count, by: 4).map { i in
      let alpha = Double(values[i + 3])
      guard alpha > 0 else { return .zero }
      func channel(_ v: UInt16) -> Double {
        let a = alpha / 65535
        return alpha == 65535
          ? Self.table[Int(v)] : SRGB.decode(min(Double(v) / alpha, 1)) * a
      }
      return SIMD4(
        channel(values[i]), channel(values[i + 1]), channel(values[i + 2]), alpha / 65535)
    }
  }

  func at(_ p: SIMD2<Double>) -> SIMD4<Double> {
    let x = min(max(Int(p.x), 0), width - 1)
    let y = min(max(Int(p.y), 0), height - 1)
    return squares[y * width + x]
  }
}

/// What lies on one side of a leaf, ready to be asked for at a sample's place.
struct ReferenceInk {
  private enum Contents {
    case front
    case colour(SIMD4<Double>)
    case picture(LinearPicture?)
    case gradient(Gradient)
  }

  private let contents: Contents
  private let front: LinearPicture?
  /// The page's width where the picture is seen from behind.
  private let mirrored: Double?

  init(_ face: Face, isBack: Bool, _ page: PageSize, _ pictures: [Picture: LinearPicture]) {
    front = pictures[.front]
    mirrored = isBack ? Double(page.width) : nil
    contents =
      switch face.contents {
      case .mirrored: .front
      case .colour(let colour): .colour(SIMD4(colour.linear))
      case .picture(let picture): .picture(pictures[picture])
      case .gradient(let gradient): .gradient(gradient)
      }
  }

  /// Premultiplied linear light at a page point.
  func at(_ p: SIMD2<Double>) -> SIMD4<Double> {
    switch contents {
    case .front: return front?.at(p) ?? .zero
    case .colour(let colour): return (front?.at(p).w ?? 0) * colour
    case .picture(let picture):
      return picture?.at(mirrored.map { SIMD2($0 - p.x, p.y) } ?? p) ?? .zero
    case .gradient(let gradient):
      let along = gradient.end - gradient.start
      let t = min(max(((p - gradient.start) * along).sum() / (along * along).sum(), 0), 1)
      let (from, to) = (gradient.from.linear, gradient.to.linear)
      return SIMD4(from + Float(t) * (to - from))
    }
  }
}
