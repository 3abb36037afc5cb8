/// A scene with any leaves as layers, lowest first, for both renderers.
///
/// Layers are composited in linear light. A sheet with other leaves between its two sides makes two
/// layers. A layer's light depends only on the nearest sheets above the layer.
package final class Stack: Sendable {
  /// Contents of a layer.
  package enum Body: Sendable {
    /// The background colour or picture.
    case background
    /// Black, with the alpha of the lost light, on the area of a flat page.
    case shadow(Plate)
    /// A flat leaf.
    case plate(Plate)
    /// A bent sheet, or one of its sides if several sheets are in flight.
    case sheet(Int, SheetSides)
  }

  /// One layer.
  package struct Layer: Sendable {
    package let body: Body
    /// Whether the layer is on the page plane, under all turning leaves.
    package let isGround: Bool
    /// Indices of the sheets that cast a shadow on the layer; empty if none does.
    package let casterSheets: [Int]
    /// Whether the layer is inside the rolls of `casterSheets`, rather than under them.
    package let isRolledUp: Bool
    /// Output pixels that the layer may touch.
    package let bounds: PixelBounds
  }

  /// A bent sheet and the names of its pictures.
  package struct Sheet: Sendable {
    /// Constants of the sheet alone over transparency; `.front` and `.back` name its pictures.
    package let frame: CurlFrame
    /// The cross-section; nil for a half turn.
    package let section: Section?
    package let front: Picture
    package let back: Picture?

    /// The pictures that the sheet reads, under the names that its frame uses.
    package func pictures(
      _ all: FramePictures, by read: PictureReading = { $0.stored(at: $1, step: $2) }
    ) -> FramePictures {
      let own = all[front] ?? all.front
      return FramePictures(
        front: own, next: own, back: back.flatMap { all[$0] }, background: nil
      ).stored(for: frame, by: read)
    }
  }

  /// Constants shared by all layers: the page and the canvas, without a sheet.
  package let common: CurlFrame
  package let sheets: [Sheet]
  package let layers: [Layer]
  package var width: Int { common.width }
  package var height: Int { common.height }

  /// The layers of a scene.
  package init(_ scene: Scene) throws(CurlFrame.Unsupported) {
    var empty = scene
    empty.leaves = []
    empty.ground = []
    common = try CurlFrame(empty)
    var sheets: [Sheet] = []
    var above: [Layer] = []
    let canvas = PixelBounds(scene.canvas)
    // Number of layers of flat leaves under all bent ones.
    var resting = 0
    // Consecutive bent sheets are nested: see `Scene.leaves`.
    var row: [Int] = []
    func add(_ body: Body, under sheets: [Int] = [], isRolledUp: Bool = false) {
      above.append(
        Layer(
          body: body, isGround: false, casterSheets: sheets, isRolledUp: isRolledUp, bounds: canvas)
      )
    }
    func close() {
      let numbers = row
      if numbers.count == 1 {
        add(.sheet(numbers[0], .both))
      } else {
        for (i, number) in numbers.enumerated() {
          add(.sheet(number, .lower), under: Array(numbers[(i + 1)...].prefix(2)))
        }
        for (i, number) in numbers.enumerated().reversed() {
          add(.sheet(number, .upper), under: Array(numbers[..<i].suffix(2)), isRolledUp: true)
        }
      }
      row = []
    }
    for leaf in scene.leaves {
      switch leaf.surface {
      case .profile:
        sheets.append(try Self.sheet(leaf, in: scene))
        row.append(sheets.count - 1)
      case .projective(let map):
        close()
        if let plate = Plate(leaf, map, cornerRadius: Double(common.cornerRadius), scene: scene) {
          above.append(
            Layer(
              body: .plate(plate), isGround: false, casterSheets: [], isRolledUp: false,
              bounds: plate.bounds))
          if sheets.isEmpty { resting = above.count }
        }
      }
    }
    if !row.isEmpty { close() }
    let all = Array(sheets.indices)
    let nearest = Array(Set(all.prefix(2) + all.suffix(2))).sorted()
    var layers: [Layer] = []
    func lay(_ body: Body, under sheets: [Int], _ bounds: PixelBounds) {
      layers.append(
        Layer(body: body, isGround: true, casterSheets: sheets, isRolledUp: false, bounds: bounds))
    }
    lay(.background, under: common.hasGround ? nearest : [], canvas)
    switch scene.base {
    case .nothing: break
    case .next, .shadow:
      let next = Leaf(
        front: Face(.picture(.next)), back: Face(.mirrored), surface: .projective(.identity))
      for var leaf in scene.ground.isEmpty ? [next] : scene.ground {
        guard case .projective(let map) = leaf.surface else {
          throw CurlFrame.Unsupported(what: "a bent sheet on the ground")
        }
        // A shadow is black, whatever the page shows.
        let isShadow = scene.base == .shadow
        if isShadow { (leaf.front, leaf.back) = (Face(.colour(.black)), Face(.colour(.black))) }
        if let plate = Plate(leaf, map, cornerRadius: Double(common.cornerRadius), scene: scene) {
          lay(isShadow ? .shadow(plate) : .plate(plate), under: nearest, plate.bounds)
        }
      }
    }
    // In an overlay with shadow, leaves at rest are drawn and receive the shadow.
    if scene.base == .shadow {
      for i in 0..<resting {
        above[i] = Layer(
          body: above[i].body, isGround: false, casterSheets: nearest, isRolledUp: false,
          bounds: above[i].bounds)
      }
    }
    self.sheets = sheets
    self.layers = layers + above
  }

  /// A sheet alone over transparency; its pictures get the names that a single turn uses.
  private static func sheet(_ leaf: Leaf, in scene: Scene) throws(CurlFrame.Unsupported) -> Sheet {
    guard case .picture(let front) = leaf.front.contents else {
      throw CurlFrame.Unsupported(what: "a bent sheet whose front is no picture")
    }
    var own = leaf
    own.front.contents = .picture(.front)
    var back: Picture?
    if case .picture(let picture) = leaf.back.contents {
      back = picture
      own.back.contents = .picture(.back)
    }
    var alone = scene
    alone.base = .nothing
    alone.ground = []
    alone.background = .colour(.clear)
    alone.leaves = [own]
    alone.light.strength *= leaf.lightShare
    if case .profile(let profile, _) = leaf.surface, profile.halfTurnRadius != nil {
      return Sheet(frame: try CurlFrame(alone), section: nil, front: front, back: back)
    }
    return Sheet(
      frame: try CurlFrame(section: alone), section: try Section(alone), front: front, back: back)
  }
}

/// Sides of a bent sheet in a layer.
package enum SheetSides: Int, Sendable {
  /// Both, the upper side over the lower.
  case both
  /// The visible front, without the part that its own back hides.
  case lower
  /// The visible back.
  case upper
}
