internal import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// The front as it shines through a back with its own picture: a second mean per pixel, mixed in by
/// `share`.
struct SheetThrough: Sendable {
  /// Show-through, 0…1.
  let share: Float
  /// Whether a dark front reduces show-through.
  let fades: Bool
  let flap: SheetFlap
  let upper: SheetBend

  /// Nil if nothing shines through a picture; `tones` as `SheetBend.light` takes them.
  init?(
    _ painter: FramePainter, _ front: SheetPage, _ cuts: [SheetCut], _ tones: [[SIMD2<Float>]]
  ) {
    let frame = painter.frame
    guard frame.back == .picture, frame.showThrough > 0 else { return nil }
    share = frame.showThrough
    fades = frame.isLit && frame.fades
    flap = SheetFlap(painter, front)
    var upper = SheetBend(frame, painter.halfExtent.x, isUpper: true, scale: front.scale)
    for cut in cuts { upper.append(cut, frame) }
    upper.light(tones)
    self.upper = upper
  }

  /// Mixes the front's means into the back's, in pixels `xs`; `values` is scratch memory, one
  /// number per pixel.
  func mix(
    _ level: SheetKernels.Level, _ row: some SheetRow, _ xs: Range<Int>,
    _ front: UnsafePointer<UInt16>,
    _ values: UnsafeMutablePointer<UInt16>, into back: UnsafeMutablePointer<UInt16>
  ) {
    var through: UnsafePointer<UInt16>?
    if fades, let under = unsafe row.frontBehind(xs) {
      for i in 0..<xs.count {
        unsafe values[i] = UInt16(
          truncatingIfNeeded: (UInt32(under[xs.lowerBound &+ i]) &+ 32768) >> 1)
      }
      unsafe through = UnsafePointer(values)
    }
    unsafe curl_mix(
      level.rawValue, back, front, Int16((share * 32767).rounded()), through,
      Int64(xs.count))
  }
}
