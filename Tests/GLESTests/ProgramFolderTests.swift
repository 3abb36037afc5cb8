import Glibc
import Testing

@testable import GLES

extension GLESTests {
  @Suite struct ProgramFolders {
    private let folder = Folder()
    private var cache: ProgramFolder { ProgramFolder(folder: folder.path) }
    private var request: DeviceRequest { DeviceRequest(policy: .any, programCache: cache) }

    /// Whether the cache had the program, and what it draws; in a context of its own.
    private func draw(_ shade: String = "0.25", _ request: DeviceRequest? = nil) throws -> (
      isFromCache: Bool, red: UInt8
    ) {
      let context = try openOrSkip(request ?? self.request)
      defer { context.close() }
      guard context.keepsPrograms else { try Test.cancel("this driver gives no programs away") }
      let target = try Renderbuffer(context, format: .rgba8, width: 4, height: 4)
      let framebuffer = try Framebuffer(context, colors: [target.attachment])
      let program = try fullScreen(context, "  colour = vec4(\(shade), 0.0, 0.0, 1.0);")
      framebuffer.bind()
      program.use()
      context.draw(.triangles, try VertexArray(context), count: 3)
      return (program.isFromCache, try pixels(framebuffer, zero: 0 as UInt8)[0])
    }

    @Test func aProgramIsMadeOnceAndDrawsTheSameFromItsFile() throws {
      let first = try draw()
      #expect(!first.isFromCache && first.red == 64)
      let name = try #require(folder.names.first)
      #expect(folder.names == [name] && name.hasSuffix(".program"))
      let bytes = folder.bytes(name)
      let second = try draw()
      #expect(second.isFromCache && second.red == 64)
      #expect(folder.names == [name] && folder.bytes(name) == bytes)
      // Another source is another program.
      let other = try draw("0.6")
      #expect(!other.isFromCache && other.red == 153 && folder.names.count == 2)
    }

    @Test func withoutACacheNothingIsWritten() throws {
      let drawn = try draw("0.25", anyDevice)
      #expect(!drawn.isFromCache && drawn.red == 64 && folder.names.isEmpty)
    }

    @Test func aDamagedFileIsMadeAnewWhereverTheDamageIs() throws {
      _ = try draw()
      let name = try #require(folder.names.first)
      let whole = folder.bytes(name)
      var damaged: [[UInt8]] = [[], whole + [0], [UInt8](repeating: 0, count: whole.count)]
      for count in [1, 8, 16, 17, 40, whole.count / 2, whole.count - 1] {
        damaged.append(Array(whole.prefix(count)))
      }
      for place in [0, 16, 20, 30, whole.count / 3, whole.count - 9, whole.count - 1] {
        var bytes = whole
        bytes[place] ^= 0x10
        damaged.append(bytes)
      }
      for bytes in damaged {
        folder.write(bytes, name)
        let drawn = try draw()
        #expect(!drawn.isFromCache && drawn.red == 64, "\(bytes.count) of \(whole.count) bytes")
        #expect(folder.names == [name])
        let again = try draw()
        #expect(again.isFromCache && again.red == 64)
      }
    }

