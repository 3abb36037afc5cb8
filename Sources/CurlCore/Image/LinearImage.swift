internal import Synchronization

/// A picture prepared for filtering: premultiplied linear light, with mipmap levels.
///
/// Level L has one texel per 2^L × 2^L page pixels, their mean in linear light; missing pixels at
/// the right and bottom edges repeat the last column and row. Both renderers read only these
/// texels. A level is made when it or a finer one is first needed, so a page drawn only at a small
/// size never needs the 16 bytes per pixel of its full size.
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
  private let pixmap: Pixmap
  private let levels = (0...coarsest).map { _ in Once<Level>() }
  private let page = Once<LinearPage16>()
  private let turn = Mutex(())

  /// A picture whose levels aren't made yet.
  package init(_ pixmap: Pixmap) {
    (width, height) = (pixmap.width, pixmap.height)
    self.pixmap = pixmap
  }

  /// The full size as halves; one thread makes them with the coarser levels while others wait.
  package var halves: LinearPage16 {
    if let page = page.value { return page }
    return turn.withLock { _ in
      if let page = page.value { return page }
      let missing = 1..<((1...Self.coarsest).first { has($0) } ?? Self.coarsest + 1)
      var halving = Halving(pixmap, keeping: missing)
      let made = halving.halves()
      for (number, level) in zip(missing, halving.made()) { levels[number].store(level) }
      page.store(made)
      return made
    }
  }

  /// Whether ``halves`` exist already.
  package var hasHalves: Bool { page.value != nil }

  /// A level, 0 for full size; one thread makes a missing level while others wait.
  package func level(_ number: Int) -> Level {
    if let level = levels[number].value { return level }
    return turn.withLock { _ in
      if let level = levels[number].value { return level }
      // Taps on bent paper soon need finer levels; making two of them now costs little compared
      // with another pass over all pixels.
      let first = Self.firstMade(for: number)
      let missing =
        first..<((first..<Self.coarsest).first { has($0 + 1) } ?? Self.coarsest) + 1
      var halving = Halving(pixmap, keeping: missing)
      let made = halving.levels()
      for (number, level) in zip(missing, made) { levels[number].store(level) }
      return made[number - first]
    }
  }

  /// The finest level that is made with level `number` if that is missing.
  static func firstMade(for number: Int) -> Int { number == 0 ? 0 : max(number - 2, 1) }

  /// Whether a level exists already.
  package func has(_ number: Int) -> Bool { levels[number].value != nil }

  /// Size of a level in texels, for a picture of a size.
  package static func size(_ level: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    let last = (1 << level) - 1
    return ((width + last) >> level, (height + last) >> level)
  }
}

/// Decodes a picture row by row into its levels; a level that isn't kept takes one row at most.
private struct Halving {
  private let pixmap: Pixmap
  private let decoder: RowDecoder
  private let kept: Range<Int>
  /// Texels of the kept levels.
  private var texels: [[SIMD4<Float>]]
  /// For each level, the first row of a pair until the second row arrives.
  private var pending: [[SIMD4<Float>]?]
  /// Page pixels along a side of a texel of the coarsest kept level.
  private let unit: Int

  init(_ pixmap: Pixmap, keeping kept: Range<Int>) {
    self.pixmap = pixmap
    decoder = RowDecoder(pixmap)
    self.kept = kept
    unit = 1 << max(kept.upperBound - 1, 0)
    pending = Array(repeating: nil, count: kept.upperBound)
    texels = kept.map { level in
      let size = LinearImage.size(level, width: pixmap.width, height: pixmap.height)
      var texels: [SIMD4<Float>] = []
      texels.reserveCapacity(size.width * size.height)
      return texels
    }
  }

  mutating func levels() -> [LinearImage.Level] {
    var row: [SIMD4<Float>] = []
    for y in 0..<pixmap.height {
      row = decoded(y)
      push(row, 0, y)
    }
    repeatLast(row)
    return made()
  }

  /// The full size as halves; makes the kept levels in the same pass.
  mutating func halves() -> LinearPage16 {
    var row: [SIMD4<Float>] = []
    let page = LinearPage16(width: pixmap.width, height: pixmap.height) { y in
      row = decoded(y)
      push(row, 0, y)
      return row
    }
    repeatLast(row)
    return page
  }

  /// Repeats the last row below the picture.
  private mutating func repeatLast(_ row: [SIMD4<Float>]) {
    let rows = (pixmap.height + unit - 1) / unit * unit
    for y in pixmap.height..<rows { push(row, 0, y) }
  }

  /// The kept levels; call it after all rows.
  func made() -> [LinearImage.Level] {
    zip(kept, texels).map { level, texels in
      let size = LinearImage.size(level, width: pixmap.width, height: pixmap.height)
      return LinearImage.Level(width: size.width, height: size.height, texels: texels)
    }
  }

  /// A row of the page in linear light; its last pixel is repeated to whole texels of all levels.
  private func decoded(_ y: Int) -> [SIMD4<Float>] {
    let width = (pixmap.width + unit - 1) / unit * unit
    var row: [SIMD4<Float>] = []
    row.reserveCapacity(width)
    decoder.append(y, to: &row)
    let last = row[row.count - 1]
    for _ in pixmap.width..<width { row.append(last) }
    return row
  }

  /// Adds row `y` of a level; each pair of rows also adds a row of the next level.
  private mutating func push(_ row: [SIMD4<Float>], _ level: Int, _ y: Int) {
    if kept.contains(level) {
      let size = LinearImage.size(level, width: pixmap.width, height: pixmap.height)
      if y < size.height { texels[level - kept.lowerBound] += row.prefix(size.width) }
    }
    guard level + 1 < kept.upperBound else { return }
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
