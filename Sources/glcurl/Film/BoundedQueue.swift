/// A queue between tasks that holds a few elements: who sends to a full one is held back.
///
/// It knows nothing of cancelled tasks: whoever notices a failure closes it, and nobody waits on.
actor BoundedQueue<Element: Sendable> {
  private let capacity: Int
  private var elements: [Element] = []
  private var isClosed = false
  private var senders: [CheckedContinuation<Void, Never>] = []
  private var receivers: [CheckedContinuation<Void, Never>] = []

  /// An empty queue for `capacity` elements, 1 or more.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Adds an element when there is room; false if the queue was closed.
  func send(_ element: Element) async -> Bool {
    while elements.count >= capacity && !isClosed {
      await withCheckedContinuation { senders.append($0) }
    }
    guard !isClosed else { return false }
    elements.append(element)
    if !receivers.isEmpty { receivers.removeFirst().resume() }
    return true
  }

  /// Takes the oldest element when there is one; nil when the queue is closed and empty.
  func receive() async -> Element? {
    while elements.isEmpty && !isClosed {
      await withCheckedContinuation { receivers.append($0) }
    }
    guard !elements.isEmpty else { return nil }
    if !senders.isEmpty { senders.removeFirst().resume() }
    return elements.removeFirst()
  }

  /// Takes no more elements; what there is can be received, unless it is dropped.
  func close(dropping: Bool = false) {
    isClosed = true
    if dropping { elements.removeAll() }
    for waiting in senders + receivers { waiting.resume() }
    senders.removeAll()
    receivers.removeAll()
  }
}
