internal import PageCurl
internal import PageFilm

extension Colour {
  /// The opaque colour as `#rrggbb`.
  fileprivate var hex: String {
    let digits = [red, green, blue].map { channel in
      let text = String(UInt8((channel * 255).rounded()), radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return "#" + digits.joined()
  }
}

extension PageTurn {
  /// The geometry of a moment; lengths in page pixels, the origin top-left, y down.
  func json(_ moment: Moment) -> JSON {
    let progress = progress(moment)
    var members: [(String, JSON)] = [
      (
        "page",
        .object([("width", .int(stage.page.width)), ("height", .int(stage.page.height))])
      )
    ]
    if let curl {
      let fold = curl.fold(time: curl.time(moment))
      members += [
        (
          "fold",
          .object([
            ("x", .number(fold.point.x)), ("y", .number(fold.point.y)),
            ("nx", .number(fold.normal.x)), ("ny", .number(fold.normal.y)),
          ])
        ),
        ("radius", .number(curl.radius)), ("angle", .number(curl.parameters.angle)),
        ("time", .number(curl.time(moment))),
      ]
    } else {
      members += [
        ("turn", .string(type(of: turn).name)), ("time", .number(progress * endTime)),
        ("lies", layout(at: moment).rectangle.json),
      ]
      members += scene(moment).members
    }
    members += [
      ("progress", .number(progress)), ("endTime", .number(endTime)),
      ("paper", .string(paper.hex)),
      ("margin", margin(at: moment).json), ("turnMargin", margin.json),
    ]
    return .object(members)
  }
}
