// Frames of every turn, drawn in spans and in rows as a browser's module draws them.

import CurlCore
import CurlKernels
import CurlRaster

/// The bytes of the frame that was drawn last.
nonisolated(unsafe) private var bytes: [UInt8] = []

private let size = PageSize(width: 61, height: 83)

/// How a turn is drawn: each reads another form of texels.
private enum Dress: Int, CaseIterable {
  /// Opaque pages and the turn's defaults, 8 bits a channel.
  case plain
  /// Pages with alpha, a key light and a camera, 8 bits a channel.
  case translucent
  /// The same with thick paper, smaller pixels, facing pages and several leaves, straight 16 bits.
  case deep
  /// As `plain`, in rows: each part in the fastest form that suits it.
  case rows
}

/// A page of fine lines over slopes, which resembles no mirrored or rotated copy of itself; with
/// alpha it is clear at one corner and opaque at the opposite one.
private func page(_ number: Int, hasAlpha: Bool) -> PreparedPicture {
  var pixels: [UInt8] = []
  for y in 0..<size.height {
    for x in 0..<size.width {
      let alpha = hasAlpha ? min(max(6 * x + 4 * y - 120, 0), 255) : 255
      for channel in 0..<3 {
        let isLine = (y + channel) % 7 < 2 && (x * (number + 2) + y) % 11 < 6
        let slope = x * (channel + 1) + y * (4 - channel) + 40 * number
        pixels.append(UInt8((slope + (isLine ? 150 : 0)) % 256 * alpha / 255))
      }
      pixels.append(UInt8(alpha))
    }
  }
  return PreparedPicture(Pixmap(width: size.width, height: size.height, rgba8: pixels))
}

/// Draws a turn at a moment.
private struct PictureVisitor: TurnVisitor {
  let dress: Dress
  /// Registers' width, a `curl_width`.
  let width: Int32

  func visit<T: Turn>(_ turn: inout T) {
    var stage = TurnStage(page: size)
    if dress == .translucent || dress == .deep {
      for (name, value) in [
        ("keyLight", 0.6), ("perspective", 0.5), ("gloss", 0.4), ("bounce", 0.5),
        ("cornerRadius", 6), ("thickness", dress == .deep ? 3 : 0),
      ] { _ = turn.set(name, to: value) }
      turn.look.back = .picture
    }
    if dress == .deep {
      stage = TurnStage(
        page: size,
        canvas: Canvas(width: 140, height: 139, origin: SIMD2(-35, -4), step: SIMD2(0.7, 0.65)),
        isFacing: T.turnsSpreads, leaves: T.turnsFlights ? 3 : 1)
    }
    let hasAlpha = dress == .translucent || dress == .deep
    let pictures = FramePictures(
      front: page(0, hasAlpha: hasAlpha), next: page(1, hasAlpha: false),
      back: page(2, hasAlpha: hasAlpha),
      others: [
        .beside: page(3, hasAlpha: false), .leafFront(1): page(4, hasAlpha: hasAlpha),
        .leafBack(1): page(5, hasAlpha: false), .leafFront(2): page(6, hasAlpha: false),
        .leafBack(2): page(7, hasAlpha: hasAlpha),
      ])
    stage.translucent = pictures.translucent
    let scene = turn.scene(.progress(0.37), on: stage, base: .next)
    guard let drawing = try? Drawing(scene) else { fatalError("a turn that can't be drawn") }
    draw(drawing, pictures)
  }

  private func draw(_ drawing: Drawing, _ pictures: FramePictures) {
    if dress == .rows { return drawRows(drawing, pictures) }
    let isDeep = dress == .deep
    let store = isDeep ? CURL_STRAIGHT16 : CURL_RGBA8
    let row = Store.bytes(store) * drawing.width
    unsafe bytes = [UInt8](unsafeUninitializedCapacity: row * drawing.height) { out, count in
      guard let out = UnsafeMutableRawPointer(out.baseAddress) else { return }
      switch drawing {
      case .curl(let frame, _):
        let cache = SheetCache(frame, pictures, isDeep: isDeep)
        SheetSpans.with(
          frame, pictures, store: store, isDeep: isDeep, cache: cache, width: width
        ) { spans in
          for y in 0..<drawing.height {
            unsafe spans.draw(y, 0..<drawing.width, to: out + row * y)
          }
        }
      case .stack(let stack):
        let spans = StackSpans(stack, pictures, store: store, isDeep: isDeep, width: width)
        spans.pinned {
          for y in 0..<drawing.height {
            unsafe spans.draw(y, 0..<drawing.width, to: out + row * y)
          }
        }
      }
      count = row * drawing.height
    }
  }
}

/// Draws a frame in rows, with this machine's widest kernels.
private func drawRows(_ drawing: Drawing, _ pictures: FramePictures) {
  let size = 4 * drawing.width * drawing.height
  let rows = 0..<drawing.height
  unsafe bytes = [UInt8](unsafeUninitializedCapacity: size) { out, count in
    guard let out = out.baseAddress else { return }
    switch drawing {
    case .curl(let frame, _):
      guard let painter = RowPainter(frame, pictures) else { fatalError("rows don't suit it") }
      let lights = StripLights(
        frame, isCovered: painter.isCovered, hasGround: frame.hasGround,
        cache: SheetCache(frame, pictures, isDeep: false))
      unsafe painter.paint(rows, out, lights)
    case .stack(let stack):
      let sheets = StackSheet.all(stack, pictures)
      let scratch = StackScratch(stack, sheets)
      unsafe StackRows(stack, pictures, sheets).paint(rows, out, scratch)
    }
    count = size
  }
}

/// Draws a frame with registers of a `curl_width`; returns its number of bytes, and 0 beyond the
/// last frame.
@_cdecl("draw") public func draw(_ frame: Int32, _ width: Int32) -> Int32 {
  let (turn, dress) = Int(frame).quotientAndRemainder(dividingBy: Dress.allCases.count)
  guard turn < TurnCatalogue.turns.count else { return 0 }
  var own = TurnCatalogue.turns[turn]
  own.visit(PictureVisitor(dress: Dress.allCases[dress], width: width))
  return unsafe Int32(bytes.count)
}

/// A byte of the frame that was drawn last.
@_cdecl("byte") public func byte(_ place: Int32) -> UInt8 { unsafe bytes[Int(place)] }
