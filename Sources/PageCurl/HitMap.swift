public import PageTurner

/// Maps touches on a page that effects have moved to the page's original place, for a turner.
///
/// A turner doesn't know effects. A finger that comes down on a moved page is mapped by the page's
/// layout at that time until it is lifted, even if its drag moves the page. A finger that misses a
/// moved page isn't reported to the turner. While the page is in its place, fingers are unchanged.
///
/// ```swift
/// var hits = HitMap()
/// if let event = hits.event(.down(id: 1, point), of: turner, at: time, in: open) {
///   try turner.handle(event, at: time)
/// }
/// ```
public struct HitMap: Sendable {
  /// How a finger's points are mapped.
  private enum Finger: Sendable {
    /// The finger has missed the page.
    case missed
    /// Layout of the page when the finger came down on it; nil for a page in its place.
    case on(PageLayout?)
  }

  /// Fingers that are down, by their ids.
  private var fingers: [Int: Finger] = [:]

  /// A map without fingers.
  public init() {}

  /// The event to send to the turner; nil for none.
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
        // The finger was lifted without an event: the turner must lift it, too.
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

  /// A finger's point for the turner; nil if it missed the page, or the page is squeezed to a line.
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
  /// Page pixels per pixel of the turner's view, which the page fills.
  fileprivate func scale(of turner: Turner) -> SIMD2<Double> {
    SIMD2(Double(page.width), Double(page.height)) / turner.view
  }
}
