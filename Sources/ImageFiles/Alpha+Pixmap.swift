import CurlCore

extension Alpha {
  /// Whether every alpha is at its maximum.
  static func isOpaque(_ pixmap: Pixmap) -> Bool {
    switch pixmap.storage {
    case .rgba8(let values): unsafe values.withUnsafeBufferPointer { unsafe isOpaque($0) }
    case .rgba16(let values): unsafe values.withUnsafeBufferPointer { unsafe isOpaque($0) }
    }
  }
}
