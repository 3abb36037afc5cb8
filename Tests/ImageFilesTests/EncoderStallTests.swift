import CurlCore
import Glibc
import Testing

@testable import ImageFiles

/// An encoder that does nothing is ended, and a slow one isn't.
@Suite(.timeLimit(.minutes(15))) struct EncoderStallTests {
  let folder = TemporaryFolder()

  /// Hands frames to a shell script in place of ffmpeg, in which `$out` is the file.
  private func write(
    _ script: String, side: Int = 2, frames: Int = 1, patience: Duration = .seconds(1)
  ) async throws {
    var encoder = VideoEncoder()
    encoder.program = folder.script(
      "encoder", "for last; do :; done; out=${last#file:}\n\(script)")
    encoder.patience = patience
    let writer = try VideoWriter(
      path: folder.file("out"), width: side, height: side, rate: 30, encoder: encoder)
    let frame = SamplePixmap.flat(width: side, height: side, 1, 2, 3)
    for _ in 0..<frames { try await writer.append(frame) }
    try await writer.finish()
  }

  @Test(
    arguments: [
      "exec sleep 1000", "sleep 1000", "kill -STOP $$", "cat > /dev/null; sleep 1000",
      "echo half > \"$out\"; sleep 1000",
    ], [false, true])
  func idleEncoderIsEnded(script: String, isLarge: Bool) async {
    // A large frame doesn't go into the pipe: it's waited for in the middle of sending.
    let text = await expectError(.programFailed) {
      try await write(
        "echo last words >&2; \(script)", side: isLarge ? 1024 : 2, frames: isLarge ? 3 : 1)
    }
    #expect(text.contains("read nothing, wrote nothing and used no processor time for 1 s"))
    #expect(text.contains("last words"))
    #expect(folder.names == ["encoder"])
  }

  @Test(arguments: [
    // It works.
    "cat > /dev/null; i=0; while [ $i -lt 2000000 ]; do i=$((i + 1)); done",
    // What it has started works.
    "cat > /dev/null; sh -c 'i=0; while [ $i -lt 2000000 ]; do i=$((i + 1)); done; true'",
    // It writes now and then.
    "cat > /dev/null; for i in 1 2 3 4 5 6; do sleep 0.5; echo . >> \"$out\"; done",
    // It takes something now and then.
    "for i in 1 2 3 4 5 6; do sleep 0.5; head -c 500 > /dev/null; done; cat > /dev/null",
  ])
  func slowEncoderIsWaitedFor(script: String) async throws {
    let right = SampleVideo.file(.mp4, frames: 1)
    folder.make("right", right)
    try await write(
      "\(script)\ncp '\(folder.file("right"))' \"$out\"", side: 64, patience: .milliseconds(1500))
    #expect(folder.contents("out") == right)
  }

  @Test func encoderThatLeavesSomebodyAtThePipeHasEnded() async {
    // Of 1024² there is no room in the pipe for a third.
    let text = await expectError(.programFailed) {
      try await write("sleep 1000 &\nexit 3", side: 1024, frames: 3, patience: .seconds(600))
    }
    #expect(text.contains("exit status 3"))
  }

  @Test func whatAWrapperStartsIsEndedWithIt() async throws {
    await expectError(.programFailed) {
      try await write("sh -c 'echo $$ > \"$0\"; exec sleep 1000' '\(folder.file("child"))'; true")
    }
    let child = try #require(folder.contents("child"))
    let number = try #require(pid_t(String(decoding: child.dropLast(), as: UTF8.self)))
    // Whoever takes care of orphans may take a moment to collect it.
    for _ in 0..<1000 where kill(number, 0) == 0 && !isZombie(number) { usleep(10_000) }
    #expect(kill(number, 0) != 0 || isZombie(number))
  }

  private func isZombie(_ number: pid_t) -> Bool {
    guard let file = unsafe fopen("/proc/\(number)/stat", "re") else { return false }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self).contains(") Z ")
  }
}
