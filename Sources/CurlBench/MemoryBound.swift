internal import CurlSystem
package import PageCurl
internal import PageFilm

/// Bound of the memory of a film of 8-bit frames: factors of the pages and of the papers of backs in
/// memory, a number of frames, and a constant for the program and its libraries.
///
/// The numbers are measurements plus a reserve: `bench --job` fails if a film of opaque pages
/// exceeds the bound.
package struct MemoryBound {
  /// Copies of each page in memory, as 8-bit RGBA.
  package let pagesFactor: Double
  /// Copies of the paper of each back in memory, as 8-bit RGBA.
  package let backsFactor: Double
  /// Frames in memory, as 8-bit RGBA.
  package let frames: Double
  /// Further frames for a background on which the pages' shadow lies.
  package let backgroundFrames: Double
  /// Further bytes.
  package let constant: Int

  /// Bound for the CPU path.
  ///
  /// Each processor has a thread, with its stack, its heap and its light.
  static let processor = MemoryBound(
    pagesFactor: 2.5, backsFactor: 3.5, frames: 6.5, backgroundFrames: 3,
    constant: program + 1_000_000 * Machine.processorsOnline)
  /// The program and its libraries; the server's are loaded with it, whatever the command.
  #if Server
  private static let program = 48_000_000
  #else
  private static let program = 30_000_000
  #endif
  /// Most backs whose paper is in memory: those of the leaves of the latest frames.
  package static let mostBacks = 2
  /// Bound for OpenGL in software, whose textures, read-back buffers and shaders' machine code are
  /// in the same memory.
  static let software = MemoryBound(
    pagesFactor: 3, backsFactor: 3.5, frames: 10, backgroundFrames: 3, constant: 420_000_000)

  /// Bound for a renderer; nil for a GPU, whose driver's memory is unknown.
  package static func of(_ renderer: Renderer.Info) -> MemoryBound? {
    renderer.backend == .cpu ? processor : renderer.isSoftware ? software : nil
  }

  /// Bound for a film, bytes.
  package func bytes(_ film: MeasuredFilm) -> Int {
    let pages =
      pagesFactor * Double(min(film.pages, BookFilm.mostPages))
      + backsFactor * Double(min(film.pages - 1, Self.mostBacks))
    let frames = frames + (film.hasBackground ? backgroundFrames : 0)
    return Int(pages * Double(film.pageBytes) + frames * Double(film.frameBytes)) + constant
  }
}
