internal import CurlCore

/// What a layer of a scene puts where it fills its pixels.
enum LayerFill {
  /// Whatever ``StackPainter`` puts there.
  case other
  /// One colour, opaque linear light.
  case colour(SIMD4<Float>)
  /// Nothing at all, and below it neither.
  case clear
  /// An opaque page: where its pixels are the frame's, bytes; else means of it under a tone.
  case page(PlateSampler, PageBytes?, SheetTone?)
  /// A share 0…1 of an opaque page.
  case veil(PlateSampler, Float)
  /// A share of black.
  case shade(PlateShade)

  /// Of a layer of flat leaves.
  init(_ layer: Stack.Layer, _ common: CurlFrame, _ pictures: FramePictures) {
    switch layer.body {
    case .background where !common.hasBackgroundPicture && common.background.w == 1:
      self = .colour(common.background)
    case .background where !common.hasBackgroundPicture && common.background.w == 0:
      self = .clear
    case .plate(let plate):
      self = Self.plate(plate, common, pictures)
    default:
      self = .other
    }
  }

  private static func plate(_ plate: Plate, _ common: CurlFrame, _ pictures: FramePictures)
    -> LayerFill
  {
    let ink = plate.ink
    func picture(_ source: Ink.Source?) -> (PreparedPicture, Ink.Flip)? {
      guard case .picture(let name, let flip) = source else { return nil }
      return (pictures[name] ?? pictures.front, flip)
    }
    // Through what is opaque nothing is seen of what lies beneath.
    if let (cut, _) = picture(ink.cut), !cut.isOpaque { return .other }
    let isPlain = ink.showThrough == 0 && ink.tintAmount == 0
    let rest = 1 - ink.tintAmount
    let tint = ink.tintAmount * ink.tint
    switch ink.paper {
    case .picture:
      guard ink.showThrough == 0, let (paper, flip) = picture(ink.paper),
        let sampler = PlateSampler(plate, common, paper, flip)
      else { return .other }
      if plate.opacity == 1 {
        return isPlain
          ? .page(sampler, PageBytes(plate, common, paper, flip), nil)
          : .page(sampler, nil, SheetTone(scale: rest, offset: tint))
      }
      return isPlain ? .veil(sampler, plate.opacity) : .other
    case .colour(let colour):
      if colour.w == 1, plate.opacity == 1 {
        guard ink.showThrough > 0 else { return .colour(rest * colour + tint) }
        guard let (below, flip) = picture(ink.through), below.isOpaque,
          let sampler = PlateSampler(plate, common, below, flip)
        else { return .other }
        let seen = ink.showThrough * rest
        return .page(
          sampler, nil, SheetTone(scale: seen, offset: (rest - seen) * colour + tint))
      }
      return isPlain ? PlateShade(plate, common).map { .shade($0) } ?? .other : .other
    case .gradient:
      return isPlain ? PlateShade(plate, common).map { .shade($0) } ?? .other : .other
    }
  }
}

/// Bytes of an opaque page whose pixels are the frame's.
struct PageBytes {
  private let bytes: [UInt8]
  private let stride: Int
  /// The byte that would be pixel (0, 0)'s.
  private let first: Int

  /// Nil where they change on their way to the frame.
  init?(_ plate: Plate, _ common: CurlFrame, _ picture: PreparedPicture, _ flip: Ink.Flip) {
    guard flip == .none, let aligned = plate.aligned(common),
      case .rgba8(let bytes) = picture.pixmap.storage, picture.isOpaque
    else { return nil }
    self.bytes = bytes
    stride = 4 * picture.pixmap.width
    first = 4 * (aligned.y * picture.pixmap.width + aligned.x)
  }

  /// Hands out where pixel `x` of row `y` lies.
  func with(_ x: Int, _ y: Int, _ body: (UnsafePointer<UInt8>) -> Void) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { unsafe body(start + first + stride * y + 4 * x) }
    }
  }
}

/// Black of a share that changes along a line, at most.
struct PlateShade {
  /// The share at the line's ends, and how far along it pixel (0, 0) lies, and its neighbours do from
  /// there.
  private let ends: (from: Float, to: Float)
  private let at: SIMD3<Double>

  /// Nil for other colours, and where a camera bends the line.
  init?(_ plate: Plate, _ common: CurlFrame) {
    func isBlack(_ colour: SIMD4<Float>) -> Bool {
      colour.x == 0 && colour.y == 0 && colour.z == 0
    }
    switch plate.ink.paper {
    case .colour(let colour):
      guard isBlack(colour) else { return nil }
      ends = (plate.opacity * colour.w, plate.opacity * colour.w)
      at = .zero
    case .gradient(let origin, let along, let from, let to):
      let m = plate.inverse
      guard isBlack(from), isBlack(to), m[2] == SIMD4(0, 0, 1, 0) else { return nil }
      ends = (plate.opacity * from.w, plate.opacity * to.w)
      func place(_ x: Double, _ y: Double) -> Double {
        let q = SIMD2<Double>(common.origin) + SIMD2(x + 0.5, y + 0.5) * SIMD2<Double>(common.step)
        let p = SIMD2(
          Double(m[0].x) * q.x + Double(m[0].y) * q.y + Double(m[0].z),
          Double(m[1].x) * q.x + Double(m[1].y) * q.y + Double(m[1].z))
        return ((p - SIMD2<Double>(origin)) * SIMD2<Double>(along)).sum()
      }
      let first = place(0, 0)
      at = SIMD3(first, place(1, 0) - first, place(0, 1) - first)
      // Steeper ones bend at their ends within a pixel.
      guard abs(at.y) + abs(at.z) < 0.1 else { return nil }
    case .picture: return nil
    }
  }

  /// Takes its share of pixels' light 0…1, which starts at the first.
  func dim(_ light: UnsafeMutablePointer<Float>, _ xs: Range<Int>, _ y: Int) {
    let (from, change) = (1 - ends.from, ends.from - ends.to)
    var t = Float(at.x + Double(xs.lowerBound) * at.y + Double(y) * at.z)
    let step = Float(at.y)
    for i in 0..<xs.count {
      unsafe light[i] *= from + change * min(max(t, 0), 1)
      t += step
    }
  }
}
