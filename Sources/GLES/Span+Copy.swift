extension Span<UInt8> {
  /// Copies all bytes to the start of an array.
  package func copy(to bytes: inout [UInt8]) {
    precondition(bytes.count >= count, "too little memory for a copy")
    unsafe withUnsafeBytes { from in
      unsafe bytes.withUnsafeMutableBytes { to in unsafe to.copyMemory(from: from) }
    }
  }

  /// All bytes as an array.
  package var array: [UInt8] {
    unsafe withUnsafeBytes { from in
      unsafe [UInt8](unsafeUninitializedCapacity: from.count) { to, count in
        unsafe UnsafeMutableRawBufferPointer(to).copyMemory(from: from)
        count = from.count
      }
    }
  }
}
