package import CurlCore
package import CurlKernels

/// Pictures whose texels are pinned in memory while kernels read them.
@safe package struct PinnedPictures {
  private let pictures: [ObjectIdentifier: curl_picture]

  private init(_ pictures: [ObjectIdentifier: curl_picture]) { unsafe self.pictures = pictures }

  /// No pictures at all.
  package static var none: PinnedPictures { unsafe PinnedPictures([:]) }

  /// Calls `body` with the pictures' texels.
  ///
  /// - Parameters:
  ///   - pictures: the pictures.
  ///   - readsLevels: whether a pixel may see so many texels that coarser levels pay off.
  ///   - isDeep: whether the frame has 16 bits a channel; its kernels read float texels.
  ///   - casters: pictures whose alpha lets light through.
  ///   - body: reads the texels.
  /// - Returns: the result of `body`.
  package static func with<Result>(
    _ pictures: [PreparedPicture], readsLevels: Bool, isDeep: Bool,
    casters: [PreparedPicture] = [],
    _ body: (PinnedPictures) -> Result
  ) -> Result {
    unsafe pin(pictures[...], readsLevels, isDeep: isDeep, [:]) { pinned in
      unsafe withSums(casters[...], pinned) { unsafe body(PinnedPictures($0)) }
    }
  }

  /// Adds its alpha sums to each caster's picture, one after the other.
  private static func withSums<Result>(
    _ casters: ArraySlice<PreparedPicture>, _ pinned: [ObjectIdentifier: curl_picture],
    _ body: ([ObjectIdentifier: curl_picture]) -> Result
  ) -> Result {
    guard let caster = casters.first else { return unsafe body(pinned) }
    guard !caster.isOpaque, var picture = unsafe pinned[ObjectIdentifier(caster)]
    else { return unsafe withSums(casters.dropFirst(), pinned, body) }
    let sums = caster.alphaSums
    unsafe withUnsafeMutableBytes(of: &picture.sum_offsets) { offsets in
      let offsets = unsafe offsets.bindMemory(to: Int32.self)
      for (i, offset) in sums.offsets.enumerated() {
        unsafe offsets[i] = Int32(truncatingIfNeeded: offset)
      }
    }
    return unsafe sums.values.withUnsafeBufferPointer { values in
      unsafe picture.sums = values.baseAddress
      var pinned = unsafe pinned
      unsafe pinned[ObjectIdentifier(caster)] = picture
      return unsafe withSums(casters.dropFirst(), pinned, body)
    }
  }

  /// A picture as kernels read it; without texels if it is nil or not pinned.
  package subscript(_ picture: PreparedPicture?) -> curl_picture {
    guard let picture else { return unsafe curl_picture() }
    return unsafe pictures[ObjectIdentifier(picture)] ?? curl_picture()
  }

  private static func pin<Result>(
    _ rest: ArraySlice<PreparedPicture>, _ readsLevels: Bool, isDeep: Bool,
    _ pinned: [ObjectIdentifier: curl_picture],
    _ body: ([ObjectIdentifier: curl_picture]) -> Result
  ) -> Result {
    guard let first = rest.first else { return unsafe body(pinned) }
    // Light through an alpha sees many texels, too.
    return unsafe with(first, readsLevels || !first.isOpaque, isDeep: isDeep) { picture in
      var pinned = unsafe pinned
      unsafe pinned[ObjectIdentifier(first)] = picture
      return unsafe pin(rest.dropFirst(), readsLevels, isDeep: isDeep, pinned, body)
    }
  }

  private static func with<Result>(
    _ prepared: PreparedPicture, _ readsLevels: Bool, isDeep: Bool,
    _ body: (curl_picture) -> Result
  ) -> Result {
    let grid = prepared.grid
    let (width, height) = (grid.width, grid.height)
    let (page, scale) = (SIMD2<Float>(grid.page), SIMD2<Float>(grid.scale))
    let (low, high) = (SIMD2<Float>(grid.offset), SIMD2<Float>(grid.end))
    var picture = unsafe curl_picture()
    unsafe (picture.width, picture.height) = (page.x, page.y)
    unsafe (picture.scale_x, picture.scale_y) = (scale.x, scale.y)
    unsafe (picture.offset_x, picture.offset_y) = (low.x, low.y)
    unsafe (picture.high_x, picture.high_y) = (high.x, high.y)
    unsafe picture.is_store = grid.isPage ? 0 : 1
    unsafe picture.is_opaque = prepared.isOpaque ? 1 : 0
    unsafe picture.unit = 1
    // Sums of alpha have all levels, also those without texels here.
    unsafe withUnsafeMutableBytes(of: &picture.levels) { levels in
      let levels = unsafe levels.bindMemory(to: curl_level.self)
      for number in 0...LinearImage.coarsest {
        let size = LinearImage.size(number, width: width, height: height)
        unsafe levels[number] = curl_level(
          texels: nil, width: Int32(size.width), height: Int32(size.height),
          stride: Int64(size.width), form: 0)
      }
    }
    // All levels of a page with alpha are made in one pass.
    if !isDeep { _ = prepared.linear16 }
    let areHalves = !isDeep && !prepared.isOpaque
    return unsafe levels(prepared, 1, areHalves, readsLevels, picture) { picture in
      var picture = unsafe picture
      if !isDeep {
        let page = prepared.linear16
        if page.isFixedPoint { unsafe picture.unit = 1 / 32767 }
        return unsafe with(page) { level in
          unsafe picture.levels.0 = level
          return unsafe body(picture)
        }
      }
      return unsafe with(prepared.linear.level(0)) { level in
        unsafe picture.levels.0 = level
        return unsafe body(picture)
      }
    }
  }

  private static func with<Result>(_ page: LinearLevel16, _ body: (curl_level) -> Result) -> Result
  {
    unsafe page.texels.withUnsafeBytes { texels in
      unsafe body(
        curl_level(
          texels: texels.baseAddress, width: Int32(page.width), height: Int32(page.height),
          stride: Int64(page.stride),
          form: Int32((page.isFixedPoint ? CURL_FIXED_POINT : CURL_HALVES).rawValue)))
    }
  }

  private static func with<Result>(
    _ level: LinearImage.Level, _ body: (curl_level) -> Result
  ) -> Result {
    unsafe level.texels.withUnsafeBytes { texels in
      unsafe body(
        curl_level(
          texels: texels.baseAddress, width: Int32(level.width), height: Int32(level.height),
          stride: Int64(level.width), form: Int32(CURL_FLOATS.rawValue)))
    }
  }

  /// Adds the levels from a number on to a picture, one after the other.
  private static func levels<Result>(
    _ prepared: PreparedPicture, _ number: Int, _ areHalves: Bool, _ hasAny: Bool,
    _ picture: curl_picture, _ body: (curl_picture) -> Result
  ) -> Result {
    guard hasAny, number <= LinearImage.coarsest else { return unsafe body(picture) }
    let linear = prepared.linear
    func add(_ level: curl_level) -> Result {
      var picture = unsafe picture
      unsafe withUnsafeMutableBytes(of: &picture.levels) { levels in
        unsafe levels.bindMemory(to: curl_level.self)[number] = level
      }
      return unsafe levels(prepared, number + 1, areHalves, true, picture, body)
    }
    return if areHalves {
      unsafe with(linear.halves(number)) { unsafe add($0) }
    } else {
      unsafe with(linear.level(number)) { unsafe add($0) }
    }
  }
}
