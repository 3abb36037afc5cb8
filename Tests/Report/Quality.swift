import CurlCore
import PageCurl
import TestSupport

/// How far frames are from the truth, by kind of pixel.
struct Quality: Sendable {
  /// A kind of pixel.
  enum Kind: String, CaseIterable, Sendable {
    /// The flat part of the sheet that has turned.
    case flap
    /// The bent part.
    case roll
    /// Pixels whose neighbourhood shows more than one side; they count as flap or roll, too.
    case edges

    /// dB that each frame reaches.
    var bound: Double {
      switch self {
      case .flap: 42
      case .roll: 40
      case .edges: 38
      }
    }

    /// Fewer pixels than this say nothing.
    static let fewest = 100
  }

  private(set) var flap = Difference()
  private(set) var roll = Difference()
  private(set) var edges = Difference()

  subscript(_ kind: Kind) -> Difference {
    switch kind {
    case .flap: flap
    case .roll: roll
    case .edges: edges
    }
  }

  /// Compares one frame with the truth at `places`; `truth` holds three stored channels a place.
  init(
    _ frame: Pixmap, _ truth: [Double], at places: [Int], _ geometry: FrameGeometry, radius: Double
  ) {
    for (j, i) in places.enumerated() {
      let (a, b) = (
        frame.channels(i), SIMD4(truth[3 * j], truth[3 * j + 1], truth[3 * j + 2], 255)
      )
      if geometry.isEdge(i) { edges.add(a, b) }
      let arc = Double(geometry.arc[i])
      if arc > .pi * radius {
        flap.add(a, b)
      } else if arc > 0 {
        roll.add(a, b)
      }
    }
  }

  /// The pixels of a frame that count.
  static func places(_ geometry: FrameGeometry) -> [Int] {
    geometry.side.indices.filter {
      geometry.isTouched($0) && (geometry.arc[$0] > 0 || geometry.isEdge($0))
    }
  }
}

/// The reference's pixels, by several tasks.
enum Truth {
  /// Three stored channels a place, 0…255.
  static func channels(_ reference: ReferenceRenderer, at places: [Int], width: Int) async
    -> [Double]
  {
    let size = 512
    let starts = Array(stride(from: 0, to: places.count, by: size))
    return await withTaskGroup(of: (Int, [Double]).self) { group in
      for start in starts {
        let part = Array(places[start..<min(start + size, places.count)])
        group.addTask { (start, Self.part(reference, part, width)) }
      }
      var parts: [Int: [Double]] = [:]
      for await (start, part) in group { parts[start] = part }
      return starts.flatMap { parts[$0] ?? [] }
    }
  }

  private static func part(_ reference: ReferenceRenderer, _ places: [Int], _ width: Int)
    -> [Double]
  {
    places.flatMap { i in
      let pixel = reference.pixel(i % width, i / width)
      return [pixel.x, pixel.y, pixel.z]
    }
  }
}
