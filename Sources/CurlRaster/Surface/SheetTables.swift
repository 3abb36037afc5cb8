internal import CurlCore
internal import CurlDefinition
internal import Synchronization

/// The tables of a bent sheet, without light: the same in all frames of most turns.
final class SheetTables: Sendable {
  /// Cuts of the upper side.
  let cuts: [SheetCut]
  let upper: SheetBend
  let lower: SheetBend

  /// Tables without pieces.
  init(withoutRoll painter: FramePainter, back: SIMD2<Double>, front: SIMD2<Double>) {
    let (frame, reach) = (painter.frame, painter.halfExtent.x)
    cuts = []
    upper = SheetBend(frame, reach, isUpper: true, scale: back)
    lower = SheetBend(frame, reach, isUpper: false, scale: front)
  }

  init(_ painter: FramePainter, back: SIMD2<Double>, front: SIMD2<Double>) {
    let frame = painter.frame
    var upper = SheetBend(frame, painter.halfExtent.x, isUpper: true, scale: back)
    var lower = SheetBend(frame, painter.halfExtent.x, isUpper: false, scale: front)
    cuts = SheetCut.cuts(painter, frame.outer, front)
    for cut in cuts { upper.append(cut, frame) }
    for cut in frame.isThick ? SheetCut.cuts(painter, frame.inner, front) : cuts {
      lower.append(cut, frame)
    }
    self.upper = upper
    self.lower = lower
  }
}

/// A cache of the tables of the sheets drawn last; safe to use from any thread.
///
/// Cached and freshly built tables are identical.
final class RecentTables: Sendable {
  /// The cache that all frames share.
  static let shared = RecentTables()

  /// All that tables depend on.
  private struct Key: Equatable {
    let radius: Float
    let glintStep: Float
    let skins: [Skin]
    let axes: [SIMD2<Float>]
    let scales: [SIMD2<Double>]
  }

  /// The most recently used entry first.
  private let entries = Mutex<[(key: Key, tables: SheetTables)]>([])
  /// Largest number of entries, of some 100 kB each.
  private static let most = 8

  /// The tables of a frame, cached or freshly built, for texels by page pixels on both sides.
  func tables(_ painter: FramePainter, back: SIMD2<Double>, front: SIMD2<Double>) -> SheetTables {
    let frame = painter.frame
    let key = Key(
      radius: frame.radius, glintStep: SheetFlap.glintStep(frame),
      skins: [frame.inner, frame.outer],
      axes: [frame.normal, frame.ruling, frame.step, painter.halfExtent],
      scales: [back, front])
    let known = entries.withLock { entries -> SheetTables? in
      guard let i = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: i)
      entries.insert(entry, at: 0)
      return entry.tables
    }
    if let known { return known }
    let made = SheetTables(painter, back: back, front: front)
    entries.withLock { entries in
      entries.insert((key, made), at: 0)
      if entries.count > Self.most { entries.removeLast() }
    }
    return made
  }
}
