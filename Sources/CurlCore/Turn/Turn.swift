/// A way to turn a page: a value that fills in scenes.
///
/// At progress 0 a turn's scene is the front over the next page, at 1 the next page, or what lies on
/// both sides of the spine once the leaf has landed; for opaque pages both are the pictures
/// themselves. Nothing pops in between.
public protocol Turn: Sendable, Equatable {
  /// What the command line calls it.
  static var name: String { get }
  /// What it does, in a sentence.
  static var summary: String { get }
  /// Its numeric parameters, those of its look that have an effect on it among them.
  static var parameters: [TurnParameter<Self>] { get }
  /// The same of this turn, where they depend on what it's made of.
  var parameters: [TurnParameter<Self>] { get }
  /// Whether it can turn a leaf about a spine, onto the page that faces it.
  static var turnsSpreads: Bool { get }
  /// Whether it can move several leaves in one flight.
  static var turnsFlights: Bool { get }

  /// Ready settings by name: those that are no numbers, and those of the source documents.
  static var presets: [TurnPreset<Self>] { get }

  /// The turn with its defaults.
  init()

  /// The page and its light.
  var look: Look { get set }

  /// Throws for the first parameter out of its range.
  func check() throws(ParameterError)

  /// The time of progress 1; 1 where the turn has no time of its own.
  func endTime(on stage: TurnStage) -> Double

  /// The scene at a moment, over `base`.
  func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene

  /// The turn with those of its lengths that are no parameters in page pixels of `page`: per cent are of
  /// its width, which a reflected page may have as its height.
  func inPixels(on page: PageSize) -> Self

  /// Where the page that turns counts as lying at a moment: what reports and hits go by.
  func layout(at moment: Moment, on stage: TurnStage) -> PageLayout

  /// How far a moment's leaves and shadows reach beyond the pages.
  func margin(at moment: Moment, on stage: TurnStage) -> Margin

  /// How far the whole turn reaches beyond the pages.
  func margin(on stage: TurnStage) -> Margin
}

extension Turn {
  /// Most turns take a single page away.
  public static var turnsSpreads: Bool { false }

  /// Those that have a `stagger` can.
  public static var turnsFlights: Bool { parameters.contains { $0.name == "stagger" } }

  /// Most turns have no presets.
  public static var presets: [TurnPreset<Self>] { [] }

  /// Most turns have the parameters of their type.
  public var parameters: [TurnParameter<Self>] { Self.parameters }

  /// Most turns leave the page where it lay.
  public func layout(at moment: Moment, on stage: TurnStage) -> PageLayout {
    PageLayout(page: stage.page)
  }

  /// Most turns have no time of their own: 1.
  public func endTime(on stage: TurnStage) -> Double { 1 }

  /// Most turns have no lengths but their parameters.
  public func inPixels(on page: PageSize) -> Self { self }

  /// The progress of a moment, 0…1; beyond either end it stays there.
  public func progress(_ moment: Moment, on stage: TurnStage) -> Double {
    switch moment {
    case .progress(let progress): min(max(progress, 0), 1)
    case .time(let time): min(max(time / endTime(on: stage), 0), 1)
    }
  }

  /// A numeric parameter's value, lengths in page pixels; nil where there is none of that name, or
  /// it follows something else.
  public func value(of name: String, on page: PageSize) -> Double? {
    parameters.first { $0.name == name }?.get(self, page)
  }

  /// Sets a numeric parameter, lengths in page pixels; false where there is none of that name.
  public mutating func set(_ name: String, to value: Double) -> Bool {
    guard let parameter = parameters.first(where: { $0.name == name }) else { return false }
    parameter.set(&self, value)
    return true
  }
}
