internal import GLES

/// The inputs of a program.
protocol ProgramRecipe: Hashable {
  /// Compiles and links the program; GL thread only.
  func program(_ context: Context) throws(GLError) -> Program
}

/// The programs of one context, each compiled on first use.
///
/// GL thread only.
final class ContextPrograms {
  private let context: Context
  private var boxes: [AnyHashable: ProgramBox] = [:]

  init(_ context: Context) { self.context = context }

  /// Makes a recipe's program current; compiles it on first use.
  func use(_ recipe: some ProgramRecipe) throws(GLError) -> ProgramBox {
    let box: ProgramBox
    if let known = boxes[recipe] {
      box = known
    } else {
      box = ProgramBox(try recipe.program(context))
      boxes[recipe] = box
    }
    box.program.use()
    return box
  }
}

/// A program in a dictionary: handles can't be copied.
final class ProgramBox {
  let program: Program
  init(_ program: consuming Program) { self.program = program }
}
