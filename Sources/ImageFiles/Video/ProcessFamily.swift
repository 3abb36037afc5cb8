import Glibc

/// A process and all its descendants, from `/proc`.
enum ProcessFamily {
  /// One line of `/proc/N/stat`.
  private struct Member {
    let number: pid_t
    let parent: pid_t
    let group: pid_t
    let ticks: Int
    /// Whether the process waits uninterruptibly, for a disk or a network file system.
    let isBound: Bool

    init?(_ number: pid_t) {
      guard let line = ProcessFamily.text("/proc/\(number)/stat"),
        // The fields follow the name, which may contain parentheses and spaces.
        let name = line.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = line[(name + 1)...].split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      // proc_pid_stat(5): state, ppid and pgrp; utime, stime, cutime and cstime.
      guard fields.count > 14, let parent = pid_t(fields[1]), let group = pid_t(fields[2]) else {
        return nil
      }
      let times = fields[11...14].compactMap { Int($0) }
      guard times.count == 4 else { return nil }
      self.number = number
      self.parent = parent
      self.group = group
      ticks = times.reduce(0, &+)
      isBound = fields[0] == "D"
    }
  }

  /// Processor time of a process and its descendants, clock ticks.
  ///
  /// Nil if the system doesn't report it, or if one of the processes waits for a disk, which isn't
  /// idleness. Descendants whose parent has ended are found by their process group.
  static func ticks(of process: pid_t) -> Int? {
    // `/proc` is unreliable if it lacks this process's times or belongs to another namespace.
    guard isOwn, let own = Member(getpid()), own.ticks > 0, let first = Member(process) else {
      return nil
    }
    var family: Set = [first.number]
    var total = first.ticks
    var isBound = first.isBound
    var others = numbers.compactMap(Member.init)
    while true {
      let found = others.filter { family.contains($0.parent) || $0.group == process }
      for member in found where family.insert(member.number).inserted {
        total &+= member.ticks
        isBound = isBound || member.isBound
      }
      others.removeAll { family.contains($0.number) }
      if found.isEmpty { return isBound ? nil : total }
    }
  }

  /// Whether `/proc` lists this process under its own ID.
  private static var isOwn: Bool {
    text("/proc/self/stat")?.starts(with: "\(getpid()) ".utf8) == true
  }

  /// The IDs of all processes.
  private static var numbers: [pid_t] {
    guard let folder = unsafe opendir("/proc") else { return [] }
    defer { unsafe closedir(folder) }
    var numbers: [pid_t] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = pid_t(name) { numbers.append(number) }
    }
    return numbers
  }

  /// The contents of a small file.
  private static func text(_ path: String) -> [UInt8]? {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let file = Descriptor(number)
    var bytes = [UInt8](repeating: 0, count: 2048)
    let count = unsafe read(file.number, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
  }
}
