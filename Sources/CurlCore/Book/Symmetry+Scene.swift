/// Reflection of scenes: reflects the geometry; pictures stay upright on their own pages.
extension Scene {
  /// The scene of the same book with its binding edge reflected by `symmetry`.
  public func applying(_ symmetry: Symmetry) -> Scene {
    var scene = self
    scene.page = symmetry.applied(to: page)
    scene.ground = ground.map { $0.applying(symmetry, on: page) }
    scene.leaves = leaves.map { $0.applying(symmetry, on: page) }
    scene.camera = camera.applying(symmetry, on: page)
    scene.light = light.applying(symmetry)
    scene.canvas = canvas.applying(symmetry, on: page)
    return scene
  }
}

extension Leaf {
  /// The leaf reflected; `page` is the page before reflection.
  public func applying(_ symmetry: Symmetry, on page: PageSize) -> Leaf {
    var leaf = self
    leaf.surface = surface.applying(symmetry, on: page)
    leaf.front.contents = front.contents.applying(symmetry, on: page)
    leaf.back.contents = back.contents.applying(symmetry, on: page)
    leaf.shade = shade?.applying(symmetry, on: page)
    if let clip {
      let (low, high) = symmetry.applied(toRectangle: clip.origin, clip.end, on: page)
      leaf.clip = Rectangle(origin: low, size: high - low)
    }
    leaf.seam = seam?.applying(symmetry, on: page)
    // The binding axis changes between vertical and horizontal.
    if symmetry == .transposed { leaf.turnsOver.toggle() }
    return leaf
  }
}

extension Surface {
  /// The surface reflected; `page` is the page before reflection.
  public func applying(_ symmetry: Symmetry, on page: PageSize) -> Surface {
    switch self {
    case .profile(let profile, let fold):
      .profile(profile, fold: fold.applying(symmetry, on: page))
    case .projective(let map):
      .projective(Projective(rows: symmetry.applied(toMatrix: map.rows, on: page)))
    }
  }
}

extension Face.Contents {
  /// The contents reflected: only ramps change; `page` is the page before reflection.
  func applying(_ symmetry: Symmetry, on page: PageSize) -> Face.Contents {
    guard case .gradient(var gradient) = self else { return self }
    gradient.start = symmetry.applied(to: gradient.start, on: page)
    gradient.end = symmetry.applied(to: gradient.end, on: page)
    return .gradient(gradient)
  }
}

extension Seam {
  /// The seam reflected; `page` is the page before reflection.
  public func applying(_ symmetry: Symmetry, on page: PageSize) -> Seam {
    Seam(
      point: symmetry.applied(to: point, on: page), normal: symmetry.applied(to: normal),
      beyond: beyond)
  }
}

extension Fold {
  /// The fold line reflected; `page` is the page before reflection.
  public func applying(_ symmetry: Symmetry, on page: PageSize) -> Fold {
    Fold(point: symmetry.applied(to: point, on: page), normal: symmetry.applied(to: normal))
  }
}

extension Camera {
  /// The camera reflected; `page` is the page before reflection.
  public func applying(_ symmetry: Symmetry, on page: PageSize) -> Camera {
    switch self {
    case .orthographic: .orthographic
    case .perspective(let centre, let distance):
      .perspective(centre: symmetry.applied(to: centre, on: page), distance: distance)
    case .oblique(let shear): .oblique(shear: symmetry.applied(to: shear))
    }
  }
}

extension Light {
  /// The light reflected.
  public func applying(_ symmetry: Symmetry) -> Light {
    var light = self
    light.key = key.applying(symmetry)
    return light
  }
}

extension KeyLight {
  /// The key light reflected.
  public func applying(_ symmetry: Symmetry) -> KeyLight {
    var light = self
    light.azimuth = symmetry.applied(toHeading: azimuth)
    return light
  }
}

extension Canvas {
  /// The canvas reflected, with the same number of pixels; `page` is the page before reflection.
  public func applying(_ symmetry: Symmetry, on page: PageSize) -> Canvas {
    switch symmetry {
    case .identity: return self
    case .mirrored:
      let end = origin.x + Double(width) * step.x
      return Canvas(
        width: width, height: height, origin: SIMD2(Double(page.width) - end, origin.y), step: step)
    case .transposed:
      return Canvas(
        width: height, height: width, origin: SIMD2(origin.y, origin.x),
        step: SIMD2(step.y, step.x))
    }
  }
}

extension Margin {
  /// The margin reflected.
  public func applying(_ symmetry: Symmetry) -> Margin {
    switch symmetry {
    case .identity: self
    case .mirrored: Margin(left: right, top: top, right: left, bottom: bottom)
    case .transposed: Margin(left: top, top: left, right: bottom, bottom: right)
    }
  }
}
