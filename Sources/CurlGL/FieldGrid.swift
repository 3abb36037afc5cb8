internal import CurlCore

/// The places at which a frame's light is found: columns along the rulings, see Field.glsl.
///
/// Every fourth place of every fourth column is found first: the coarse field. Between them light is
/// looked up where it is straight, and found anew elsewhere.
struct FieldGrid {
  /// Rectangles of places, each a texel.
  struct Block {
    var columns: Range<Int>
    var rows: Range<Int>
  }

  /// How much closer columns stand on the roll, as in Field.glsl.
  private static let rollDetail = 2.0
  /// How many places there are to one of the coarse field, each way, as in field.vert and field.frag.
  static let stride = 4
  /// How far light may be from a straight line between two places of the coarse field: a third of a
  /// step of 1/255 of white.
  private static let straightness = 0.0015

  /// Pixels from one place to the next.
  let cell: Int
  let columns: Int
  let rows: Int
  /// Columns or rows along the canvas's diagonal: more than any of its turns needs.
  let most: Int
  /// Columns on the roll and next to it, where light is found on both sides.
  private let roll: Range<Int>
  private let first: SIMD2<Double>
  private let radius: Double
  private let patches: SheetPatches

  /// The grid of a frame's patches; nil where they have no light.
  init?(_ frame: CurlFrame, _ patches: SheetPatches) {
    guard let reach = patches.reach else { return nil }
    // Light changes over the height from which the sheet casts it, and has creases: with places
    // twice as far apart, bytes differ by two steps there.
    let cell = min(max(Int(frame.caster.radius / 45), 1), 4)
    let length = Self.rollDetail * .pi / 2 * Double(frame.radius)
    let step = Double(cell)
    let stride = Self.stride
    /// As many places as cover a length, in whole strides; less than none for a negative one.
    func places(_ length: Double) -> Int {
      Int((length / step / Double(stride)).rounded(.up)) * stride
    }
    // The fold line is a column of the coarse field; before the first one there are others still.
    let before = places(-reach.lowerBound) + 3 * stride
    roll = before - stride..<before + places(length) + stride
    self.cell = cell
    columns = roll.upperBound + places(reach.upperBound - Double(frame.radius)) + 2 * stride
    // A crease is the ruling of the corner that is lifted furthest: a row lies there.
    let crease = Double(frame.caster.far.y)
    let above = places(crease - patches.along.lowerBound) + 3 * stride
    rows = above + places(patches.along.upperBound - crease) + 3 * stride
    first = SIMD2(-Double(before) * step, crease - Double(above) * step)
    let (width, height) = (Double(frame.width), Double(frame.height))
    most = places((width * width + height * height).squareRoot() + length) + 8 * stride
    radius = Double(frame.radius)
    self.patches = patches
  }

  /// The number and place of the first, the distance, and how straight is straight enough.
  func uniform(isCoarse: Bool) -> SIMD4<Float> {
    let step = Float(isCoarse ? cell * Self.stride : cell)
    return SIMD4(Float(first.x), Float(first.y), step, Float(Self.straightness))
  }

  /// Blocks that hold all places of a part of the field, or of the coarse one, that a pixel of the
  /// canvas needs; those of the field in whole strides.
  func blocks(_ part: PatchVariant.FieldPart, isCoarse: Bool) -> [Block] {
    // Light beside a cell tells whether it is straight in it.
    let stride = Self.stride
    let (least, before, beyond) = isCoarse ? (stride, -stride, 2 * stride) : (2 * stride, 0, 0)
    let range =
      switch part {
      case .front: least..<max(roll.lowerBound + before, least)
      case .both: roll.lowerBound + before..<roll.upperBound + beyond
      case .base: roll.upperBound + beyond..<max(columns - stride, roll.upperBound) + beyond
      }
    let scale = isCoarse ? stride : 1
    // A pixel asks for the places around it; and one of those for the coarse ones around it and
    // beside those.
    let reach = isCoarse ? 2 * stride + 1 : 1
    // Software draws 4 × 4 texels at once: blocks end where those do.
    let width = 8 * stride
    var blocks: [Block] = []
    for start in Swift.stride(
      from: range.lowerBound / width * width, to: range.upperBound, by: width)
    {
      let (left, right) = (max(start, range.lowerBound), min(start + width, range.upperBound))
      let distances = distance(left - reach)...distance(right - 1 + reach)
      guard let along = patches.along(distances) else { continue }
      let top = max(row(along.lowerBound) - reach, 0) / stride * stride
      let bottom = min(row(along.upperBound) + 1 + reach + stride, rows) / stride * stride
      guard top < bottom else { continue }
      blocks.append(
        Block(
          columns: left / scale..<right / scale,
          rows: top / scale..<bottom / scale))
    }
    return blocks
  }

  private func row(_ tau: Double) -> Int { Int(((tau - first.y) / Double(cell)).rounded(.down)) }

  /// The distance from the fold line of a column, see `columnDistance` in Field.glsl.
  private func distance(_ column: Int) -> Double {
    let u = first.x + Double(column) * Double(cell)
    let roll = Self.rollDetail * .pi / 2 * radius
    if u <= 0 { return u }
    return u < roll ? patches.distance(ofArc: u / Self.rollDetail) : u - roll + radius
  }
}
