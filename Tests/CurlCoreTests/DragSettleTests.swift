import CurlCore
import TestSupport
import Testing

@Suite("Dragged sheets on their way to rest") struct DragSettleTests {
  typealias Drags = DragTests

  @Test("Settling starts where the sheet was, bit for bit")
  func startsInPlace() {
    var random = Random(seed: 30)
    for _ in 0..<5000 {
      let sample = Drags.random(&random)
      for rest in [CurlDrag.Rest.flat, .landed] {
        let pulled = sample.drag.clampedToSpine(sample.pointer)
        #expect(
          sample.drag.curl(settlingFrom: sample.pointer, to: rest, progress: 0)
            == sample.drag.curl(at: pulled))
      }
    }
  }

  @Test("A bound sheet lands as its exact mirror image", arguments: Binding.allCases)
  func landsMirrored(_ binding: Binding) {
    var random = Random(seed: 31)
    for _ in 0..<2000 {
      let sample = Drags.random(&random, spines: [binding])
      let drag = sample.drag
      let curl = drag.curl(settlingFrom: sample.pointer, to: .landed, progress: 1)
      #expect(curl.radius == 0)
      let spine = binding.spine(on: drag.page)
      #expect(Drags.arc(spine.0, curl.fold) == 0 && Drags.arc(spine.1, curl.fold) == 0)
      for corner in drag.page.corners {
        let upright = binding.symmetry.applied(to: corner, on: drag.page)
        let image = binding.symmetry.applied(
          to: SIMD2(-upright.x, upright.y), on: binding.symmetry.applied(to: drag.page))
        #expect(Drags.seen(corner, curl) == image)
      }
    }
  }

  @Test("A sheet goes back flat")
  func endsFlat() {
    var random = Random(seed: 32)
    for _ in 0..<2000 {
      let sample = Drags.random(&random)
      let curl = sample.drag.curl(settlingFrom: sample.pointer, to: .flat, progress: 1)
      #expect(curl.isFlat && curl.grabbed == sample.drag.grab)
    }
  }

  @Test("A free sheet leaves its page, roll and all")
  func freeSheetLeaves() {
    var random = Random(seed: 33)
    for _ in 0..<5000 {
      let sample = Drags.random(&random, spines: [nil])
      let curl = sample.drag.curl(settlingFrom: sample.pointer, to: .landed, progress: 1)
      let nearest = sample.drag.page.corners.map { Drags.arc($0, curl.fold) }.min() ?? 0
      #expect(nearest >= sample.drag.radius - 1e-9)
    }
  }

  @Test("On its way the pointer needs no pulling, the spine stays down, the heading levels out")
  func staysWithinLimits() {
    var random = Random(seed: 34)
    var (pulled, lifted, turned) = (0.0, -1.0, 0.0)
    for _ in 0..<2000 {
      let sample = Drags.random(&random, spines: [.left, .right, .top])
      let drag = sample.drag
      guard let binding = drag.spine else { continue }
      let spine = binding.spine(on: drag.page)
      for rest in [CurlDrag.Rest.flat, .landed] {
        var askew = Double.infinity
        for step in 0...20 {
          let way = drag.pointer(
            settlingFrom: sample.pointer, to: rest, progress: Double(step) / 20)
          pulled = max(pulled, Drags.length(drag.clampedToSpine(way) - way))
          let curl = drag.curl(at: way)
          lifted = max(lifted, Drags.arc(spine.0, curl.fold), Drags.arc(spine.1, curl.fold))
          let normal = binding.symmetry.applied(to: curl.fold.normal)
          turned = max(turned, abs(normal.y) - askew)
          askew = abs(normal.y)
        }
        #expect(askew < 1e-12)
      }
    }
    #expect(pulled < 1e-8 && lifted <= 1e-9 && turned <= 1e-7)
  }

  @Test("Going back flat, the heading's slope fades in step with the way that is left")
  func headingFades() {
    for binding in Binding.allCases {
      let page = PageSize(width: 600, height: 800)
      let drag = CurlDrag(page: page, spine: binding, grab: SIMD2(300, 400), radius: 60)
      let start = drag.curl(at: SIMD2(310, 420)).fold.normal
      let first = binding.symmetry.applied(to: start)
      for progress in [0.0, 0.25, 0.5, 0.9, 0.999] {
        let curl = drag.curl(settlingFrom: SIMD2(310, 420), to: .flat, progress: progress)
        let normal = binding.symmetry.applied(to: curl.fold.normal)
        #expect(abs(normal.y / normal.x - (1 - progress) * first.y / first.x) < 1e-9)
      }
    }
  }

  @Test("A landing sheet's held point goes along a straight line, at an even pace")
  func straightLine() {
    let drag = CurlDrag(
      page: PageSize(width: 600, height: 800), spine: .left, grab: SIMD2(600, 200), radius: 60)
    let start = SIMD2(420.0, 260)
    let goal = SIMD2(-600.0, 200)
    for step in 0...10 {
      let progress = Double(step) / 10
      let curl = drag.curl(settlingFrom: start, to: .landed, progress: progress)
      let off = curl.grabbed - (start + progress * (goal - start))
      #expect(Drags.length(off) < 1e-9)
    }
  }

  @Test("Radius and fold go to rest without a jump")
  func settlesSmoothly() {
    let drag = CurlDrag(
      page: PageSize(width: 600, height: 800), spine: .left, grab: SIMD2(600, 200), radius: 60)
    var last: CurlDrag.Curl?
    for step in 0...5000 {
      let curl = drag.curl(
        settlingFrom: SIMD2(420, 500), to: .landed, progress: Double(step) / 5000)
      if let last {
        #expect(abs(curl.radius - last.radius) < 0.5 && abs(curl.arc - last.arc) < 1)
        #expect(Drags.length(curl.fold.normal - last.fold.normal) < 0.01)
      }
      last = curl
    }
  }

  @Test("The fold, or the free edge, is exactly under a finger that moves straight across")
  func s4_10_followsTheFinger() {
    let width = 600.0
    for x in stride(from: -600.0, through: 600, by: 18.75) {
      for follow in [CurlDrag.Follow.fold, .edge] {
        let share = follow.foldShare(finger: x, width: width)
        #expect(abs(follow.finger(foldShare: share, width: width) - x) < 1e-12)
        // The layers of the flat fold: the fold at le·w, its free edge at (2le − 1)·w.
        let place = follow == .fold ? share * width : (2 * share - 1) * width
        #expect(abs(place - x) < 1e-12)
        guard follow == .edge || x >= 0 else { continue }
        let drag = CurlDrag(
          page: PageSize(width: 600, height: 800), spine: .left, grab: SIMD2(600, 400), radius: 0,
          follow: follow)
        let curl = drag.curl(at: SIMD2(x, 400))
        #expect(abs(curl.fold.point.x - share * width) < 1e-12)
      }
    }
    // In a view of two pages the divisor is its whole width: touch.x / 2w.
    #expect(CurlDrag.Follow.edge.foldShare(finger: 900 - 600, width: 600) == 900.0 / 1200)
    #expect(CurlDrag.Follow.fold.foldShare(finger: 150, width: 600) == 0.25)
  }
}
