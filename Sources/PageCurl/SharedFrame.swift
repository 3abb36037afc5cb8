internal import CurlGL
package import GLES

/// A frame in memory that processes and devices share by a file descriptor (dma-buf), as encoders,
/// compositors and other graphics interfaces take it.
///
/// Premultiplied sRGB-encoded channels, bytes R, G, B, A (DRM_FORMAT_ABGR8888). The descriptor is
/// closed with the last reference.
public struct SharedFrame: Sendable {
  package let buffer: DMABuffer

  package init(_ buffer: DMABuffer) { self.buffer = buffer }

  /// Takes over a descriptor of somebody else's picture, to be read as a page.
  ///
  /// - Parameters:
  ///   - descriptor: of the memory; closed with the last reference.
  ///   - width: pixels in a row, 1 or more.
  ///   - height: rows, 1 or more.
  ///   - stride: bytes from one row to the next, 4 × width or more.
  ///   - offset: bytes from the memory's start to row 0, 0 or more.
  ///   - modifier: how the rows lie (DRM_FORMAT_MOD_…); 0 is row after row, nil the driver's own
  ///     business.
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
  /// How the rows lie in memory (DRM_FORMAT_MOD_…); nil where that is the driver's own business.
  public var modifier: UInt64? {
    buffer.modifier == DMABuffer.noModifier ? nil : buffer.modifier
  }

  /// One more descriptor of the same memory, the caller's to hand over and to close.
  ///
  /// - Throws: `.internal` where the process may have no more.
  public func descriptor() throws(RenderError) -> Int32 {
    do throws(GLError) {
      return try buffer.duplicate()
    } catch {
      throw RenderError(error)
    }
  }
}

extension Renderer {
  /// Draws one frame into memory that other processes and devices share, without a copy on the
  /// host.
  ///
  /// - Parameters:
  ///   - turn: what is drawn.
  ///   - moment: when.
  /// - Returns: the frame; it is drawn when this returns.
  /// - Throws: `.device` on the CPU path, and where the device or the way to it can't: a DRM node
  ///   through GBM, or EGL_MESA_image_dma_buf_export; else as ``frame(_:at:format:)``.
  public func sharedFrame(_ turn: PageTurn, at moment: Moment) async throws(RenderError)
    -> SharedFrame
  {
    guard let gl else { throw Self.noSharing("share a frame") }
    let drawing = try Self.resolve(turn, moment)
    do throws(GLError) {
      return SharedFrame(try await gl.share(drawing, turn.pages.pictures))
    } catch {
      throw RenderError(error)
    }
  }

  /// A page from a picture in shared memory.
  ///
  /// - Parameter frame: the picture; it may change or go once this has returned.
  /// - Returns: the page.
  /// - Throws: `.device` on the CPU path, and where the device can't import it, with its format and
  ///   modifier; `.limit` where its rows end beyond its memory.
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
