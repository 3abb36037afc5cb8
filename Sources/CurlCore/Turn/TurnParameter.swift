/// One numeric parameter of a turn, by its name: what tracks drive and `glcurl turns` lists.
public struct TurnParameter<Subject>: Sendable {
  /// The parameter's name.
  public let name: String
  /// What its numbers mean.
  public let unit: ParameterUnit
  /// What it may be, lengths in page pixels or per cent alike.
  public let range: ClosedRange<Double>
  /// What it does, in a sentence.
  public let summary: String

  let get: @Sendable (Subject, PageSize) -> Double?
  let set: @Sendable (inout Subject, Double) -> Void

  /// A plain number.
  public init(
    _ name: String, _ unit: ParameterUnit, _ range: ClosedRange<Double>, _ summary: String,
    _ path: any WritableKeyPath<Subject, Double> & Sendable
  ) {
    self.init(
      name, unit, range, summary, get: { subject, _ in subject[keyPath: path] },
      set: { $0[keyPath: path] = $1 })
  }

  /// A length; it is set in page pixels.
  public init(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Subject, Length> & Sendable
  ) {
    self.init(
      name, .length, 0...1e6, summary,
      get: { subject, page in subject[keyPath: path].pixels(on: page) },
      set: { $0[keyPath: path] = .pixels($1) })
  }

  /// A number that is worked out; `get` gives nil where it isn't given but follows something else,
  /// such as the progress.
  init(
    _ name: String, _ unit: ParameterUnit, _ range: ClosedRange<Double>, _ summary: String,
    get: @escaping @Sendable (Subject, PageSize) -> Double?,
    set: @escaping @Sendable (inout Subject, Double) -> Void
  ) {
    self.name = name
    self.unit = unit
    self.range = range
    self.summary = summary
    self.get = get
    self.set = set
  }

  /// The same parameter of something that has the subject as a part.
  func lifted<Whole>(_ path: any WritableKeyPath<Whole, Subject> & Sendable) -> TurnParameter<Whole>
  {
    TurnParameter<Whole>(
      name, unit, range, summary, get: { get($0[keyPath: path], $1) },
      set: { set(&$0[keyPath: path], $1) })
  }
}

/// What a parameter's numbers mean.
public enum ParameterUnit: String, Sendable, CaseIterable {
  /// Degrees.
  case degrees
  /// Page pixels, or per cent of the page's width.
  case length
  /// A share of a whole.
  case share
  /// A number without a unit.
  case number
}

extension Turn {
  /// Those of the look's numeric parameters that have an effect.
  static func lookParameters(_ names: String...) -> [TurnParameter<Self>] {
    names.map { name in
      guard let parameter = Look.parameters.first(where: { $0.name == name }) else {
        preconditionFailure("a look has no parameter \(name)")
      }
      return parameter.lifted(\.look)
    }
  }
}

extension Look {
  /// The perspective; nil where the eye's distance is a length, and for a parallel view.
  fileprivate var perspective: Double? {
    switch view {
    case .above: 0
    case .eye(let distance, _): distance.perspective
    case .oblique: nil
    }
  }

  /// Moves the eye along the line on which it is.
  fileprivate mutating func see(inPerspective perspective: Double) {
    var middle = SIMD2(0.5, 0.5)
    if case .eye(_, let centre) = view { middle = centre }
    view = .eye(distance: .perspective(perspective), centre: middle)
  }

  /// All of its numeric parameters.
  static let parameters: [TurnParameter<Look>] = [
    TurnParameter(
      "showThrough", .share, 0...1, "share of the front that shines through", \.showThrough),
    TurnParameter("shadowAmount", .share, 0...1, "light that full shadow takes", \.shadowAmount),
    TurnParameter(
      "shadowSize", .number, 0.001...1000, "reach of the shadow, 0.5 physical", \.shadowSize),
    TurnParameter("shading", .share, 0...1, "how strongly bent paper is shaded", \.shading),
    TurnParameter("cornerRadius", "radius of every page's corners", \.cornerRadius),
    TurnParameter("thickness", "thickness of the paper", \.thickness),
    TurnParameter("bounce", .share, 0...1, "light that the page throws back", \.bounce),
    TurnParameter("gloss", .share, 0...1, "the key light's reflection on bent paper", \.gloss),
    TurnParameter(
      "keyLight", .share, 0...1, "the key light's share of all light", \.keyLight.share),
    TurnParameter(
      "lightElevation", .degrees, 20...90, "its height above the page", \.keyLight.elevation),
    TurnParameter("lightAzimuth", .degrees, -1e6...1e6, "where it comes from", \.keyLight.azimuth),
    TurnParameter("lightSize", .degrees, 0.5...30, "its angular diameter", \.keyLight.size),
    TurnParameter(
      "perspective", .number, EyeDistance.perspectives,
      "the page's longer side over the eye's distance",
      get: { look, _ in look.perspective }, set: { $0.see(inPerspective: $1) }),
  ]
}
