internal import Synchronization

/// A picture as it was given and as filters read it.
///
/// What filters read is made when the first of them asks, once, from whichever thread. A class, so
/// that a renderer can tell by identity what it has uploaded already.
package final class PreparedPicture: Sendable {
  /// The picture's size.
  package let size: PageSize
  /// How its channels are stored.
  package let format: Pixmap.Format
  /// Whether every pixel's alpha is at its maximum.
  package let isOpaque: Bool
  // Stored here, for what filters read of each texel isn't retained and looked up then.

  /// The bytes of an opaque picture of 8 bits; none of others.
  package let opaqueBytes: [UInt8]
  /// Linear light of such bytes.
  package let opaqueLight = Decoder.opaque8
  private let given: Pixmap?
  private let remade = Once<Pixmap>()
  private let integers = Once<LinearPage16?>()
  private let givenLinear: LinearImage?
  private let remadeLinear = Once<LinearImage>()
  private let stores: Mutex<[LinearPage16]>

  /// Stores that are kept: those of a page on either side of a spread, and of one more canvas.
  private static let mostStores = 5

  /// A picture for any number of frames.
  package init(_ pixmap: Pixmap) {
    given = pixmap
    givenLinear = LinearImage(pixmap)
    size = PageSize(width: pixmap.width, height: pixmap.height)
    format = pixmap.format
    isOpaque = pixmap.isOpaque
    stores = Mutex([])
    if isOpaque, case .rgba8(let bytes) = pixmap.storage {
      opaqueBytes = bytes
    } else {
      opaqueBytes = []
    }
  }

  /// What is left of a picture once the full page is let go: its stores.
  package init(storesOf other: PreparedPicture) {
    given = nil
    givenLinear = nil
    size = other.size
    format = other.format
    isOpaque = other.isOpaque
    stores = Mutex(other.stores.withLock { $0 })
    opaqueBytes = []
  }

  /// The picture as it was given; once that is let go, what its largest store has of it.
  package var pixmap: Pixmap {
    if let given { return given }
    return remade.value {
      let kept = stores.withLock { $0 }
      guard let best = kept.max(by: { $0.texels.count < $1.texels.count }) else {
        preconditionFailure("a page that was let go has a store")
      }
      return best.enlarged(to: size, format)
    }
  }

  /// Whether the full page is still there.
  package var hasPage: Bool { given != nil }

  /// The picture in linear light, with halved levels: 16 bytes a pixel at full size, a quarter of that
  /// a level; each is made when it is asked for.
  package var linear: LinearImage { givenLinear ?? remadeLinear.value { LinearImage(pixmap) } }

  /// The picture in linear light as integers, 8 bytes a pixel; nil where it isn't an opaque one of 8
  /// bits.
  package var linear16: LinearPage16? {
    integers.value { isOpaque ? LinearPage16(opaque: pixmap) : nil }
  }

  /// The store of a grid, made by `make` where it isn't there, by one thread while others wait.
  ///
  /// Of many the ones that were asked for last are kept.
  package func store(_ grid: StoreGrid, _ make: () -> LinearPage16) -> LinearPage16 {
    stores.withLock { stores in
      if let i = stores.firstIndex(where: { $0.grid == grid }) {
        let found = stores[i]
        if i + 1 < stores.count { stores.append(stores.remove(at: i)) }
        return found
      }
      let made = make()
      stores.append(made)
      if stores.count > Self.mostStores { stores.removeFirst() }
      return made
    }
  }

  /// Whether the store of a grid is there.
  package func hasStore(_ grid: StoreGrid) -> Bool {
    stores.withLock { $0.contains { $0.grid == grid } }
  }

  /// Bytes that a frame may still have made of it on a canvas; on a GPU all of its levels, else what
  /// filters read.
  package func bytesToMake(on canvas: Canvas, forGPU: Bool = false) -> Int {
    if canvas.shrinks {
      let bytes = [StoreGrid.flat(size, on: canvas), .bent(size, on: canvas)].reduce(0) {
        $0 + (hasStore($1) ? 0 : LinearPage16.bytes($1))
      }
      // Halved levels, for textures and for the light through paper that isn't opaque.
      return forGPU || !isOpaque ? bytes / 3 * 4 : bytes
    }
    let pixels = Double(size.width) * Double(size.height)
    var bytes = 0.0
    if !(givenLinear?.has(0) ?? false) {
      // Of opaque bytes the CPU path makes no full size.
      bytes += (forGPU || opaqueBytes.isEmpty ? 64.0 / 3 : 16.0 / 3) * pixels
    }
    if !forGPU && !opaqueBytes.isEmpty && !hasLinear16 { bytes += 8 * pixels }
    return Int(bytes)
  }

  /// Whether anybody has asked for that.
  package var hasLinear16: Bool { integers.value != nil }
}

extension LinearPage16 {
  /// A page of `size` from its texels, each repeated.
  fileprivate func enlarged(to size: PageSize, _ format: Pixmap.Format) -> Pixmap {
    func place(_ x: Int, _ axis: Int, _ count: Int) -> Int {
      min(max(Int((Double(x) + 0.5) * scale[axis] + offset[axis]), 0), count - 1)
    }
    let most = format == .rgba8 ? 255.0 : 65535.0
    var values: [UInt16] = []
    values.reserveCapacity(4 * size.width * size.height)
    for y in 0..<size.height {
      let row = place(y, 1, height) * stride
      for x in 0..<size.width {
        let texel = texels[row + place(x, 0, width)]
        let alpha = Double(texel >> 48) / 32767
        for i in 0..<3 {
          let light = Double(texel >> UInt64(16 * i) & 0xFFFF) / 32767
          let encoded = alpha > 0 ? SRGB.encode(min(light / alpha, 1)) * alpha : 0
          values.append(UInt16((encoded * most).rounded()))
        }
        values.append(UInt16((alpha * most).rounded()))
      }
    }
    return format == .rgba8
      ? Pixmap(width: size.width, height: size.height, rgba8: values.map { UInt8($0) })
      : Pixmap(width: size.width, height: size.height, rgba16: values)
  }
}
