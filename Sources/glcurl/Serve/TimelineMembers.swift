#if Server
internal import CurlServer
internal import PageCurl
internal import PageFilm

/// The members of a request that make up a timeline.
enum TimelineMembers {
  /// Members that only a timeline has.
  static let own = ["tracks", "repeat", "autoreverse", "reversed", "thresholds", "turns"]
  /// Members that belong to the timeline if there is one; else they are options.
  private static let shared = ["turn", "effects", "duration", "ease", RequestOptions.parameters]

  /// Parts a request's members into those of options and those of a timeline; without one of its own
  /// members there is no timeline.
  static func split(
    _ members: [JSONNode.Member]
  ) -> (options: [JSONNode.Member], timeline: [JSONNode.Member]) {
    guard members.contains(where: { own.contains($0.name) }) else { return (members, []) }
    func belongs(_ member: JSONNode.Member) -> Bool {
      // As in a timeline's file a number is seconds; on the command line it is frames.
      if member.name == "hold", case .number = member.node.value { return true }
      return own.contains(member.name) || shared.contains(member.name)
    }
    return (members.filter { !belongs($0) }, members.filter(belongs))
  }

  /// The timeline of its members; nil without any.
  static func timeline(
    _ members: [JSONNode.Member], _ kind: TurnKind, _ limits: Limits
  ) throws(WorkerFault) -> TimelineFile? {
    guard !members.isEmpty else { return nil }
    let text = JSON.object(members.map { ($0.name, $0.node.json) }).text
    do throws(JSONFault) {
      return try TimelineFile(name: "turn", bytes: Array(text.utf8), kind, limits)
    } catch {
      throw WorkerFault(
        .invalid, "\(error.field): \(error.what)",
        field: error.field.isEmpty ? "turn" : "turn.\(error.field)")
    }
  }
}
#endif
