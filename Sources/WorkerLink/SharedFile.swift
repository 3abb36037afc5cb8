internal import CWorkerLink
internal import Glibc

/// A file whose descriptor can travel to another process: in memory, without a path, or on a disk.
///
/// Append all bytes to a file in memory, then seal it: nobody can change a sealed file, so a receiver
/// needn't trust the sender. A file on a disk is for receivers that trust the sender.
package final class SharedFile: Sendable {
  private let descriptor: Descriptor

  /// Creates an empty file in memory; `name` is for diagnostics and at most 249 bytes.
  package init(_ name: String) throws(LinkError) {
    let number = unsafe worker_link_memory_file(name)
    guard number >= 0 else { throw .system(call: "memfd_create", code: errno) }
    descriptor = Descriptor(number)
  }

  /// Owns a received file, which must be sealed.
  package init(sealed descriptor: consuming Descriptor) throws(LinkError) {
    guard worker_link_is_sealed(descriptor.number) != 0 else {
      throw .invalidMessage("a descriptor isn't a sealed memory file")
    }
    self.descriptor = descriptor
  }

  /// Owns an open file that may be read at any offset, sealed or not.
  package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// The descriptor's number; valid as long as this object.
  package var number: Int32 { descriptor.number }

  /// Size, bytes.
  package var size: Int {
    get throws(LinkError) {
      var status = stat()
      guard unsafe fstat(number, &status) == 0 else { throw .system(call: "fstat", code: errno) }
      return status.st_size
    }
  }

  /// Appends bytes.
  ///
  /// - Throws: ``LinkError/system(call:code:)``, with ENOSPC if memory is short.
  package func append(_ bytes: [UInt8]) throws(LinkError) {
    try append(unsafe bytes.span.bytes)
  }

  /// Appends bytes.
  ///
  /// - Throws: ``LinkError/system(call:code:)``, with ENOSPC if memory is short.
  package func append(_ bytes: ArraySlice<UInt8>) throws(LinkError) {
    try append(unsafe bytes.span.bytes)
  }

  /// Appends bytes.
  ///
  /// - Throws: ``LinkError/system(call:code:)``, with ENOSPC if memory is short.
  package func append(_ bytes: RawSpan) throws(LinkError) {
    let code = unsafe bytes.withUnsafeBytes { buffer -> Int32 in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let count = unsafe write(number, part.baseAddress, part.count)
        if count >= 0 {
          unsafe rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
    guard code == 0 else { throw .system(call: "write", code: code) }
  }

  /// Makes contents and size constant, for every process.
  package func seal() throws(LinkError) {
    let code = worker_link_seal(number)
    guard code == 0 else { throw .system(call: "fcntl", code: code) }
  }

  /// Whether the file is sealed.
  package var isSealed: Bool { worker_link_is_sealed(number) != 0 }

  /// Reads all bytes.
  package func bytes() throws(LinkError) -> [UInt8] { try bytes(0..<size) }

  /// Reads the bytes of a range, which must be inside the file.
  package func bytes(_ range: Range<Int>) throws(LinkError) -> [UInt8] {
    let size = try size
    // The size comes from another process: check it before allocating memory.
    guard range.lowerBound >= 0, range.upperBound <= size else {
      throw .outsideFile(range, size: size)
    }
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, done in
      while done < range.count {
        let part = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[done..<range.count])
        let count = unsafe pread(number, part.baseAddress, part.count, range.lowerBound + done)
        if count > 0 {
          done += count
        } else if count == 0 || errno != EINTR {
          // An unsealed file may have become shorter.
          code = count == 0 ? EIO : errno
          return
        }
      }
    }
    guard code == 0 else { throw .system(call: "pread", code: code) }
    return bytes
  }

  /// Opens a second descriptor of this file.
  package func duplicate() throws(LinkError) -> Descriptor { try descriptor.duplicate() }
}

extension DescriptorList {
  /// Takes the sealed file at `index`; nil if there is none.
  package func takeSealed(_ index: Int) -> SharedFile? {
    guard let descriptor = take(index) else { return nil }
    return try? SharedFile(sealed: descriptor)
  }
}
