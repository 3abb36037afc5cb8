internal import PageCurl
internal import PageFilm

extension Scene {
  /// Camera and leaves of a scene, the lowest leaf first.
  var members: [(String, JSON)] {
    let camera: JSON =
      switch camera {
      case .orthographic: "orthographic"
      case .perspective(let centre, let distance):
        .object([("centre", centre.json), ("distance", .number(distance))])
      case .oblique(let shear): .object([("shear", shear.json)])
      }
    return [
      ("camera", camera), ("ground", .array(ground.map { $0.json(self) })),
      ("leaves", .array(leaves.map { $0.json(self) })),
    ]
  }
}

extension Leaf {
  /// Pictures of the leaf and positions of its corners in the view; for a bent leaf, its fold and
  /// cross-section.
  fileprivate func json(_ scene: Scene) -> JSON {
    let part = clip ?? Rectangle(scene.page)
    var members: [(String, JSON)] = [
      ("front", .string((shade ?? front.contents).name)),
      ("back", .string((shade ?? back.contents).name)),
      ("opacity", .number(opacity)),
      ("clip", part.json),
    ]
    switch surface {
    case .projective(let map):
      members += [
        ("side", map.determinant < 0 ? "back" : "front"),
        ("quad", .array(part.corners.map { map($0).json })),
        ("matrix", .array(map.rows.map(JSON.number))),
      ]
    case .profile(let profile, let fold):
      members += [
        (
          "fold",
          .object([
            ("x", .number(fold.point.x)), ("y", .number(fold.point.y)),
            ("nx", .number(fold.normal.x)), ("ny", .number(fold.normal.y)),
          ])
        )
      ]
      members += profile.members
    }
    return .object(members)
  }
}

extension Face.Contents {
  /// Name of the face's content.
  fileprivate var name: String {
    switch self {
    case .picture(.front): "front"
    case .picture(.next): "next"
    case .picture(.back): "back"
    case .picture(.background): "background"
    case .picture(.beside): "beside"
    case .picture(.leafFront(let number)): "leafFront\(number)"
    case .picture(.leafBack(let number)): "leafBack\(number)"
    case .mirrored: "mirrored"
    case .colour: "colour"
    case .gradient: "gradient"
    }
  }
}

extension Rectangle {
  /// Top-left corner and size.
  var json: JSON {
    .object([
      ("x", .number(origin.x)), ("y", .number(origin.y)), ("width", .number(size.x)),
      ("height", .number(size.y)),
    ])
  }
}

extension SIMD2<Double> {
  /// A point as an array of two.
  fileprivate var json: JSON { .array([.number(x), .number(y)]) }
}

extension Profile {
  /// The cross-section: lift at the fold, degrees, then lines and arcs.
  fileprivate var members: [(String, JSON)] {
    func degrees(_ radians: Double) -> JSON { .number(radians * 180 / .pi) }
    return [
      ("lift", degrees(lift)),
      (
        "pieces",
        .array(
          pieces.map { piece in
            switch piece {
            case .line(let length): .object([("length", .number(length))])
            case .arc(let radius, let turn):
              .object([("radius", .number(radius)), ("turn", degrees(turn))])
            }
          })
      ),
    ]
  }
}
