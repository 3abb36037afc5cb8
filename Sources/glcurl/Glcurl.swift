internal import ArgumentParser

/// The command line: `glcurl COMMAND …`.
struct Glcurl: ParsableCommand {
  /// The program's version.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "glcurl",
    abstract: "Renders page turns: pictures in, a film or a frame out.",
    discussion: """
      Works without a window, on a GPU or on the processor alone.

      EXAMPLES
        glcurl demo                                 a video from built-in pages
        glcurl render a.jpg b.jpg -o turn.mp4       a video from two pictures
        glcurl render a.png b.png -o f_%04d.png     the same as numbered PNGs
        glcurl render a.png b.png -o turn.webp      the same as an animated picture
        glcurl frame a.png b.png -o f.png --progress 0.4
                                                    one frame of it
        glcurl render p*.jpg -o book.mp4            a book of any number of pages
        glcurl play drag.jsonl p*.jpg -o drag.mp4   a book turned by recorded fingers
        glcurl turns                                every kind of turn, and what can be set
        glcurl looks                                the looks by name, and their options
        glcurl compare a.png b.png                  is the GPU as exact as the CPU?
        glcurl bench                                how fast are they?
        glcurl doctor                               what can draw on this machine

      COMPLETIONS
        glcurl --generate-completion-script bash > /etc/bash_completion.d/glcurl
        (or zsh, or fish)

      EXIT STATUS
         0  done                        70  internal fault
         1  a check failed              73  can't create output
        64  wrong usage                 74  can't write output
        65  bad input                   75  temporary failure
        66  input missing              130  interrupted
        69  a device, a program, memory or threads are unavailable
      """,
    version: version,
    subcommands: [
      RenderCommand.self, FrameCommand.self, PlayCommand.self, CompareCommand.self,
      DemoCommand.self, TurnsCommand.self, LooksCommand.self, BenchCommand.self, DoctorCommand.self,
    ] + serverCommands)

  #if Server
  private static let serverCommands: [any ParsableCommand.Type] = [
    ServeCommand.self, HealthCommand.self, SignCommand.self, WorkerCommand.self,
  ]
  #else
  private static let serverCommands: [any ParsableCommand.Type] = []
  #endif
}
