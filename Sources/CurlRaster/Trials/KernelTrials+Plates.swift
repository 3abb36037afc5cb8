internal import CurlCore
internal import CurlKernels

// The work of the kernels of flat pages.
extension KernelTrials {
  /// A page that is rotated by 20°, in perspective.
  var plateTrial: KernelTrial {
    let (width, height) = (sheet.front.level.width / 2, sheet.front.level.height / 2)
    let count = max(width, 1) * max(height, 1)
    var pageMap = curl_page_map(
      rows: (0.94, -0.34, Float(width) / 2, 0.34, 0.94, 0, 0, 1e-4, 1), origin_x: 0, origin_y: 0,
      step_x: 1, step_y: 1, page_x: Float(sheet.front.level.width),
      page_y: Float(sheet.front.level.height),
      flip_x: 1, flip_y: 1, narrow: 1, fewest: 2)
    return unsafe KernelTrial("plate", .c, values: count, bytes: 8 * count) { [sheet] level, out in
      let linear = unsafe out.assumingMemoryBound(to: UInt16.self)
      unsafe sheet.front.with(rows: 3) { page in
        var page = unsafe page
        for y in 0..<max(height, 1) {
          unsafe curl_plate(
            level.rawValue, &page, &pageMap, 0, Int64(y), Int64(max(width, 1)),
            linear + 4 * max(width, 1) * y)
        }
      }
    }
  }

  /// Pairs of taps, half a texel wide, in a page as large as its frame.
  var pairTrial: KernelTrial {
    let (blocks, height) = (sheet.front.level.width / 16, sheet.front.level.height)
    let count = 16 * blocks * height
    func weights(_ taps: [Int16]) -> [Int16] { taps.flatMap { [Int16](repeating: $0, count: 16) } }
    // The first tap sees columns 0 and 1, the second 1 and 2; both see two rows.
    let columns = weights([9000, 7384, 0, 0, 0, 2000, 14_383, 0])
    let rows = weights([20_000, 12_767, 0, 0, 18_000, 14_767, 0, 0])
    return unsafe KernelTrial("pair_means", .c, values: count, bytes: 8 * count) {
      [sheet] level, out in
      var at = unsafe out.assumingMemoryBound(to: UInt16.self)
      unsafe sheet.front.with(rows: 3) { page in
        var page = unsafe page
        unsafe columns.withUnsafeBufferPointer { columns in
          var pairs = unsafe curl_pairs()
          unsafe pairs.columns = columns.baseAddress
          unsafe withUnsafeMutableBytes(of: &pairs.rows) { own in
            unsafe rows.withUnsafeBytes { unsafe own.copyMemory(from: $0) }
          }
          for y in 0..<height {
            for block in 0..<blocks {
              unsafe withUnsafeMutableBytes(of: &pairs.texels) { texels in
                for i in 0..<16 {
                  unsafe texels.storeBytes(
                    of: Int32(y * Int(page.stride) + 16 * block + i), toByteOffset: 4 * i,
                    as: Int32.self)
                }
              }
              unsafe curl_pair_means(level.rawValue, &page, &pairs, 16, at)
              unsafe at += 64
            }
          }
        }
      }
    }
  }

  /// A page that is moved by parts of a pixel.
  var shiftTrial: KernelTrial {
    let (width, height) = (sheet.front.level.width, sheet.front.level.height)
    let count = width * height
    return unsafe KernelTrial("shift", .c, values: count, bytes: 8 * count) { [sheet] level, out in
      let linear = unsafe out.assumingMemoryBound(to: UInt16.self)
      unsafe sheet.front.with(rows: 3) { page in
        guard let texels = unsafe page.texels else { return }
        for y in 0..<height {
          var row = unsafe curl_page(
            texels: texels + 4 * y * Int(page.stride), stride: page.stride)
          unsafe curl_shift(
            level.rawValue, &row, [9830, 6554, 9830, 6554], Int64(width),
            linear + 4 * width * y)
        }
      }
    }
  }
}
