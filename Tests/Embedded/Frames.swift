// What a browser's module does before it draws: constants and meshes of every turn, and a turner that
// is driven by fingers.

import CurlCore
import CurlMesh
import PageTurner

/// What came out, in order.
nonisolated(unsafe) private var numbers: [Double] = []

private func add(_ number: Double) { unsafe numbers.append(number) }
private func add(_ rows: [SIMD4<Float>]) {
  for row in rows { for i in 0..<4 { add(Double(row[i])) } }
}
/// Each strip's area and corners: where numbers differ in their last bits, one of two strips may have
/// two columns more in the same place.
private func add(_ mesh: SheetMesh) {
  for strip in mesh.front + mesh.back {
    var area = 0.0
    for i in strip.indices.dropFirst(2) {
      let (a, b, c) = (place(strip[i - 2]), place(strip[i - 1]), place(strip[i]))
      area += abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
    }
    add(area)
    for vertex in strip.prefix(2) + strip.suffix(2) {
      add([SIMD4(vertex.arc, vertex.along, vertex.push, vertex.skin)])
    }
  }
}

private func place(_ vertex: SheetMesh.Vertex) -> SIMD2<Double> {
  SIMD2(Double(vertex.arc + vertex.push), Double(vertex.along))
}

/// The constants and meshes of a turn's moments.
private struct FrameVisitor: TurnVisitor {
  let stage: TurnStage
  let progress: Double
  let isPlain: Bool

  func visit<T: Turn>(_ turn: inout T) {
    if stage.isFacing && !T.turnsSpreads || stage.leaves > 1 && !T.turnsFlights { return }
    if !isPlain {
      turn.look.back = .picture
      _ = turn.set("thickness", to: 3)
      _ = turn.set("keyLight", to: 0.6)
      _ = turn.set("perspective", to: 0.5)
    }
    for description in turn.parameterDescriptions {
      if let value = turn.value(of: description.name, on: stage.page) { add(value) }
    }
    let scene = turn.scene(.progress(progress), on: stage, base: .next)
    let margin = turn.margin(at: .progress(progress), on: stage)
    add(margin.left + margin.top + margin.right + margin.bottom)
    guard (try? turn.check()) != nil, let drawing = try? Drawing(scene) else { return add(-1) }
    switch drawing {
    case .curl(let frame, let sheet):
      add(frame.uniforms)
      if let sheet { add(SheetMesh(sheet)) }
    case .stack(let stack):
      add(stack.common.uniforms)
      for sheet in stack.sheets {
        add(sheet.frame.uniforms)
        if let section = sheet.section { add(section.uniforms) }
      }
      for layer in stack.layers {
        if case .plate(let plate) = layer.body { add(plate.uniforms) }
      }
    }
  }
}

/// A turn at some moments, alone and facing, plain and dressed, of one leaf and of three.
private func addFrames(_ turn: CatalogueTurn) {
  for percent in [0, 3, 37, 50, 90, 100] {
    for isFacing in [false, true] {
      for leaves in [1, 3] {
        for isPlain in [false, true] {
          var turn = turn
          let stage = TurnStage(
            page: PageSize(width: 300, height: 400), isFacing: isFacing, leaves: leaves)
          turn.visit(
            FrameVisitor(stage: stage, progress: Double(percent) / 100, isPlain: isPlain))
        }
      }
    }
  }
}

/// A turner under fingers, commands, edits and ticks that a generator of numbers chooses.
private func addTurner() {
  let view = SIMD2(400.0, 600.0)
  guard var turner = try? Turner(Book(pages: 40, layout: .facing(cover: true)), view: view) else {
    return add(-1)
  }
  var (seed, time): (UInt32, Double) = (1, 0)
  func random(_ count: UInt32) -> Int {
    seed = seed &* 1_664_525 &+ 1_013_904_223
    return Int((seed >> 8) % count)
  }
  for _ in 0..<3000 {
    time += Double(random(40)) / 300
    let point = SIMD2(Double(random(400)), Double(random(600)))
    let event: TurnerEvent =
      switch random(9) {
      case 0: .down(id: 1, point)
      case 1, 2, 3: .move(id: 1, point)
      case 4: .up(id: 1, point)
      case 5: .navigate(Navigation(random(2) == 0 ? .next : .previous))
      case 6: .edit(.insert(at: random(3), count: 1 + random(2)))
      default: .tick
      }
    guard let told = try? turner.handle(event, at: time) else { continue }
    for output in told {
      add(output.time)
      if case .need(let pages) = output.kind {
        for page in pages { _ = try? turner.handle(.page(page, .ready), at: time) }
      }
    }
    add(turner.position)
  }
}

/// Computes all that a turn has, or beyond the last turn what the turner says; returns how many
/// numbers that makes, and 0 beyond that.
@_cdecl("compute") public func compute(_ part: Int32) -> Int32 {
  unsafe numbers = []
  let turns = TurnCatalogue.turns
  if part < turns.count { addFrames(turns[Int(part)]) } else if part == turns.count { addTurner() }
  return unsafe Int32(numbers.count)
}

/// A number of the part that was computed last.
@_cdecl("number") public func number(_ place: Int32) -> Double { unsafe numbers[Int(place)] }
