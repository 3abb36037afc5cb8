import CurlCore
import Testing

@Suite("Roles of a book's leaves") struct BookRolesTests {
  @Test("A facing leaf has the recto before on its front and the verso after on its back")
  func facingLeaf() {
    let book = Book(pages: 6, layout: .facing(cover: true))
    let leaf = book.leaf(1)
    #expect(leaf.front == .page(2) && leaf.back == .page(3))
    #expect(leaf.verso == .page(1) && leaf.recto == .page(4))
    #expect(book.leaf(0).verso == nil && book.leaf(2).recto == nil)
    let open = Book(pages: 4, layout: .facing(cover: false)).leaf(0)
    #expect(open.front == .page(1) && open.back == .page(2))
    #expect(open.verso == .page(0) && open.recto == .page(3))
  }

  @Test("The reverse is the current page mirrored in single mode, the next page in facing mode")
  func s4_3_reverseImage() {
    for index in 0..<8 {
      #expect(Book(pages: 9).leaf(index).back == .mirrored(index))
    }
    let facing = Book(pages: 9, layout: .facing(cover: true))
    for stop in 0..<4 {
      let right = 2 * stop
      #expect(facing.leaf(stop).front == .page(right))
      #expect(facing.leaf(stop).back == .page(right + 1))
    }
  }

  @Test("The back is asked for before the front, each once, and then what lies under")
  func s3_3_askingOrder() {
    let single = Book(pages: 3).leaf(0)
    #expect(
      single.requests == [
        .init(role: .back, face: .mirrored(0)), .init(role: .front, face: .page(0)),
        .init(role: .under, face: .page(1)),
      ])
    #expect(single.pages == [0, 1])
    let facing = Book(pages: 6, layout: .facing(cover: true))
    #expect(facing.roles(from: 1, to: 2).pages == [3, 2, 4, 1])
    #expect(facing.roles(from: 2, to: 1).pages == [3, 2, 1, 4])
    for book in BookTests.books() {
      for leaf in 0..<book.leaves {
        for roles in [book.leaf(leaf), book.roles(from: leaf + 1, to: leaf)] {
          let faces = roles.requests.map(\.face)
          #expect(Set(faces).count == faces.count && Set(roles.pages).count == roles.pages.count)
          #expect(roles.requests.filter { $0.role == .front }.count == 1)
          let order = roles.requests.map { [.back: 0, .front: 1, .under: 2][$0.role] ?? 9 }
          #expect(order == order.sorted())
        }
      }
    }
  }

  /// Two-sided single pages alternate content and back, as the data source of the text does.
  @Test("After a content page comes its back, after a back the next content page")
  func s3_3_contentAndBack() {
    let book = Book(pages: 6, printing: .twoSided)
    #expect(book.leaf(0).pages == [1, 0, 2] && book.leaf(1).pages == [3, 2, 4])
  }

  @Test("The back belongs to the shown page going forward, to the page before going backward")
  func s3_4_mirroredBacks() {
    let book = Book(pages: 5)
    for page in 0..<4 {
      #expect(book.roles(from: page, to: page + 1).back == .mirrored(page))
    }
    for page in 1..<5 {
      let roles = book.roles(from: page, to: page - 1)
      #expect(roles.back == .mirrored(page - 1) && roles.front == .page(page - 1))
      #expect(!roles.isForward && roles.recto == .page(page))
    }
  }

  @Test("A backward turn has the forward turn's faces")
  func backwardIsTheSameLeaf() {
    for book in BookTests.books() {
      for leaf in 0..<book.leaves {
        let (forth, back) = (book.leaf(leaf), book.roles(from: leaf + 1, to: leaf))
        #expect(forth.front == back.front && forth.back == back.back)
        #expect(forth.verso == back.verso && forth.recto == back.recto)
        #expect(forth.isForward && !back.isForward)
      }
    }
  }

  @Test("A turn starts from what its first stop shows and ends at what its second one does")
  func rolesMeetTheStops() {
    for book in BookTests.books() {
      for from in 0..<book.stops {
        for to in from..<book.stops where to > from {
          let roles = book.roles(from: from, to: to)
          let (start, end) = (book.stop(from), book.stop(to))
          #expect(roles.verso == start.verso && roles.front == start.recto)
          #expect(roles.recto == end.recto)
          if book.layout != .single { #expect(roles.back == end.verso) }
          #expect(roles.front != .blank)
        }
      }
    }
  }

  @Test("A leaf is hard where either of its faces is")
  func hardLeaves() {
    let book = Book(pages: 8, layout: .facing(cover: true), hardPages: [0, 1, 5])
    #expect((0..<4).map { book.leaf($0).isHard } == [true, false, true, false])
    let single = Book(pages: 4, hardPages: [2])
    #expect((0..<3).map { single.leaf($0).isHard } == [false, false, true])
  }

  @Test("The bindings share every rule about pages")
  func bindingsAgree() {
    for book in BookTests.books() {
      for binding in Binding.allCases {
        let bound = Book(
          pages: book.pages, layout: book.layout, printing: book.printing, binding: binding)
        #expect(BookTests.stops(bound) == BookTests.stops(book))
        #expect(
          (0..<book.leaves).allSatisfy { bound.leaf($0) == book.leaf($0) })
      }
    }
  }
}
