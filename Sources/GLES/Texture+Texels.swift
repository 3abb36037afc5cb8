extension Texture {
  /// Copies RGBA texels of four floats into a region of a level (glTexSubImage2D).
  ///
  /// Binds the texture to unit 0.
  ///
  /// - Throws: `outOfMemory`.
  package func upload(texels: [SIMD4<Float>], level: Int, region: PixelRegion) throws(GLError) {
    // A SIMD4<Float> has four consecutive floats, without padding.
    let failure: GLError? = unsafe texels.withUnsafeBytes { bytes in
      do throws(GLError) {
        unsafe try upload(bytes: bytes, as: .float, level: level, region: region)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
