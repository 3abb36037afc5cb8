package import CurlCore

/// The lights of a sheet over a strip of rows, and one thread's scratch memory for painting it.
@safe package final class StripLights {
  let front: LightField
  let plane: LightField
  let frontInRoll: LightField
  let frontBehind: LightField
  /// Light on layers inside the roll; nil if there are none.
  let rolledUp: LightField?
  /// The cache of light where spans draw; nil: their light is exact.
  let cache: SheetCache?
  private let linear = ScratchBuffer<UInt16>()

  /// The lights of a frame's sheet.
  ///
  /// `isCovered`: the flap hides the front straight under it. `hasGround`: what lies beside the page
  /// receives light. `hasRolledUp`: layers lie inside the roll. `cache`: the cache of light where
  /// spans draw.
  package init(
    _ frame: CurlFrame, isCovered: Bool, hasGround: Bool, hasRolledUp: Bool = false,
    cache: SheetCache? = nil
  ) {
    self.cache = cache
    front = LightField(frame, .flatFront, isCovered: isCovered)
    plane = LightField(frame, .plane, hasGround: hasGround)
    frontInRoll = LightField(frame, .frontInRoll)
    frontBehind = LightField(frame, .frontBehind)
    rolledUp = hasRolledUp ? LightField(frame, .rolledUp) : nil
  }

  /// Bytes of all fields and of the cache.
  var bytes: Int {
    [front, plane, frontInRoll, frontBehind, rolledUp].reduce(cache?.bytes ?? 0) {
      $0 + ($1?.bytes ?? 0)
    }
  }

  /// Moves to the strip that contains a row.
  func begin(row: Int) {
    let top = row / LightField.rows * LightField.rows
    front.begin(top: top)
    plane.begin(top: top)
    frontInRoll.begin(top: top)
    frontBehind.begin(top: top)
    rolledUp?.begin(top: top)
  }

  /// Uninitialized memory for at least `count` numbers, valid until the next call.
  func scratch(_ count: Int) -> UnsafeMutablePointer<UInt16> { unsafe linear.of(count) }
}
