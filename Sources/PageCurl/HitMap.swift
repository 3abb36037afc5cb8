public import PageTurner

/// Brings touches on a page that effects have moved back to where the page lay, for a turner, which
/// knows of no effects.
///
/// A finger that comes down on a moved page goes on in that page's own space until it's lifted: what
/// its drag moves doesn't move it. One that misses a moved page isn't there for the turner. Where the
/// page counts as lying in its place, fingers are as they are.
///
/// ```swift
/// var hits = HitMap()
/// if let event = hits.event(.down(id: 1, point), of: turner, at: time, in: open) {
///   try turner.handle(event, at: time)
/// }
/// ```
public struct HitMap: Sendable {
  /// What becomes of a finger's points.
  private enum Finger: Sendable {
    /// It has missed the page.
    case missed
    /// It came down on a page that lay so; nil is in its place.
    case on(PageLayout?)
  }

  /// Those that are down.
  private var fingers: [Int: Finger] = [:]

  /// No finger is down.
  public init() {}

  /// The event as a turner is to be told of it; nil where it isn't.
  ///
  /// - Precondition: `time` is no earlier than the turner's latest event.
  public mutating func event(
    _ event: TurnerEvent, of turner: Turner, at time: Double, in open: OpenBook
  ) -> TurnerEvent? {
    switch event {
    case .down(let id, let point):
      let layout = open.layout(of: turner.posture(at: time), in: turner.book)
      guard let layout, !layout.isInPlace else {
        fingers[id] = .on(nil)
        return event
      }
      let scale = layout.scale(of: turner)
      guard let hit = layout.hit(point * scale) else {
        // One that was lifted without a word isn't down any more for the turner, either.
        if case .on = fingers.updateValue(.missed, forKey: id) { return .cancel(id: id) }
        return nil
      }
      fingers[id] = .on(layout)
      return .down(id: id, hit / scale)
    case .move(let id, let point):
      return place(id, point, of: turner).map { .move(id: id, $0) }
    case .up(let id, let point):
      defer { fingers[id] = nil }
      return place(id, point, of: turner).map { .up(id: id, $0) }
    case .cancel(let id):
      if case .missed = fingers.removeValue(forKey: id) { return nil }
      return event
    case .hover(let point?):
      let layout = open.layout(of: turner.posture(at: time), in: turner.book)
      guard let layout, !layout.isInPlace else { return event }
      let scale = layout.scale(of: turner)
      return .hover(layout.hit(point * scale).map { $0 / scale })
    case .hover(nil), .navigate, .abort, .tick, .page, .edit, .turn, .layout, .configure:
      return event
    }
  }

  /// Where a finger is for the turner; nil if it has missed the page.
  private func place(_ id: Int, _ point: SIMD2<Double>, of turner: Turner) -> SIMD2<Double>? {
    switch fingers[id] {
    case nil, .on(nil): return point
    case .missed: return nil
    case .on(let layout?):
      let scale = layout.scale(of: turner)
      return layout.point(at: point * scale).map { $0 / scale }
    }
  }
}

extension PageLayout {
  /// Page pixels for each pixel of a turner's view, in which the page lies as a whole.
  fileprivate func scale(of turner: Turner) -> SIMD2<Double> {
    SIMD2(Double(page.width), Double(page.height)) / turner.view
  }
}
