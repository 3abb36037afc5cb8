package import CurlCore
package import CurlKernels

/// Draws pixels of a frame with at most one sheet, one span of a row at a time.
///
/// Draws every look, camera, scale and page. Results lie within 1/255 of the definition, the scalar
/// `FramePainter`. Valid while its pictures are pinned.
@safe package struct SheetSpans {
  private let frame: UnsafeMutablePointer<curl_frame>
  private let width: Int32
  private let store: curl_store
  private let lights: SpanLights?

  /// Calls `body` with spans of a frame; `store` is the format of stored pixels.
  ///
  /// `isDeep`: the final frame has 16 bits a channel, so kernels read float texels. `hasField`: the
  /// caller draws most of the frame's pixels, row by row, so the light may be interpolated.
  package static func with<Result>(
    _ frame: CurlFrame, _ pictures: FramePictures, sides: SheetSides = .both, store: curl_store,
    isDeep: Bool = false, hasField: Bool = false, width: Int32 = curl_widest(),
    _ body: (SheetSpans) -> Result
  ) -> Result {
    let isDark = frame.isLit && frame.hasSheet && frame.caster.isLifted
    let pictures = pictures.stored(for: frame)
    return PinnedPictures.with(
      pictures.distinct, readsLevels: false, isDeep: isDeep,
      casters: isDark ? [pictures.front] : []
    ) { pinned in
      unsafe withUnsafeTemporaryAllocation(of: curl_frame.self, capacity: 1) { memory in
        let constants = unsafe curl_frame(frame, pictures, pinned, sides: sides)
        unsafe memory.initialize(repeating: constants)
        guard let start = memory.baseAddress else { preconditionFailure() }
        let lights =
          unsafe hasField && isDark && sides != .upper
          ? SpanLights(frame, constants, isDeep: isDeep, width: width) : nil
        return unsafe body(SheetSpans(frame: start, width: width, store: store, lights: lights))
      }
    }
  }

  /// Bytes of fields of light.
  package var fieldBytes: Int { lights?.bytes ?? 0 }

  /// Draws pixels of row `y`; `out` is the address of the first one.
  package func draw(_ y: Int, _ pixels: Range<Int>, to out: UnsafeMutableRawPointer) {
    var start = pixels.lowerBound
    let bytes = Store.bytes(store)
    while start < pixels.upperBound {
      let count = min(pixels.upperBound - start, Int(CURL_SPAN))
      let lights = unsafe lights?.of(y, start..<start + count) ?? curl_lights()
      unsafe curl_sheet_span(
        width, frame, lights, Int32(y), Int32(start), Int32(count), Int32(store.rawValue),
        out + bytes * (start - pixels.lowerBound))
      start += count
    }
  }
}

/// Light on the plane, on the flat front and on the front behind the back, one span at a time.
///
/// For one thread.
@safe private final class SpanLights {
  private let plane: LightField
  private let front: LightField
  /// Nil if the back shows nothing of it, or where it lies depends on the camera.
  private let behind: LightField?
  private let frame: CurlFrame
  /// Light on the plane, then on the front, then behind the back.
  private let memory: UnsafeMutablePointer<Float>
  /// Values of one light: a span, and 16 that kernels read beyond it.
  private static var room: Int { Int(CURL_SPAN) + 16 }

  init(_ frame: CurlFrame, _ constants: curl_frame, isDeep: Bool, width: Int32) {
    // Seen from straight above, a flap hides the front under it.
    let hasOpaqueBack =
      switch frame.back {
      case .mirrored: true
      case .picture: unsafe constants.back_picture.is_opaque != 0
      case .colour: frame.backColour.w == 1
      }
    let isCovered =
      unsafe constants.front.is_opaque != 0 && hasOpaqueBack && frame.opacity == 1
      && frame.isSeenStraight && frame.highest > 4 * frame.radius
    unsafe plane = LightField(frame, constants, .plane, .linear, isDeep: isDeep, width: width)
    unsafe front = LightField(
      frame, constants, .flatFront, .linear, isCovered: isCovered, isDeep: isDeep, width: width)
    unsafe behind =
      frame.fades && frame.isSeenStraight
      ? LightField(frame, constants, .frontBehind, .linear, isDeep: isDeep, width: width) : nil
    self.frame = frame
    unsafe memory = .allocate(capacity: 3 * Self.room)
    unsafe memory.initialize(repeating: 1, count: 3 * Self.room)
  }

  deinit { unsafe memory.deallocate() }

  var bytes: Int { plane.bytes + front.bytes + (behind?.bytes ?? 0) }

  /// Light at pixels of row `y`, at most ``CURL_SPAN`` of them.
  func of(_ y: Int, _ pixels: Range<Int>) -> curl_lights {
    let top = y / LightField.rows * LightField.rows
    plane.begin(top: top)
    front.begin(top: top)
    behind?.begin(top: top)
    // A span entirely before the fold needs no light on the plane; one entirely beyond it needs
    // none on the front.
    let q = frame.origin - frame.fold + SIMD2(0, Float(y) + 0.5) * frame.step
    let at = q.x * frame.normal.x + q.y * frame.normal.y
    let step = frame.step.x * frame.normal.x
    let ends = (
      at + step * (Float(pixels.lowerBound) + 0.5), at + step * (Float(pixels.upperBound) - 0.5)
    )
    if max(ends.0, ends.1) > 0 { unsafe plane.light(y, pixels, into: memory) }
    if min(ends.0, ends.1) <= 1e-3 { unsafe front.light(y, pixels, into: memory + Self.room) }
    let nearest = min(ends.0, ends.1)
    let isBehind = behind != nil && nearest <= frame.outer.silhouette + abs(step)
    if isBehind { unsafe behind?.light(y, pixels, into: memory + 2 * Self.room) }
    return unsafe curl_lights(
      plane: UnsafePointer(memory), front: UnsafePointer(memory + Self.room),
      behind: isBehind ? UnsafePointer(memory + 2 * Self.room) : nil)
  }
}
