internal import CurlGL
internal import CurlSystem
internal import GLES

extension Renderer {
  /// Draws one frame and passes its channels to a closure, without a copy if the device allows.
  ///
  /// Concurrent calls overlap on a GPU: while one frame crosses the bus, the next is drawn. The
  /// closure runs on the renderer's thread: read, write or hash the pixels there, but don't wait.
  /// If the device is lost meanwhile, the closure runs again. Only its last result counts, and what
  /// it writes is complete only after this call has returned.
  ///
  /// ```swift
  /// let sum = try await renderer.withPixels(of: turn, at: .progress(0.5)) { pixels in
  ///   crc32(pixels)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - turn: the turn.
  ///   - moment: its moment.
  ///   - body: receives premultiplied sRGB-encoded RGBA of the canvas's size, rows from the top,
  ///     without gaps: the bytes of ``frame(_:at:format:)``.
  /// - Returns: the result of `body`.
  /// - Throws: as ``frame(_:at:format:)``.
  public func withPixels<Result: Sendable>(
    of turn: PageTurn, at moment: Moment, _ body: @Sendable (Span<UInt8>) -> Result
  ) async throws(RenderError) -> Result {
    guard let gl else { return body(try await frame(turn, at: moment).rgba8.span) }
    let (drawing, pictures) = try await inputs(turn, moment)
    var reservation = try Self.reserve(drawing, pictures, turn, .pixels(.rgba8), forGPU: true)
    defer { reservation.release(.max) }
    do throws(GLError) {
      return try await gl.withFrame(drawing, pictures, layout: .rgba8, body)
    } catch {
      throw RenderError(error)
    }
  }

  /// A frame as planes of Y′CbCr, converted by OpenGL; nil on the CPU path.
  ///
  /// The planes are Y′, Cb and Cr, 4:2:0, BT.709, limited range, over an opaque colour 0xRRGGBB. An
  /// odd side is padded by repeating its last row or column. Concurrent calls overlap as those of
  /// ``withPixels(of:at:_:)`` do.
  package func planes(of turn: PageTurn, at moment: Moment, over colour: UInt32)
    async throws(RenderError) -> [UInt8]?
  {
    guard let gl else { return nil }
    let (drawing, pictures) = try await inputs(turn, moment)
    var reservation = try Self.reserve(drawing, pictures, turn, .pixels(.rgba8), forGPU: true)
    defer { reservation.release(.max) }
    do throws(GLError) {
      return try await gl.withFrame(drawing, pictures, layout: .i420(over: colour)) {
        $0.array
      }
    } catch {
      throw RenderError(error)
    }
  }

  /// Whether conversion to planes by OpenGL speeds up reading a frame; nil on the CPU path.
  package func convertsFaster(width: Int, height: Int) async throws(RenderError) -> Bool? {
    do throws(GLError) {
      return try await gl?.packing(.i420(over: 0), width: width, height: height).isWorthIt
    } catch {
      throw RenderError(error)
    }
  }

  /// One of many frames; it is read while the next is drawn, if the device can do both at once.
  package func streamedFrame(_ turn: PageTurn, at moment: Moment, for format: FrameFormat)
    async throws(RenderError) -> Pixmap
  {
    guard let gl, format == .pixels(.rgba8) else {
      return try await frame(turn, at: moment, for: format)
    }
    let (drawing, pictures) = try await inputs(turn, moment)
    var reservation = try Self.reserve(drawing, pictures, turn, .pixels(.rgba8), forGPU: true)
    defer { reservation.release(.max) }
    let (width, height) = (drawing.width, drawing.height)
    do throws(GLError) {
      // A direct read needs no further copy.
      guard try await gl.plan(width: width, height: height).method != .direct else {
        let storage = try await gl.render(drawing, pictures, format: .rgba8)
        return Pixmap(width: width, height: height, storage: storage)
      }
      return try await gl.withFrame(drawing, pictures, layout: .rgba8) {
        Pixmap(width: width, height: height, rgba8: $0.array)
      }
    } catch {
      throw RenderError(error)
    }
  }
}
