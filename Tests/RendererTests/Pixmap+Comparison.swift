import CurlCore
import PageCurl

/// Pictures taken apart and compared.
extension Pixmap {
  private func reordered(_ width: Int, _ height: Int, _ source: (Int, Int) -> Int) -> Pixmap {
    let all = rgba8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let i = 4 * source(x, y)
        bytes += all[i..<i + 4]
      }
    }
    return Pixmap(width: width, height: height, rgba8: bytes)
  }

  /// Left and right exchanged.
  var mirrored: Pixmap {
    let w = width
    return reordered(w, height) { w - 1 - $0 + $1 * w }
  }

  /// Rows and columns exchanged.
  var transposed: Pixmap {
    let w = width
    return reordered(height, w) { $1 + $0 * w }
  }

  /// How two pictures of one size differ.
  func difference(_ other: Pixmap) -> Difference {
    var difference = Difference()
    for i in 0..<width * height { difference.add(channels(i), other.channels(i)) }
    return difference
  }

  /// A rectangle cut out of it.
  func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Pixmap {
    func cut<Channel>(_ channels: [Channel]) -> [Channel] {
      (y..<y + height).flatMap { row in
        let start = 4 * (row * self.width + x)
        return channels[start..<start + 4 * width]
      }
    }
    switch storage {
    case .rgba8(let channels):
      return Pixmap(width: width, height: height, rgba8: cut(channels))
    case .rgba16(let channels):
      return Pixmap(width: width, height: height, rgba16: cut(channels))
    }
  }
}
