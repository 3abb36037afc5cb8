package import CurlCore
internal import Glibc
internal import ImageFiles
package import PageCurl
internal import PageFilm

/// A row of `bench --looks`: a turn with a look, a scale and an output.
package struct LookCase: Sendable {
  /// Format of a frame's pixels.
  package enum Output: String, Sendable {
    /// Premultiplied, 8 bits per channel, as films without alpha need them.
    case rgba8
    /// Straight, 8 bits per channel, as PNG and raw RGBA need them.
    case straight8
    /// Premultiplied, 16 bits per channel.
    case rgba16
  }

  /// Name that is stable across versions, such as `turn/curl`.
  package let name: String
  /// Largest allowed time of a frame, in units of OpenCV's remap of as many pixels.
  package let bound: Double
  /// Format of a frame's pixels.
  package let output: Output
  private let make: @Sendable (LookPages) throws -> PageTurn

  init(
    _ name: String, _ bound: Double, _ output: Output = .rgba8,
    _ make: @escaping @Sendable (LookPages) throws -> PageTurn
  ) {
    (self.name, self.bound, self.output, self.make) = (name, bound, output, make)
  }

  /// Progress of the drawn frames.
  ///
  /// 0.5 is left out: there leaves that turn about a spine stand on edge and are invisible.
  package static let moments = [0.25, 0.45, 0.75]

  /// The turn to draw, with pages of a size.
  package func turn(_ size: PageSize) throws -> PageTurn { try turn(LookPages(size)) }

  func turn(_ pages: LookPages) throws -> PageTurn { try make(pages) }

  /// Draws a frame in its output format.
  func frame(_ turn: PageTurn, _ index: Int, _ renderer: Renderer) async throws -> LookFrame {
    let moment = Moment.progress(Self.moments[index])
    switch output {
    case .rgba8: return .pixels(try await renderer.frame(turn, at: moment))
    case .rgba16: return .pixels(try await renderer.frame(turn, at: moment, format: .rgba16))
    case .straight8:
      let format = turn.frameFormat(depth: .eight, keepsAlpha: true)
      let frame = try await renderer.frame(turn, at: moment, for: format)
      return .bytes(StraightPixels.bytes(frame, depth: .eight, order: .littleEndian))
    }
  }

  /// The cases whose names match a shell pattern with `*` and `?`.
  package static func matching(_ pattern: String) -> [LookCase] {
    all.filter { matches($0.name, pattern) }
  }

  /// Whether a name matches a shell pattern.
  package static func matches(_ name: String, _ pattern: String) -> Bool {
    unsafe fnmatch(pattern, name, 0) == 0
  }
}

/// A frame in its output format.
enum LookFrame {
  case pixels(Pixmap)
  case bytes([UInt8])
}
