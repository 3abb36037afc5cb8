internal import Synchronization

/// Cache of pages composited with their overlays, two at most.
///
/// Each call removes entries whose page or overlay has been freed. Safe from any task.
final class OverlaidPages: Sendable {
  private struct Laid {
    weak var page: Page?
    weak var overlay: Page?
    var picture: Page
  }

  private let known = Mutex<[Laid]>([])

  /// Most pages in the cache; no more are visible at once.
  private static let most = 2

  /// A page composited with an overlay of its size.
  func page(_ overlay: Page, over page: Page) -> Page {
    let found = known.withLock { known in
      known.removeAll { $0.page == nil || $0.overlay == nil }
      return known.first { $0.page === page && $0.overlay === overlay }?.picture
    }
    if let found { return found }
    let picture = Page(overlay.pixmap.laid(over: page.pixmap))
    known.withLock { known in
      known.append(Laid(page: page, overlay: overlay, picture: picture))
      if known.count > Self.most { known.removeFirst() }
    }
    return picture
  }
}

extension Pixmap {
  /// This picture composited over `base`, in linear light, in the format of `base`.
  ///
  /// - Precondition: both are of one size.
  package func laid(over base: Pixmap) -> Pixmap {
    precondition(width == base.width && height == base.height, "pictures of two sizes")
    switch base.storage {
    case .rgba8(var bytes):
      Self.lay(rgba8, over: &bytes, most: 255)
      return Pixmap(width: width, height: height, rgba8: bytes)
    case .rgba16(var values):
      Self.lay(rgba16, over: &values, most: 65535)
      return Pixmap(width: width, height: height, rgba16: values)
    }
  }

  /// Composites premultiplied pixels; exact where the upper pixel is transparent or opaque.
  private static func lay<Channel: FixedWidthInteger>(
    _ upper: [Channel], over lower: inout [Channel], most: Double
  ) {
    for index in stride(from: 0, to: lower.count, by: 4) {
      let share = Double(upper[index + 3]) / most
      guard share > 0 else { continue }
      guard share < 1 else {
        for channel in index..<index + 4 { lower[channel] = upper[channel] }
        continue
      }
      let under = Double(lower[index + 3]) / most
      let alpha = share + under * (1 - share)
      for channel in index..<index + 3 {
        let above = SRGB.decode(min(Double(upper[channel]) / most / share, 1)) * share
        let straight = under > 0 ? min(Double(lower[channel]) / most / under, 1) : 0
        let below = SRGB.decode(straight) * under * (1 - share)
        lower[channel] = Channel((SRGB.encode((above + below) / alpha) * alpha * most).rounded())
      }
      lower[index + 3] = Channel((alpha * most).rounded())
    }
  }
}
