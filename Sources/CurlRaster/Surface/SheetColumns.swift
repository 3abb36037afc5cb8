internal import CurlCore
internal import CurlKernels

/// A sheet of any cross-section whose rulings run along the frame's columns, in integers.
///
/// What a column sees across the rulings is the same in all rows, so it is computed once a frame.
@safe final class SheetColumns: @unchecked Sendable {
  /// Immutable.
  private let columns: UnsafeMutablePointer<curl_columns>
  private let level: SheetKernels.Level
  private let front: LinearLevel16
  private let back: LinearLevel16
  private let tone: SheetTone

  /// Nil if memory is short.
  ///
  /// - Precondition: `FramePlan.obstacleToColumns` is nil.
  init?(
    _ frame: CurlFrame, _ section: Section, _ pictures: FramePictures, level: SheetKernels.Level
  ) {
    let constants = SectionConstants(frame, section)
    var kernel = unsafe curl_frame(frame, sides: .both)
    let found = unsafe withExtendedLifetime(constants) {
      unsafe curl_columns_new(&kernel, constants.section)
    }
    guard let made = unsafe found else { return nil }
    unsafe columns = made
    self.level = level
    front = pictures.front.linear16
    back = frame.back == .picture ? (pictures.back ?? pictures.front).linear16 : front
    tone = SheetTone(frame)
  }

  deinit { unsafe curl_columns_free(columns) }

  /// Bytes of the columns' taps.
  var bytes: Int { Int(unsafe curl_columns_bytes(columns)) }

  /// Calls `body` with the runs of a row's pixels that see the same, from the left.
  func forEachRun(_ y: Int, _ xs: Range<Int>, _ body: (Range<Int>, curl_sight) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: xs.count) { seen in
      guard let start = seen.baseAddress else { return }
      unsafe curl_columns_seen(
        level.rawValue, columns, Int32(y), Int32(xs.lowerBound), Int32(xs.count), start)
      var first = 0
      while first < xs.count {
        let own = unsafe seen[first]
        var end = first + 1
        while end < xs.count, unsafe seen[end] == own { end += 1 }
        body(xs.lowerBound + first..<xs.lowerBound + end, curl_sight(UInt32(own)))
        first = end
      }
    }
  }

  /// Paints pixels of a row that see one side alone.
  ///
  /// `light` fills in the light on the sheet, the white that it adds and the light through it, or
  /// returns false in full light.
  func paint(
    _ y: Int, _ xs: Range<Int>, isBack: Bool, _ out: UnsafeMutablePointer<UInt8>,
    _ noise: Noise.Row, numbers: UnsafeMutablePointer<UInt16>, others: UnsafePointer<UInt16>?,
    light: (UnsafePointer<curl_columns>, UnsafeMutablePointer<UInt16>) -> Bool
  ) {
    let count = xs.count
    let lights = unsafe numbers + 4 * count
    let isLit = unsafe light(columns, lights)
    if let others = unsafe others {
      for i in 0..<count {
        let share = unsafe UInt32(others[i])
        guard isLit else {
          unsafe lights[i] = others[i]
          continue
        }
        // The light, and the white.
        for k in [i, count + i] {
          unsafe lights[k] = UInt16(truncatingIfNeeded: (UInt32(lights[k]) &* share) &>> 15)
        }
      }
    }
    let page = isBack ? back : front
    unsafe page.texels.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: UInt16.self) { texels in
        var page = unsafe curl_page(texels: texels.baseAddress, stride: Int64(page.stride))
        unsafe curl_columns_means(
          level.rawValue, &page, columns, Int32(y), Int32(xs.lowerBound), Int32(count), numbers)
      }
    }
    let own = isBack ? tone : tone.plain
    let hasLight = unsafe isLit || others != nil
    unsafe own.put(
      level, numbers, count, through: isLit && own.fades ? lights + 2 * count : nil,
      light: hasLight ? lights : nil, white: isLit && isBack ? lights + count : nil, to: out, noise)
  }
}
