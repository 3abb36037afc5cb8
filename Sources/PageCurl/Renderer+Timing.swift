package import CurlGL
internal import GLES

extension Renderer {
  /// Draws one frame as ``frame(_:at:format:)`` does, and measures its phases.
  ///
  /// `phases` is nil on the CPU path, which has none.
  package func timedFrame(_ turn: PageTurn, at moment: Moment, format: Pixmap.Format = .rgba8)
    async throws(RenderError) -> (frame: Pixmap, phases: FramePhases?)
  {
    guard let gl else { return (try await frame(turn, at: moment, format: format), nil) }
    let (drawing, pictures) = try await inputs(turn, moment, for: .pixels(format))
    do throws(GLError) {
      let (storage, phases) = try await gl.renderTimed(
        drawing, pictures, format: format)
      return (Pixmap(width: drawing.width, height: drawing.height, storage: storage), phases)
    } catch {
      throw RenderError(error)
    }
  }
}
