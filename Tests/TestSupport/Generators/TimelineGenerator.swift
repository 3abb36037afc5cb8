/// Timelines for fuzz tests: most are right, the others are wrong in one place or cut into.
///
/// The same seed and number always give the same bytes.
package enum TimelineGenerator {
  /// Numbers on which programs stumble, as JSON may write them.
  package static let edges = [
    "0", "-0", "1e308", "-1e308", "1e400", "5e-324", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "2147483648", "0.1e1", "1e18", "-1",
  ]
  private static let names = [
    "-9223372036854775808", "9223372036854775807", "00", "+0", "-0", "1000001", "0x1", "", "١",
  ]

  /// Timeline `number` of the run that begins with `seed`.
  package static func bytes(seed: UInt64, number: Int) -> [UInt8] {
    var random = Random(seed: seed &* 0x1_0000_0001 &+ UInt64(number))
    let text = timeline(&random)
    return number.isMultiple(of: 3) ? Self.damaged(Array(text.utf8), &random) : Array(text.utf8)
  }

  /// Replaces, removes, doubles or nests something.
  static func damaged(_ bytes: [UInt8], _ random: inout Random) -> [UInt8] {
    var bytes = bytes
    let at = Int.random(in: 0..<max(bytes.count, 1), using: &random)
    let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeSubrange(at...)
    case 1: bytes[at] = .random(in: 0...255, using: &random)
    case 2, 3:
      guard let digit = digits.randomElement(using: &random) else { return bytes }
      let edge = edges.randomElement(using: &random) ?? "0"
      bytes.replaceSubrange(digit...digit, with: edge.utf8)
    case 4:
      let depth = Int.random(in: 1...100_000, using: &random)
      bytes.insert(contentsOf: repeatElement(UInt8(ascii: "["), count: depth), at: at)
    default:
      let name = names.randomElement(using: &random) ?? ""
      let text = String(decoding: bytes, as: UTF8.self)
      return Array(text.replacing("\"0\":", with: "\"\(name)\":").utf8)
    }
    return bytes
  }

  private static func timeline(_ random: inout Random) -> String {
    var fields = moving(&random)
    if Bool.random(using: &random) { fields.append("\"fps\":\(pick([10, 30, 60], &random))") }
    if Bool.random(using: &random) { fields.append("\"hold\":\(pick([0, 0.5, 60], &random))") }
    if Int.random(in: 0..<20, using: &random) == 0 {
      let wrong = [
        #"{"effect":"rotation","degrees":1e9}"#, #"{"effect":"follow","path":"M 1 2 C 3"}"#,
      ]
      fields = fields.filter { !$0.contains("effects") }
      fields.append("\"turn\":\"effect\",\"effects\":[\(pick(wrong, &random))]")
    }
    let turns = pick([0, 1, 3, 200], &random)
    if turns > 0 {
      let scores = (0..<turns).map { turn in
        "\"\(turn % 2 == 0 ? turn : -turn)\":{\(moving(&random).joined(separator: ","))}"
      }
      fields.append("\"turns\":{\(scores.joined(separator: ","))}")
    }
    return "{\(fields.joined(separator: ",\n"))}"
  }

  /// What may be told of all turns and of one.
  private static func moving(_ random: inout Random) -> [String] {
    let seconds = pick([0.1, 1, 30], &random)
    var fields = ["\"duration\":\(seconds)"]
    if pick([true, false, false], &random) {
      let path = pick(["infinity", "M 0 0 C 1 2 3 4 5 6"], &random)
      fields.append(
        """
        "turn":"effect","effects":[{"effect":"rotation","degrees":\(pick([9, -720], &random))},\
        {"effect":"follow","path":"\(path)"}]
        """)
    }
    if Bool.random(using: &random) {
      fields.append("\"repeat\":\(pick([1, 2, 30], &random))")
    }
    if Bool.random(using: &random) { fields.append("\"autoreverse\":true") }
    if Bool.random(using: &random) { fields.append("\"reversed\":true") }
    if Bool.random(using: &random) { fields.append("\"frames\":\(pick([2, 30, 600], &random))") }
    let keys = pick([1, 2, 300], &random)
    let eases = ["linear", "cubic", "ease-in", "cubic-bezier(0.3, 0, 0.5, 1)"]
    let track = (0..<keys).map { key in
      let time = seconds * Double(key) / Double(keys)
      return
        "{\"time\":\(time),\"value\":\(random.number(in: 0...1)),\"ease\":\"\(pick(eases, &random))\"}"
    }
    fields.append("\"tracks\":{\"progress\":[\(track.joined(separator: ","))]}")
    let thresholds = (0..<pick([0, 1, 40], &random)).map {
      "{\"name\":\"t\($0)\",\"on\":\"progress\",\"at\":\(random.number(in: 0...1))}"
    }
    fields.append("\"thresholds\":[\(thresholds.joined(separator: ","))]")
    return fields
  }

  static func pick<Value>(_ values: [Value], _ random: inout Random) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }
}
