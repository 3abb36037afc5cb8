internal import Synchronization

/// A picture as it was given and as filters read it.
///
/// What filters read is made when the first of them asks, once, from whichever thread. A class, so
/// that a renderer can tell by identity what it has uploaded already.
package final class PreparedPicture: Sendable {
  package let pixmap: Pixmap
  /// Whether every pixel's alpha is at its maximum.
  package let isOpaque: Bool
  // Stored here, for what filters read of each texel isn't retained and looked up then.

  /// The bytes of an opaque picture of 8 bits; none of others.
  package let opaqueBytes: [UInt8]
  /// Linear light of such bytes.
  package let opaqueLight = Decoder.opaque8
  private let floats = Once<LinearImage>()
  private let integers = Once<LinearPage16?>()

  /// A picture for any number of frames.
  package init(_ pixmap: Pixmap) {
    self.pixmap = pixmap
    isOpaque = pixmap.isOpaque
    if isOpaque, case .rgba8(let bytes) = pixmap.storage {
      opaqueBytes = bytes
    } else {
      opaqueBytes = []
    }
  }

  /// The picture in linear light, with halved levels: 21 bytes a pixel.
  package var linear: LinearImage { floats.value { LinearImage(pixmap) } }

  /// Whether anybody has asked for that.
  package var hasLinear: Bool { floats.isMade }

  /// The picture in linear light as integers, 8 bytes a pixel; nil where it isn't an opaque one of 8
  /// bits.
  package var linear16: LinearPage16? {
    integers.value { isOpaque ? LinearPage16(opaque: pixmap) : nil }
  }

  /// Whether anybody has asked for that.
  package var hasLinear16: Bool { integers.isMade }
}

/// A value that is made when it is first asked for, by one thread while others wait.
private final class Once<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let made = AtomicLazyReference<Box>()
  private let turn = Mutex(())

  /// Whether it is there.
  var isMade: Bool { made.load() != nil }

  func value(_ make: () -> Value) -> Value {
    if let box = made.load() { return box.value }
    return turn.withLock { _ in
      if let box = made.load() { return box.value }
      return made.storeIfNil(Box(make())).value
    }
  }
}
