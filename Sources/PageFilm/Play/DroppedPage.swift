internal import PageCurl

/// A page that was deleted while it lay open: it slides down and fades.
package struct DroppedPage: Sendable, Equatable {
  /// What it was before it was deleted.
  package let entry: PageRoll.Entry
  /// When it was deleted, seconds.
  package let time: Double
  /// From when on it isn't seen any more, seconds.
  var end: Double { time + Timeline.dropFade.duration }
}
