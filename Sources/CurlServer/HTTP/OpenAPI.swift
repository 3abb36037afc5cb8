#if Server
internal import HTTPTypes
internal import PageFilm

/// The description of the server in OpenAPI 3.1, from the definitions that answer and parse.
struct OpenAPI: Sendable {
  let routes: RouteTable
  let api: RenderAPI
  let hasKeys: Bool
  let version: String

  var text: String {
    var paths: [(String, JSON)] = []
    for route in routes.routes {
      let operation = (route.method.rawValue.lowercased(), self.operation(route))
      if let index = paths.firstIndex(where: { $0.0 == route.path }),
        case .object(let known) = paths[index].1
      {
        paths[index].1 = .object(known + [operation])
      } else {
        paths.append((route.path, .object([operation])))
      }
    }
    var components: [(String, JSON)] = [
      ("schemas", .object([("Problem", Self.problem), ("Frame", frame), ("Film", film)])),
      ("responses", .object(Problem.Kind.allCases.map { ($0.rawValue, Self.response($0)) })),
    ]
    if hasKeys {
      components.append(
        ("securitySchemes", .object([("key", .object([("type", "http"), ("scheme", "bearer")]))])))
    }
    return JSON.object([
      ("openapi", "3.1.0"),
      ("info", .object([("title", "glcurl"), ("version", .string(version))])),
      ("paths", .object(paths)), ("components", .object(components)),
    ]).text
  }

  private func operation(_ route: Route) -> JSON {
    var answers: [(String, JSON)] = [
      (
        String(route.status),
        .object(
          [("description", .string(route.summary))] + content(route.answer))
      )
    ]
    if route.isSigned {
      answers.append(("304", .object([("description", "It hasn't changed.")])))
    }
    for kind in route.problems + (hasKeys && !route.isOpen ? [.unauthorised] : []) + [.forbidden] {
      let code = String(kind.status.code)
      // Kinds of one status share its description.
      guard !answers.contains(where: { $0.0 == code }) else { continue }
      answers.append(
        (code, .object([("$ref", .string("#/components/responses/\(kind.rawValue)"))])))
    }
    var members: [(String, JSON)] = [
      ("summary", .string(route.summary)), ("operationId", .string(route.name)),
    ]
    if !route.variables.isEmpty {
      members.append(("parameters", .array(route.variables.map(Self.variable))))
    }
    if !route.parts.isEmpty { members.append(("requestBody", body(route))) }
    if hasKeys && !route.isOpen {
      members.append(("security", .array([.object([("key", .array([]))])])))
    }
    return .object(members + [("responses", .object(answers))])
  }

  /// A variable segment of a path.
  private static func variable(_ name: String) -> JSON {
    .object([
      ("name", .string(name)), ("in", "path"), ("required", true),
      ("schema", .object([("type", "string")])),
    ])
  }

  private func content(_ types: [String]) -> [(String, JSON)] {
    let file: JSON = .object([("type", "string"), ("contentMediaType", "application/octet-stream")])
    return types.isEmpty
      ? []
      : [
        (
          "content",
          .object(
            types.map { type in
              let isText = type.hasPrefix("text/")
              let schema: JSON =
                type == "application/json"
                ? .object([("type", "object")])
                : isText ? .object([("type", "string")]) : file
              return (type, .object([("schema", schema)]))
            })
        )
      ]
  }

  private func body(_ route: Route) -> JSON {
    let parts = route.parts
    let file: JSON = .object([
      ("type", "string"), ("contentMediaType", "image/*"),
      ("description", "A PNG, JPEG or WebP picture, recognised by its content."),
    ])
    var properties: [(String, JSON)] = parts.map { rule in
      guard rule.count.upperBound > 1 else { return (rule.name, file) }
      return (
        rule.name,
        .object([
          ("type", "array"), ("items", file), ("minItems", .int(rule.count.lowerBound)),
          ("maxItems", .int(rule.count.upperBound)),
        ])
      )
    }
    properties.append(
      (Upload.options, .object([("$ref", .string("#/components/schemas/\(route.options)"))])))
    let schema: JSON = .object([
      ("type", "object"), ("properties", .object(properties)),
      (
        "required",
        .array(
          (parts.filter { $0.count.lowerBound > 0 }.map(\.name) + [Upload.options]).map(JSON.string)
        )
      ), ("additionalProperties", false),
    ])
    let encoding: JSON = .object([
      (Upload.options, .object([("contentType", "application/json")]))
    ])
    return .object([
      ("required", true),
      (
        "content",
        .object([
          ("multipart/form-data", .object([("schema", schema), ("encoding", encoding)]))
        ])
      ),
    ])
  }

  /// The options of a frame.
  private var frame: JSON {
    let moments = ["progress", "time"].map { name in
      JSON.object([("required", .array([.string(name)]))])
    }
    return .object([("oneOf", .array(moments))] + Self.members(api.frameOptions))
  }

  /// The options of a film.
  private var film: JSON { .object(Self.members(api.filmOptions)) }

  private static func members(_ options: [RenderAPI.Option]) -> [(String, JSON)] {
    [
      ("type", "object"),
      (
        "properties",
        .object(
          options.map { option in
            guard case .object(let members) = option.schema else {
              return (option.name, option.schema)
            }
            return (option.name, .object(members + [("description", .string(option.help))]))
          })
      ), ("additionalProperties", false),
    ]
  }

  private static var problem: JSON {
    let text: JSON = .object([("type", "string")])
    return .object([
      ("type", "object"),
      (
        "properties",
        .object([
          ("type", .object([("enum", .array(Problem.Kind.allCases.map { .string($0.type) }))])),
          ("title", text), ("status", .object([("type", "integer")])), ("detail", text),
          ("field", text), ("request", text),
        ])
      ), ("required", .array(["type", "title", "status", "detail", "request"])),
      ("additionalProperties", false),
    ])
  }

  private static func response(_ kind: Problem.Kind) -> JSON {
    .object([
      ("description", .string(kind.status.reasonPhrase)),
      (
        "content",
        .object([
          (
            "application/problem+json",
            .object([("schema", .object([("$ref", "#/components/schemas/Problem")]))])
          )
        ])
      ),
    ])
  }
}
#endif
