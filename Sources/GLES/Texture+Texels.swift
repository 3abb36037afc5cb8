extension Texture {
  /// Copies whole RGBA texels of floats into a region of a level (glTexSubImage2D).
  ///
  /// Binds it to unit 0.
  ///
  /// - Throws: `outOfMemory`.
  package func upload(texels: [SIMD4<Float>], level: Int, region: PixelRegion) throws(GLError) {
    // A SIMD4<Float> is four floats in a row, without padding.
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

  /// Copies whole RGBA texels of 16 bits a channel, the lowest bits first, into a region of a level;
  /// `rowLength` texels lie from one row to the next.
  ///
  /// Binds it to unit 0.
  ///
  /// - Throws: `outOfMemory`.
  package func upload(packed: [UInt64], level: Int, region: PixelRegion, rowLength: Int)
    throws(GLError)
  {
    let count = 8 * ((region.height - 1) * rowLength + region.width)
    let failure: GLError? = unsafe packed.withUnsafeBytes { bytes in
      do throws(GLError) {
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
        unsafe try upload(
          bytes: part, as: .uint16, level: level, region: region, rowLength: rowLength)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
