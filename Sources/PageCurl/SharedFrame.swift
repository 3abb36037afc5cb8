internal import CurlGL
internal import CurlSystem
package import GLES

/// A frame in memory that processes and devices share through a file descriptor (dma-buf).
///
/// Encoders, compositors and other graphics APIs accept it. Its channels are premultiplied and
/// sRGB-encoded, bytes R, G, B, A (DRM_FORMAT_ABGR8888). The descriptor is closed with the last
/// reference.
public struct SharedFrame: Sendable {
  package let buffer: DMABuffer

  package init(_ buffer: DMABuffer) { self.buffer = buffer }

  /// Takes over the descriptor of a picture that another process or device made, for use as a page.
  ///
  /// - Parameters:
  ///   - descriptor: descriptor of the memory; closed with the last reference.
  ///   - width: pixels in a row, 1 or more.
  ///   - height: rows, 1 or more.
  ///   - stride: bytes from one row to the next, 4 × width or more.
  ///   - offset: bytes from the memory's start to row 0, 0 or more.
  ///   - modifier: layout of the memory (DRM_FORMAT_MOD_…); 0 is row by row, nil is private to the
  ///     driver.
  public init(
    owning descriptor: Int32, width: Int, height: Int, stride: Int, offset: Int = 0,
    modifier: UInt64? = 0
  ) {
    precondition(width > 0 && height > 0, "a frame has at least one pixel")
    precondition(stride >= 4 * width && offset >= 0, "rows overlap, or begin before the memory")
    buffer = DMABuffer(
      owning: descriptor, width: width, height: height, format: DMABuffer.rgba, stride: stride,
      offset: offset, modifier: modifier ?? DMABuffer.noModifier)
  }

  /// Pixels in a row.
  public var width: Int { buffer.width }
  /// Rows.
  public var height: Int { buffer.height }
  /// The DRM format, a FourCC.
  public var format: UInt32 { buffer.format }
  /// Bytes from one row to the next.
  public var stride: Int { buffer.stride }
  /// Bytes from the memory's start to row 0.
  public var offset: Int { buffer.offset }
  /// Layout of the memory (DRM_FORMAT_MOD_…); 0 is row by row, nil is private to the driver.
  public var modifier: UInt64? {
    buffer.modifier == DMABuffer.noModifier ? nil : buffer.modifier
  }

  /// A new descriptor of the same memory, which the caller must hand over or close.
  ///
  /// - Throws: `.internal` if the process may have no more descriptors.
  public func descriptor() throws(RenderError) -> Int32 {
    do throws(GLError) {
      return try buffer.duplicate()
    } catch {
      throw RenderError(error)
    }
  }
}

extension Renderer {
  /// Draws a frame into memory shared with processes and devices, without a copy on the host.
  ///
  /// - Parameters:
  ///   - turn: the turn.
  ///   - moment: its moment.
  /// - Returns: the completed frame.
  /// - Throws: `.device` on the CPU path, and for a device that can't share: it needs a DRM node
  ///   opened through GBM, or EGL_MESA_image_dma_buf_export; else as ``frame(_:at:format:)``.
  public func sharedFrame(_ turn: PageTurn, at moment: Moment) async throws(RenderError)
    -> SharedFrame
  {
    guard let gl else { throw Self.noSharing("share a frame") }
    let (drawing, pictures) = try await inputs(turn, moment)
    var reservation = try Self.reserve(drawing, pictures, turn, .pixels(.rgba8), forGPU: true)
    defer { reservation.release(.max) }
    do throws(GLError) {
      return SharedFrame(try await gl.share(drawing, pictures))
    } catch {
      throw RenderError(error)
    }
  }

  /// A page from a picture in shared memory.
  ///
  /// - Parameter frame: the picture; it may change or be freed after this call.
  /// - Returns: the page.
  /// - Throws: `.device` on the CPU path, and if the device can't import the picture; the message
  ///   names its format and modifier. `.limit` if its rows exceed its memory.
  public func page(_ frame: SharedFrame) async throws(RenderError) -> Page {
    guard let gl else { throw Self.noSharing("read a shared picture") }
    do throws(GLError) {
      let bytes = try await gl.pixels(of: frame.buffer)
      return Page(Pixmap(width: frame.width, height: frame.height, rgba8: bytes))
    } catch {
      throw RenderError(error)
    }
  }

  private static func noSharing(_ doing: String) -> RenderError {
    RenderError(.device, "can't \(doing): the CPU path has no device; open OpenGL (.gpu)")
  }
}
