// Pictures as frames read them: where output pixels are large, stores of pages. Stores are made at
// their first use.

/// What a frame reads of a picture, of which a page point lies at a corner of an output pixel.
///
/// The second parameter is that point, the third an output pixel's size in page pixels.
package typealias PictureReading = (PreparedPicture, SIMD2<Double>, SIMD2<Double>) ->
  PreparedPicture

extension FramePictures {
  /// The pictures that a frame reads.
  package func stored(
    for frame: CurlFrame, by read: PictureReading = { $0.stored(at: $1, step: $2) }
  ) -> FramePictures {
    let (origin, step) = (SIMD2<Double>(frame.origin), SIMD2<Double>(frame.step))
    var stored = self
    stored.front = read(front, origin, step)
    stored.next = read(next, origin, step)
    // A leaf that has turned over lies beside its place, on the side away from the lifted one.
    var landed = origin
    let axis = frame.turnsOver ? 1 : 0
    landed[axis] += Double(frame.normal[axis] < 0 ? -frame.page[axis] : frame.page[axis])
    stored.back = back.map { read($0, landed, step) }
    stored.background = background?.stored(asBackgroundOf: frame, by: read)
    return stored
  }
}

extension PreparedPicture {
  /// The picture as a frame reads it as its background.
  package func stored(
    asBackgroundOf frame: CurlFrame, by read: PictureReading = { $0.stored(at: $1, step: $2) }
  ) -> PreparedPicture {
    read(self, .zero, grid.page / SIMD2(Double(frame.width), Double(frame.height)))
  }
}

extension Drawing {
  /// Bytes of derived data of pictures that drawing the frame may still have to make, as
  /// ``PreparedPicture/bytesToMake(at:step:forGPU:isDeep:)``; nothing is made.
  package func bytesToMake(_ pictures: FramePictures, forGPU: Bool, isDeep: Bool) -> Int {
    struct Reading: Hashable {
      let picture: ObjectIdentifier
      let grid: StoreGrid
    }
    var counted: Set<Reading> = []
    var bytes = 0
    let count: PictureReading = { picture, origin, step in
      let grid =
        StoreGrid(
          page: picture.grid.width, picture.grid.height, at: origin, step: step) ?? picture.grid
      if counted.insert(Reading(picture: ObjectIdentifier(picture), grid: grid)).inserted {
        bytes += picture.bytesToMake(at: origin, step: step, forGPU: forGPU, isDeep: isDeep)
      }
      return picture
    }
    switch self {
    case .curl(let frame, _):
      _ = pictures.stored(for: frame, by: count)
    case .stack(let stack):
      _ = pictures.background?.stored(asBackgroundOf: stack.common, by: count)
      for sheet in stack.sheets { _ = sheet.pictures(pictures, by: count) }
      for layer in stack.layers {
        switch layer.body {
        case .plate(let plate), .shadow(let plate):
          _ = PlatePictures(plate, stack.common, pictures, by: count)
        case .background, .sheet: break
        }
      }
    }
    return bytes
  }
}

extension Drawing {
  /// Most bytes of the opaque pages of 8 bits that lie flat in the frame, at its scale.
  package func bytesOfScaledPages(_ pictures: FramePictures) -> Int {
    func isBytes(_ picture: PreparedPicture?) -> Bool {
      picture.map { $0.isOpaque && $0.format == .rgba8 } ?? false
    }
    switch self {
    case .curl(let frame, _):
      return [pictures.front, pictures.next].count(where: isBytes) * frame.bytesOfPage
    case .stack(let stack):
      let plates = stack.layers.count { layer in
        guard case .plate(let plate) = layer.body,
          case .picture(let name, let flip) = plate.ink.contents
        else { return false }
        return plate.restingShift(flip) != nil && isBytes(pictures[name])
      }
      let sheets = stack.sheets.count { isBytes(pictures[$0.front]) }
      return (plates + sheets) * stack.common.bytesOfPage
    }
  }
}

