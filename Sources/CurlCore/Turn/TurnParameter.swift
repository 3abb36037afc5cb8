/// A numeric parameter of a turn: tracks drive it, `--set` sets it, `glcurl turns` lists it.
public struct TurnParameter<Subject>: Sendable {
  /// Name, as in tracks and `--set`.
  public let name: String
  /// Unit of its values.
  public let unit: ParameterUnit
  /// Valid values; a length has the same range in page pixels and in per cent.
  public let range: ClosedRange<Double>
  /// Meaning, in a few words.
  public let summary: String

  let get: @Sendable (Subject, PageSize) -> Double?
  let set: @Sendable (inout Subject, Double) -> Void

  /// Gives a closure access to one stored value of the subject, such as `{ $1(&$0.angle) }`.
  ///
  /// It replaces a key path, which Embedded Swift lacks.
  public typealias Place<Value> = @Sendable (inout Subject, (inout Value) -> Void) -> Void

  /// A stored number.
  public init(
    _ name: String, _ unit: ParameterUnit, _ range: ClosedRange<Double>, _ summary: String,
    at place: @escaping Place<Double>
  ) {
    self.init(
      name, unit, range, summary, get: { subject, _ in Self.value(at: place, of: subject, 0) },
      set: { subject, value in place(&subject) { $0 = value } })
  }

  /// A stored length; setting it stores page pixels.
  public init(_ name: String, _ summary: String, at place: @escaping Place<Length>) {
    self.init(
      name, .length, 0...1e6, summary,
      get: { Self.value(at: place, of: $0, .pixels(0)).pixels(on: $1) },
      set: { subject, value in place(&subject) { $0 = .pixels(value) } })
  }

  private static func value<Value>(
    at place: Place<Value>, of subject: Subject, _ unread: Value
  ) -> Value {
    var (subject, value) = (subject, unread)
    place(&subject) { value = $0 }
    return value
  }

  /// A computed number; `get` returns nil for a value that isn't set, for example if the progress
  /// determines it.
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

  /// This parameter as a parameter of a larger value that contains the subject.
  func lifted<Whole>(
    get part: @escaping @Sendable (Whole) -> Subject,
    at place: @escaping TurnParameter<Whole>.Place<Subject>
  ) -> TurnParameter<Whole> {
    let (get, set) = (get, set)
    return TurnParameter<Whole>(
      name, unit, range, summary, get: { get(part($0), $1) },
      set: { whole, value in place(&whole) { set(&$0, value) } })
  }
}

/// Unit of a parameter's values.
public enum ParameterUnit: String, Sendable, CaseIterable {
  /// Degrees.
  case degrees
  /// Page pixels, or per cent of the page's width.
  case length
  /// Share of a whole.
  case share
  /// Number without a unit.
  case number
}

extension Turn {
  /// The named parameters of the look, as parameters of the turn.
  static func lookParameters(_ names: String...) -> [TurnParameter<Self>] {
    names.map { name in
      guard let parameter = Look.parameters.first(where: { $0.name == name }) else {
        preconditionFailure("a look has no parameter \(name)")
      }
      return parameter.lifted(get: { $0.look }) { $1(&$0.look) }
    }
  }
}

extension Look {
  /// The perspective; 0 from straight above, nil for an eye whose distance is a length and for an
  /// oblique view.
  fileprivate var perspective: Double? {
    switch view {
    case .above: 0
    case .eye(let distance, _): distance.perspective
    case .oblique: nil
    }
  }

  /// Sets the perspective; the eye keeps its centre.
  fileprivate mutating func see(inPerspective perspective: Double) {
    var middle = SIMD2(0.5, 0.5)
    if case .eye(_, let centre) = view { middle = centre }
    view = .eye(distance: .perspective(perspective), centre: middle)
  }

  /// All numeric parameters of a look.
  static let parameters: [TurnParameter<Look>] = [
    TurnParameter(
      "showThrough", .share, 0...1, "share of the front that shines through"
    ) { $1(&$0.showThrough) },
    TurnParameter("grain", .share, 0...1, "roughness of the paper on a mirrored back") {
      $1(&$0.grain)
    },
    TurnParameter("shadowAmount", .share, 0...1, "share of light that full shadow takes") {
      $1(&$0.shadowAmount)
    },
    TurnParameter(
      "shadowSize", .number, 0.001...1000, "scale of the shadow, 0.5 is physical"
    ) { $1(&$0.shadowSize) },
    TurnParameter(
      "contactShadow", .share, 0...1, "share of light that pages take from the background"
    ) { $1(&$0.contactShadow) },
    TurnParameter("shading", .share, 0...1, "strength of the shading of bent paper") {
      $1(&$0.shading)
    },
    TurnParameter("cornerRadius", "radius of every page's corners") { $1(&$0.cornerRadius) },
    TurnParameter("thickness", "thickness of the paper") { $1(&$0.thickness) },
    TurnParameter("bounce", .share, 0...1, "share of light that the page reflects") {
      $1(&$0.bounce)
    },
    TurnParameter("sheen", .share, 0...1, "share of light that the roll reflects") {
      $1(&$0.sheen)
    },
    TurnParameter("gloss", .share, 0...1, "strength of the key light's reflection") {
      $1(&$0.gloss)
    },
    TurnParameter(
      "keyLight", .share, 0...1, "the key light's share of all light"
    ) { $1(&$0.keyLight.share) },
    TurnParameter(
      "lightElevation", .degrees, 20...90, "height of the key light above the page"
    ) { $1(&$0.keyLight.elevation) },
    TurnParameter("lightAzimuth", .degrees, -1e6...1e6, "direction of the key light, y up") {
      $1(&$0.keyLight.azimuth)
    },
    TurnParameter("lightSize", .degrees, 0.5...30, "angular diameter of the key light") {
      $1(&$0.keyLight.size)
    },
    TurnParameter(
      "perspective", .number, EyeDistance.perspectives,
      "the page's longer side over the eye's distance",
      get: { look, _ in look.perspective }, set: { $0.see(inPerspective: $1) }),
  ]
}
