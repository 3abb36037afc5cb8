/// A kind of page turn: a value that makes scenes.
///
/// At progress 0 the scene is the front over the next page. At 1 it is the next page or, with
/// facing pages, the spread after the leaf has landed. At both ends, opaque pages are shown
/// unchanged. No part of a scene appears or disappears abruptly.
public protocol Turn: Sendable, Equatable {
  /// Name on the command line.
  static var name: String { get }
  /// One-sentence summary.
  static var summary: String { get }
  /// The turn's numeric parameters, including the look's parameters that have an effect.
  static var parameters: [TurnParameter<Self>] { get }
  /// The numeric parameters of this value, such as those of its effects.
  var parameters: [TurnParameter<Self>] { get }
  /// Whether the turn can move a leaf about a spine onto the facing page.
  static var turnsSpreads: Bool { get }
  /// Whether the turn can move several leaves in one flight.
  static var turnsFlights: Bool { get }

  /// Named settings: choices that aren't numbers, and the looks of original products.
  static var presets: [TurnPreset<Self>] { get }

  /// The turn with its defaults.
  init()

  /// The paper, light and view.
  var look: Look { get set }

  /// Throws for the first parameter out of its range.
  func check() throws(ParameterError)

  /// The time at progress 1; 1 for a turn without a time scale of its own.
  func endTime(on stage: TurnStage) -> Double

  /// The scene at a moment, over `base`.
  func scene(_ moment: Moment, on stage: TurnStage, base: Base) -> Scene

  /// The turn with all lengths that aren't parameters converted to page pixels of `page`.
  ///
  /// Per cent refer to the page's width, which is the height of a transposed page.
  func inPixels(on page: PageSize) -> Self

  /// The progress of each leaf of a flight at a progress of the flight, 0…1 each, in the order of
  /// their starts.
  func leafProgress(_ progress: Double, leaves: Int) -> [Double]

  /// Place of the turning page at a moment, for reports and hit tests.
  func layout(at moment: Moment, on stage: TurnStage) -> PageLayout

  /// Margin that a moment's leaves and shadows need around the pages.
  func margin(at moment: Moment, on stage: TurnStage) -> Margin

  /// Margin that the whole turn needs around the pages.
  func margin(on stage: TurnStage) -> Margin
}

extension Turn {
  /// By default false: the turn only takes a single page away.
  public static var turnsSpreads: Bool { false }

  /// By default, turns with a parameter `stagger` can move several leaves.
  public static var turnsFlights: Bool { parameters.contains { $0.name == "stagger" } }

  /// By default none.
  public static var presets: [TurnPreset<Self>] { [] }

  /// By default the parameters of the type.
  public var parameters: [TurnParameter<Self>] { Self.parameters }

  /// By default each leaf starts when the leaf before it has done the share `stagger` of its turn.
  public func leafProgress(_ progress: Double, leaves: Int) -> [Double] {
    let stagger = value(of: "stagger", on: PageSize(width: 1, height: 1)) ?? 0
    let flight = Stagger(count: leaves, duration: 1, delay: stagger)
    return (0..<leaves).map { flight.progress(of: $0, at: progress * flight.totalDuration) }
  }

  /// By default the page keeps its place.
  public func layout(at moment: Moment, on stage: TurnStage) -> PageLayout {
    PageLayout(page: stage.page)
  }

  /// By default the time of progress 1 is 1.
  public func endTime(on stage: TurnStage) -> Double { 1 }

  /// By default the unchanged turn: all its lengths are parameters.
  public func inPixels(on page: PageSize) -> Self { self }

  /// The progress of a moment, clamped to 0…1.
  public func progress(_ moment: Moment, on stage: TurnStage) -> Double {
    switch moment {
    case .progress(let progress): min(max(progress, 0), 1)
    case .time(let time): min(max(time / endTime(on: stage), 0), 1)
    }
  }

  /// The value of a numeric parameter, lengths in page pixels; nil for an unknown name or a value
  /// that isn't set.
  public func value(of name: String, on page: PageSize) -> Double? {
    parameters.first { $0.name == name }?.get(self, page)
  }

  /// Sets a numeric parameter, lengths in page pixels; returns false for an unknown name.
  public mutating func set(_ name: String, to value: Double) -> Bool {
    guard let parameter = parameters.first(where: { $0.name == name }) else { return false }
    parameter.set(&self, value)
    return true
  }
}
