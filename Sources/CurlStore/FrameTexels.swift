package import CurlCore

/// What a frame, or one of its sheets, reads of its pictures.
package struct FrameTexels: Sendable {
  /// The front where it is bent.
  package let front: Texels
  /// The front where it lies flat.
  package let flat: Texels
  /// The next page.
  package let next: Texels
  /// The back.
  package let back: Texels?
  /// The background, by texels of its own: page points are texels.
  package let background: Texels?
  /// Whether all that is read is stores.
  package let areStores: Bool

  /// Of one curl, or of a bent sheet; stores that it needs are made now.
  package init(_ frame: CurlFrame, _ pictures: FramePictures) {
    let stores = pictures.isFullSize ? nil : frame.stores
    areStores = stores != nil
    let bent = frame.hasSheet ? stores?.bent : nil
    front = Texels(pictures.front, bent)
    flat = Texels(pictures.front, frame.hasSheet ? stores?.flat : nil)
    next = Texels(pictures.next, frame.base == .next ? stores?.flat : nil)
    back = pictures.back.map { Texels($0, frame.back == .picture ? bent : nil) }
    let background = frame.hasBackgroundPicture ? pictures.background : nil
    self.background = background.map { background in
      let canvas = Canvas(stretching: background.size, over: frame.width, frame.height)
      // Where pages are read from stores, it is too: shaders have one kind of pictures.
      let isStored = !pictures.isFullSize && (stores != nil || canvas.shrinks)
      return Texels(background, isStored ? .flat(background.size, on: canvas) : nil)
    }
  }
}

extension Texels {
  /// Texels across and down.
  package var size: SIMD2<Float> {
    store.map { SIMD2(Float($0.width), Float($0.height)) } ?? high
  }
}
