internal import CurlCore
internal import GLES
internal import ImageFiles
internal import PageCurl

/// The floors of one size, measured alternately with its cases.
final class FloorBench {
  private let quad: QuadFloor?
  private let remap: (any RemapProgram)?
  private let encodeVideo: Bench.VideoEncoding
  private var laps: [Floor: [[Lap]]] = [:]
  private var hasQuad = false
  private var maps = 0
  private var frame = Pixmap(width: 1, height: 1, rgba8: [0, 0, 0, 0])
  private var film: [Pixmap] = []
  private var copy: [UInt8] = []
  /// Measurements that failed, with reasons.
  private(set) var missing: [String] = []

  /// Repetitions per round of short work.
  private static let repetitions = 10
  /// Repetitions per round of encoding a picture.
  private static let pictures = 3
  /// Number of different frames of the film, which plays back and forth.
  private static let filmFrames = 8

  init(quad: QuadFloor?, remap: (any RemapProgram)?, encodeVideo: @escaping Bench.VideoEncoding) {
    self.quad = quad
    self.remap = remap
    self.encodeVideo = encodeVideo
  }

  /// Prepares the floors' inputs from frames of the turn.
  func begin(_ turn: PageTurn, frames: Int, _ renderer: Renderer) async throws {
    frame = try await renderer.frame(turn, at: .progress(0.5))
    for i in 0..<Self.filmFrames {
      film.append(try await renderer.frame(turn, at: .progress(0.45 + Double(i) / 60)))
    }
    film += film.reversed()
    do {
      try await quad?.begin(turn.pages.pictures.front.pixmap)
      hasQuad = quad != nil
    } catch {
      missing.append("quad and readback: \(error)")
    }
    guard let remap else { return }
    try remap.begin(turn.pages.pictures.front.pixmap)
    for i in 0..<frames {
      guard !Task.isCancelled else { throw CancellationError() }
      let moment = PageTurn.moment(ofFrame: i, of: frames)
      let geometry = try await renderer.geometry(turn, at: moment)
      try remap.add(
        geometry.map(turn.pages.size), width: geometry.width, height: geometry.height)
    }
    maps = frames
    _ = try remap.remap(0)
  }

  /// Measures one round of every floor.
  func round() async throws {
    let bytes = frame.rgba8
    copy.reserveCapacity(bytes.count)
    // The first repetition doesn't count: the cases before it have filled the caches.
    _ = copied(bytes)
    add(.copy, (0..<Self.repetitions).map { _ in copied(bytes) })
    if let quad, hasQuad {
      for (floor, isQuad) in [(Floor.quad, true), (.readback, false)] {
        var round: [Lap] = []
        _ = try await quad.run(isQuad: isQuad)
        for _ in 0..<Self.repetitions {
          if let lap = try await quad.run(isQuad: isQuad) { round.append(lap) }
        }
        add(floor, round)
      }
    }
    _ = PNGEncoder.encode(frame)
    add(
      .png,
      (0..<Self.pictures).map { _ in
        let watch = Stopwatch()
        _ = PNGEncoder.encode(frame)
        return watch.lap
      })
    guard !Task.isCancelled else { throw CancellationError() }
    try await encodeFilm()
    guard let remap else { return }
    add(.remap, try (0..<maps).map { try remap.remap($0) })
  }

  /// Copies bytes into existing memory and returns the time.
  private func copied(_ bytes: [UInt8]) -> Lap {
    let watch = Stopwatch()
    copy.removeAll(keepingCapacity: true)
    copy.append(contentsOf: bytes)
    return watch.lap
  }

  private func encodeFilm() async throws {
    let name = "x264"
    guard !missing.contains(where: { $0.hasPrefix(name) }) else { return }
    do {
      let lap = try await encodeVideo(film)
      let count = Double(film.count)
      add(.x264, [Lap(wall: lap.wall / count, cpu: lap.cpu / count)])
    } catch {
      // A cancelled encoder isn't a missing one, whatever its error is.
      guard !Task.isCancelled else { throw CancellationError() }
      missing.append("\(name): \(error)")
    }
  }

  private func add(_ floor: Floor, _ round: [Lap]) { laps[floor, default: []].append(round) }

  /// The measurements, in the order of the floors.
  var timings: [(floor: Floor, wall: Timing, cpu: Timing?)] {
    Floor.allCases.compactMap { floor in
      guard let rounds = laps[floor], let wall = Timing(rounds: rounds.map { $0.map(\.wall) })
      else { return nil }
      // The encoder's processor time belongs to another process.
      let cpu = floor == .x264 ? nil : Timing(rounds: rounds.map { $0.map(\.cpu) })
      return (floor, wall, cpu)
    }
  }
}
