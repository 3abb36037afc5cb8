public import ImageFiles
package import PageCurl

/// A JSON file that describes a turn, or the turns of a book, over time.
///
/// The library's article *Timelines* has its schema.
public struct TimelineFile: Sendable {
  /// Name of the file, for messages.
  public let name: String
  /// Frames per second; nil leaves the rate to the command line.
  public let rate: FrameRate?
  /// Pause between two turns.
  public let hold: Pause?
  /// Timeline of all turns without an entry of their own in `turns`.
  package let shared: TurnTimeline
  /// Timelines of single turns by number; numbers below 0 count from the end.
  let overrides: [Int: TurnTimeline]

  /// Reads a timeline.
  ///
  /// - Parameters:
  ///   - name: The file's name, for errors.
  ///   - bytes: The file's bytes, JSON.
  ///   - limits: Limits of the text, such as its bytes and keyframes.
  /// - Throws: `input`, with line and field.
  public init(name: String, bytes: [UInt8], limits: Limits = Limits()) throws(FilmError) {
    do throws(JSONFault) {
      try self.init(name: name, bytes: bytes, .curl, limits)
    } catch {
      throw .input(error, file: name)
    }
  }

  /// Reads a file; `kind` is the turn if the file names none.
  ///
  /// Effects of `kind` exclude effects in the file.
  package init(name: String, bytes: [UInt8], _ kind: TurnKind, _ limits: Limits) throws(JSONFault) {
    let whole = try JSONParser.parse(bytes, limits)
    let own = ["fps", "hold", "turns"]
    let fields = try JSONFields(whole, "", TurnTimeline.fields + own)
    self.name = name
    var effects = EffectsReader(limits)
    let stack = kind.effects
    shared = try TurnTimelineReader.read(whole, "", extra: own, kind, stack: stack, &effects)
    rate = try Self.rate(fields)
    hold = try fields.number("hold", 0...3600, " seconds").map(Pause.seconds)
    var overrides: [Int: TurnTimeline] = [:]
    if let node = fields.node("turns") {
      guard let members = node.members else {
        throw fields.fault(
          "turns",
          "\(node.excerpt), but it must be an object of turns by their numbers, such as "
            + "{\"0\": {…}, \"-1\": {…}}")
      }
      // The keyframes of all turns are repeated in each turn.
      var keys = 0
      for member in members {
        let path = "turns.\(member.name.prefix(40))"
        let number = try Self.number(member, path)
        let ownFields = try Self.merged(whole, member.node, path)
        if member.node.members?.contains(where: { Self.moving.contains($0.name) }) ?? false {
          keys += Self.keys(ownFields)
          try JSONFault.check(limits, .events, keys, line: member.line, field: path)
          overrides[number] = try TurnTimelineReader.read(
            ownFields, path, extra: own, shared.kind, stack: stack, &effects)
        } else {
          overrides[number] = try TurnTimelineReader.read(
            ownFields, path, extra: own, shared.kind, stack: stack, &effects, as: shared)
        }
      }
    }
    self.overrides = overrides
    // Report every error, even for turns that the book lacks. The page isn't known yet, so any page
    // size serves.
    let page = PageSize(width: 100, height: 100)
    for turnTimeline in [shared] + overrides.sorted(by: { $0.key < $1.key }).map(\.value) {
      _ = try turnTimeline.frames(turnTimeline.timeline(on: page), rate ?? 30)
    }
  }

  /// Number of a turn; each number has only one valid spelling, so that no turn occurs twice.
  private static func number(_ member: JSONNode.Member, _ path: String) throws(JSONFault) -> Int {
    guard let number = Int(member.name), "\(number)" == member.name else {
      throw JSONFault(
        line: member.line, field: path,
        what: "turns are numbered, without leading zeros: 0 is the first, -1 the last")
    }
    guard (-Self.most...Self.most).contains(number) else {
      throw JSONFault(
        line: member.line, field: path, what: "turns are numbered from -\(most) to \(most)")
    }
    return number
  }

  /// Largest number of a turn, from the start and from the end.
  private static let most = 1_000_000

  /// Fields that require a turn's timeline to be read anew.
  private static let moving = ["turn", "effects", "tracks", "thresholds"]

  /// 1 + number of keyframes and thresholds of a turn.
  private static func keys(_ node: JSONNode) -> Int {
    func count(_ node: JSONNode) -> Int {
      if case .array(let values) = node.value { values.count } else { 0 }
    }
    return (node.members ?? []).reduce(1) { sum, member in
      switch member.name {
      case "tracks": (member.node.members ?? []).reduce(sum) { $0 + count($1.node) }
      case "thresholds": sum + count(member.node)
      default: sum
      }
    }
  }

