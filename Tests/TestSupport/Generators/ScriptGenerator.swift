/// Play scripts for fuzz tests: most are right, the others are wrong in one place or cut into.
///
/// The same seed and number always give the same bytes.
package enum ScriptGenerator {
  /// Script `number` of the run that begins with `seed`.
  package static func bytes(seed: UInt64, number: Int) -> [UInt8] {
    var random = Random(seed: seed &* 0x1_0000_0003 &+ UInt64(number))
    var time = 0.0
    let count = TimelineGenerator.pick([1, 10, 60, 300], &random)
    let lines = (0..<count).map { _ in
      time += TimelineGenerator.pick([0, 0.01, 0.1, 1, 100], &random)
      return "{\"t\":\(time),\(event(&random))}"
    }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    return number.isMultiple(of: 3) ? TimelineGenerator.damaged(bytes, &random) : bytes
  }

  private static func event(_ random: inout Random) -> String {
    func pick<Value>(_ values: [Value]) -> Value { TimelineGenerator.pick(values, &random) }
    func point() -> String {
      "[\(random.number(in: -10...800)),\(random.number(in: -10...1100))]"
    }
    let id = pick([1, 1, 2, -7])
    switch pick(Array(0..<16)) {
    case 0, 1: return "\"ev\":\"down\",\"id\":\(id),\"p\":\(point())"
    case 2, 3, 4: return "\"ev\":\"move\",\"id\":\(id),\"p\":\(point())"
    case 5, 6: return "\"ev\":\"up\",\"id\":\(id),\"p\":\(point())"
    case 7: return "\"ev\":\"cancel\",\"id\":\(id)"
    case 8, 9:
      let to = pick(["\"next\"", "\"prev\"", "\"first\"", "\"last\"", "3", "1073741824"])
      let more = pick(["", ",\"animated\":false", ",\"style\":\"direct\"", ",\"delay\":2"])
      return "\"ev\":\"nav\",\"to\":\(to)\(more)"
    case 10: return "\"ev\":\"abort\",\"immediate\":\(pick([true, false]))"
    case 11:
      let state = pick(["ready", "failed", "stale"])
      return "\"ev\":\"page\",\"page\":\(pick([0, 1, 5, 1_073_741_824])),\"state\":\"\(state)\""
    case 12, 13:
      let (at, count) = (pick([0, 1, 4, 1000, 1_073_741_824]), pick([1, 3, 900]))
      return pick([
        "\"ev\":\"edit\",\"edit\":\"insert\",\"at\":\(at),\"count\":\(count)",
        "\"ev\":\"edit\",\"edit\":\"delete\",\"at\":\(at),\"count\":\(count)",
        "\"ev\":\"edit\",\"edit\":\"update\",\"at\":\(at)",
        "\"ev\":\"edit\",\"edit\":\"reload\",\"count\":\(count)",
      ])
    case 14:
      return pick([
        "\"ev\":\"layout\",\"mode\":\"facing\"", "\"ev\":\"layout\",\"mode\":\"single\"",
        "\"ev\":\"layout\",\"mode\":\"facing-cover\",\"binding\":\"right\"",
        "\"ev\":\"layout\",\"size\":[1,1]", "\"ev\":\"layout\",\"size\":[1e9,600]",
      ])
    default:
      return pick([
        "\"ev\":\"config\",\"autoplay\":0.01", "\"ev\":\"config\",\"autoplay\":null",
        "\"ev\":\"config\",\"boundary\":\"loop\"", "\"ev\":\"config\",\"fullDuration\":0",
        "\"ev\":\"config\",\"rules\":\"flipboard\"", "\"ev\":\"config\",\"rules\":\"leaves\"",
        "\"ev\":\"config\",\"onBusyTurn\":\"stack\"", "\"ev\":\"config\",\"queueLimit\":1000000",
        "\"ev\":\"config\",\"awaitsPages\":true", "\"ev\":\"config\",\"catchUp\":{\"eased\":0.1}",
        "\"ev\":\"config\",\"thresholds\":[{\"name\":\"a\",\"at\":0.5}]",
        "\"ev\":\"config\",\"stagger\":0,\"leastDuration\":0", "\"ev\":\"tick\"",
      ])
    }
  }
}
