internal import CurlCore

/// The places at which a frame's light is found: columns along the rulings, see Field.glsl.
struct FieldGrid {
  /// How much closer columns stand on the roll, as in Field.glsl.
  private static let rollDetail = 2.0

  /// Pixels from one place to the next.
  let cell: Int
  let columns: Int
  let rows: Int
  /// Columns on the roll and next to it, where light is found on both sides.
  let roll: Range<Int>
  /// Columns or rows along the canvas's diagonal.
  let most: Int
  private let first: SIMD2<Double>

  /// The grid of a frame's patches; nil where they have no light.
  init?(_ frame: CurlFrame, _ patches: SheetPatches) {
    guard let reach = patches.reach else { return nil }
    // Light changes over the height from which the sheet casts it, and has creases: with places
    // twice as far apart, bytes differ by two steps there.
    let cell = min(max(Int(frame.caster.radius / 45), 1), 4)
    let length = Self.rollDetail * .pi / 2 * Double(frame.radius)
    let step = Double(cell)
    // The fold line is a column.
    let before = Int((-reach.lowerBound / step).rounded(.up)) + 1
    let quarter = Int((length / step).rounded(.up))
    let beyond = Int(((reach.upperBound - Double(frame.radius)) / step).rounded(.up))
    self.cell = cell
    columns = before + quarter + beyond + 2
    // One of those is the ruling of the corner that is lifted furthest: a row lies there.
    let crease = Double(frame.caster.far.y)
    let low = crease - ((crease - patches.along.lowerBound) / step).rounded(.up) * step
    rows = Int(((patches.along.upperBound - low) / step).rounded(.up)) + 2
    roll = max(before - 1, 0)..<min(before + quarter + 2, columns)
    first = SIMD2(-Double(before) * step, low)
    let (width, height) = (Double(frame.width), Double(frame.height))
    most = Int(((width * width + height * height).squareRoot() + length) / step) + 8
  }

  /// The number and place of the first, and the distance.
  var uniform: SIMD4<Float> { SIMD4(Float(first.x), Float(first.y), Float(cell), 0) }
}
