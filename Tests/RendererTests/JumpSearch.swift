import CurlCore
import PageCurl

/// The largest jump of a turn: what changes at one moment, however near two frames are taken.
///
/// A film of a few frames tells where blocks of 8 × 8 pixels change most; there each step is halved,
/// on and on, towards the half in which the block that changes most does. What moves changes by less
/// and less; a jump stays.
struct JumpSearch {
  /// The change of a block's mean that is left, the worst of its channels, alpha among them, 0…255.
  private(set) var worst = 0.0
  /// Where.
  private(set) var place = ""

  /// Searches a whole turn, or the parts of it between some moments.
  init(
    _ turn: PageTurn, on renderer: Renderer, frames: Int = 24, searches: Int = 3,
    moments: [Double]? = nil
  ) async throws {
    let ends = 1e-7
    let evenly = (0..<frames).map { Double($0) / Double(frames - 1) }
    // Most of what could jump does at an end.
    let progress =
      moments ?? ([0, ends, 0.004, 0.996, 1 - ends, 1] + evenly[1..<frames - 1]).sorted()
    var shots: [Shot] = []
    for at in progress { shots.append(try await Shot(turn, at, renderer)) }
    let steps = zip(shots, shots.dropFirst()).map { ($0, $1, $0.change($1).worst) }
    for (first, last, _) in steps where last.at - first.at <= 2 * ends { note(first, last) }
    for (first, last, _) in steps.sorted(by: { $0.2 > $1.2 }).prefix(searches) {
      var (low, high) = (first, last)
      while high.at - low.at > ends {
        let middle = try await Shot(turn, (low.at + high.at) / 2, renderer)
        if low.change(middle).worst > middle.change(high).worst {
          high = middle
        } else {
          low = middle
        }
      }
      note(low, high)
    }
  }

  private mutating func note(_ low: Shot, _ high: Shot) {
    let (change, block) = low.change(high)
    guard change > worst else { return }
    worst = change
    place = "at \(high.at), block (\(block % low.across), \(block / low.across))"
  }

  /// The means of a frame's blocks.
  private struct Shot {
    let at: Double
    let across: Int
    let means: [SIMD4<Double>]

    init(_ turn: PageTurn, _ at: Double, _ renderer: Renderer) async throws {
      let frame = try await renderer.frame(turn, at: .progress(at), format: .rgba16)
      let values = frame.rgba16
      let (width, height) = (frame.width, frame.height)
      self.at = at
      across = (width + 7) / 8
      var means: [SIMD4<Double>] = []
      for top in stride(from: 0, to: height, by: 8) {
        for left in stride(from: 0, to: width, by: 8) {
          var sum = SIMD4<Int>.zero
          for y in top..<min(top + 8, height) {
            for x in left..<min(left + 8, width) {
              let i = 4 * (y * width + x)
              for channel in 0..<4 { sum[channel] += Int(values[i + channel]) }
            }
          }
          let count = 257 * (min(top + 8, height) - top) * (min(left + 8, width) - left)
          means.append(
            SIMD4(Double(sum.x), Double(sum.y), Double(sum.z), Double(sum.w)) / Double(count))
        }
      }
      self.means = means
    }

    /// The largest change of a block from one frame to another.
    func change(_ other: Shot) -> (worst: Double, block: Int) {
      var found = (worst: 0.0, block: 0)
      for i in means.indices {
        for channel in 0..<4 {
          let change = abs(means[i][channel] - other.means[i][channel])
          if change > found.worst { found = (change, i) }
        }
      }
      return found
    }
  }
}
