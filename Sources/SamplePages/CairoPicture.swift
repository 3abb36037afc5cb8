import CPango
import CurlCore
import CurlSystem
import Synchronization

/// A Cairo picture to draw on; coordinates are pixels, y down.
///
/// Use it from one thread.
@safe final class CairoPicture {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let width: Int
  private let height: Int

  /// Colour of an area.
  enum Paint {
    case flat(Colour)
    /// A gradient along the line between two points.
    case linear((x: Double, y: Double), (x: Double, y: Double), [(at: Double, Colour)])
    /// A gradient around a point, up to a radius.
    case radial((x: Double, y: Double), radius: Double, [(at: Double, Colour)])
  }

  /// Bytes that Pango and its fonts take at their first use; without them GLib ends the program.
  private static let fontMemory = 64 << 20
  /// Whether there was room for the fonts.
  private static let hasFonts = Mutex(false)

  /// A transparent picture.
  init(width: Int, height: Int) throws(SamplePagesError) {
    do throws(MemoryShortage) {
      let fonts = Self.hasFonts.withLock { $0 } ? 0 : Self.fontMemory
      _ = try MemoryLedger.shared.reserve(
        fonts + 4 * width * height, for: "fonts and a page of \(width) × \(height) pixels")
      Self.hasFonts.withLock { $0 = true }
    } catch {
      throw .noMemory("\(error)")
    }
    guard
      let surface = unsafe cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let context = unsafe cairo_create(surface)
    else { throw .drawing("no memory") }
    unsafe self.surface = surface
    unsafe self.context = context
    self.width = width
    self.height = height
    try check()
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// Begins a new path.
  func move(_ x: Double, _ y: Double) { unsafe cairo_move_to(context, x, y) }

  /// Adds a straight line.
  func line(_ x: Double, _ y: Double) { unsafe cairo_line_to(context, x, y) }

  /// Adds a cubic curve.
  func curve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double
  ) {
    unsafe cairo_curve_to(context, x1, y1, x2, y2, x, y)
  }

  /// Adds a whole circle.
  func circle(_ x: Double, _ y: Double, radius: Double) {
    unsafe cairo_new_sub_path(context)
    unsafe cairo_arc(context, x, y, radius, 0, 2 * .pi)
    unsafe cairo_close_path(context)
  }

  /// Adds a rectangle.
  func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    unsafe cairo_rectangle(context, x, y, width, height)
  }

  /// Adds a polygon.
  func polygon(_ points: [(x: Double, y: Double)]) {
    for (at, point) in points.enumerated() {
      if at == 0 { move(point.x, point.y) } else { line(point.x, point.y) }
    }
    unsafe cairo_close_path(context)
  }

  /// Fills the path.
  func fill(_ paint: Paint) {
    switch paint {
    case .flat(let colour):
      set(colour)
      unsafe cairo_fill(context)
    case .linear(let from, let to, let stops):
      guard let pattern = unsafe cairo_pattern_create_linear(from.x, from.y, to.x, to.y) else {
        return
      }
      unsafe fill(pattern, stops)
    case .radial(let centre, let radius, let stops):
      guard
        let pattern = unsafe cairo_pattern_create_radial(
          centre.x, centre.y, 0, centre.x, centre.y, radius)
      else { return }
      unsafe fill(pattern, stops)
    }
  }

  /// Cuts the path out of everything drawn so far.
  func cut() {
    unsafe cairo_save(context)
    unsafe cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
    fill(.flat(Colour(0)))
    unsafe cairo_restore(context)
  }

  /// Draws the path as a line.
  func stroke(_ colour: Colour, width: Double) {
    set(colour)
    unsafe cairo_set_line_width(context, width)
    unsafe cairo_stroke(context)
  }

  /// Draws clipped to a rectangle.
  func clipped(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ draw: () -> Void
  ) {
    unsafe cairo_save(context)
    rectangle(x, y, width, height)
    unsafe cairo_clip(context)
    draw()
    unsafe cairo_restore(context)
  }

  /// A text layout for this picture.
  func makeLayout() -> OpaquePointer? {
    unsafe pango_cairo_create_layout(context)
  }

  /// Draws a line of a layout with its baseline at a point.
  func show(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, x: Double, baseline: Double, _ colour: Colour
  ) {
    set(colour)
    unsafe cairo_move_to(context, x, baseline)
    // As outlines: Cairo places glyphs at whole pixels, which spaces small text unevenly.
    unsafe pango_cairo_layout_line_path(context, line)
    unsafe cairo_fill(context)
  }

  /// The finished picture.
  func pixmap() throws(SamplePagesError) -> Pixmap {
    unsafe cairo_surface_flush(surface)
    try check()
    guard let data = unsafe cairo_image_surface_get_data(surface) else { throw .drawing("no data") }
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    let width = width
    let height = height
    // Cairo stores a pixel as the number 0xAARRGGBB in the machine's byte order.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4 * width * height) { buffer, count in
      for y in 0..<height {
        let row = unsafe UnsafeRawPointer(data + y * stride)
        for x in 0..<width {
          let word = unsafe row.load(fromByteOffset: 4 * x, as: UInt32.self)
          let at = 4 * (y * width + x)
          unsafe buffer[at] = UInt8(truncatingIfNeeded: word >> 16)
          unsafe buffer[at + 1] = UInt8(truncatingIfNeeded: word >> 8)
          unsafe buffer[at + 2] = UInt8(truncatingIfNeeded: word)
          unsafe buffer[at + 3] = UInt8(truncatingIfNeeded: word >> 24)
        }
      }
      count = 4 * width * height
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }

  private func set(_ colour: Colour) {
    unsafe cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
  }

  private func fill(_ pattern: OpaquePointer, _ stops: [(at: Double, Colour)]) {
    for (at, colour) in stops {
      unsafe cairo_pattern_add_color_stop_rgba(
        pattern, at, colour.red, colour.green, colour.blue, colour.alpha)
    }
    unsafe cairo_set_source(context, pattern)
    unsafe cairo_fill(context)
    unsafe cairo_pattern_destroy(pattern)
  }

  private func check() throws(SamplePagesError) {
    for status in unsafe [cairo_status(context), cairo_surface_status(surface)] {
      guard status != CAIRO_STATUS_SUCCESS else { continue }
      guard let text = unsafe cairo_status_to_string(status) else { throw .drawing("no reason") }
      throw .drawing(unsafe String(cString: text))
    }
  }
}
