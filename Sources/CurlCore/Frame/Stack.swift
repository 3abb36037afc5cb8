/// A scene of any leaves as layers, the lowest first, for both renderers.
///
/// Layers are composited over one another in linear light. A sheet whose two sides have other
/// leaves between them makes two layers; each layer gets the light that the nearest sheets above it
/// leave.
package final class Stack: Sendable {
  /// What a layer shows.
  package enum Body: Sendable {
    /// The colour or picture under everything.
    case background
    /// Black with the alpha of the light that is lost, as far as a flat page goes.
    case shadow(Plate)
    /// A flat leaf.
    case plate(Plate)
    /// A bent sheet; of several in flight, one of its sides.
    case sheet(Int, SheetSides)
  }

  /// One layer.
  package struct Layer: Sendable {
    package let body: Body
    /// Whether it lies on the page plane, under all that turns.
    package let isGround: Bool
    /// Sheets whose shadow falls on it, by their numbers; empty where nothing is lit.
    package let casters: [Int]
    /// Whether it lies in their rolls, rolled up with them, and not under these.
    package let isRolledUp: Bool
    /// Output pixels that it may touch.
    package let bounds: PixelBounds
  }

  /// A bent sheet and the names of its pictures.
  package struct Sheet: Sendable {
    /// Its own constants, as if it were alone over nothing: `.front` and `.back` are its pictures.
    package let frame: CurlFrame
    /// Its cross-section, where it is no half turn.
    package let section: Section?
    package let front: Picture
    package let back: Picture?

    /// The sheet's pictures under the names that its frame knows.
    package func pictures(_ all: FramePictures) -> FramePictures {
      let own = all[front] ?? all.front
      var pictures = FramePictures(
        front: own, next: own, back: back.flatMap { all[$0] }, background: nil)
      pictures.isFullSize = all.isFullSize
      return pictures
    }
  }

  /// What all layers share: the page and the canvas, without a sheet.
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
    // Flat leaves under all bent ones.
    var resting = 0
    // Bent sheets in a row are nested: see `Scene.leaves`.
    var row: [Int] = []
    func add(_ body: Body, under casters: [Int] = [], isRolledUp: Bool = false) {
      above.append(
        Layer(
          body: body, isGround: false, casters: casters, isRolledUp: isRolledUp, bounds: canvas))
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
              body: .plate(plate), isGround: false, casters: [], isRolledUp: false,
              bounds: plate.bounds))
          if sheets.isEmpty { resting = above.count }
        }
      }
    }
    if !row.isEmpty { close() }
    let all = Array(sheets.indices)
    let nearest = Array(Set(all.prefix(2) + all.suffix(2))).sorted()
    var layers: [Layer] = []
    func lay(_ body: Body, under casters: [Int], _ bounds: PixelBounds) {
      layers.append(
        Layer(body: body, isGround: true, casters: casters, isRolledUp: false, bounds: bounds))
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
        // Whatever a page shows, its shadow is as black.
        let isShadow = scene.base == .shadow
        if isShadow { (leaf.front, leaf.back) = (Face(.colour(.black)), Face(.colour(.black))) }
        if let plate = Plate(leaf, map, cornerRadius: Double(common.cornerRadius), scene: scene) {
          lay(isShadow ? .shadow(plate) : .plate(plate), under: nearest, plate.bounds)
        }
      }
    }
    // In a scene of its own shadow, leaves at rest are drawn, and get that shadow.
    if scene.base == .shadow {
      for i in 0..<resting {
        above[i] = Layer(
          body: above[i].body, isGround: false, casters: nearest, isRolledUp: false,
          bounds: above[i].bounds)
      }
    }
    self.sheets = sheets
    self.layers = layers + above
  }

  /// A sheet alone over nothing, its pictures under the names of a single turn.
  private static func sheet(_ leaf: Leaf, in scene: Scene) throws(CurlFrame.Unsupported) -> Sheet {
    guard case .picture(let front) = leaf.front.paper else {
      throw CurlFrame.Unsupported(what: "a bent sheet whose front is no picture")
    }
    var own = leaf
    own.front.paper = .picture(.front)
    var back: Picture?
    if case .picture(let picture) = leaf.back.paper {
      back = picture
      own.back.paper = .picture(.back)
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

/// Which sides of a bent sheet a layer shows.
package enum SheetSides: Int, Sendable {
  /// Both, the upper one over the lower.
  case both
  /// What is seen of its front, less what its own back hides.
  case lower
  /// What is seen of its back.
  case upper
}
