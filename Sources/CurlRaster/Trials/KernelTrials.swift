package import CurlCore
internal import CurlDefinition
internal import CurlKernels

/// The work that a frame of a curl gives each kernel.
///
/// The sheet's kernels get the frame's own rows, where the sheet fills its pixels; other kernels
/// get as much work as a frame has.
package struct KernelTrials {
  /// Pixels of a row that the sheet fills, and the row's place.
  private struct Run {
    let line: SheetLine
    let xs: Range<Int>
  }

  private let frame: CurlFrame
  private let painter: FramePainter
  let sheet: SheetRows
  private let flap: [Run]
  private let page: [UInt8]

  /// Largest number of pixels for kernels that need many bytes per pixel.
  private static let most = 1 << 14

  /// The trials of a frame that is drawn by rows; nil for any other frame.
  package init?(_ drawing: Drawing, _ pictures: FramePictures) {
    guard case .curl(let frame, _) = drawing, frame.isLit,
      case .rgba8(let page) = pictures.front.pixmap.storage
    else { return nil }
    let painter = FramePainter(frame, pictures)
    guard let sheet = SheetRows(painter) else { return nil }
    (self.frame, self.painter, self.sheet, self.page) = (frame, painter, sheet, page)
    flap = (0..<frame.height).compactMap { y in
      let line = sheet.flap.line(y)
      let fold = min(max(line.first(-sheet.flap.halfExtent), 0), frame.width)
      let flat = line.slope >= 0 ? 0..<fold : fold..<frame.width
      let xs = flat.isEmpty ? flat : sheet.flap.pixels(line, within: sheet.flap.margin, flat)
      return xs.isEmpty ? nil : Run(line: line, xs: xs)
    }
  }

  /// All trials that have work.
  package var all: [KernelTrial] {
    [flapTrial, rollTrial, toneTrial, shadeTrial, edgeTrial, spotsTrial, lanesTrial]
      .filter { $0.values > 0 } + [skyTrial, rampsTrial, plateTrial, pairTrial, shiftTrial]
  }

  private var flapTrial: KernelTrial {
    let count = flap.reduce(0) { $0 + $1.xs.count }
    return unsafe KernelTrial("flap", .c, values: count, bytes: 8 * count) {
      [sheet, flap] level, out in
      var at = unsafe out.assumingMemoryBound(to: UInt16.self)
      unsafe sheet.back.with(rows: sheet.flap.rows) { page in
        for run in flap {
          unsafe SheetKernels.flap(
            level, page, sheet.flap.quad, sheet.flap.walk(run.line, run.xs.lowerBound),
            run.xs.count, at)
          unsafe at += 4 * run.xs.count
        }
      }
    }
  }

  /// Runs where the roll's upper side fills its pixels and lies well inside the page.
  private var roll: [Run] {
    let bend = sheet.upper
    return (0..<frame.height).compactMap { y in
      let line = SheetLine(painter, y)
      let isInside = { (x: Int) in
        let at = line.place(x)
        guard at.x > bend.start, at.x < bend.end else { return false }
        let distance = Float(at.x)
        let arc = Double(bend.arcs(SIMD2(distance, distance)).x)
        let p = line.fold + arc * line.normal + at.y * line.ruling
        let margin = SIMD2<Double>(bend.margin(distance))
        return !any(p .< margin) && !any(p .> line.page - margin)
      }
      guard let first = (0..<frame.width).first(where: isInside) else { return nil }
      let end = (first..<frame.width).first { !isInside($0) } ?? frame.width
      return Run(line: line, xs: first..<end)
    }
  }

  private var rollTrial: KernelTrial {
    let runs = roll
    let count = runs.reduce(0) { $0 + $1.xs.count }
    return unsafe KernelTrial("roll", .swift, values: count, bytes: 12 * count) {
      [sheet] level, out in
      var at = unsafe out.assumingMemoryBound(to: UInt16.self)
      unsafe sheet.back.with(rows: sheet.upper.rows) { page in
        for run in runs {
          let walk = run.line.bentWalk(run.xs.lowerBound, sheet.back)
          let light = unsafe at + 4 * run.xs.count
          unsafe sheet.upper.withTables(run.line, sheet.back) { tables in
            unsafe SheetKernels.roll(
              level, page, tables, walk, run.xs.count, at, light, light + run.xs.count)
          }
          unsafe at += 6 * run.xs.count
        }
      }
    }
  }

  /// A row of light from one third to full light, which `full` stands for.
  private func lights(_ full: Int) -> [UInt16] {
    (0..<frame.width).map { UInt16(full / 3 + 2 * full * $0 / (3 * frame.width)) }
  }

  private var toneTrial: KernelTrial {
    let (width, height) = (sheet.back.level.width, sheet.back.level.height)
    let (light, white) = (lights(32768), lights(4000))
    let count = min(width, light.count)
    return unsafe KernelTrial("tone", .swift, values: count * height, bytes: 4 * count * height) {
      [sheet] level, out in
      unsafe sheet.back.with(rows: 3) { page in
        for y in 0..<height {
          guard let row = unsafe page.texels else { return }
          unsafe sheet.tone.put(
            level, row + 4 * y * Int(page.stride), count, through: light, light: light,
            white: white, to: out.assumingMemoryBound(to: UInt8.self) + 4 * count * y,
            Noise.frame.row(y, from: 0))
        }
      }
    }
  }

  private var shadeTrial: KernelTrial {
    let (width, height) = (sheet.front.level.width, sheet.front.level.height)
    let light = lights(65535)
    let count = min(width, light.count)
    return unsafe KernelTrial("shade", .swift, values: count * height, bytes: 4 * count * height) {
      [page] level, out in
      unsafe page.withUnsafeBufferPointer { page in
        guard let start = page.baseAddress else { return }
        let bytes = unsafe out.assumingMemoryBound(to: UInt8.self)
        for y in 0..<height {
          let (to, from) = unsafe (bytes + 4 * count * y, start + 4 * width * y)
          let noise = Noise.frame.row(y, from: 0)
          switch level {
          case .plain: unsafe Shade.plain(to, from, light, count, noise)
          default: unsafe Shade.shade(to, from, light, count, noise)
          }
        }
      }
    }
  }

  /// Pixels that the silhouette crosses.
  private var edgeTrial: KernelTrial {
    var cuts: [curl_cut] = []
    for y in 0..<frame.height where cuts.count < Self.most {
      let line = SheetLine(painter, y)
      for x in 0..<frame.width {
        let place = line.place(x)
        let at = SIMD2(Float(place.x), Float(place.y))
        guard at.x >= Float(sheet.upper.end),
          at.x < frame.outer.silhouette + painter.halfExtent.x
        else { continue }
        cuts.append(sheet.cut(place))
      }
    }
    let count = cuts.count
    return unsafe KernelTrial(
      "edges", .c, values: count, bytes: 2 * count * MemoryLayout<curl_seen>.size
    ) { [sheet, frame, cuts] level, out in
      var (outer, inner) = (curl_fold(frame, frame.outer), curl_fold(frame, frame.inner))
      let seen = unsafe out.assumingMemoryBound(to: curl_seen.self)
      unsafe sheet.back.withSide(rows: 3) { back in
        unsafe sheet.front.withSide(rows: 3) { front in
          unsafe curl_edges(
            level.rawValue, &outer, &inner, cuts, Int64(count), 1, back, front, seen, seen + count)
        }
      }
    }
  }

  private var spotsTrial: KernelTrial {
    let count = 4096
    let distances = (0..<count).map { frame.radius * Float($0) / Float(count) }
    let reach = Taps(frame, .zero, painter.halfExtent).halfExtent
    return unsafe KernelTrial("spots", .c, values: count, bytes: 8 * count) { [frame] level, out in
      var fold = curl_fold(frame, frame.inner)
      let arcs = unsafe out.assumingMemoryBound(to: Float.self)
      unsafe curl_spots(
        level.rawValue, &fold, distances, Int64(count), reach, arcs, arcs + count)
    }
  }

  /// Cells of two groups of four taps.
  private var lanesTrial: KernelTrial {
    let (taps, cells) = (8, 512)
    let numbers = 2 * (2 * cells + 1) * taps + 6
    let lows = (0..<numbers).map { Float($0 % 7) / 5 - 1 }
    let extents = (0..<numbers).map { 0.3 + Float($0 % 5) / 8 }
    let groups = [curl_group(first: 0, count: 4), curl_group(first: 4, count: 4)]
    let count = 2 * cells
    return unsafe KernelTrial("lanes", .c, values: count, bytes: (8 + 144) * count) { level, out in
      let anchors = unsafe out.assumingMemoryBound(to: Int32.self)
      let lanes = unsafe (out + 8 * count).assumingMemoryBound(to: Int16.self)
      unsafe curl_lanes(
        level.rawValue, lows, extents, Int64(taps), Int64(cells), groups, 2,
        1 / Float(taps), 8192, anchors, lanes)
    }
  }

  /// Places all over the frame, as many at once as a field of light asks for.
  private var skyTrial: KernelTrial {
    let (across, down) = ((frame.width + 3) / 4, (frame.height + 3) / 4)
    let count = (across * down + 15) / 16 * 16
    let xs = (0..<count).map { Int32($0 % across * 4) }
    let ys = (0..<count).map { Int32($0 / across * 4) }
    return unsafe KernelTrial("light", .c, values: count, bytes: 4 * count) {
      [frame] level, out in
      var constants = unsafe curl_frame(frame, sides: .both)
      let light = unsafe out.assumingMemoryBound(to: Float.self)
      unsafe xs.withUnsafeBufferPointer { xs in
        unsafe ys.withUnsafeBufferPointer { ys in
          guard let x = xs.baseAddress, let y = ys.baseAddress else { return }
          let width = level.rawValue
          for i in stride(from: 0, to: count, by: Int(CURL_PLACES)) {
            unsafe curl_light(
              width, &constants, Int32(CURL_LIGHT_PLANE.rawValue), x + i, y + i, light + i)
          }
        }
      }
    }
  }

  /// Squares of 64 × 64 pixels.
  private var rampsTrial: KernelTrial {
    let (pieces, squares) = (8, 16)
    let across = 8 * pieces
    let knots = (0..<(pieces + 1) * (pieces + 1) + 8).map { Int32($0 % 11 * 6000 << 14) }
    let count = across * across * squares
    return unsafe KernelTrial("ramps", .c, values: count, bytes: 2 * count) { level, out in
      let values = unsafe out.assumingMemoryBound(to: UInt16.self)
      for square in 0..<squares {
        unsafe curl_ramps(
          level.rawValue, values + across * across * square, Int64(across), knots,
          Int64(pieces))
      }
    }
  }
}
