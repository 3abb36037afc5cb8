internal import ArgumentParser
internal import PageCurl
internal import PageFilm

/// Light on the sheet and its shadow.
struct LightOptions: ParsableArguments {
  private static let defaults = CurlTurn()

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Share of the light that full shadow takes, 0 to 1. \
      (default: \(defaults.look.shadowAmount.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var shadowAmount: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Scale of the shadow, above 0 to 1000; 0.5 is physical, and 1 falls twice as far. (default: \
      \(defaults.look.shadowSize.short))
      """, valueName: "size"),
    transform: Value.positive(upTo: 1000))
  var shadowSize: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Least height at which the sheet casts its shadow: a length like --radius. (default: the \
      larger of the radius and 1%)
      """, valueName: "length"),
    transform: Value.length)
  var shadowLift: Length?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Share of the light that the pages' contact shadow takes from an opaque background, 0 to 1. \
      (default: \(defaults.look.contactShadow.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var contactShadow: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Share of the light that the darkest part of the roll loses, 0 to 1. \
      (default: \(defaults.look.shading.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var shading: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Share of all light that comes from a lamp instead of the sky, 0 to 1; its shadow is hard at \
      contact and softer with distance. (default: \(defaults.look.keyLight.share.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var keyLight: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Height of the lamp above the page, degrees, 20 to 90; for --key-light and --gloss. (default: \
      \(defaults.look.keyLight.elevation.short))
      """, valueName: "degrees"),
    transform: Value.number(20...90))
  var lightElevation: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Direction of the lamp, degrees, y up: 0 is right, 90 top, 180 left; any number; for \
      --key-light and --gloss. (default: \(defaults.look.keyLight.azimuth.short))
      """, valueName: "degrees"),
    transform: Value.finite)
  var lightAzimuth: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Angular diameter of the lamp, degrees, 0.5 (the sun) to 30; a larger one has a softer \
      shadow; for --key-light. (default: \(defaults.look.keyLight.size.short))
      """, valueName: "degrees"),
    transform: Value.number(0.5...30))
  var lightSize: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Share of the light that the page reflects onto the roll's outside, 0 to 1. (default: \
      \(defaults.look.bounce.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var bounce: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Largest share of the light that a roll reflects from the room, 0 (matt) to 1; it \
      shows the roll of dark pages. (default: \(defaults.look.sheen.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var sheen: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Strength of the lamp's reflection on bent paper, 0 (matt) to 1; needs no --key-light. \
      (default: \(defaults.look.gloss.short))
      """, valueName: "share"),
    transform: Value.number(0...1))
  var gloss: Double?

  @Flag(
    help: """
      Draw geometry, edges and filtering alone: no shading, tint, show-through or shadow.
      """)
  var unlit = false

  func validate() throws {
    if unlit, let name = given.first {
      throw ValidationError("--unlit leaves no light for \(name): drop one of them")
    }
  }

  /// Throws for options about a lamp if the look has none.
  func check(_ look: Look) throws(CommandError) {
    let hasLamp = look.keyLight.share > 0
    if lightSize != nil && !hasLamp {
      throw CommandError(
        .usage, "--light-size has no effect without a lamp: add --key-light with a share above 0")
    }
    for (name, value) in [
      ("--light-elevation", lightElevation), ("--light-azimuth", lightAzimuth),
    ] where value != nil && !hasLamp && look.gloss == 0 {
      throw CommandError(
        .usage,
        "\(name) has no effect without a lamp: add --key-light or --gloss, with a share above 0")
    }
  }

  /// Names of the light options that are given.
  private var given: [String] {
    numbers.filter { $0.value != nil }.map(\.option) + (shadowLift == nil ? [] : ["--shadow-lift"])
  }

  /// Option, parameter and value of each number; the value is nil if the option isn't given.
  var numbers: [(option: String, name: String, value: Double?)] {
    [
      ("--shadow-amount", "shadowAmount", shadowAmount),
      ("--shadow-size", "shadowSize", shadowSize),
      ("--contact-shadow", "contactShadow", contactShadow),
      ("--shading", "shading", shading),
      ("--key-light", "keyLight", keyLight),
      ("--light-elevation", "lightElevation", lightElevation),
      ("--light-azimuth", "lightAzimuth", lightAzimuth), ("--light-size", "lightSize", lightSize),
      ("--bounce", "bounce", bounce), ("--sheen", "sheen", sheen), ("--gloss", "gloss", gloss),
    ]
  }

  /// Adds the given options that aren't numeric parameters.
  func fill(_ settings: inout LookSettings) {
    settings.shadowLift = shadowLift
    settings.isLit = unlit ? false : nil
  }
}
