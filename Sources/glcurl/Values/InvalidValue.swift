/// The valid values of an option, for an invalid one; the parser adds option and value.
struct InvalidValue: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
