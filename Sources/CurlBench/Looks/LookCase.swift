package import CurlCore
internal import Glibc
internal import ImageFiles
package import PageCurl
internal import PageFilm

/// A row of `bench --looks`: a turn with a look, a scale and an output.
package struct LookCase: Sendable {
  /// What becomes of a frame.
  package enum Output: String, Sendable {
    /// Premultiplied, 8 bits: what films without alpha take.
    case rgba8
    /// Straight, 8 bits: what PNG and raw RGBA take.
    case straight8
    /// Premultiplied, 16 bits.
    case rgba16
  }

  /// Stays the same from version to version, such as `turn/curl`.
  package let name: String
  /// The most that a frame may take, in units of OpenCV's remap of as many pixels.
  package let bound: Double
  /// What becomes of a frame.
  package let output: Output
  private let make: @Sendable (LookPages) throws -> PageTurn

  init(
    _ name: String, _ bound: Double, _ output: Output = .rgba8,
    _ make: @escaping @Sendable (LookPages) throws -> PageTurn
  ) {
    (self.name, self.bound, self.output, self.make) = (name, bound, output, make)
  }

  /// Progress of the frames that are drawn.
  ///
  /// 0.5 is left out: leaves that turn about a spine stand on edge there, and hide.
  package static let moments = [0.25, 0.45, 0.75]

  /// The turn that is drawn, with pages of a size.
  package func turn(_ size: PageSize) throws -> PageTurn { try turn(LookPages(size)) }

  func turn(_ pages: LookPages) throws -> PageTurn { try make(pages) }

  /// Draws a frame as its output takes it.
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

  /// The cases whose names match a pattern of the shell, `*` and `?`.
  package static func matching(_ pattern: String) -> [LookCase] {
    all.filter { matches($0.name, pattern) }
  }

  /// Whether a name matches a pattern of the shell.
  package static func matches(_ name: String, _ pattern: String) -> Bool {
    unsafe fnmatch(pattern, name, 0) == 0
  }
}

/// A frame as its output takes it.
enum LookFrame {
  case pixels(Pixmap)
  case bytes([UInt8])
}
