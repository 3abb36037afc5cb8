import CurlCore

@testable import CurlCPU
@testable import CurlDefinition
@testable import CurlRaster

extension CPURenderer {
  /// The channels of `rows` in 8 bits, each pixel by itself: the definition against which spans are
  /// tested.
  static func renderPixelwise(
    _ drawing: Drawing, _ pictures: FramePictures, rows: Range<Int>
  ) -> [UInt8] {
    let bytes: (Int, Int) -> SIMD4<UInt8>
    switch drawing {
    case .curl(let frame, _):
      let painter = FramePainter(frame, pictures)
      bytes = { painter.bytes($0, $1) }
    case .stack(let stack):
      let painter = StackPainter(stack, pictures)
      bytes = { channels8(stored(painter.colour($0, $1), 255)) }
    }
    return pixelwise(drawing.width, rows, bytes)
  }

  /// The channels of `rows` in 16 bits, each pixel by itself.
  static func renderPixelwise16(
    _ drawing: Drawing, _ pictures: FramePictures, rows: Range<Int>
  ) -> [UInt16] {
    let colour: (Int, Int) -> SIMD4<Float>
    switch drawing {
    case .curl(let frame, _):
      let painter = FramePainter(frame, pictures)
      colour = { painter.colour($0, $1) }
    case .stack(let stack):
      let painter = StackPainter(stack, pictures)
      colour = { painter.colour($0, $1) }
    }
    return pixelwise(drawing.width, rows) { channels16(stored(colour($0, $1), 65535)) }
  }

  private static func pixelwise<Channel>(
    _ width: Int, _ rows: Range<Int>, _ pixel: (Int, Int) -> SIMD4<Channel>
  ) -> [Channel] {
    rows.flatMap { y in
      (0..<width).flatMap { x in
        let pixel = pixel(x, y)
        return [pixel.x, pixel.y, pixel.z, pixel.w]
      }
    }
  }
}
