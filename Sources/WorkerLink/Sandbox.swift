internal import CWorkerLink
internal import Glibc

/// Limits of what a worker can do, for its whole life and for its children.
///
/// Enter it first of all in a worker, on its first thread and before it draws. Landlock before
/// version 8 limits only the calling thread and threads started later. The alternative, to execute
/// the program again inside the sandbox, takes the time of a second start and must allow executing
/// the program; drivers that start later need no more than the rules below.
package enum Sandbox {
  /// What can be read by default: programs, libraries, fonts, settings, and what the kernel tells.
  ///
  /// In /proc, Landlock hides the memory, environment and descriptors of processes outside.
  package static let systemFiles = [
    "/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/proc", "/sys", "/var/cache/fontconfig",
  ]

  /// What can be executed by default.
  ///
  /// Programs need their loader, which is in /lib or /lib64.
  package static let systemPrograms = ["/usr", "/bin", "/lib", "/lib64"]

  /// Whether a part of the sandbox is on.
  package struct Part: Equatable, Sendable, CustomStringConvertible {
    /// The part, such as "Landlock".
    package let name: String
    /// Whether the part works.
    package let isOn: Bool
    /// What the part covers if it is on, else the reason; may be empty.
    package let detail: String

    /// The message, such as "seccomp: off: Function not implemented".
    package var description: String {
      "\(name): \(isOn ? "on" : "off")\(detail.isEmpty ? "" : isOn ? " (\(detail))" : ": \(detail)")"
    }
  }

  /// Parts of the sandbox.
  package struct Report: Equatable, Sendable {
    /// All parts, in the order of their start.
    package fileprivate(set) var parts: [Part] = []

    /// Whether all parts work.
    package var isComplete: Bool { parts.allSatisfy(\.isOn) }

    /// One line for each part.
    package var lines: [String] { parts.map(\.description) }

    /// Adds a part; `code` is 0 or an errno.
    fileprivate mutating func add(_ name: String, _ code: Int32, _ detail: String = "") {
      parts.append(
        Part(name: name, isOn: code == 0, detail: code == 0 ? detail : SystemText.of(code)))
    }
  }

  /// Lets all threads of this process share two heaps.
  ///
  /// glibc gives threads up to eight heaps a processor, and each keeps what its busiest moment took:
  /// a server with 16 processors grew by 8 % in 50,000 requests. Large blocks, and what is free at a
  /// heap's end, go back to the system. Call it before other threads start.
  package static func shareHeaps() { worker_link_share_heaps() }

  /// Gives pages of memory that are free inside heaps back to the system; takes milliseconds.
  ///
  /// Otherwise a heap keeps all that lies below its last used block, which may be small and old.
  package static func trimHeaps() { worker_link_trim_heaps() }

  /// Enters the sandbox as far as the system supports it; there is no way out.
  ///
  /// Files that are open stay open. Paths that don't exist are skipped: they can't be allowed later.
  /// Devices of GPUs must exist, because an NVIDIA driver can't create them inside.
  ///
  /// - Parameters:
  ///   - readable: Files, and folders with all below, that can be read besides ``systemFiles``.
  ///   - writable: Folders in which files can be read, written, created and removed.
  ///   - executable: Files, and folders with all below, that can be read and executed.
  ///   - memory: Limit of the address space, bytes. NVIDIA's drivers reserve more than machines have:
  ///     nil for them.
  ///   - files: Limit of open files.
  ///   - processes: Limit of the threads of all of this user's processes; root has none.
  ///   - fileSize: Limit of a file's size, bytes, including files in memory. Exceeding it ends the
  ///     worker by SIGXFSZ.
  /// - Returns: The parts, each on or off.
  package static func enter(
    readable: [String] = [], writable: [String] = [], executable: [String] = systemPrograms,
    memory: Int? = nil, files: Int? = nil, processes: Int? = nil, fileSize: Int? = nil
  ) -> Report {
    var report = Report()
    report.add("no_new_privs", worker_link_no_new_privileges())
    report.add("Core dumps off", limit(WORKER_LINK_CORE, 0))
    if let memory {
      report.add("Memory limit", limit(WORKER_LINK_ADDRESSES, memory), "\(memory) bytes")
    }
    if let files { report.add("File limit", limit(WORKER_LINK_FILES, files), "\(files)") }
    if let processes {
      report.add("Process limit", limit(WORKER_LINK_PROCESSES, processes), "\(processes)")
    }
    if let fileSize {
      report.add("File size limit", limit(WORKER_LINK_FILE_SIZE, fileSize), "\(fileSize) bytes")
    }
    // Before Landlock: it may deny reading /dev.
    let devices = ["/dev/zero", "/dev/full", "/dev/null", "/dev/dri"] + nvidiaDevices()
    report.parts.append(
      landlock(
        [
          (WORKER_LINK_READ, systemFiles + readable + ["/dev/random", "/dev/urandom"]),
          (WORKER_LINK_EXECUTE, executable),
          (WORKER_LINK_WRITE, writable + ["/dev/shm"]),
          (WORKER_LINK_DEVICE, devices),
        ], needed: readable + writable))
    report.parts.append(capabilities())
    report.add("seccomp", worker_link_deny_system_calls())
    report.add("Tracing off", worker_link_not_dumpable())
    return report
  }

  private static func limit(_ limit: worker_link_limit, _ value: Int) -> Int32 {
    worker_link_limit(limit, UInt64(max(value, 0)))
  }

  /// Drops capabilities; each thread has its own.
  private static func capabilities() -> Part {
    let threads = worker_link_threads()
    let code = threads == 1 ? worker_link_drop_capabilities() : 0
    return Part(
      name: "Capabilities dropped", isOn: threads == 1 && code == 0,
      detail: threads == 1 ? code == 0 ? "" : text(code) : "the process has \(threads) threads")
  }

  /// Applies rules; the report lists the paths of `needed` that don't exist.
  private static func landlock(
    _ rules: [(rights: Int32, paths: [String])], needed: [String]
  ) -> Part {
    func off(_ reason: String) -> Part { Part(name: "Landlock", isOn: false, detail: reason) }
    let version = worker_link_landlock_version()
    guard version > 0 else {
      return off(version == -EOPNOTSUPP ? "the kernel's settings disable it" : text(-version))
    }
    let threads = worker_link_threads()
    guard version >= 8 || threads == 1 else {
      return off("the process has \(threads) threads, and this kernel can limit only one")
    }
    let number = worker_link_landlock_begin(version)
    guard number >= 0 else { return off(text(errno)) }
    let descriptor = Descriptor(number)
    var missing: [String] = []
    for (rights, paths) in rules {
      for path in paths {
        let code = unsafe worker_link_landlock_allow(descriptor.number, version, path, rights)
        // A path that can't be opened can't be used anyway.
        guard [0, ENOENT, ENOTDIR, EACCES].contains(code) else {
          return off("\(path): \(text(code))")
        }
        if code != 0 && needed.contains(path) { missing.append(path) }
      }
    }
    let code = worker_link_landlock_enter(descriptor.number, version)
    guard code == 0 else { return off(text(code)) }
    let covered =
      ["files"] + (version >= 4 ? ["TCP"] : []) + (version >= 6 ? ["signals", "sockets"] : [])
    return Part(
      name: "Landlock", isOn: true,
      detail: "version \(version): \(covered.joined(separator: ", "))"
        + (missing.isEmpty ? "" : "; not found: \(missing.joined(separator: ", "))"))
  }

  private static func text(_ code: Int32) -> String { SystemText.of(code) }

  /// Paths in /dev that belong to an NVIDIA driver.
  private static func nvidiaDevices() -> [String] {
    guard let folder = unsafe opendir("/dev") else { return [] }
    defer { unsafe closedir(folder) }
    var paths: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("nvidia") { paths.append("/dev/\(name)") }
    }
    return paths.sorted()
  }
}
