import CurlCore
import Glibc
import ImageFiles
import PageCurl
import TestSupport
import Testing

/// Small pictures of every stage of a turn, kept to the byte on the CPU path.
@Suite struct GoldenTests {
  struct Stage: Sendable, CustomTestStringConvertible {
    var name: String
    var angle: Double
    var radius: Double
    var progress: Double
    /// Whether light and shadow have their full strength: nothing covers a change of theirs.
    var isHarsh = false
    var testDescription: String { name }
  }

  static let stages = [
    Stage(name: "corner-lift", angle: 151, radius: 6, progress: 0.12),
    Stage(name: "middle", angle: 151, radius: 6, progress: 0.5),
    Stage(name: "landing", angle: 151, radius: 6, progress: 0.86),
    Stage(name: "from-the-left", angle: 20, radius: 10, progress: 0.4),
    Stage(name: "flat-fold", angle: 135, radius: 0, progress: 0.45),
    Stage(name: "large-roll", angle: 90, radius: 60, progress: 0.6),
    Stage(name: "inside-the-roll", angle: 164, radius: 24, progress: 0.3, isHarsh: true),
    Stage(name: "outside-the-roll", angle: 8, radius: 18, progress: 0.7, isHarsh: true),
  ]

  /// Bytes that a golden may have.
  static let largest = 8192

  @Test(arguments: stages)
  func stagesLookAsTheyDid(_ stage: Stage) async throws {
    let pages = try Fixture.pages(60, 84)
    let turn = try Fixture.turn(pages, angle: stage.angle, radius: stage.radius) {
      guard stage.isHarsh else { return }
      $0.look.shadowAmount = 1
      $0.look.shading = 1
      $0.look.bounce = 0
    }
    let moment = Moment.progress(stage.progress)
    let frame = try await Fixture.cpu().frame(turn, at: moment)
    let path = "\(Self.folder)/\(stage.name).png"
    if unsafe getenv("GLCURL_RECORD") != nil {
      try AtomicFile.write(PNGEncoder.encode(frame), path: path)
    }
    let golden = try ImageFile.read(path: path)
    #expect(PNGEncoder.encode(golden).count <= Self.largest)
    if frame != golden {
      Attachment.record(PNGEncoder.encode(frame), named: "\(stage.name)-actual.png")
      Attachment.record(PNGEncoder.encode(golden), named: "\(stage.name)-expected.png")
      Issue.record(
        """
        \(stage.name) has changed; if it should have, look at it and accept it with \
        GLCURL_RECORD=1 swift test -c release --disable-xctest --filter Golden
        """)
    }
    for renderer in try await Fixture.all() where renderer.info.backend == .gpu {
      let drawn = try await renderer.frame(turn, at: moment)
      var difference = Difference()
      for i in 0..<60 * 84 { difference.add(drawn.channels(i), golden.channels(i)) }
      // Two implementations of the same formulas: a step apart where rounding falls differently.
      #expect(difference.maximum <= 2, "\(renderer.info)")
    }
  }

  private static let folder: String = {
    let parts = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().joined(separator: "/") + "/Golden"
  }()
}
