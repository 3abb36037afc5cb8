internal import Synchronization

/// A picture prepared for filtering: premultiplied linear light, with mipmap levels.
///
/// Level L has one texel per 2^L × 2^L page pixels, their mean in linear light; missing pixels at
/// the right and bottom edges repeat the last column and row. Both renderers read only these
/// texels, as floats or, for 8-bit frames of the CPU path, as halves. A level is made when it or a
/// finer one is first needed, so a page drawn only at a small size never needs the 16 bytes per
/// pixel (8 as halves) of its full size.
package final class LinearImage: Sendable {
  /// The texels of one level, row by row.
  package final class Level: Sendable {
    package let width: Int
    package let height: Int
    package let texels: [SIMD4<Float>]

    init(width: Int, height: Int, texels: [SIMD4<Float>]) {
      (self.width, self.height, self.texels) = (width, height, texels)
    }
  }

  /// Number of the coarsest level, whose texels are 2^`coarsest` page pixels wide.
  package static let coarsest = 5

  /// Size in pixels.
  package let width: Int
  package let height: Int
  private let floats: Mipmaps<FloatRows>
  private let halves: Mipmaps<Rows16>

  /// A picture whose levels aren't made yet.
  package convenience init(_ pixmap: Pixmap) { self.init(RowDecoder(pixmap)) }

  init(_ rows: RowDecoder) {
    (width, height) = (rows.width, rows.height)
    floats = Mipmaps(rows)
    halves = Mipmaps(rows)
  }

  /// A level, 0 for full size; one thread makes a missing level while others wait.
  package func level(_ number: Int) -> Level { floats.level(number) }

  /// Whether a level exists already.
  package func has(_ number: Int) -> Bool { floats.has(number) }

  /// A level as halves, 0 for full size; one thread makes a missing level while others wait.
  package func halves(_ number: Int) -> LinearLevel16 { halves.level(number) }

  /// Whether a level of halves exists already.
  package func hasHalves(_ number: Int) -> Bool { halves.has(number) }

  /// Size of a level in texels, for a picture of a size.
  package static func size(_ level: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    let last = (1 << level) - 1
    return ((width + last) >> level, (height + last) >> level)
  }
}

/// Collects the rows of one level.
private protocol LevelRows {
  associatedtype Level: Sendable
  /// Rows of a level of a size in texels.
  init(width: Int, height: Int)
  /// Appends the next row, of which the first `width` texels count.
  mutating func append(_ row: [SIMD4<Float>])
  /// The level, after its last row.
  var level: Level { get }
}

private struct FloatRows: LevelRows {
  private let width: Int
  private let height: Int
  private var texels: [SIMD4<Float>] = []

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    texels.reserveCapacity(width * height)
  }

  mutating func append(_ row: [SIMD4<Float>]) { texels += row.prefix(width) }

  var level: LinearImage.Level { LinearImage.Level(width: width, height: height, texels: texels) }
}

extension Rows16: LevelRows {}

/// The levels of a picture in one form of texels.
private final class Mipmaps<Rows: LevelRows>: Sendable {
  private let picture: RowDecoder
  private let levels = (0...LinearImage.coarsest).map { _ in Once<Rows.Level>() }
  private let makeLock = Mutex(())

  init(_ picture: RowDecoder) { self.picture = picture }

  func has(_ number: Int) -> Bool { levels[number].value != nil }

  func level(_ number: Int) -> Rows.Level {
    if let level = levels[number].value { return level }
    return makeLock.withLock { _ in
      if let level = levels[number].value { return level }
      // Taps on bent paper soon need finer levels; making two of them now costs little compared
      // with another pass over all pixels.
      let first = number == 0 ? 0 : max(number - 2, 1)
      let coarsest = LinearImage.coarsest
      let missing = first...((first..<coarsest).first { has($0 + 1) } ?? coarsest)
      var halving = Halving<Rows>(picture, keeping: missing)
      let made = halving.levels()
      for (number, level) in zip(missing, made) { levels[number].store(level) }
      return made[number - first]
    }
  }
}

/// Decodes a picture row by row into its levels; a level that isn't kept takes one row at most.
private struct Halving<Rows: LevelRows> {
  private let picture: RowDecoder
  private let kept: ClosedRange<Int>
  /// Rows of the kept levels.
  private var rows: [Rows]
  /// For each level, the first row of a pair until the second row arrives.
  private var pending: [[SIMD4<Float>]?]
  /// Page pixels along a side of a texel of the coarsest kept level.
  private let unit: Int

  init(_ picture: RowDecoder, keeping kept: ClosedRange<Int>) {
    self.picture = picture
    self.kept = kept
    unit = 1 << kept.upperBound
    pending = Array(repeating: nil, count: kept.upperBound + 1)
    rows = kept.map { level in
      let size = LinearImage.size(level, width: picture.width, height: picture.height)
      return Rows(width: size.width, height: size.height)
    }
  }

  mutating func levels() -> [Rows.Level] {
    let height = (picture.height + unit - 1) / unit * unit
    var row: [SIMD4<Float>] = []
    for y in 0..<height {
      // Below the picture, its last row is repeated.
      if y < picture.height { row = decoded(y) }
      push(row, 0, y)
    }
    return rows.map { $0.level }
  }

  /// A row of the page in linear light; its last pixel is repeated to whole texels of all levels.
  private func decoded(_ y: Int) -> [SIMD4<Float>] {
    let width = (picture.width + unit - 1) / unit * unit
    var row: [SIMD4<Float>] = []
    row.reserveCapacity(width)
    picture.append(y, to: &row)
    let last = row[row.count - 1]
    for _ in picture.width..<width { row.append(last) }
    return row
  }

  /// Adds row `y` of a level; each pair of rows also adds a row of the next level.
  private mutating func push(_ row: [SIMD4<Float>], _ level: Int, _ y: Int) {
    if kept.contains(level) {
      let size = LinearImage.size(level, width: picture.width, height: picture.height)
      if y < size.height { rows[level - kept.lowerBound].append(row) }
    }
    guard level < kept.upperBound else { return }
    guard let upper = pending[level] else {
      pending[level] = row
      return
    }
    pending[level] = nil
    var halved: [SIMD4<Float>] = []
    halved.reserveCapacity(row.count / 2)
    for i in stride(from: 0, to: row.count, by: 2) {
      let sum = (upper[i] + upper[i + 1]) + (row[i] + row[i + 1])
      halved.append(sum * 0.25)
    }
    push(halved, level + 1, y / 2)
  }
}
