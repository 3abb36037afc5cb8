internal import CurlGL
internal import GLES

extension Renderer {
  /// Draws one frame and runs a closure on its channels where they lie, without a copy where the
  /// device allows.
  ///
  /// Calls that are made before earlier ones have ended overlap on a GPU: while one frame crosses
  /// the bus, the next is drawn. The closure runs on the renderer's thread: it should look at the
  /// pixels, write or hash them, and not wait. Where the device is lost meanwhile it runs once more,
  /// and only what it returns last counts: what it writes is whole once this has returned.
  ///
  /// ```swift
  /// let sum = try await renderer.withPixels(of: turn, at: .progress(0.5)) { pixels in
  ///   crc32(pixels)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - turn: what is drawn.
  ///   - moment: when.
  ///   - body: gets premultiplied sRGB-encoded RGBA of the canvas's size, rows from the top, without
  ///     gaps: the same bytes as ``frame(_:at:format:)`` gives.
  /// - Returns: what `body` returns.
  /// - Throws: as ``frame(_:at:format:)``.
  public func withPixels<Result: Sendable>(
    of turn: PageTurn, at moment: Moment, _ body: @Sendable (Span<UInt8>) -> Result
  ) async throws(RenderError) -> Result {
    guard let gl else { return body(try await frame(turn, at: moment).rgba8.span) }
    let drawing = try Self.resolve(turn, moment)
    do throws(GLError) {
      return try await gl.withFrame(drawing, turn.pages.pictures, layout: .rgba8, body)
    } catch {
      throw RenderError(error)
    }
  }

  /// A frame as planes of Y′CbCr, converted by OpenGL; nil on the CPU path.
  ///
  /// Planes of Y′, Cb and Cr, 4:2:0, BT.709, limited range, over an opaque colour 0xRRGGBB; an odd
  /// side is padded by repeating its last row or column. Calls overlap as ``withPixels(of:at:_:)``'s.
  package func planes(of turn: PageTurn, at moment: Moment, over colour: UInt32)
    async throws(RenderError) -> [UInt8]?
  {
    guard let gl else { return nil }
    let drawing = try Self.resolve(turn, moment)
    do throws(GLError) {
      return try await gl.withFrame(drawing, turn.pages.pictures, layout: .i420(over: colour)) {
        $0.array
      }
    } catch {
      throw RenderError(error)
    }
  }

  /// Whether OpenGL had better convert frames of a size to planes itself; nil on the CPU path.
  package func convertsFaster(width: Int, height: Int) async throws(RenderError) -> Bool? {
    do throws(GLError) {
      return try await gl?.packing(.i420(over: 0), width: width, height: height).isWorthIt
    } catch {
      throw RenderError(error)
    }
  }

  /// One of many frames: where the device reads while it draws, they overlap.
  package func streamedFrame(_ turn: PageTurn, at moment: Moment, for format: FrameFormat)
    async throws(RenderError) -> Pixmap
  {
    guard let gl, format == .pixels(.rgba8) else {
      return try await frame(turn, at: moment, for: format)
    }
    let drawing = try Self.resolve(turn, moment)
    let (width, height) = (drawing.width, drawing.height)
    do throws(GLError) {
      // Read at once, the bytes need no copy.
      guard try await gl.plan(width: width, height: height).way != .direct else {
        let storage = try await gl.render(drawing, turn.pages.pictures, format: .rgba8)
        return Pixmap(width: width, height: height, storage: storage)
      }
      return try await gl.withFrame(drawing, turn.pages.pictures, layout: .rgba8) {
        Pixmap(width: width, height: height, rgba8: $0.array)
      }
    } catch {
      throw RenderError(error)
    }
  }
}
