package import CurlCore
package import CurlKernels

extension curl_plate {
  /// A plate's constants and pictures as kernels read them.
  @unsafe package init(
    _ plate: Plate, _ common: CurlFrame, _ pictures: PlatePictures, _ pinned: PinnedPictures
  ) {
    unsafe self.init()
    let ink = plate.ink
    func source(_ source: Ink.Source?, _ picture: PreparedPicture?) -> curl_source {
      guard let source else { return unsafe curl_source() }
      return unsafe curl_source(source, picture, pinned)
    }
    unsafe contents = unsafe source(ink.contents, pictures.contents)
    // An opaque picture cuts nothing.
    if pictures.cut != nil { unsafe cut = unsafe source(ink.cut, pictures.cut) }
    if ink.showThrough > 0 { unsafe through = unsafe source(ink.through, pictures.through) }
    if ink.beneathShare > 0 { unsafe beneath = unsafe source(ink.beneath, pictures.beneath) }
    unsafe show_through = ink.showThrough
    unsafe tint_amount = ink.tintAmount
    unsafe beneath_share = ink.beneathShare
    unsafe opacity = plate.opacity
    unsafe tint = (ink.tint.x, ink.tint.y, ink.tint.z, 1)
    unsafe is_shade = plate.isShade ? 1 : 0
    unsafe is_encoded = ink.mixing == .encoded ? 1 : 0
    unsafe has_encoded_tint = plate.hasEncodedTint ? 1 : 0
    unsafe is_translation = plate.isTranslation ? 1 : 0
    unsafe (page_x, page_y) = (plate.page.x, plate.page.y)
    unsafe (low_x, low_y) = (plate.low.x, plate.low.y)
    unsafe (high_x, high_y) = (plate.high.x, plate.high.y)
    unsafe corner_radius = plate.cornerRadius
    let m = plate.inverse
    unsafe inverse = (
      m[0].x, m[0].y, m[0].z, m[1].x, m[1].y, m[1].z, m[2].x, m[2].y, m[2].z
    )
    unsafe seam = (plate.seam.x, plate.seam.y, plate.seam.z)
    unsafe beyond = plate.beyond
    unsafe (first_x, end_x) = (Int32(plate.bounds.x.lowerBound), Int32(plate.bounds.x.upperBound))
    unsafe (first_y, end_y) = (Int32(plate.bounds.y.lowerBound), Int32(plate.bounds.y.upperBound))
    if let offset = plate.texelOffset(common) {
      unsafe is_aligned = 1
      unsafe (aligned_x, aligned_y) = (Int32(offset.x), Int32(offset.y))
    }
  }
}

extension curl_source {
  fileprivate init(
    _ source: Ink.Source, _ picture: PreparedPicture?, _ pinned: PinnedPictures
  ) {
    unsafe self.init()
    func four(_ c: SIMD4<Float>) -> (Float, Float, Float, Float) { (c.x, c.y, c.z, c.w) }
    switch source {
    case .colour(let own):
      unsafe kind = Int32(CURL_SOURCE_COLOUR.rawValue)
      unsafe colour = four(own)
    case .gradient(let origin, let along, let from, let to):
      unsafe kind = Int32(CURL_SOURCE_GRADIENT.rawValue)
      unsafe colour = four(from)
      unsafe change = four(to - from)
      unsafe (origin_x, origin_y) = (origin.x, origin.y)
      unsafe (along_x, along_y) = (along.x, along.y)
    case .picture(_, let flip):
      unsafe kind = Int32(CURL_SOURCE_PICTURE.rawValue)
      unsafe self.picture = unsafe pinned[picture]
      switch flip {
      case .none: unsafe self.flip = Int32(CURL_FLIP_NONE.rawValue)
      case .across: unsafe self.flip = Int32(CURL_FLIP_ACROSS.rawValue)
      case .over: unsafe self.flip = Int32(CURL_FLIP_OVER.rawValue)
      }
    }
  }
}

extension Plate {
  /// The picture's texel at the frame's pixel (0, 0); nil unless the frame's pixels are texels.
  package func texelOffset(_ common: CurlFrame, _ flip: Ink.Flip = .none) -> SIMD2<Int>? {
    guard common.step == SIMD2(1, 1), let shift = shift(flip) else { return nil }
    let away = SIMD2<Double>(common.origin) + shift
    guard max(abs(away.x), abs(away.y)) < 1e6,
      SIMD2(away.x.rounded(), away.y.rounded()) == away
    else { return nil }
    return SIMD2(Int(away.x), Int(away.y))
  }
}

extension Plate {
  /// Whether filters may read halved levels of the plate's pictures.
  ///
  /// They may where a tap spans many page pixels in both directions, as on a leaf seen nearly
  /// edge-on.
  package func readsLevels(_ common: CurlFrame) -> Bool {
    let step = SIMD2<Double>(common.step)
    let narrow = max(1, min(step.x, step.y))
    let m = inverse.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    // Columns of the map from the page to the plane, each times the determinant.
    let (first, second, third) = (cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]))
    let determinant = (m[0] * first).sum()
    for x in [Double(low.x), Double(high.x)] {
      for y in [Double(low.y), Double(high.y)] {
        let w = (x * first.z + y * second.z + third.z) / determinant
        // The page reaches the eye's height here: the map diverges.
        guard w > 0, w.isFinite else { return true }
        let dx = (SIMD2(m[0].x, m[0].y) - x * SIMD2(m[2].x, m[2].y)) * w * step
        let dy = (SIMD2(m[1].x, m[1].y) - y * SIMD2(m[2].x, m[2].y)) * w * step
        // Taps are `narrow` until a side has 32 of them; beyond that extent they may be eight
        // texels wide.
        if max(dx.x * dx.x + dy.x * dy.x, dx.y * dx.y + dy.y * dy.y) > 16384 * narrow * narrow {
          return true
        }
      }
    }
    return false
  }
}
