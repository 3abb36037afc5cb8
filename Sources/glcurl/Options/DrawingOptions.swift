internal import ArgumentParser

/// Options of all commands that draw pages: look and size.
struct DrawingOptions: ParsableArguments {
  @OptionGroup(title: "Look")
  var look: LookOptions

  @OptionGroup(title: "Size")
  var size: SizeOptions

  @OptionGroup(title: "Size")
  var limits: LimitOptions
}

/// A command that draws pages.
protocol DrawingCommand {
  var drawing: DrawingOptions { get }
}

extension DrawingCommand {
  /// Look of a turn.
  var look: LookOptions { drawing.look }
  /// Size of the output.
  var size: SizeOptions { drawing.size }
  /// Limits on input.
  var limits: LimitOptions { drawing.limits }
}
