internal import CWorkerLink
internal import Glibc

/// A folder whose files are opened by names that come from outside.
///
/// A name leads to what is inside the folder and nowhere else: symbolic links aren't followed, and
/// names with `..` don't exist.
package final class ConfinedFolder: Sendable {
  private let descriptor: Descriptor

  /// Opens the folder at a path, which may have symbolic links.
  package init(path: String) throws(LinkError) {
    let number = unsafe worker_link_folder(path)
    guard number >= 0 else { throw .system(call: "open", code: errno) }
    descriptor = Descriptor(number)
  }

  /// Opens a file, or a folder, for reading; never waits for a FIFO.
  ///
  /// - Parameters:
  ///   - name: Names of folders and of the file, with `/` between.
  ///   - usesParts: Whether to open folder by folder, as kernels before Linux 5.6 need.
  /// - Returns: The open file, and its state when it was opened.
  /// - Throws: ``LinkError/system(call:code:)``, with ELOOP for a symbolic link.
  package func open(
    _ name: String, usesParts: Bool = false
  ) throws(LinkError) -> (file: SharedFile, status: FileStatus) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.utf8.contains(0), parts.allSatisfy({ !["", ".", ".."].contains($0) }) else {
      throw .system(call: "open", code: ENOENT)
    }
    let number =
      unsafe usesParts
      ? worker_link_open_beneath_by_parts(descriptor.number, name)
      : worker_link_open_beneath(descriptor.number, name)
    guard number >= 0 else { throw .system(call: "open", code: errno) }
    let file = SharedFile(Descriptor(number))
    return (file, try FileStatus(of: file))
  }

  /// Names of what is inside a folder that ``open(_:usesParts:)`` has opened, in no order.
  ///
  /// Leaves out names that aren't UTF-8 or begin with a dot.
  package static func names(in folder: SharedFile) throws(LinkError) -> [String] {
    let copy = try folder.duplicate().take()
    guard let stream = unsafe fdopendir(copy) else {
      let code = errno
      close(copy)
      throw .system(call: "fdopendir", code: code)
    }
    defer { unsafe closedir(stream) }
    // The copy shares its place in the list with the original.
    unsafe rewinddir(stream)
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

/// What tells a state of a file from other states and files.
package struct FileStatus: Hashable, Sendable {
  /// What a name stands for.
  package enum Kind: Sendable {
    case file, folder, other
  }

  package let kind: Kind
  /// Size, bytes.
  package let size: Int
  package let device: UInt
  /// Number of the file on its device.
  package let node: UInt
  /// When the contents were changed last, as the file says, nanoseconds since 1970.
  package let modified: Int
  /// When the contents or the file's properties were changed last, nanoseconds since 1970; unlike
  /// ``modified``, programs can't set it.
  package let changed: Int

  /// The state of an open file now.
  package init(of file: SharedFile) throws(LinkError) {
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0 else {
      throw .system(call: "fstat", code: errno)
    }
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    size = Int(status.st_size)
    device = UInt(status.st_dev)
    node = UInt(status.st_ino)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    // A damaged file system may hold any time.
    time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }
}
