internal import CurlCore
internal import CurlGL
internal import GLES
internal import PageCurl

/// Streams a turn in every layout and reports how the frames were read back.
struct PipelineBench {
  /// Frames requested ahead of the awaited one.
  private static let ahead = 4

  let plan: BenchPlan
  let size: PageSize
  let renderer: GLRenderer
  /// Runs some work and returns its clock time, milliseconds.
  var timed: (() async throws -> Void) async throws -> Double = { work in
    let watch = Stopwatch()
    try await work()
    return watch.lap.wall
  }

  /// The layouts, by name.
  private static let layouts: [(name: String, layout: PixelLayout)] = [
    ("rgba8", .rgba8), ("rgb8", .rgb8(over: 0xFFFFFF)), ("i420", .i420(over: 0xFFFFFF)),
    ("nv12", .nv12(over: 0xFFFFFF)),
  ]

  func reports(_ pages: Pages) async throws -> [PipelineReport] {
    let turn = try plan.turn(pages, isLit: plan.lights.contains(true))
    var reports: [PipelineReport] = []
    for (name, layout) in Self.layouts {
      let found = try await renderer.plan(width: size.width, height: size.height, layout: layout)
      // The first turn builds programs and doesn't count.
      try await stream(turn, layout)
      var least = Double.infinity
      for _ in 0..<plan.rounds {
        let wall = try await timed { try await stream(turn, layout) }
        least = min(least, wall / Double(plan.frames))
      }
      reports.append(
        PipelineReport(
          size: size, layout: name,
          byteCount: layout.byteCount(width: size.width, height: size.height), found,
          packing: try await packing(layout), streamed: least))
    }
    return reports
  }

  /// The plan to pack frames into planes before they are read back; nil for layouts that aren't
  /// I420.
  private func packing(_ layout: PixelLayout) async throws -> PackingPlan? {
    guard case .i420 = layout else { return nil }
    return try await renderer.packing(layout, width: size.width, height: size.height)
  }

  /// Reads all frames of the turn without a copy.
  private func stream(_ turn: PageTurn, _ layout: PixelLayout) async throws {
    let frames = try (0..<plan.frames).map {
      try Renderer.resolve(turn, PageTurn.moment(ofFrame: $0, of: plan.frames))
    }
    let renderer = renderer
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, (drawing, pictures)) in frames.enumerated() {
        if number > Self.ahead { try await group.next() }
        group.addTask {
          // Reading one byte per memory page proves that the bytes exist.
          _ = try await renderer.withFrame(drawing, pictures, layout: layout) { bytes in
            var sum: UInt8 = 0
            for i in stride(from: 0, to: bytes.count, by: 4096) { sum ^= bytes[i] }
            return sum
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
