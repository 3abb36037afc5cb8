/// What an option's value may be, for a value that isn't; the parser adds option and value.
struct InvalidValue: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