    @Test func aProgramOfAnotherSourceOrDriverIsNotTaken() throws {
      _ = try draw("0.5")
      let other = folder.bytes(try #require(folder.names.first))
      folder.remove(try #require(folder.names.first))
      _ = try draw()
      let name = try #require(folder.names.first)
      folder.write(other, name)
      let drawn = try draw()
      #expect(!drawn.isFromCache && drawn.red == 64)
      // As if the driver had been updated: its words aren't those in the file.
      let bytes = folder.bytes(name)
      let key = ProgramKey(identity: [1, 2, 3], name: "0")
      #expect(ProgramBinary(bytes, of: key) == nil)
    }

    @Test func whatTheDriverRefusesIsMadeAnewThoughItIsWhole() throws {
      _ = try draw()
      let name = try #require(folder.names.first)
      let whole = folder.bytes(name)
      let key = try key(of: whole)
      let binary = try #require(ProgramBinary(whole, of: key))
      #expect(binary.file(of: key) == whole)
      var flipped = binary.bytes
      for place in stride(from: 0, to: flipped.count, by: 7) { flipped[place] ^= 0x55 }
      for refused in [
        ProgramBinary(format: binary.format, bytes: flipped),
        ProgramBinary(format: binary.format, bytes: Array(binary.bytes.prefix(20))),
        ProgramBinary(format: 0x1234_5678, bytes: binary.bytes),
      ] {
        folder.write(refused.file(of: key), name)
        let drawn = try draw()
        #expect(!drawn.isFromCache && drawn.red == 64)
        #expect(try draw().isFromCache)
      }
    }

    @Test func theOldestGoWhereAllAreMoreThanAllowed() throws {
      _ = try draw("0.1")
      let size = folder.bytes(try #require(folder.names.first)).count
      let small = DeviceRequest(
        policy: .any, programCache: ProgramFolder(folder: folder.path, limit: 2 * size + size / 2))
      for shade in ["0.2", "0.3", "0.4"] {
        // File times may count in jiffies.
        usleep(20_000)
        _ = try draw(shade, small)
      }
      #expect(folder.names.count == 2)
      #expect(try draw("0.4", small).isFromCache && draw("0.3", small).isFromCache)
      #expect(try !draw("0.1", small).isFromCache)
      let none = DeviceRequest(
        policy: .any, programCache: ProgramFolder(folder: folder.path, limit: size / 2))
      #expect(try !draw("0.6", none).isFromCache && !draw("0.6", none).isFromCache)
    }

    @Test func aFolderThatCannotBeWrittenOnlyMakesProgramsBeCompiled() throws {
      for path in ["/dev/null/programs", folder.path + "/no/such/folder", "/proc/programs"] {
        let request = DeviceRequest(policy: .any, programCache: ProgramFolder(folder: path))
        let drawn = try draw("0.25", request)
        #expect(!drawn.isFromCache && drawn.red == 64)
      }
      #expect(folder.names.isEmpty)
    }

    @Test func onlyARegularFileCounts() throws {
      _ = try draw()
      let name = try #require(folder.names.first)
      let bytes = folder.bytes(name)
      folder.write(bytes, "elsewhere")
      folder.remove(name)
      unsafe symlink(folder.path + "/elsewhere", "\(folder.path)/\(name)")
      #expect(try !draw().isFromCache)
      folder.remove(name)
      // Nobody writes to it: whoever waits for that waits for ever.
      unsafe mkfifo("\(folder.path)/\(name)", 0o600)
      let drawn = try draw()
      #expect(!drawn.isFromCache && drawn.red == 64)
    }

    /// The key that a file was written for.
    private func key(of file: [UInt8]) throws -> ProgramKey {
      let start = 17 + 8
      let size = Int(file[17]) | Int(file[18]) << 8
      return ProgramKey(identity: Array(file[start..<start + size]), name: "unused")
    }
  }

  /// An empty folder that vanishes with the last reference.
  private final class Folder: Sendable {
    let path: String

    init() {
      var template = Array("/tmp/glcurl-programs-XXXXXX".utf8CString)
      path = unsafe String(cString: mkdtemp(&template))
    }

    deinit {
      for name in names { remove(name) }
      unsafe rmdir(path)
    }

    /// The names in it, sorted.
    var names: [String] {
      guard let stream = unsafe opendir(path) else { return [] }
      defer { unsafe closedir(stream) }
      var names: [String] = []
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
          unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { names.append(name) }
      }
      return names.sorted()
    }

    func remove(_ name: String) { unsafe unlink("\(path)/\(name)") }

    func bytes(_ name: String) -> [UInt8] {
      guard let file = unsafe fopen("\(path)/\(name)", "r") else { return [] }
      defer { unsafe fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 22)
      let count = unsafe fread(&bytes, 1, bytes.count, file)
      return Array(bytes.prefix(count))
    }

    func write(_ bytes: [UInt8], _ name: String) {
      guard let file = unsafe fopen("\(path)/\(name)", "w") else { return }
      unsafe fwrite(bytes, 1, bytes.count, file)
      unsafe fclose(file)
    }
  }
}
