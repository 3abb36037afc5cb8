import CGLES

/// A linked program in a driver's own format (glGetProgramBinary).
struct ProgramBinary: Equatable {
  /// The driver's format, a GLenum.
  let format: UInt32
  let bytes: [UInt8]

  /// First bytes of a cache file; the number changes with the file format.
  private static let mark = [UInt8]("glcurl program 1\n".utf8)

  init(format: UInt32, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }

  /// Reads a program's binary; nil if the driver has none.
  ///
  /// The program must be linked with GL_PROGRAM_BINARY_RETRIEVABLE_HINT.
  init?(of program: UInt32) {
    var size: GLint = 0
    unsafe cgles_glGetProgramiv(program, GLenum(GL_PROGRAM_BINARY_LENGTH), &size)
    guard size > 0 else { return nil }
    var format: GLenum = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      var written: GLsizei = 0
      unsafe cgles_glGetProgramBinary(program, size, &written, &format, buffer.baseAddress)
      count = Int(min(max(written, 0), size))
    }
    guard cgles_glGetError() == GLenum(GL_NO_ERROR), !bytes.isEmpty else { return nil }
    self.init(format: format, bytes: bytes)
  }

  /// Loads the binary into a program; returns false if the driver rejects it.
  func load(into program: UInt32) -> Bool {
    unsafe cgles_glProgramBinary(program, format, bytes, GLsizei(bytes.count))
    // An unknown format is a GL error; an outdated binary only fails to link.
    guard cgles_glGetError() == GLenum(GL_NO_ERROR) else { return false }
    var isLinked: GLint = 0
    unsafe cgles_glGetProgramiv(program, GL.linkStatus, &isLinked)
    return isLinked != 0
  }

  /// Contents of a cache file: mark, identity, format, bytes, checksum.
  ///
  /// Numbers and lengths have 8 bytes, lowest first. Identity and bytes follow their lengths.
  func file(of key: ProgramKey) -> [UInt8] {
    var file = Self.mark
    Self.append(UInt64(key.identity.count), to: &file)
    file += key.identity
    Self.append(UInt64(format), to: &file)
    Self.append(UInt64(bytes.count), to: &file)
    file += bytes
    var sum = Hash64()
    sum.add(file)
    Self.append(sum.value, to: &file)
    return file
  }

  /// Reads a cache file; nil if it is damaged, or belongs to another program or driver.
  init?(_ file: [UInt8], of key: ProgramKey) {
    var rest = file[...]
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func take(_ count: UInt64) -> ArraySlice<UInt8>? {
      guard count <= UInt64(rest.count) else { return nil }
      defer { rest = rest.dropFirst(Int(count)) }
      return rest.prefix(Int(count))
    }
    guard let sum = file.count >= 8 ? number(file.suffix(8)) : nil else { return nil }
    rest = file.dropLast(8)
    var found = Hash64()
    found.add(rest)
    guard found.value == sum, take(UInt64(Self.mark.count))?.elementsEqual(Self.mark) == true,
      let identitySize = take(8).map(number), let identity = take(identitySize),
      identity.elementsEqual(key.identity), let format = take(8).map(number),
      let size = take(8).map(number), let bytes = take(size), rest.isEmpty, !bytes.isEmpty,
      let form = UInt32(exactly: format), bytes.count <= Int(GLsizei.max)
    else { return nil }
    self.init(format: form, bytes: Array(bytes))
  }

  private static func append(_ value: UInt64, to file: inout [UInt8]) {
    for shift in stride(from: 0, to: 64, by: 8) as StrideTo<UInt64> {
      file.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
