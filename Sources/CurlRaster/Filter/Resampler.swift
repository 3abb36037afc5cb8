package import CurlCore
internal import CurlDefinition

/// A picture at another size, as stored pixels.
package struct Resampler: Sendable {
  private let means: AreaMeans

  /// The part of a picture that a canvas shows; transparent beside the picture.
  package init(_ pixmap: Pixmap, _ canvas: Canvas) {
    means = AreaMeans(
      RowDecoder(pixmap), StoreGrid(page: pixmap.width, pixmap.height), width: canvas.width,
      height: canvas.height, origin: canvas.origin, step: canvas.step,
      within: canvas.within(PageSize(width: pixmap.width, height: pixmap.height)))
  }

  /// The part of a picture that a frame shows.
  init(_ picture: PreparedPicture, _ frame: CurlFrame) {
    means = AreaMeans(
      picture.rows, picture.grid, width: frame.width, height: frame.height,
      origin: SIMD2<Double>(frame.origin), step: SIMD2<Double>(frame.step), within: frame.within)
  }

  /// The part of a picture that a canvas shows.
  init(
    _ picture: PreparedPicture, width: Int, height: Int, origin: SIMD2<Double>,
    step: SIMD2<Double>
  ) {
    means = AreaMeans(
      picture.rows, picture.grid, width: width, height: height, origin: origin, step: step,
      within: .zero)
  }

  /// The pixels in 8 bits a channel.
  package func pixels8(rows wanted: Range<Int>? = nil) -> [UInt8] {
    var pixels: [UInt8] = []
    let wanted = wanted ?? 0..<means.height
    pixels.reserveCapacity(4 * means.width * wanted.count)
    means.forEachRow(of: wanted) { row in
      for colour in row {
        let pixel = channels8(stored(colour, 255))
        for i in 0..<4 { pixels.append(pixel[i]) }
      }
    }
    return pixels
  }

  /// The pixels in 16 bits a channel.
  package func pixels16() -> [UInt16] {
    var pixels: [UInt16] = []
    pixels.reserveCapacity(4 * means.width * means.height)
    means.forEachRow(of: 0..<means.height) { row in
      for colour in row {
        let pixel = channels16(stored(colour, 65535))
        for i in 0..<4 { pixels.append(pixel[i]) }
      }
    }
    return pixels
  }
}

/// A picture's bytes at the size and the place at which frames of one canvas show it.
struct ScaledPage: Sendable {
  private let bands: ScaledBands
  private let resampler: Resampler
  private let height: Int

  init(_ picture: PreparedPicture, _ frame: CurlFrame) {
    bands = picture.bands(
      at: PreparedPicture.Place(
        width: frame.width, height: frame.height, origin: frame.origin, step: frame.step))
    resampler = Resampler(picture, frame)
    height = frame.height
  }

  /// The part of a picture that a canvas shows.
  init(
    _ picture: PreparedPicture, width: Int, height: Int, origin: SIMD2<Double>,
    step: SIMD2<Double>
  ) {
    bands = picture.bands(
      at: PreparedPicture.Place(
        width: width, height: height, origin: SIMD2<Float>(origin), step: SIMD2<Float>(step)))
    resampler = Resampler(picture, width: width, height: height, origin: origin, step: step)
    self.height = height
  }

  /// Rows of a band; the last one has those that are left.
  func band(_ number: Int) -> [UInt8] {
    let first = number * ScaledBands.rows
    return bands.band(number) {
      resampler.pixels8(rows: first..<min(first + ScaledBands.rows, height))
    }
  }
}
