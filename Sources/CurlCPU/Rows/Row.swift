internal import CurlCore
internal import CurlLight

/// One row of a frame of bytes while it is painted.
///
/// Each function writes all of the pixels it is given, or hands out what is known of them.
@safe struct Row {
  let y: Int
  /// The row's bytes; pixel x starts at 4 · x.
  let out: UnsafeMutablePointer<UInt8>
  let painter: RowPainter
  let lights: StripLights

  /// The next page under the sheet's shadow, and what lies beside it.
  func plane(_ pixels: Range<Int>) {
    paint(pixels, painter.next, lights.plane)
  }

  /// The flat front under the flap's shadow, and what lies beside it.
  func front(_ pixels: Range<Int>) {
    paint(pixels, painter.front, lights.front)
  }

  /// The same around the fold line, at which light beside the page may jump.
  func plane(_ pixels: Range<Int>, around line: SheetLine) {
    guard !pixels.isEmpty else { return }
    // On the line itself light is the flat front's.
    let fold = min(max(line.first(1e-6), pixels.lowerBound), pixels.upperBound)
    let (left, right) = (pixels.lowerBound..<fold, fold..<pixels.upperBound)
    paint(line.slope >= 0 ? left : right, painter.next, lights.front)
    plane(line.slope >= 0 ? right : left)
  }

  /// The light 0…32768 on the sheet's front straight over each pixel, flat or in the roll, by pixel;
  /// nil where it is 32768 all over.
  func inside(_ pixels: Range<Int>) -> UnsafePointer<UInt16>? {
    unsafe lights.inside.row(y, pixels)
  }

  /// The same, good enough for what shines through the back.
  func under(_ pixels: Range<Int>) -> UnsafePointer<UInt16>? {
    unsafe lights.under.row(y, pixels)
  }

  /// Whatever there is, pixel by pixel.
  func general(_ pixels: Range<Int>) {
    for x in pixels {
      let value = painter.painter.bytes(x, y)
      for j in 0..<4 { unsafe out[4 * x + j] = value[j] }
    }
  }

  private func paint(_ pixels: Range<Int>, _ page: [UInt8], _ field: LightField) {
    guard !pixels.isEmpty else { return }
    let inside = painter.pagePixels(y).clamped(to: pixels)
    if !inside.isEmpty {
      let first = painter.pageByte(y)
      unsafe page.withUnsafeBufferPointer { page in
        guard let base = page.baseAddress else { return }
        unsafe field.runs(y, inside) { run, light in
          let (to, from) = unsafe (out + 4 * run.lowerBound, base + first + 4 * run.lowerBound)
          if let light = unsafe light {
            unsafe Shade.shade(to, from, light + run.lowerBound, run.count)
          } else {
            unsafe to.update(from: from, count: 4 * run.count)
          }
        }
      }
    }
    let edge = inside.isEmpty ? pixels.upperBound : inside.lowerBound
    beside(pixels.lowerBound..<edge, field)
    if !inside.isEmpty { beside(inside.upperBound..<pixels.upperBound, field) }
  }

  /// What lies beside the page.
  private func beside(_ pixels: Range<Int>, _ field: LightField) {
    guard !pixels.isEmpty else { return }
    guard let ground = painter.ground else { return general(pixels) }
    unsafe ground.withUnsafeBufferPointer { ground in
      guard let base = ground.baseAddress else { return }
      if !painter.painter.frame.hasGround {
        unsafe (out + 4 * pixels.lowerBound).update(from: base, count: 4 * pixels.count)
        return
      }
      unsafe field.runs(y, pixels) { run, light in
        let to = unsafe out + 4 * run.lowerBound
        if let light = unsafe light {
          unsafe Shade.shade(to, base, light + run.lowerBound, run.count)
        } else {
          unsafe to.update(from: base, count: 4 * run.count)
        }
      }
    }
  }
}

/// The lights of a strip of rows, and what else one thread needs to paint it.
@safe final class StripLights {
  let front: LightField
  let plane: LightField
  let inside: LightField
  let under: LightField
  private var linear: UnsafeMutablePointer<UInt16>
  private var capacity = 0

  init(_ painter: FramePainter) {
    front = LightField(painter, .front)
    plane = LightField(painter, .plane)
    inside = LightField(painter, .inside)
    under = LightField(painter, .under)
    unsafe linear = .allocate(capacity: 0)
  }

  deinit { unsafe linear.deallocate() }

  func begin(top: Int) {
    front.begin(top: top)
    plane.begin(top: top)
    inside.begin(top: top)
    under.begin(top: top)
  }

  /// Memory for at least `count` numbers, until it is asked for again; they are anything at first.
  func scratch(_ count: Int) -> UnsafeMutablePointer<UInt16> {
    if count > capacity {
      unsafe linear.deallocate()
      unsafe linear = .allocate(capacity: 2 * count)
      capacity = 2 * count
    }
    return unsafe linear
  }
}
