internal import CurlCore
internal import Synchronization

/// The back of a leaf without a picture of its own: paper with a grain, through which the front
/// shines.
///
/// The grain is the paper's own: it moves, bends and is filtered with the leaf, as any picture is.
struct PaperBack: Sendable, Equatable {
  /// The paper's colour.
  let paper: Colour
  /// Share of the front that shines through, 0…1.
  let showThrough: Double
  /// ``Look/grain``, 0…1.
  let grain: Double
  /// The edge at which the leaf is bound: at the top it turns over about a horizontal axis.
  ///
  /// A book bound at the right has the mirrored grain, as all else of it is mirrored.
  let binding: Binding

  /// The back of a leaf with this front, in the orientation in which it is read.
  func picture(of front: Pixmap) -> Pixmap {
    let (width, height) = (front.width, front.height)
    switch front.storage {
    case .rgba8(let bytes):
      return Pixmap(width: width, height: height, rgba8: mixed(bytes, width, height))
    case .rgba16(let values):
      return Pixmap(width: width, height: height, rgba16: mixed(values, width, height))
    }
  }

  /// Channels of the front, opaque, to those of the back.
  private func mixed<Channel: FixedWidthInteger & UnsignedInteger>(
    _ front: [Channel], _ width: Int, _ height: Int
  ) -> [Channel] {
    // Fixed point: 24 bits for a channel and its fraction.
    let fraction = Int32(24 - Channel.bitWidth)
    let (most, half) = (Int32(Channel.max) << fraction, Int32(1) << (fraction - 1))
    let (reds, greens, blues) = (
      table(of: paper.red, front), table(of: paper.green, front), table(of: paper.blue, front)
    )
    // A sum of four bytes has a standard deviation of 147.8, and a mean of 510.
    let scale = Int32((grain * 0.05 * Double(most) / 147.8).rounded())
    func channel(_ value: Int32) -> Channel {
      Channel(truncatingIfNeeded: (min(max(value, 0), most) + half) >> fraction)
    }
    var back = front
    var noise = GrainRows(width: width)
    let turnsOver = binding == .top
    for y in 0..<height {
      noise.advance(to: y)
      let step = turnsOver ? 4 : -4
      var from = 4 * ((turnsOver ? height - 1 - y : y) * width + (turnsOver ? 0 : width - 1))
      var to = 4 * y * width
      for x in 0..<width {
        let place = binding == .right ? width - 1 - x : x
        let added = scale * (noise.above[place] + noise.below[place] - 510)
        back[to] = channel(reds[Int(front[from])] + added)
        back[to + 1] = channel(greens[Int(front[from + 1])] + added)
        back[to + 2] = channel(blues[Int(front[from + 2])] + added)
        from += step
        to += 4
      }
    }
    return back
  }

  /// The back's channel for each of the front's, encoded, in fixed point: mixed in linear light.
  private func table<Channel: FixedWidthInteger & UnsignedInteger>(
    of paper: Double, _: [Channel]
  ) -> [Int32] {
    let own = (1 - showThrough) * SRGB.decode(paper)
    let (most, unit) = (Double(Channel.max), Double(1 << (24 - Channel.bitWidth)))
    return (0...Int(Channel.max)).map {
      let light = own + showThrough * SRGB.decode(Double($0) / most)
      return Int32((SRGB.encode(light) * most * unit).rounded())
    }
  }
}

/// The fronts whose papered backs the latest frames of a renderer showed; only these keep them.
///
/// Few leaves turn at once, and many pages are kept. Safe from any task.
package final class PaperBacks: Sendable {
  private struct Shown {
    weak var front: Page?
    /// Number of the latest frame that showed its back.
    var frame: Int
  }

  /// Number of the latest frame, and what it and those before it showed.
  private let latest = Mutex<(frame: Int, shown: [Shown])>((0, []))

  /// Frames after which a back that none of them showed is forgotten.
  private static let frames = 4

  /// Those of a renderer before its first frame.
  package init() {}

  /// Frees the backs that are left.
  deinit {
    for shown in latest.withLock({ $0.shown }) { shown.front?.forgetPaper() }
  }

  /// Notes the fronts whose backs a frame shows, and frees the backs that none of the latest frames
  /// showed.
  func show(_ fronts: [Page]) {
    let forgotten = latest.withLock { latest -> [Page] in
      latest.frame += 1
      let (frame, first) = (latest.frame, latest.frame - Self.frames + 1)
      latest.shown.removeAll { shown in fronts.contains { $0 === shown.front } }
      latest.shown += fronts.map { Shown(front: $0, frame: frame) }
      let old = latest.shown.filter { $0.frame < first }.compactMap(\.front)
      latest.shown.removeAll { $0.front == nil || $0.frame < first }
      return old
    }
    for page in forgotten { page.forgetPaper() }
  }
}