extension CurlFrame {
  /// Most bytes of a page on the canvas.
  fileprivate var bytesOfPage: Int {
    func side(_ axis: Int, _ count: Int) -> Int {
      min(count, Int(min(page[axis] / step[axis], 1e6)) + 2)
    }
    return 4 * side(0, width) * side(1, height)
  }
}

/// The pictures that a plate reads.
package struct PlatePictures: Sendable {
  package let contents: PreparedPicture?
  /// The picture whose alpha cuts the contents; nil if it is opaque.
  package let cut: PreparedPicture?
  package let through: PreparedPicture?
  package let beneath: PreparedPicture?

  /// - Parameters:
  ///   - plate: the plate.
  ///   - common: constants of its frame.
  ///   - all: the pictures of the frame, by name.
  ///   - read: what the plate reads of a picture.
  package init(
    _ plate: Plate, _ common: CurlFrame, _ all: FramePictures,
    by read: PictureReading = { $0.stored(at: $1, step: $2) }
  ) {
    let step = SIMD2<Double>(common.step)
    func picture(_ source: Ink.Source?) -> PreparedPicture? {
      guard case .picture(let name, let flip) = source else { return nil }
      return read(all[name] ?? all.front, plate.pixelCorner(common, flip), step)
    }
    contents = picture(plate.ink.contents)
    let cut = picture(plate.ink.cut)
    self.cut = cut?.isOpaque == true ? nil : cut
    through = picture(plate.ink.through)
    beneath = picture(plate.ink.beneath)
  }

  /// All of them.
  package var all: [PreparedPicture] { [contents, cut, through, beneath].compactMap { $0 } }
}

extension Plate {
  /// A point of a picture at a corner of an output pixel, while the plate is at rest.
  ///
  /// Elsewhere pixels and pictures have no lasting relation: the point is that of the page's place.
  fileprivate func pixelCorner(_ common: CurlFrame, _ flip: Ink.Flip) -> SIMD2<Double> {
    let origin = SIMD2<Double>(common.origin)
    guard let placing = placing(flip), isAtRest(placing.offset) else { return origin }
    return placing.direction * origin + placing.offset
  }

  /// The picture's point at the plane's origin; nil unless the picture is only moved.
  package func shift(_ flip: Ink.Flip) -> SIMD2<Double>? {
    guard let placing = placing(flip), placing.direction == SIMD2(1, 1) else { return nil }
    return placing.offset
  }

  /// The same while the plate is at rest: in its page's place, or any number of pages further.
  package func restingShift(_ flip: Ink.Flip) -> SIMD2<Double>? {
    shift(flip).flatMap { isAtRest($0) ? $0 : nil }
  }

  private func isAtRest(_ offset: SIMD2<Double>) -> Bool {
    let places = offset / SIMD2<Double>(page)
    return abs(places.x - places.x.rounded()) < 1e-6 && abs(places.y - places.y.rounded()) < 1e-6
  }

  /// How a picture lies on the plane: its directions, ±1, and its point at the plane's origin; nil if
  /// it is scaled or turned.
  private func placing(_ flip: Ink.Flip) -> (direction: SIMD2<Double>, offset: SIMD2<Double>)? {
    let (first, second) = (SIMD4<Double>(inverse[0]), SIMD4<Double>(inverse[1]))
    var direction = SIMD2(first.x, second.y)
    var offset = SIMD2(first.z, second.z)
    let size = SIMD2<Double>(page)
    guard first.y == 0, second.x == 0, inverse[2] == SIMD4(0, 0, 1, 0), abs(direction.x) == 1,
      abs(direction.y) == 1
    else { return nil }
    switch flip {
    case .none: break
    case .across: (direction.x, offset.x) = (-direction.x, size.x - offset.x)
    case .over: (direction.y, offset.y) = (-direction.y, size.y - offset.y)
    }
    return (direction, offset)
  }
}