  private static func rate(_ fields: JSONFields) throws(JSONFault) -> FrameRate? {
    guard let node = fields.node("fps") else { return nil }
    let text: String =
      switch node.value {
      case .number(let value): value.short
      case .string(let text): text
      default: ""
      }
    guard let rate = FrameRate(text) else {
      throw fields.fault(
        "fps",
        "\(node.excerpt), but it must be a number from \(FrameRate.range.lowerBound.short) to "
          + "\(FrameRate.range.upperBound.short), or a fraction such as \"24000/1001\"")
    }
    return rate
  }

  /// The fields of all turns, overridden by those of one turn.
  ///
  /// Parameters and tracks are merged one by one, unless the turn is of another kind.
  private static func merged(_ all: JSONNode, _ one: JSONNode, _ path: String) throws(JSONFault)
    -> JSONNode
  {
    let fields = try JSONFields(one, path, TurnTimeline.fields)
    let isOther = fields.node("turn") != nil
    var members = (all.members ?? []).filter { member in
      guard TurnTimeline.fields.contains(member.name) else { return false }
      return !(isOther && ["parameters", "tracks", "effects"].contains(member.name))
    }
    // A turn of another kind keeps only the thresholds on progress or time.
    if isOther, let index = members.firstIndex(where: { $0.name == "thresholds" }),
      case .array(let thresholds) = members[index].node.value
    {
      let kept = thresholds.filter { node in
        guard let on = node.members?.first(where: { $0.name == "on" }) else { return true }
        guard case .string(let name) = on.node.value else { return true }
        return Take.momentNames.contains(name)
      }
      members[index].node = JSONNode(value: .array(kept), line: members[index].node.line)
    }
    for member in one.members ?? [] {
      guard let index = members.firstIndex(where: { $0.name == member.name }) else {
        members.append(member)
        continue
      }
      guard ["parameters", "tracks"].contains(member.name),
        let inner = members[index].node.members, let own = member.node.members
      else {
        members[index] = member
        continue
      }
      let kept = inner.filter { old in !own.contains { $0.name == old.name } }
      members[index].node = JSONNode(value: .object(kept + own), line: member.node.line)
    }
    return JSONNode(value: .object(members), line: one.line)
  }

  /// Faults for entries of turns beyond a book of `count` turns; they are notes, because one
  /// timeline may serve many books.
  package func unusedEntries(turns count: Int) -> [JSONFault] {
    overrides.sorted { $0.key < $1.key }.filter { !(-count..<count).contains($0.key) }.map {
      JSONFault(
        line: $0.value.line, field: "turns.\($0.key)",
        what: "has no effect in this book of \(count) turn\(count == 1 ? "" : "s")")
    }
  }

  /// The entry of turn `number` of `count`; nil if the turn has none.
  package func ownTimeline(_ number: Int, of count: Int) -> TurnTimeline? {
    overrides[number] ?? overrides[number - count]
  }

  /// The take of a turn's timeline; ``check(_:of:)`` checks the ranges of its values.
  ///
  /// `frames` is the caller's number of frames, or nil. `ease`, if given, replaces the timeline's own
  /// easing of the progress. `isAlone` is false for a book of several
  /// turns: each then needs two frames or more.
  package func take(
    _ turnTimeline: TurnTimeline, _ turn: any Turn, on page: PageSize, frames: Int?,
    _ rate: FrameRate, ease: Easing? = nil, isAlone: Bool
  ) throws(JSONFault) -> Take {
    let timeline = try turnTimeline.timeline(on: page, ease: ease)
    if let frames { return Take(turn, frames: frames, timeline: timeline) }
    let count = try turnTimeline.frames(timeline, rate)
    if count < 2 && !isAlone {
      throw turnTimeline.fault(
        "frames",
        "1, but of several turns each needs 2 or more: its first is the last of the turn before")
    }
    return Take(turn, frames: count, timeline: timeline)
  }

  /// Throws if a parameter leaves its range in a frame of the take.
  package func check(_ take: Take, of turnTimeline: TurnTimeline) throws(JSONFault) {
    guard take.changesTurn else { return }
    do throws(RenderError) {
      for index in 0..<take.frames { _ = try take.turn(atFrame: index) }
    } catch {
      throw turnTimeline.fault("tracks", error.message)
    }
  }
}