/// Two rows of sums of neighbouring hashes; the sum of both is noise without single specks, as
/// fibres make it.
private struct GrainRows {
  /// Sums of the highest bytes of the hashes at each pixel and at its left neighbour, 0…510.
  private(set) var above, below: [Int32]

  /// The rows up to the one before the first.
  init(width: Int) {
    above = Array(repeating: 0, count: width)
    below = above
    fill(-1)
  }

  /// Moves on by a row, to row `y`.
  mutating func advance(to y: Int) {
    swap(&above, &below)
    fill(y)
  }

  private mutating func fill(_ y: Int) {
    var left = Self.hash(-1, y)
    for x in below.indices {
      let own = Self.hash(x, y)
      below[x] = own + left
      left = own
    }
  }

  /// The highest byte of an integer hash of a pixel.
  ///
  /// Both coordinates are multiplied and mixed, then finished as in MurmurHash3 by A. Appleby.
  @inline(__always)
  private static func hash(_ x: Int, _ y: Int) -> Int32 {
    let (x, y) = (UInt32(truncatingIfNeeded: x), UInt32(truncatingIfNeeded: y))
    var h = x &* 0x9E37_79B1 ^ y &* 0x85EB_CA77
    h ^= h >> 16
    h = h &* 0x85EB_CA6B
    h ^= h >> 13
    h = h &* 0xC2B2_AE35
    h ^= h >> 16
    return Int32(h >> 24)
  }
}

extension PageTurn {
  /// The scene and the pictures of a frame: those of the turn, but that mirrored backs show the grain
  /// of their paper.
  ///
  /// A back stays as it is on leaves with alpha, where frames read averages of pages, and where its
  /// tint is the caller's or is mixed in encoded values.
  ///
  /// Throws `.limit` if memory is short.
  func papered(
    at moment: Moment, isDeep: Bool, _ papers: PaperBacks
  ) throws(RenderError) -> (Scene, FramePictures) {
    var (scene, pictures) = (scene(moment), try pictures(at: moment, isDeep: isDeep))
    var fronts: [Page] = []
    defer { papers.show(fronts) }
    guard turn.look.grain > 0 else { return (scene, pictures) }
    func paper(_ leaf: inout Leaf) throws(RenderError) {
      guard leaf.back.contents == .mirrored, leaf.back.fades, leaf.back.tint.alpha == 1,
        leaf.mixing == .linear, leaf.showsBack, case .picture(let name) = leaf.front.contents,
        let (front, back) = sides(ofFront: name), front.isOpaque, !front.isAveraged(on: canvas)
      else { return }
      let made = try front.papered(
        PaperBack(
          paper: leaf.back.tint, showThrough: 1 - leaf.back.tintAmount, grain: turn.look.grain,
          binding: binding))
      fronts.append(front)
      pictures.setBack(back, made.picture)
      leaf.back = Face(.picture(back), tint: leaf.back.tint, fades: true)
    }
    for i in scene.ground.indices { try paper(&scene.ground[i]) }
    for i in scene.leaves.indices { try paper(&scene.leaves[i]) }
    return (scene, pictures)
  }

  /// The front with a name, and the name of its back; nil if it isn't that of a turning leaf.
  private func sides(ofFront name: Picture) -> (front: Page, back: Picture)? {
    switch name {
    case .front: (pages.front, .back)
    case .leafFront(let number): (pages.flight[number - 1].front, .leafBack(number))
    case .next, .back, .background, .beside, .leafBack: nil
    }
  }
}

extension Leaf {
  /// Whether any of the back may be seen.
  fileprivate var showsBack: Bool {
    switch surface {
    case .profile: true
    case .projective(let map): shade == nil && map.determinant < 0
    }
  }
}
