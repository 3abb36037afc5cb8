import CurlCore
import Testing

@Suite("Stops of a book") struct BookTests {
  static let layouts: [Book.Layout] = [.single, .facing(cover: true), .facing(cover: false)]

  static func books(_ pages: ClosedRange<Int> = 0...9) -> [Book] {
    pages.flatMap { pages in
      layouts.flatMap { layout in
        [Book.Printing.oneSided, .twoSided].map {
          Book(pages: pages, layout: layout, printing: $0)
        }
      }
    }
  }

  static func stops(_ book: Book) -> [[Int]] { (0..<book.stops).map { book.stop($0).pages } }

  @Test("Single pages stop one by one")
  func singlePages() {
    #expect(Self.stops(Book(pages: 4)) == [[0], [1], [2], [3]])
    #expect(Book(pages: 4).stop(2) == Book.Stop(verso: nil, recto: .page(2)))
  }

  @Test(
    "Facing pages pair up after the cover",
    arguments: [
      (1, [[0]]), (2, [[0], [1]]), (3, [[0], [1, 2]]), (4, [[0], [1, 2], [3]]),
      (5, [[0], [1, 2], [3, 4]]), (6, [[0], [1, 2], [3, 4], [5]]),
    ])
  func covered(_ pages: Int, _ expected: [[Int]]) {
    let book = Book(pages: pages, layout: .facing(cover: true))
    #expect(Self.stops(book) == expected)
    #expect(book.stop(0).verso == nil)
  }

  @Test(
    "Facing pages pair up from the first without a cover",
    arguments: [
      (1, [[0]]), (2, [[0, 1]]), (3, [[0, 1], [2]]), (4, [[0, 1], [2, 3]]),
      (5, [[0, 1], [2, 3], [4]]),
    ])
  func uncovered(_ pages: Int, _ expected: [[Int]]) {
    let book = Book(pages: pages, layout: .facing(cover: false))
    #expect(Self.stops(book) == expected)
    #expect(book.stop(0).verso == .page(0))
  }

  @Test("A last lone page is a verso, with nothing beside it")
  func lastLonePage() {
    for (pages, cover) in [(4, true), (5, false)] {
      let book = Book(pages: pages, layout: .facing(cover: cover))
      #expect(book.stop(book.stops - 1) == Book.Stop(verso: .page(pages - 1), recto: nil))
    }
  }

  @Test("Two-sided single pages rest at rectos, and the last lone leaf has a back of paper")
  func twoSidedSingles() {
    let book = Book(pages: 5, printing: .twoSided)
    #expect(Self.stops(book) == [[0], [2], [4]])
    #expect(book.leaf(1).back == .page(3))
    #expect(book.stop(of: 3) == 1)
    #expect(Book(pages: 4, printing: .twoSided).stops == 2)
  }

  @Test("Facing pages of one-sided leaves show each front's own back")
  func oneSidedFacing() {
    let book = Book(pages: 3, layout: .facing(cover: true), printing: .oneSided)
    #expect(book.stop(0) == Book.Stop(verso: nil, recto: .page(0)))
    #expect(book.stop(2) == Book.Stop(verso: .mirrored(1), recto: .page(2)))
    #expect(book.stop(2)[.verso]?.page == 1)
  }

  /// The two rules of the source document, written as there; n = number of pages.
  @Test("Leaves bumps odd indices to even, and there is more while the rule says so")
  func s4_19_leavesSpreads() {
    // Whether there is a next spread, for each index below n.
    let golden: [Int: [Bool]] = [
      1: [false],
      2: [true, false],
      3: [true, false, false],
      4: [true, true, true, false],
      5: [true, true, true, false, false],
      6: [true, true, true, true, true, false],
      7: [true, true, true, true, true, false, false],
      8: [true, true, true, true, true, true, true, false],
      9: [true, true, true, true, true, true, true, false, false],
    ]
    for (pages, more) in golden {
      let book = Book(pages: pages, layout: .facing(cover: true))
      for index in 0..<pages {
        let stop = book.stop(of: index)
        #expect(2 * stop == index + index % 2, "index \(index) of \(pages)")
        #expect((book.next(after: stop) != nil) == more[index], "index \(index) of \(pages)")
        let rule = index % 2 == 0 ? index < pages - 1 : index < pages - 2
        #expect(more[index] == rule, "the table itself, index \(index) of \(pages)")
        let right = 2 * stop
        let shown = [right - 1, right].filter { (0..<pages).contains($0) }
        #expect(book.stop(stop).pages == shown)
        #expect((book.previous(before: stop) != nil) == (right > 0))
      }
    }
  }

  @Test("A change of layout goes to the stop of the page that is shown first")
  func s4_20_modeSwitch() {
    let single = Book(pages: 7)
    let facing = Book(pages: 7, layout: .facing(cover: true))
    #expect(facing.stop(of: single.stop(3).pages[0]) == 2)
    #expect(single.stop(of: facing.stop(2).pages[0]) == 3)
  }

  @Test("Every page has a stop, in order, and it is shown there unless it's the back of a single")
  func everyPageHasAStop() {
    for book in Self.books() {
      for page in 0..<book.pages {
        let stop = book.stop(of: page)
        #expect((0..<book.stops).contains(stop))
        let isHidden = book.layout == .single && book.printing == .twoSided && page % 2 == 1
        #expect(book.stop(stop).pages.contains(page) == !isHidden)
        if page > 0 { #expect(stop >= book.stop(of: page - 1)) }
      }
    }
  }

  @Test("Walking from the first stop reaches the last, and back")
  func walking() {
    for book in Self.books(1...9) {
      var way = [0]
      while let next = book.next(after: way[way.count - 1]) { way.append(next) }
      #expect(way == Array(0..<book.stops) && book.leaves == book.stops - 1)
      #expect(way.last == book.last && book.first == 0)
      #expect(way.dropFirst().allSatisfy { book.previous(before: $0) == $0 - 1 })
      #expect(book.previous(before: 0) == nil)
    }
  }

  @Test("An empty book has no stop and no leaf")
  func emptyBook() {
    for layout in Self.layouts {
      let book = Book(pages: 0, layout: layout)
      #expect(book.stops == 0 && book.leaves == 0 && book.first == nil && book.last == nil)
    }
  }

  @Test("A spread's canvas holds both pages, the verso beyond the spine")
  func spreadCanvas() {
    let page = PageSize(width: 30, height: 50)
    let expected: [Binding: Canvas] = [
      .left: Canvas(width: 60, height: 50, origin: SIMD2(-30, 0), step: SIMD2(1, 1)),
      .right: Canvas(width: 60, height: 50, origin: SIMD2(0, 0), step: SIMD2(1, 1)),
      .top: Canvas(width: 30, height: 100, origin: SIMD2(0, -50), step: SIMD2(1, 1)),
    ]
    for binding in Binding.allCases {
      #expect(Canvas(spread: page, binding: binding) == expected[binding])
    }
    #expect(Binding.right.spine(on: page) == (SIMD2(30, 0), SIMD2(30, 50)))
    #expect(Binding.top.spine(on: page) == (SIMD2(0, 0), SIMD2(30, 0)))
  }
}
