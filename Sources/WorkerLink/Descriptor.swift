internal import Glibc
internal import Synchronization

/// An open file descriptor; closed at the end of its life.
package struct Descriptor: ~Copyable, Sendable {
  /// The descriptor's number; valid as long as this value.
  package let number: Int32

  /// Owns an open descriptor.
  package init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Gives up ownership; the caller must close the descriptor.
  package consuming func take() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Opens a second descriptor of the same file.
  package borrowing func duplicate() throws(LinkError) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .system(call: "fcntl", code: errno) }
    return Descriptor(copy)
  }
}

/// Descriptors of a message; closes those that nobody takes.
///
/// An array can't hold values that can't be copied.
package final class DescriptorList: Sendable {
  /// Number of descriptors, including those taken.
  package let count: Int

  /// Numbers of the descriptors; nil once taken.
  private let numbers: Mutex<[Int32?]>

  /// Owns open descriptors.
  init(_ numbers: [Int32]) {
    count = numbers.count
    self.numbers = Mutex(numbers)
  }

  deinit {
    numbers.withLock { numbers in
      for case let number? in numbers { close(number) }
    }
  }

  /// Takes the descriptor at `index`, 0..<``count``; nil if it was taken before or doesn't exist.
  package func take(_ index: Int) -> Descriptor? {
    numbers.withLock { numbers -> Int32? in
      guard numbers.indices.contains(index) else { return nil }
      defer { numbers[index] = nil }
      return numbers[index]
    }.map { Descriptor($0) }
  }
}
