package import CurlCore

/// Draws a scene of layers pixel by pixel.
///
/// Twin of Shaders/layer.frag.
package struct StackPainter {
  /// Draws the background, a frame without a sheet.
  private let ground: FramePainter
  private let parts: [Part]
  /// All of each sheet, for its shadow.
  private let casters: [Caster]

  /// A sheet as a caster of shadow.
  private enum Caster {
    case curl(FramePainter)
    case section(SectionPainter)
  }

  /// The painter of a layer.
  private enum LayerPainter {
    case background
    case shadow(PlatePainter)
    case plate(PlatePainter)
    case curl(FramePainter)
    case section(SectionPainter)
  }

  /// A layer and its painter; a class, so it isn't copied for every pixel.
  private final class Part {
    let layer: Stack.Layer
    let painter: LayerPainter

    init(_ layer: Stack.Layer, _ painter: LayerPainter) {
      self.layer = layer
      self.painter = painter
    }

    /// Whether the layer may be seen in a pixel.
    func touches(_ x: Int, _ y: Int) -> Bool {
      layer.bounds.x.contains(x) && layer.bounds.y.contains(y)
    }
  }

  package init(_ stack: Stack, _ pictures: FramePictures) {
    ground = FramePainter(stack.common, pictures)
    let casters = stack.sheets.map { sheet -> Caster in
      let own = sheet.pictures(pictures)
      guard let section = sheet.section else { return .curl(FramePainter(sheet.frame, own)) }
      return .section(SectionPainter(sheet.frame, section, own))
    }
    self.casters = casters
    parts = stack.layers.map { layer in
      let painter: LayerPainter
      switch layer.body {
      case .background: painter = .background
      case .shadow(let plate): painter = .shadow(PlatePainter(plate, stack.common, pictures))
      case .plate(let plate): painter = .plate(PlatePainter(plate, stack.common, pictures))
      case .sheet(let number, let sides):
        let sheet = stack.sheets[number]
        let own = sheet.pictures(pictures)
        if let section = sheet.section {
          painter = .section(SectionPainter(sheet.frame, section, own, sides: sides))
        } else {
          painter = .curl(FramePainter(sheet.frame, own, sides: sides))
        }
      }
      return Part(layer, painter)
    }
  }

  /// A pixel's colour, premultiplied linear light.
  package func colour(_ x: Int, _ y: Int) -> SIMD4<Float> { colour(x, y, below: parts.count) }

  /// The colour of the layers below `top`; layers under an opaque one aren't drawn.
  private func colour(_ x: Int, _ y: Int, below top: Int) -> SIMD4<Float> {
    var number = top - 1
    while number >= 0 && !parts[number].touches(x, y) { number -= 1 }
    if number < 0 { return .zero }
    let part = parts[number]
    var seen: SIMD4<Float>
    switch part.painter {
    case .background: seen = ground.backgroundColour(x, y)
    case .shadow(let plate):
      let share = plate.colour(x, y).w
      let sum = colour(x, y, below: number)
      return share > 0 ? composite(SIMD4(0, 0, 0, share * (1 - light(part, x, y))), sum) : sum
    case .plate(let plate):
      seen = plate.colour(x, y)
      if plate.plate.isEncodedShade {
        return compositeEncoded(seen, colour(x, y, below: number))
      }
    case .section(let section): seen = section.colour(x, y)
    case .curl(let sheet):
      let at = sheet.foldPoint(sheet.planePoint(x, y))
      let kind = sheet.kind(at)
      seen = sheet.colour(x, y, kind, at, sheet.light(kind, at))
    }
    if seen.w > 0 && !part.layer.casterSheets.isEmpty { seen = lit(seen, light(part, x, y)) }
    return seen.w >= 1 ? seen : composite(seen, colour(x, y, below: number))
  }

  /// Light that a layer's casters leave at a pixel.
  private func light(_ part: Part, _ x: Int, _ y: Int) -> Float {
    var light: Float = 1
    for number in part.layer.casterSheets {
      switch casters[number] {
      case .curl(let curl):
        var at = curl.foldPoint(curl.planePoint(x, y))
        // A layer that is rolled up with the sheet has no roll above it: it gets the light at the
        // fold.
        if part.layer.isRolledUp { at.x = min(at.x, 0) }
        light *= curl.baseLight(at)
      case .section(let section):
        light *= part.layer.isRolledUp ? section.lightInside(x, y) : section.light(x, y)
      }
    }
    return light
  }

  /// Fills in the geometry at a pixel's centre, of the highest layer whose shape covers it.
  package func probe(_ x: Int, _ y: Int, into geometry: inout FrameGeometry, at i: Int) {
    func cover(_ share: Float) { geometry.coverage[i] += share * (1 - geometry.coverage[i]) }
    for part in parts where part.touches(x, y) {
      switch part.painter {
      case .background, .shadow: geometry.shadow[i] = light(part, x, y)
      case .plate(let plate):
        // A shade doesn't hide the layers below it.
        if plate.plate.isShade { continue }
        if !part.layer.isGround { cover(plate.share(x, y)) }
        guard let point = plate.point(x, y) else { continue }
        geometry.uv[i] = point
        geometry.side[i] = part.layer.isGround ? 0 : plate.plate.isBack ? 2 : 1
        geometry.arc[i] = .nan
        geometry.z[i] = .nan
        geometry.shadow[i] = light(part, x, y)
      case .section(let section):
        if section.sides != .upper { cover(section.share(x, y)) }
        guard let probe = section.probe(x, y) else { continue }
        geometry.uv[i] = probe.uv
        geometry.side[i] = probe.side
        geometry.arc[i] = probe.arc
        geometry.z[i] = probe.z
        geometry.shadow[i] = probe.light
      case .curl(let sheet):
        let covered = geometry.coverage[i]
        geometry.coverage[i] = 0
        sheet.probe(x, y, into: &geometry, at: i)
        let share = geometry.coverage[i]
        geometry.coverage[i] = covered
        cover(share)
      }
    }
  }
}
