internal import Glibc

/// The user of this process.
package struct User: Sendable {
  package let name: String
  /// Names of the user's groups, the primary one first.
  package let groups: [String]

  /// This process's user.
  static var own: User {
    let most = Int(getgroups(0, nil))
    let more = unsafe [gid_t](unsafeUninitializedCapacity: max(most, 0)) { buffer, count in
      count = unsafe max(Int(getgroups(Int32(buffer.count), buffer.baseAddress)), 0)
    }
    let own = getegid()
    return User(
      name: name(of: geteuid()), groups: ([own] + more.filter { $0 != own }).map(groupName))
  }

  /// Name of a user; the number if the user has no name.
  static func name(of user: uid_t) -> String {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { text in
      guard let start = text.baseAddress,
        unsafe getpwuid_r(user, &entry, start, text.count, &found) == 0,
        let name = unsafe found?.pointee.pw_name
      else { return "\(user)" }
      return unsafe String(cString: name)
    }
  }

  /// Name of a group; the number if the group has no name.
  static func groupName(of number: gid_t) -> String {
    var entry = unsafe group()
    var found: UnsafeMutablePointer<group>?
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { text in
      guard let start = text.baseAddress,
        unsafe getgrgid_r(number, &entry, start, text.count, &found) == 0,
        let name = unsafe found?.pointee.gr_name
      else { return "\(number)" }
      return unsafe String(cString: name)
    }
  }

  /// Buffer size for an entry's texts, bytes; a larger entry counts as without a name.
  private static let room = 16384
}
