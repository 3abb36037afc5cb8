package import PageCurl
internal import PageFilm

/// The most memory that a film of 8-bit frames may hold: so many times the pages at hand, so many
/// frames, and what the program and its libraries take.
///
/// What was seen, with some room: `bench --job` fails where a film of opaque pages holds more. On
/// more processors, more is underway.
package struct MemoryBound {
  /// Times that each page at hand is held, as 8-bit RGBA.
  package let pagesFactor: Double
  /// Frames that are held, as 8-bit RGBA.
  package let frames: Double
  /// Bytes beside them.
  package let constant: Int

  /// On the CPU path.
  static let processor = MemoryBound(pagesFactor: 2.5, frames: 6.5, constant: 32_000_000)
  /// On OpenGL in software, whose textures and buffers to read frames through are in the same memory,
  /// and most of all the machine code of its shaders.
  static let software = MemoryBound(pagesFactor: 3, frames: 10, constant: 420_000_000)

  /// A renderer's; nil of a GPU, whose driver takes what it likes.
  package static func of(_ renderer: Renderer.Info) -> MemoryBound? {
    renderer.backend == .cpu ? processor : renderer.isSoftware ? software : nil
  }

  /// Bytes that a film may hold.
  package func bytes(_ film: MeasuredFilm) -> Int {
    let pages = pagesFactor * Double(min(film.pages, BookFilm.mostPages) * film.pageBytes)
    return Int(pages + frames * Double(film.frameBytes)) + constant
  }
}
