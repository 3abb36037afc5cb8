internal import PageCurl

extension CurlTurn {
  /// The progress of a moment, 0…1.
  func progress(_ moment: Moment) -> Double { time(moment) / endTime }

  /// The geometry of a moment; lengths in page pixels, the origin top-left, y down.
  func json(_ moment: Moment) -> JSON {
    let time = time(moment)
    let fold = fold(time: time)
    return .object([
      ("page", .object([("width", .int(page.width)), ("height", .int(page.height))])),
      (
        "fold",
        .object([
          ("x", .number(fold.point.x)), ("y", .number(fold.point.y)),
          ("nx", .number(fold.normal.x)), ("ny", .number(fold.normal.y)),
        ])
      ),
      ("radius", .number(radius)), ("angle", .number(parameters.angle)), ("time", .number(time)),
      ("progress", .number(progress(moment))), ("endTime", .number(endTime)),
      ("margin", margin(at: moment).json), ("turnMargin", margin.json),
    ])
  }
}
