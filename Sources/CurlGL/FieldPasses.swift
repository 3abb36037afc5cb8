/// What a light field is drawn by, in this order.
struct FieldPasses {
  struct Pass {
    var task: PatchVariant.FieldTask
    var part: PatchVariant.FieldPart
    /// Which vertices.
    var corners: Range<Int>
  }

  private(set) var passes: [Pass] = []
  /// Triangles, three corners after one another, in texels, and points at cells of the coarse field.
  private(set) var corners: [SIMD2<Float>] = []

  /// The passes of a grid whose vertices come after others.
  init(_ grid: FieldGrid, after start: Int) {
    typealias Part = PatchVariant.FieldPart
    // What is looked up is so on both sides alike.
    let parts: [(PatchVariant.FieldTask, Part, [Part])] =
      Part.allCases.map { (.coarse, $0, [$0]) } + [(.between, .both, Part.allCases)]
      + Part.allCases.map { (.points, $0, [$0]) }
    for (task, part, columns) in parts {
      let first = start + corners.count
      for block in columns.flatMap({ grid.blocks($0, isCoarse: task == .coarse) }) {
        if task == .points { addPoints(block) } else { addTriangles(block) }
      }
      let range = first..<start + corners.count
      if !range.isEmpty { passes.append(Pass(task: task, part: part, corners: range)) }
    }
  }

  private mutating func addTriangles(_ block: FieldGrid.Block) {
    let (left, right) = (Float(block.columns.lowerBound), Float(block.columns.upperBound))
    let (top, bottom) = (Float(block.rows.lowerBound), Float(block.rows.upperBound))
    corners += [SIMD2(left, top), SIMD2(right, top), SIMD2(right, bottom)]
    corners += [SIMD2(right, bottom), SIMD2(left, bottom), SIMD2(left, top)]
  }

  private mutating func addPoints(_ block: FieldGrid.Block) {
    for x in stride(
      from: block.columns.lowerBound, to: block.columns.upperBound, by: FieldGrid.stride)
    {
      for y in stride(from: block.rows.lowerBound, to: block.rows.upperBound, by: FieldGrid.stride)
      {
        corners.append(SIMD2(Float(x / FieldGrid.stride), Float(y / FieldGrid.stride)))
      }
    }
  }
}
