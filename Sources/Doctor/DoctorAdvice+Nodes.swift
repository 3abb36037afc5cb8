internal import GLES
internal import PageCurl

extension DoctorReport {
  /// Advice for nodes that this user can't open, unless another node opens their device.
  var permissions: [DoctorAdvice] {
    var reasons: [String: String] = [:]
    for node in surroundings.nodes { reasons[node.path] = node.obstacle }
    for trial in diagnosis.gl?.trials ?? [] {
      guard let words = trial.refusal else { continue }
      let path = (trial.what + " " + words).split { " (),:".contains($0) }.map(String.init)
        .first { $0.hasPrefix("/dev/") }
      // Opening may fail despite sufficient permissions.
      if let path, words.contains("Permission denied") || words.contains("not permitted") {
        reasons[path] = words
      }
    }
    return reasons.sorted { $0.key < $1.key }.compactMap { path, words in
      guard !isReached(path),
        let node = surroundings.nodes.first(where: { $0.path == path }) ?? DeviceNode(path)
      else { return nil }
      return DoctorAdvice(closed: node, words, to: surroundings.user.name)
    }
  }

  /// Whether the device of a node that can't be opened was opened otherwise, so that the node isn't
  /// needed.
  private func isReached(_ path: String) -> Bool {
    diagnosis.gl?.trials.compactMap(\.opened?.capabilities).contains { opened in
      // A closed render node forces software even if the card node opens. A closed card node never
      // does.
      (!opened.isSoftware || path.hasPrefix("/dev/dri/card"))
        && opened.device?.nodes.contains(path) == true
    } == true
  }
}

extension DoctorAdvice {
  /// How to let a user open a node; nil if permissions aren't the problem.
  init?(closed node: DeviceNode, _ words: String, to user: String) {
    let path = node.path
    let known = "\(path) (\(node.rights))"
    if words.contains("Operation not permitted") {
      self.init(
        finding: "\(known) is there, but this container or service is denied it",
        ways: [
          "docker run --device \(path) … (in a container)",
          "systemctl edit SERVICE, and there DeviceAllow=\(path) rw (in a service)",
        ])
      return
    }
    guard words.contains("Permission denied") else { return nil }
    if node.isOfForeignGroup {
      self.init(
        finding: "\(known) is there, but its group is none of this user namespace",
        ways: [
          "podman run --device \(path) --group-add keep-groups … (rootless podman; needs crun)",
          "sudo usermod -aG \"$(stat -c %G \(path))\" \"$USER\" (on the host, then log in again: "
            + "only the groups of its user are kept)",
        ])
      return
    }
    let container =
      "docker run --device \(path) --group-add \"$(stat -c %g \(path))\" … (in a container)"
    // A user without a name, as in containers, can't join a group.
    self.init(
      finding: "\(known) is there, but \(user) may not open it",
      ways: (Int(user) == nil ? [Self.joining(node, user)] : []) + [container])
  }

  /// Commands that add a user to the group that may open the node.
  private static func joining(_ node: DeviceNode, _ user: String) -> String {
    let (path, group) = (node.path, node.group)
    let again = " (then log in again, or restart the service)"
    // Membership helps only if the group may read and write and isn't root.
    if node.mode & 0o060 != 0o060 || group == "root" {
      if path.hasPrefix("/dev/nvidia") {
        // nvidia-modprobe creates these nodes repeatedly and ignores udev rules.
        return "echo \"options nvidia NVreg_DeviceFileGID=$(getent group render | cut -d: -f3) "
          + "NVreg_DeviceFileMode=0660\" | sudo tee -a /etc/modprobe.d/nvidia.conf && "
          + "sudo usermod -aG render \(user) (then reboot: the driver sets the nodes' permissions)"
      }
      return "sudo chgrp render \(path) && sudo chmod 660 \(path) && "
        + "sudo usermod -aG render \(user) (a udev rule keeps the first two over a reboot)" + again
    }
    return Int(group) == nil
      ? "sudo usermod -aG \(group) \(user)" + again
      : "sudo groupadd -g \(group) glcurl-\(group) && sudo usermod -aG glcurl-\(group) \(user)"
        + again
  }
}
