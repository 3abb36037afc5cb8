extension Texture {
  /// Copies whole RGBA texels of floats into a level (glTexSubImage2D).
  ///
  /// Binds it to unit 0.
  ///
  /// - Throws: `outOfMemory`.
  package func upload(texels: [SIMD4<Float>], level: Int) throws(GLError) {
    // A SIMD4<Float> is four floats in a row, without padding.
    let failure: GLError? = unsafe texels.withUnsafeBytes { bytes in
      do throws(GLError) {
        unsafe try upload(bytes: bytes, as: .float, level: level)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
