package import CurlCore
package import CurlKernels

extension curl_frame {
  /// A frame's constants as kernels read them, without pictures; the front counts as opaque.
  @unsafe package init(_ frame: CurlFrame, sides: SheetSides) {
    unsafe self.init()
    unsafe width = Int32(frame.width)
    unsafe height = Int32(frame.height)
    unsafe has_sheet = frame.hasSheet ? 1 : 0
    let bases: [(Base, curl_base)] = [
      (.nothing, CURL_NOTHING), (.shadow, CURL_SHADOW), (.next, CURL_NEXT),
    ]
    for (own, kernel) in bases where own == frame.base { unsafe base = Int32(kernel.rawValue) }
    unsafe is_lit = frame.isLit ? 1 : 0
    let backs: [(CurlFrame.Back, curl_back)] = [
      (.mirrored, CURL_MIRRORED), (.picture, CURL_PICTURE), (.colour, CURL_COLOUR),
    ]
    for (own, kernel) in backs where own == frame.back { unsafe back = Int32(kernel.rawValue) }
    unsafe has_ground = frame.hasGround ? 1 : 0
    unsafe is_aligned = frame.isAligned ? 1 : 0
    unsafe turns_over = frame.turnsOver ? 1 : 0
    unsafe fades = frame.fades ? 1 : 0
    unsafe is_thick = frame.isThick ? 1 : 0
    let all: [(SheetSides, curl_sides)] = [
      (.both, CURL_BOTH), (.lower, CURL_LOWER), (.upper, CURL_UPPER),
    ]
    for (own, kernel) in all where own == sides { unsafe self.sides = Int32(kernel.rawValue) }
    unsafe is_lifted = frame.caster.isLifted ? 1 : 0
    unsafe (noise, noise_across, noise_down) =
      (frame.noise.start, frame.noise.across, frame.noise.down)
    unsafe (page_x, page_y) = (frame.page.x, frame.page.y)
    unsafe radius = frame.radius
    unsafe corner_radius = frame.cornerRadius
    unsafe inner = curl_skin(frame.inner)
    unsafe outer = curl_skin(frame.outer)
    unsafe (view_x, view_y) = (frame.viewOffset.x, frame.viewOffset.y)
    unsafe nearness = frame.nearness
    unsafe highest = frame.highest
    unsafe (fold_x, fold_y) = (frame.fold.x, frame.fold.y)
    unsafe (normal_x, normal_y) = (frame.normal.x, frame.normal.y)
    unsafe (origin_x, origin_y) = (frame.origin.x, frame.origin.y)
    unsafe (step_x, step_y) = (frame.step.x, frame.step.y)
    unsafe (within_x, within_y) = (frame.within.x, frame.within.y)
    func four(_ c: SIMD4<Float>) -> (Float, Float, Float, Float) { (c.x, c.y, c.z, c.w) }
    unsafe background = four(frame.background)
    unsafe back_colour = four(frame.backColour)
    unsafe tint = four(frame.tint)
    unsafe cut_edge_colour = four(frame.cutEdgeColour)
    unsafe tint_amount = frame.tintAmount
    unsafe show_through = frame.showThrough
    unsafe opacity = frame.opacity
    unsafe shadow_amount = frame.shadowAmount
    unsafe shading = frame.shading
    unsafe bounce = frame.bounce
    unsafe sheen = frame.sheen
    unsafe gloss = frame.gloss
    unsafe eased_radius = frame.easedRadius
    unsafe key_share = frame.key.share
    unsafe key_half_angle = frame.key.halfAngle
    unsafe (key_x, key_y) = (frame.key.direction.x, frame.key.direction.y)
    unsafe key_z = frame.key.direction.z
    unsafe key_across = frame.key.across
    unsafe sky = curl_sky(frame)
    unsafe front.is_opaque = 1
    unsafe curl_prepare(&self)
  }

  /// The constants with pixels of another grid on the page plane.
  @unsafe func on(_ grid: PixelGrid) -> curl_frame {
    var constants = unsafe self
    let (origin, step) = (SIMD2<Float>(grid.origin), SIMD2<Float>(grid.step))
    unsafe (constants.origin_x, constants.origin_y) = (origin.x, origin.y)
    unsafe (constants.step_x, constants.step_y) = (step.x, step.y)
    unsafe constants.sky.origin_x = origin.x - constants.fold_x
    unsafe constants.sky.origin_y = origin.y - constants.fold_y
    unsafe (constants.sky.step_x, constants.sky.step_y) = (step.x, step.y)
    return unsafe constants
  }

  /// A frame's constants and pictures.
  @unsafe package init(
    _ frame: CurlFrame, _ pictures: FramePictures, _ pinned: PinnedPictures, sides: SheetSides
  ) {
    unsafe self.init(frame, sides: sides)
    unsafe has_background_picture = frame.hasBackgroundPicture && pictures.background != nil ? 1 : 0
    unsafe front = pinned[pictures.front]
    unsafe next = pinned[pictures.next]
    unsafe back_picture = pinned[pictures.back ?? pictures.front]
    unsafe background_picture = pinned[pictures.background]
  }
}

extension curl_skin {
  fileprivate init(_ skin: Skin) {
    self.init(radius: skin.radius, silhouette: skin.silhouette, chord_slope: skin.chordSlope)
  }
}

extension curl_sky {
  /// A frame's sheet as a caster under the sky.
  fileprivate init(_ frame: CurlFrame) {
    let (caster, origin) = (frame.caster, frame.origin - frame.fold)
    self.init(
      origin_x: origin.x, origin_y: origin.y, step_x: frame.step.x, step_y: frame.step.y,
      normal_x: frame.normal.x, normal_y: frame.normal.y, sheet_radius: frame.radius,
      amount: frame.shadowAmount, front_limit: caster.frontLimit, radius: caster.scaledRadius,
      axis_x: caster.axisX, roll_length: caster.rollLength,
      length_per_radian: caster.lengthPerRadian, slope: caster.slope,
      top_corner_x: caster.topCorner.x,
      top_corner_y: caster.topCorner.y, bottom_corner_x: caster.bottomCorner.x,
      bottom_corner_y: caster.bottomCorner.y, far_corner_x: caster.farCorner.x,
      far_corner_y: caster.farCorner.y, near_corner_x: caster.nearCorner.x,
      near_corner_y: caster.nearCorner.y, furthest_point_x: caster.furthestPoint.x,
      furthest_point_y: caster.furthestPoint.y, furthest_arc: caster.furthestArc,
      corner: caster.corner, corner_share: caster.cornerShare)
  }
}
