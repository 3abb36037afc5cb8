internal import ArgumentParser
internal import PageCurl
internal import SamplePages

/// Values of `bench --backend`.
enum BenchBackend: String, CaseIterable, ExpressibleByArgument {
  case all, cpu, gpu

  var backends: [Renderer.Backend] {
    switch self {
    case .all: [.cpu, .gpu]
    case .cpu: [.cpu]
    case .gpu: [.gpu]
    }
  }
}

/// Parsers of `bench`'s lists.
enum BenchValue {
  /// Sizes separated by commas, each once.
  static func sizes(_ text: String) throws -> [OutputSize] {
    let sizes = try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try OutputSize(argument: String($0))
    }
    for size in sizes where max(size.width, size.height) > SamplePages.largestSide {
      throw InvalidValue("a side is \(SamplePages.largestSide) pixels at most")
    }
    guard Set(sizes.map(\.description)).count == sizes.count else {
      throw InvalidValue("each size counts once")
    }
    return sizes
  }

  /// Numbers of threads separated by commas, each once.
  static func threads(_ text: String) throws -> [Int] {
    let counts = try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try Value.count(1...1024)(String($0))
    }
    guard Set(counts).count == counts.count else {
      throw InvalidValue("each number of threads counts once")
    }
    return counts
  }
}
