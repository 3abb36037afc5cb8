import GLES
import Glibc
import Testing

extension GLESTests {
  /// Pictures of others, which may be anything.
  @Suite struct Imports {
    /// A descriptor of a file of so many bytes that has no name.
    private static func file(_ size: Int) throws -> Int32 {
      var path = Array("/tmp/glcurl-XXXXXX".utf8CString)
      let descriptor = unsafe mkstemp(&path)
      try #require(descriptor >= 0)
      unsafe unlink(path)
      try #require(ftruncate(descriptor, size) == 0)
      return descriptor
    }

    private static func kind(_ context: Context, _ buffer: DMABuffer) -> GLError.Kind? {
      do throws(GLError) {
        _ = try Texture(context, importing: buffer)
        return nil
      } catch {
        return error.kind
      }
    }

    // Rows, stride, offset, and whether all of them are in 4096 bytes.
    @Test(arguments: [
      (32, 128, 0, true), (33, 128, 0, false), (31, 128, 128, true), (32, 128, 1, false),
      (1, 4096, 3968, true), (2, 4096, 0, false), (2, Int.max / 2, Int.max / 2, false),
      (1 << 40, 1 << 40, 0, false),
    ])
    func rowsBeyondTheMemoryAreRefused(_ rows: Int, _ stride: Int, _ offset: Int, _ fits: Bool)
      throws
    {
      let context = try openOrSkip(anyDevice)
      let buffer = DMABuffer(
        owning: try Self.file(4096), width: 32, height: rows, format: DMABuffer.rgba,
        stride: stride, offset: offset, modifier: 0)
      // A file is no dma-buf: what isn't too short is refused by EGL, or by the lack of imports.
      #expect(Self.kind(context, buffer) == (fits ? .unsupported : .limitExceeded))
      context.close()
    }

    @Test func whatHasNoSizeIsLeftToTheDriver() throws {
      let context = try openOrSkip(anyDevice)
      var ends: [Int32] = [-1, -1]
      try #require(unsafe pipe(&ends) == 0)
      let buffer = DMABuffer(
        owning: ends[0], width: 32, height: 32, format: DMABuffer.rgba, stride: 128, offset: 0,
        modifier: 0)
      #expect(Self.kind(context, buffer) == .unsupported)
      close(ends[1])
      context.close()
    }
  }
}
