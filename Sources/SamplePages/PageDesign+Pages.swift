/// The three pages.
extension PageDesign {
  /// Left edge of the type area on a left-hand page, which is bound at the right.
  private var leftOfVerso: Double { Double(width) - left - measure }

  /// A right-hand page: headpiece, chapter heading and a first paragraph with a drop capital.
  func drawOpening(on canvas: CairoPicture, _ flow: inout TextFlow) throws(SamplePagesError) {
    let pictureHeight = min(depth * 0.26, measure * 0.42)
    let pictureTop = top - leading * 0.6
    CoastPicture(x: left, y: pictureTop, width: measure, height: pictureHeight)
      .draw(on: canvas, frame: inks.text)

    let small = Typeface(size: face.size * 0.82, spacing: face.size * 0.16)
    let number = try TextLayout(
      "CHAPTER THE THIRD", small, width: measure, alignment: .centred, on: canvas)
    let below = pictureTop + pictureHeight
    number.draw(x: left, baseline: below + leading * 2, inks.rubric)
    let large = Typeface(size: face.size * 1.85)
    let title = try TextLayout(
      Prose.chapter, large, width: measure, alignment: .centred, on: canvas)
    title.draw(x: left, baseline: below + leading * 3.75, leading: leading * 2, limit: 1, inks.text)
    drawOrnament(x: left + measure / 2, y: below + leading * 4.65, on: canvas)

    let column = column(left: left, below: below - top + leading * 5.5)
    let taken = try flow.setDropCapital(column, lines: 3, on: canvas)
    _ = try flow.set(column, from: taken, on: canvas)

    // An opening has no running head; its number is at the foot.
    let figure = Typeface(size: face.size * 0.9)
    let folio = try TextLayout(
      "\(Prose.firstNumber)", figure, width: measure, alignment: .right, on: canvas)
    folio.draw(x: left, baseline: top + depth + leading * 1.3, inks.faint)
  }

  /// A left-hand page with text alone.
  func drawText(on canvas: CairoPicture, _ flow: inout TextFlow) throws(SamplePagesError) {
    let left = leftOfVerso
    try drawHead(
      Prose.title, number: Prose.firstNumber + 1, left: left, isRight: false, on: canvas)
    _ = try flow.set(column(left: left), on: canvas)
  }

  /// A right-hand page: an engraving with its caption, text, and an ornament at the end.
  func drawEngravingPage(on canvas: CairoPicture, _ flow: inout TextFlow) throws(SamplePagesError) {
    try drawHead(
      Prose.chapter, number: Prose.firstNumber + 2, left: left, isRight: true, on: canvas)
    let plateWidth = min(measure * 0.86, depth * 0.6)
    let plateHeight = plateWidth * 0.72
    let plateTop = top + leading * 0.35
    if let paper = inks.engravingPaper {
      canvas.rectangle(left + (measure - plateWidth) / 2, plateTop, plateWidth, plateHeight)
      canvas.fill(.flat(paper))
    }
    Engraving(
      x: left + (measure - plateWidth) / 2, y: plateTop, width: plateWidth, height: plateHeight
    ).draw(on: canvas)
    let italic = Typeface(size: face.size * 0.86, isItalic: true)
    let caption = try TextLayout(
      Prose.caption, italic, width: measure, alignment: .centred, on: canvas)
    let captionBaseline = plateTop + plateHeight + leading * 1.15
    caption.draw(x: left, baseline: captionBaseline, leading: leading * 0.9, inks.faint)
    let captionEnd = captionBaseline + leading * 0.9 * Double(caption.lineCount - 1)
    let column = column(left: left, below: captionEnd - top + leading * 0.5)
    let taken = try flow.set(column, on: canvas)
    if taken + 1 < column.lineCount {
      drawOrnament(
        x: left + measure / 2, y: column.baseline(taken) + leading * 0.4, on: canvas)
    }
  }
}
