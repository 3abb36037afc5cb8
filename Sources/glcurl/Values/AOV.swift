internal import PageCurl

/// A quantity that `--aov` writes for each pixel.
enum AOV: String, CaseIterable, Sendable {
  case uv, side, arc, height, shadow, coverage

  /// A list of names, separated by commas.
  static func list(_ text: String) throws -> [AOV] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    return try names.map { name in
      guard let aov = AOV(rawValue: String(name)) else {
        let possible = allCases.map(\.rawValue).joined(separator: ",")
        throw InvalidValue("give one or more of \(possible), separated by commas")
      }
      return aov
    }
  }

  /// The quantity as a NumPy file.
  func file(_ geometry: FrameGeometry) -> NumPyFile {
    let shape = [geometry.height, geometry.width]
    return switch self {
    case .uv: NumPyFile(shape: shape + [2], values: geometry.uv.flatMap { [$0.x, $0.y] })
    case .side: NumPyFile(shape: shape, values: geometry.side)
    case .arc: NumPyFile(shape: shape, values: geometry.arc)
    case .height: NumPyFile(shape: shape, values: geometry.z)
    case .shadow: NumPyFile(shape: shape, values: geometry.shadow)
    case .coverage: NumPyFile(shape: shape, values: geometry.coverage)
    }
  }
}
