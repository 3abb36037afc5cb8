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

    // A modifier, whether EGL takes any, and the halves that EGL is told.
    @Test(
      arguments: [
        (0x0123_4567_89AB_CDEF, true, [0x89AB_CDEF, 0x0123_4567]), (0, true, [0, 0]),
        (0x0100_0000_0000_0001, true, [1, 0x0100_0000]),
        (DMABuffer.noModifier, true, []), (0, false, []),
      ] as [(UInt64, Bool, [UInt32])])
    func aModifierIsToldInHalvesOrNotAtAll(
      _ modifier: UInt64, _ takesModifiers: Bool, _ halves: [UInt32]
    ) throws {
      let buffer = DMABuffer(
        owning: try Self.file(8192), width: 31, height: 17, format: DMABuffer.rgba, stride: 256,
        offset: 64, modifier: modifier)
      let attributes = buffer.attributes(takesModifiers: takesModifiers)
      // As eglext.h and drm_fourcc.h have them: size, format, descriptor, offset, pitch.
      let plain: [Int32] = [
        0x3057, 31, 0x3056, 17, 0x3271, 0x3432_4241, 0x3272, buffer.descriptor, 0x3273, 64, 0x3274,
        256,
      ]
      let tokens: [Int32] = [0x3443, 0x3444]
      let told = zip(tokens, halves).flatMap { [$0, Int32(bitPattern: $1)] }
      #expect(attributes == plain + told + [0x3038])
    }

    @Test func rowsThatLieOtherwiseAreNoPlainOnes() throws {
      let context = try openOrSkip(anyDevice)
      let buffer = DMABuffer(
        owning: try Self.file(4096), width: 32, height: 32, format: DMABuffer.rgba, stride: 128,
        offset: 0, modifier: 0x0100_0000_0000_0001)
      let error = #expect(throws: GLError.self) { _ = try Texture(context, importing: buffer) }
      #expect(error?.kind == .unsupported)
      // Where EGL can't be told of it, it isn't imported as what it is not.
      let said = error.map { "\($0)" } ?? ""
      let isAble = !said.contains("has no EGL_EXT_image_dma_buf_import")
      #expect(!isAble || said.contains("modifier 0x100000000000001"), "\(said)")
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
