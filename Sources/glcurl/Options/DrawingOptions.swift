internal import ArgumentParser

/// What all commands that draw pages take: what a turn looks like, and how large all is.
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
  /// How they are drawn.
  var drawing: DrawingOptions { get }
}

extension DrawingCommand {
  /// What a turn looks like.
  var look: LookOptions { drawing.look }
  /// How large the output is.
  var size: SizeOptions { drawing.size }
  /// How much input may ask for.
  var limits: LimitOptions { drawing.limits }
}
