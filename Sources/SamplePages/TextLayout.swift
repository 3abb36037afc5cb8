import CPango

/// A paragraph that Pango has broken into lines, to be drawn line by line.
///
/// Use it only with the canvas for which it was made.
@safe final class TextLayout {
  private let layout: OpaquePointer
  private let canvas: CairoPicture

  /// Alignment of lines in their width.
  enum Alignment {
    case left
    case centred
    case right
    case justified
  }

  /// Breaks `text` into lines of `width` pixels, the first one indented; without a width it is one
  /// line.
  init(
    _ text: String, _ face: Typeface, width: Double? = nil, indent: Double = 0,
    alignment: Alignment = .left, on canvas: CairoPicture
  ) throws(SamplePagesError) {
    guard let layout = unsafe canvas.makeLayout() else { throw .drawing("no text layout") }
    unsafe self.layout = layout
    self.canvas = canvas
    try setFace(face)
    unsafe pango_layout_set_text(layout, text, -1)
    guard let width else { return }
    unsafe pango_layout_set_width(layout, Self.units(width))
    // A word wider than its column is broken rather than cut off.
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    unsafe pango_layout_set_indent(layout, Self.units(indent))
    unsafe pango_layout_set_justify(layout, alignment == .justified ? 1 : 0)
    switch alignment {
    case .left, .justified: break
    case .centred: unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .right: unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
  }

  /// Lays out a piece of text in the direction of the piece before it; nil derives the direction.
  func set(_ piece: TextPiece, indent: Double, _ direction: PangoDirection?) {
    unsafe pango_layout_set_indent(layout, Self.units(indent))
    unsafe pango_context_set_base_dir(
      pango_layout_get_context(layout), direction ?? PANGO_DIRECTION_LTR)
    unsafe pango_layout_set_auto_dir(layout, direction == nil ? 1 : 0)
    unsafe piece.bytes.withUnsafeBytes { bytes in
      unsafe pango_layout_set_text(
        layout, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
  }

  /// Direction of the layout's paragraph.
  var direction: PangoDirection? {
    guard let line = unsafe pango_layout_get_line_readonly(layout, 0) else { return nil }
    return unsafe pango_layout_line_get_resolved_direction(line)
  }

  /// The first lines that end within `limit` bytes, at most `most` and without the layout's last
  /// line.
  func lines(endingWithin limit: Int, _ most: Int) -> (count: Int, bytes: Int) {
    var (count, bytes) = (0, 0)
    var next = unsafe pango_layout_get_lines_readonly(layout)
    while let element = unsafe next, count < most, unsafe element.pointee.next != nil {
      let line = unsafe element.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
      let end = unsafe Int(line.pointee.start_index + line.pointee.length)
      guard end <= limit else { break }
      (count, bytes) = (count + 1, end)
      unsafe next = element.pointee.next
    }
    return (count, bytes)
  }

  /// Number of runs of one font, script and direction in the first `count` lines.
  func runs(inLines count: Int) -> Int {
    var runs: UInt32 = 0
    var next = unsafe pango_layout_get_lines_readonly(layout)
    for _ in 0..<count {
      guard let element = unsafe next else { break }
      let line = unsafe element.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
      unsafe runs += g_slist_length(line.pointee.runs)
      unsafe next = element.pointee.next
    }
    return Int(runs)
  }

  /// End of a line, in bytes; lines count from 1.
  func end(ofLine number: Int) -> Int {
    guard let line = unsafe pango_layout_get_line_readonly(layout, Int32(number - 1)) else {
      return 0
    }
    return unsafe Int(line.pointee.start_index + line.pointee.length)
  }

  deinit {
    unsafe cpango_release(UnsafeMutableRawPointer(layout))
  }

  /// Number of lines.
  var lineCount: Int {
    unsafe Int(pango_layout_get_line_count(layout))
  }

  /// Width of the widest line, pixels.
  var width: Double {
    var extents = PangoRectangle()
    unsafe pango_layout_get_extents(layout, nil, &extents)
    return Double(extents.width) / Double(cpango_scale)
  }

  /// Extent of the ink: its left end, its rise above the first baseline, its right end, pixels.
  var ink: (left: Double, rise: Double, right: Double) {
    var extents = PangoRectangle()
    unsafe pango_layout_get_extents(layout, &extents, nil)
    let scale = Double(cpango_scale)
    let baseline = unsafe Double(pango_layout_get_baseline(layout))
    return (
      Double(extents.x) / scale, (baseline - Double(extents.y)) / scale,
      Double(extents.x + extents.width) / scale
    )
  }

  /// Draws up to `limit` lines, one below the other; returns the end of their text, in bytes.
  @discardableResult
  func draw(
    x: Double, baseline: Double, leading: Double = 0, limit: Int = .max, _ colour: Colour
  ) -> Int {
    guard let lines = unsafe pango_layout_get_iter(layout) else { return 0 }
    defer { unsafe pango_layout_iter_free(lines) }
    var drawn = 0
    var end = 0
    while drawn < limit, let line = unsafe pango_layout_iter_get_line_readonly(lines) {
      var extents = PangoRectangle()
      unsafe pango_layout_iter_get_line_extents(lines, nil, &extents)
      unsafe canvas.show(
        line, x: x + Double(extents.x) / Double(cpango_scale),
        baseline: baseline + leading * Double(drawn), colour)
      end = unsafe Int(line.pointee.start_index + line.pointee.length)
      drawn += 1
      if unsafe pango_layout_iter_next_line(lines) == 0 { break }
    }
    return end
  }

  private func setFace(_ face: Typeface) throws(SamplePagesError) {
    guard let font = unsafe pango_font_description_from_string(face.families) else {
      throw .drawing("no font description")
    }
    defer { unsafe pango_font_description_free(font) }
    unsafe pango_font_description_set_absolute_size(font, face.size * Double(cpango_scale))
    unsafe pango_font_description_set_style(
      font, face.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    let context = unsafe pango_layout_get_context(layout)
    // Without a font Pango draws boxes, or ends the program.
    guard let loaded = unsafe pango_context_load_font(context, font) else { throw .noFont }
    unsafe cpango_release(UnsafeMutableRawPointer(loaded))
    if let options = unsafe cairo_font_options_create() {
      // Letters keep their shapes and distances at every size, as in print.
      unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
      unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      unsafe pango_cairo_context_set_font_options(context, options)
      unsafe cairo_font_options_destroy(options)
    }
    unsafe pango_context_set_round_glyph_positions(context, 0)
    unsafe pango_layout_context_changed(layout)
    unsafe pango_layout_set_font_description(layout, font)
    if face.spacing != 0 { unsafe cpango_set_letter_spacing(layout, Self.units(face.spacing)) }
  }

  private static func units(_ pixels: Double) -> Int32 {
    Int32(pixels * Double(cpango_scale))
  }
}
