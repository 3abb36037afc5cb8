import CurlCore
import Glibc
import ImageFiles
import Testing

/// Damages valid files and decodes them in child processes.
///
/// A few thousand mutations are part of the tests. For more, from another seed, or one again:
///
/// ```sh
/// GLCURL_FUZZ=100000 swift test -c release --disable-xctest --filter Fuzz
/// GLCURL_FUZZ=100000 GLCURL_FUZZ_SEED=2 swift test -c release --disable-xctest --filter Fuzz
/// GLCURL_FUZZ_SEED=2 GLCURL_FUZZ_AT=4711 swift test -c release --disable-xctest --filter Fuzz
/// ```
@Suite struct FuzzTests {
  /// Mutations of one process.
  private static let batch = 1000
  /// Seconds that a batch may take; a mutation takes a millisecond.
  private static let patience: UInt32 = 120
  /// Bytes of address space of a process.
  private static let room: UInt = 2 << 30
  /// Processes that may die before a run is given up.
  private static let mostDeaths = 20
  private static let limits = [.pixels: 1_000_000] as Limits

  private static func setting(_ name: String) -> Int? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe Int(String(cString: text))
  }

  let folder = TemporaryFolder()

  @Test("a damaged picture is a pixmap of its claimed size or an error, and never a crash")
  func mutations() async {
    let seed = Self.setting("GLCURL_FUZZ_SEED") ?? 1
    if let number = Self.setting("GLCURL_FUZZ_AT") {
      print(Self.decode(seed: seed, from: number, to: number + 1, progress: nil).report)
      return
    }
    let count = Self.setting("GLCURL_FUZZ") ?? 3000
    var tally = FuzzTally()
    var deaths = 0
    var number = 0
    while number < count, deaths < Self.mostDeaths {
      let end = min(number + Self.batch, count)
      let text = await run(seed: seed, from: number, to: end)
      if let text {
        tally.add(text)
        number = end
      } else {
        deaths += 1
        let last = progress() ?? number
        Issue.record("a crash: replay it with GLCURL_FUZZ_SEED=\(seed) GLCURL_FUZZ_AT=\(last)")
        number = last + 1
      }
    }
    #expect(deaths > 0 || tally.total == count)
    let unexpected = tally.ends.filter { !Self.isRight($0.key) }
    let replays = unexpected.keys.map {
      "\($0): GLCURL_FUZZ_SEED=\(seed) GLCURL_FUZZ_AT=\(tally.first[$0] ?? 0)"
    }
    #expect(unexpected.isEmpty, "\(replays)")
    if Self.setting("GLCURL_FUZZ") != nil { print(tally.report) }
  }

  private static func isRight(_ end: String) -> Bool {
    ["decoded", "malformed", "tooLarge", "unsupported", "unknownFormat"].contains {
      end.hasSuffix(" \($0)")
    }
  }

  /// Decodes a batch in a child and returns its tally's lines, or nil if the child died.
  private func run(seed: Int, from start: Int, to end: Int) async -> String? {
    let path = folder.file("progress")
    let result = folder.file("tally")
    unsafe unlink(result)
    await #expect(processExitsWith: .success) {
      [
        seed = seed as Int, start = start as Int, end = end as Int, path = path as String,
        result = result as String
      ] in
      var room = rlimit(rlim_cur: Self.room, rlim_max: Self.room)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &room)
      alarm(Self.patience)
      let progress = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      let tally = Self.decode(seed: seed, from: start, to: end, progress: progress)
      try AtomicFile.write([UInt8](tally.text.utf8), path: result)
    }
    return folder.contents("tally").map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number of the mutation at which a child has died.
  private func progress() -> Int? {
    guard let bytes = folder.contents("progress"), bytes.count == 8 else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Decodes mutations, and keeps the current one's number in a file.
  private static func decode(
    seed: Int, from start: Int, to end: Int, progress: Int32?
  ) -> FuzzTally {
    var tally = FuzzTally()
    for number in start..<end {
      if let progress {
        var stored = UInt64(number).littleEndian
        unsafe pwrite(progress, &stored, 8, 0)
      }
      let mutation = FuzzMutation(seed: UInt64(seed), number: number)
      let clock = ContinuousClock()
      let began = clock.now
      let end = outcome(mutation)
      let taken = (clock.now - began).components
      tally.count(
        mutation.decoder, end,
        microseconds: Int(taken.seconds) * 1_000_000 + Int(taken.attoseconds / 1_000_000_000_000),
        number: number)
    }
    return tally
  }

  /// What became of a mutation: `decoded`, an error's kind, or what is wrong.
  private static func outcome(_ mutation: FuzzMutation) -> String {
    do throws(ImageFileError) {
      let pixmap = try ImageFile.decode(bytes: mutation.bytes, name: "mutation", limits: limits)
      guard pixmap.width * pixmap.height <= limits[.pixels] else { return "beyond-the-limit" }
      let claim = FuzzClaim.sides(mutation.bytes, decoder: mutation.decoder)
      let sides = [pixmap.width, pixmap.height].sorted()
      return claim == nil || claim == sides ? "decoded" : "of-another-size"
    } catch {
      let isNamed = error.path == "mutation" && error.description.contains("'mutation'")
      return isNamed ? "\(error.kind)" : "without-its-name"
    }
  }
}
