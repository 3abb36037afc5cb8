/// An error that lists the valid values of an option; the parser adds the option and its value.
struct InvalidValue: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
