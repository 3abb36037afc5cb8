package import CurlCore
package import CurlKernels

/// Constants of a sheet of any cross-section as kernels read them, without its pictures.
@safe package final class SectionConstants: @unchecked Sendable {
  /// Immutable; valid while this object lives.
  package let section: UnsafePointer<curl_section>
  private let pieces: UnsafeMutablePointer<curl_section_piece>
  private let cells: UnsafeMutablePointer<curl_section_cell>
  private let curves: UnsafeMutablePointer<curl_section_curve>

  package init(_ frame: CurlFrame, _ section: Section) {
    unsafe pieces = .allocate(capacity: max(section.pieces.count, 1))
    for (i, piece) in section.pieces.enumerated() {
      unsafe (pieces + i).initialize(to: curl_section_piece(piece))
    }
    unsafe cells = .allocate(capacity: max(section.cells.count, 1))
    for (i, cell) in section.cells.enumerated() {
      unsafe (cells + i).initialize(to: curl_section_cell(cell))
    }
    unsafe curves = .allocate(capacity: max(section.liftedCurves.count, 1))
    for (i, curve) in section.liftedCurves.enumerated() {
      unsafe (curves + i).initialize(to: curl_section_curve(curve))
    }
    let (nx, ny) = (abs(frame.normal.x), abs(frame.normal.y))
    let (sx, sy) = (frame.step.x, frame.step.y)
    let fades = frame.fades && (frame.isThrough || frame.showThrough > 0)
    let all = UnsafeMutablePointer<curl_section>.allocate(capacity: 1)
    unsafe all.initialize(
      to: curl_section(
        pieces: pieces, cells: cells, curves: curves, piece_count: Int32(section.pieces.count),
        cell_count: Int32(section.cells.count), curve_count: Int32(section.liftedCurves.count),
        shades_front: section.shadesFront ? 1 : 0, shades_back: section.shadesBack ? 1 : 0,
        fades_through: fades ? 1 : 0, shadow_scale: section.shadowScale,
        contact: section.contact.x, contact_reach: section.contact.y,
        low: section.cells.map { $0.low }.min() ?? 1e30,
        high: section.cells.map { $0.high }.max() ?? -1e30,
        half_x: (nx * sx + ny * sy) / 2, half_y: (ny * sx + nx * sy) / 2))
    unsafe self.section = UnsafePointer(all)
  }

  deinit {
    unsafe section.deallocate()
    unsafe pieces.deallocate()
    unsafe cells.deallocate()
    unsafe curves.deallocate()
  }
}

extension curl_section_piece {
  init(_ piece: Section.Piece) {
    self.init(
      middle_x: piece.middle.x, middle_y: piece.middle.y, tangent_x: piece.tangent.x,
      tangent_y: piece.tangent.y, curvature: piece.curvature, arc: piece.arc,
      root_sign: piece.rootSign, period: piece.period, low: piece.low, high: piece.high,
      run_low: piece.runLow, run_high: piece.runHigh, windings: Int32(piece.windings))
  }
}

extension curl_section_cell {
  init(_ cell: Section.Cell) {
    self.init()
    (low, high, count) = (cell.low, cell.high, Int32(cell.layers.count))
    unsafe withUnsafeMutableBytes(of: &layers) { layers in
      for (i, layer) in cell.layers.enumerated() {
        unsafe layers.storeBytes(of: Int32(layer), toByteOffset: 4 * i, as: Int32.self)
      }
    }
  }
}

extension curl_section_curve {
  /// A lifted curve, with all values that don't depend on a receiver.
  init(_ curve: Section.LiftedCurve) {
    let (middle, tangent, curvature) = (curve.middle, curve.tangent, curve.curvature)
    let normal = SIMD2(-tangent.y, tangent.x)
    let centre = curvature == 0 ? .zero : middle + normal / curvature
    let begin = curve.arc - curve.halfLength
    let period = 2 * curve.halfLength
    let halfExtent = curve.halfLength * 1.0001
    self.init(
      middle_x: middle.x, middle_y: middle.y, tangent_x: tangent.x, tangent_y: tangent.y,
      normal_x: normal.x, normal_y: normal.y, curvature: curvature, radius: 1 / abs(curvature),
      centre_x: centre.x, centre_y: centre.y, arc: curve.arc, begin: begin,
      end: begin + period * curve.windings, period: period, half_extent: halfExtent,
      least_cosine: Self.cosine(min(abs(curvature) * halfExtent, 3.14159265358979)) - 1e-4,
      windings: curve.windings, counted: min(curve.windings, Section.mostShadowWindings))
  }

  /// The cosine of an angle in 0…π, within 1e-7.
  private static func cosine(_ angle: Float) -> Float {
    let y = angle - 3.14159265358979 / 2
    let u = y * y
    var s: Float = 2.6051661734527443e-06
    s = s * u - 0.00019809046352747828
    s = s * u + 0.008333050645887852
    s = s * u - 0.16666658222675323
    s = s * u + 1
    return -y * s
  }
}
