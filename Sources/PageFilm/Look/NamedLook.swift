public import PageCurl

/// A look by name: a turn's paper, light, view and background, and what the canvas shows of it.
///
/// ```swift
/// guard let hero = NamedLook.named("hero") else { return }
/// let turn = hero.turn(on: front.size)
/// let canvas = hero.canvas(of: turn, page: front.size)
/// let still = try await renderer.frame(
///   PageTurn(Pages(front: front, next: next), turn, canvas: canvas), at: .progress(0.4))
/// ```
public struct NamedLook: Sendable {
  /// Name, as in `--look`; of a file, its own name without the extension, unless the text says
  /// another.
  public let name: String
  /// Summary, one sentence; empty if the text has none.
  public let summary: String
  /// What the canvas shows, without the margin; nil leaves it to the program.
  package let givenFraming: Framing?
  /// Margin that adds to the framing, on all sides; nil leaves it to the program.
  package let givenMargin: Length?
  /// The turn; nil suits any turn.
  package let kind: TurnKind?
  package let settings: LookSettings
  /// The members of the text without name and summary, in its order.
  package let members: [(name: String, value: JSON)]

  /// What the canvas shows, without the margin; default the page.
  public var framing: Framing { givenFraming ?? .page }
  /// Margin that adds to the framing, on all sides; default 0.
  public var margin: Length { givenMargin ?? .pixels(0) }

  /// Reads a look.
  ///
  /// - Parameters:
  ///   - name: The file's name, for errors and as the default name of the look.
  ///   - bytes: The file's bytes: a JSON object, whose members are the options of the command line
  ///     by their names.
  ///   - limits: Limits of the text, such as its bytes.
  /// - Throws: `input`, with line and field.
  public init(name: String, bytes: [UInt8], limits: Limits = Limits()) throws(FilmError) {
    do throws(JSONFault) {
      try self.init(file: name, bytes, limits)
    } catch {
      throw .input(error, file: name)
    }
  }

  /// Reads a look; `file` is its file's name.
  package init(file: String, _ bytes: [UInt8], _ limits: Limits) throws(JSONFault) {
    let whole = try JSONParser.parse(bytes, limits)
    let reader = try LookReader(whole)
    let last = file.split(separator: "/").last ?? ""
    name = try reader.fields.string("name") ?? String(last.split(separator: ".").first ?? "")
    summary = try reader.fields.string("summary") ?? ""
    kind = reader.kind
    settings = try reader.settings()
    givenFraming = try reader.fields.word("framing")
    givenMargin = try reader.fields.length("margin", 0...1e6)
    members = (whole.members ?? []).compactMap { member in
      // A null member is as good as none.
      if case .null = member.node.value { return nil }
      guard !LookReader.labels.contains(member.name) else { return nil }
      return (name: member.name, value: member.node.json)
    }
  }

  /// The look's turn, for pages of a size; of a look that suits any turn, the curl.
  public func turn(on page: PageSize) -> any Turn { applied(to: (kind ?? .curl).make(), on: page) }

  /// A turn with the look; numeric parameters that the turn lacks are ignored.
  public func applied(to turn: any Turn, on page: PageSize) -> any Turn {
    var turn = turn
    settings.apply(to: &turn, on: page)
    return turn
  }

  /// The canvas that the look gives a turn, one output pixel per page pixel.
  public func canvas(
    of turn: any Turn, page: PageSize, isFacing: Bool = false, binding: Binding = .left
  ) -> Canvas {
    Canvas(
      framing, of: turn, page: page, isFacing: isFacing, binding: binding,
      margin: Margin(margin.pixels(on: page)))
  }

  /// The look as a JSON text that ``init(name:bytes:limits:)`` reads.
  public var text: String { json.text }

  /// The look as a JSON object.
  package var json: JSON {
    .object([("name", .string(name)), ("summary", .string(summary))] + members.map { ($0, $1) })
  }

  /// The look as options of a command line: each the words of one option, unquoted.
  package var options: [[String]] {
    members.flatMap { name, value -> [[String]] in
      switch value {
      case .object(let parameters):
        parameters.map { ["--set", "\($0)=\(Self.word($1))"] }
      case .bool(let isOn): isOn ? [["--\(name)"]] : []
      default: [["--\(name)", Self.word(value)]]
      }
    }
  }

  private static func word(_ value: JSON) -> String {
    switch value {
    case .string(let text): text
    case .array(let values): values.map(word).joined(separator: ",")
    default: value.text
    }
  }
}

extension NamedLook {
  /// Names of the members of a look's text.
  package static var memberNames: [String] { LookReader.names }

  /// Names of ``all``.
  public static var names: [String] { all.map(\.name) }

  /// The look of a name; nil for an unknown name.
  public static func named(_ name: String) -> NamedLook? { all.first { $0.name == name } }
}
