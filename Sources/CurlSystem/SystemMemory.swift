package import Glibc

/// Memory as the system reports it, bytes.
package enum SystemMemory {
  /// Memory that this process can still get: the smallest amount left by its address-space limit,
  /// its control group and the machine.
  package static var left: Int {
    var least = Int.max
    if let addresses = addressesLeft { least = min(least, addresses) }
    for group in controlGroups {
      guard let most = number(group.most), let taken = number(group.taken), most < Int.max >> 1
      else { continue }
      // The kernel reclaims unused file pages on demand.
      let cached = field(group.cached, of: group.statistics) ?? 0
      least = min(least, most - max(taken - cached, 0))
    }
    let meminfo = "/proc/meminfo"
    if let free = field("MemAvailable:", of: meminfo) {
      least = min(least, (free + (field("SwapFree:", of: meminfo) ?? 0)) * 1024)
    }
    return max(least, 0)
  }

  /// The limit on addresses of this process and of those that it starts (`ulimit -v`); nil without one.
  package static var addressLimit: Int? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t(Int.max)
    else { return nil }
    return Int(limit.rlim_cur)
  }

  /// Addresses that this process can still take; nil without a limit.
  package static var addressesLeft: Int? {
    guard let most = addressLimit, let taken = statm(getpid())?.mapped else { return nil }
    return max(most - taken, 0)
  }

  /// ID of this process.
  package static var ownProcess: pid_t { getpid() }

  /// Resident memory of a process; nil if the process doesn't exist.
  package static func resident(of process: pid_t) -> Int? { statm(process)?.resident }

  /// Peak resident memory of this process; nil if the system doesn't report it.
  package static var peak: Int? {
    field("VmHWM:", of: "/proc/self/status").map { $0 * 1024 }
  }

  /// Resident memory of this process and all its descendants.
  package static var residentWithChildren: Int {
    var sum = 0
    var open = [getpid()]
    // A process that has ended meanwhile counts as 0.
    while let process = open.popLast() {
      sum += resident(of: process) ?? 0
      for thread in threads(of: process) {
        let children = KernelFile.text("/proc/\(process)/task/\(thread)/children") ?? ""
        open += children.split(separator: " ").compactMap { pid_t($0) }
      }
    }
    return sum
  }

  private static func threads(of process: pid_t) -> [String] {
    guard let folder = unsafe opendir("/proc/\(process)/task") else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.first != "." { names.append(name) }
    }
    return names
  }

  /// Files with a control group's limits: version 2, then version 1, as a container sees them.
  private static let controlGroups = [
    (
      most: "/sys/fs/cgroup/memory.max", taken: "/sys/fs/cgroup/memory.current",
      statistics: "/sys/fs/cgroup/memory.stat", cached: "inactive_file"
    ),
    (
      most: "/sys/fs/cgroup/memory/memory.limit_in_bytes",
      taken: "/sys/fs/cgroup/memory/memory.usage_in_bytes",
      statistics: "/sys/fs/cgroup/memory/memory.stat", cached: "total_inactive_file"
    ),
  ]

  private static func statm(_ process: pid_t) -> (mapped: Int, resident: Int)? {
    guard let text = KernelFile.text("/proc/\(process)/statm") else { return nil }
    let fields = text.split(separator: " ").prefix(2).compactMap { Int($0) }
    let page = sysconf(Int32(_SC_PAGESIZE))
    return fields.count == 2 ? (fields[0] * page, fields[1] * page) : nil
  }

  /// The number at the start of a file.
  private static func number(_ path: String) -> Int? {
    KernelFile.text(path).flatMap { $0.split(whereSeparator: \.isWhitespace).first }.flatMap {
      Int($0)
    }
  }

  /// The number after a name at the start of a line.
  private static func field(_ name: String, of path: String) -> Int? {
    for line in KernelFile.text(path)?.split(separator: "\n") ?? [] {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count > 1, words[0] == name { return Int(words[1]) }
    }
    return nil
  }
}
