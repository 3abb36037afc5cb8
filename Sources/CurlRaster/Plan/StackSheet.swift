package import CurlCore
internal import CurlDefinition

/// A bent sheet of a scene, as rows see it.
package final class StackSheet: Sendable {
  /// The sheet's half turn, or the frame of any other cross-section.
  let painter: FramePainter
  let section: Section?
  /// Draws the lifted part; nil if spans draw it.
  let rows: SheetRows?
  /// The same for any other cross-section.
  let columns: SheetColumns?
  /// The bytes of the front where it lies flat; nil if spans draw that, too.
  let front: PageBytes?
  let pixels: PagePixels
  var frame: CurlFrame { painter.frame }

  private init(_ sheet: Stack.Sheet, _ pictures: FramePictures, _ level: SheetKernels.Level) {
    let own = sheet.pictures(pictures)
    painter = FramePainter(sheet.frame, own)
    section = sheet.section
    let isFlat = FramePlan.obstacleToFlatPages(sheet.frame, own) == nil
    rows =
      section == nil && FramePlan.obstacleToLayer(sheet.frame, own) == nil
      ? SheetRows(painter, level: level) : nil
    columns =
      FramePlan.obstacleToColumns(sheet, own) == nil
      ? section.flatMap { SheetColumns(sheet.frame, $0, own, level: level) } : nil
    front = isFlat ? PageBytes(painter.pictures.front, sheet.frame, at: .zero) : nil
    pixels = PagePixels(sheet.frame)
  }

  /// The sheets of a scene.
  package static func all(_ stack: Stack, _ pictures: FramePictures) -> [StackSheet] {
    all(stack, pictures, level: SheetKernels.best)
  }

  /// The sheets of a scene, drawn by kernels of a level.
  static func all(
    _ stack: Stack, _ pictures: FramePictures, level: SheetKernels.Level
  ) -> [StackSheet] {
    stack.sheets.map { StackSheet($0, pictures, level) }
  }

  /// The pieces of a row.
  func pieces(_ y: Int) -> Pieces { Pieces(self, y) }

  /// A row, by what its pixels may show of the sheet.
  struct Pieces {
    /// Pixels that may show any of the sheet, and its back.
    let touched: Range<Int>
    let upper: Range<Int>
    /// Pixels that show the flat front alone, from the left.
    let flat: [Range<Int>]

    fileprivate init(_ sheet: StackSheet, _ y: Int) {
      let all = 0..<sheet.frame.width
      guard let section = sheet.section else {
        guard sheet.front != nil else {
          touched = RowSpans.planeAndSheet(sheet.painter, y).sheet
          (upper, flat) = (touched, [])
          return
        }
        let spans = RowSpans(sheet.painter, y)
        flat = Self.sorted([spans.flat.0, spans.flat.1])
        upper = spans.sheet
        let parts = Self.sorted(flat + [upper])
        touched = (parts.first?.lowerBound ?? 0)..<(parts.last?.upperBound ?? 0)
        return
      }
      let line = SheetLine(sheet.painter, y)
      // Distances are rounded: a pixel that only rounding puts on one side of an end is drawn exactly.
      let slack = 0.01 * abs(line.width)
      let reach = Double(sheet.painter.halfExtent.x)
      func pixels(_ low: Float, _ high: Float, _ margin: Double) -> Range<Int> {
        guard Double(high) + margin > Double(low) - margin else { return 0..<0 }
        let ends = [line.first(Double(low) - margin), line.first(Double(high) + margin)]
        let (first, last) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
        return (first..<last).clamped(to: all)
      }
      func hull(_ cells: [Section.Cell]) -> Range<Int> {
        guard let low = cells.map({ $0.low }).min(), let high = cells.map({ $0.high }).max() else {
          return 0..<0
        }
        return pixels(low, high, reach + slack)
      }
      touched = hull(section.cells)
      upper = hull(
        section.cells.filter { cell in cell.layers.contains { !section.pieces[$0].isFront } })
      let inside = sheet.pixels.inside(y)
      flat =
        sheet.front == nil || sheet.cutsCorners(y)
        ? []
        : Self.sorted(
          section.cells.filter { section.isFlat($0) }.map {
            pixels($0.low, $0.high, -reach - slack).clamped(to: inside)
          })
    }

    /// The ranges that aren't empty, from the left.
    private static func sorted(_ ranges: [Range<Int>]) -> [Range<Int>] {
      ranges.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    }
  }

  /// Whether the page's round corners cut a row.
  private func cutsCorners(_ y: Int) -> Bool {
    let top = frame.origin.y + Float(y) * frame.step.y
    let radius = frame.cornerRadius
    return radius > 0 && (top < radius || top + frame.step.y > frame.page.y - radius)
  }
}

extension Section {
  /// Whether a cell shows only a front that lies flat.
  fileprivate func isFlat(_ cell: Cell) -> Bool {
    guard cell.layers.count == 1 else { return false }
    let piece = pieces[cell.layers[0]]
    return piece.isFront && piece.curvature == 0 && piece.tangent == SIMD2(1, 0)
      && piece.middle.y == 0 && piece.windings == 1
  }
}
