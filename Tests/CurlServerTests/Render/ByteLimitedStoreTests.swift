#if Server
import TestSupport
import Testing

@testable import CurlServer

@Suite("kept values")
struct ByteLimitedStoreTests {
  private typealias Store = ByteLimitedStore<Int, String>

  /// A store with room for `count` values of 100 bytes.
  private static func store(_ count: Int) -> Store {
    Store(most: count * (100 + Store.overhead))
  }

  @Test("What wasn't used for longest goes first")
  func order() {
    var store = Self.store(3)
    for key in 1...3 { store.insert("\(key)", for: key, size: 100) }
    #expect(store.bytes == store.most)
    #expect(store.value(for: 1) == "1")
    store.insert("4", for: 4, size: 100)
    #expect(store.value(for: 2) == nil)
    #expect([1, 3, 4].allSatisfy { store.value(for: $0) == "\($0)" })
    // A large value takes the room of two.
    store.insert("5", for: 5, size: 200 + Store.overhead)
    #expect(store.count == 2 && store.value(for: 4) == "4" && store.value(for: 5) == "5")
  }

  @Test("A value that is too large isn't kept, and replaces the old one all the same")
  func size() {
    var store = Self.store(2)
    store.insert("a", for: 1, size: 100)
    store.insert("b", for: 2, size: 100)
    store.insert("c", for: 2, size: 100)
    #expect(store.bytes == store.most && store.value(for: 2) == "c")
    store.insert("d", for: 2, size: store.most)
    #expect(store.value(for: 2) == nil && store.value(for: 1) == "a" && store.count == 1)
    var none = Store(most: 0)
    none.insert("", for: 1, size: 0)
    #expect(none.count == 0 && none.bytes == 0)
  }

  @Test("Any sequence of uses leaves what a plain list would leave")
  func model() {
    var random = Random(seed: 77)
    var store = Self.store(8)
    // Keys with sizes, the last used one at the end.
    var model: [(key: Int, size: Int)] = []
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<24, using: &random)
      let known = model.firstIndex { $0.key == key }
      if step % 3 == 0 {
        let size = Int.random(in: 0...700, using: &random)
        store.insert("\(key)", for: key, size: size)
        if let known { model.remove(at: known) }
        model.append((key, size + Store.overhead))
        while model.reduce(0, { $0 + $1.size }) > store.most { model.removeFirst() }
      } else {
        #expect((store.value(for: key) != nil) == (known != nil))
        if let known { model.append(model.remove(at: known)) }
      }
      #expect(store.bytes == model.reduce(0) { $0 + $1.size } && store.count == model.count)
      #expect(store.bytes <= store.most)
    }
  }
}
#endif
