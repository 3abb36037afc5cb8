extension TurnerConfiguration {
  /// A flipboard's half flips.
  ///
  /// A half follows the finger by half a degree per pixel, between 1° and 179°. It turns past 90°,
  /// or past 30° after a touch of less than 0.15 s. Half a turn settles in a second. Edits are
  /// dropped while anything moves. After a second, the turner turns to an inserted page.
  public static let flipboard = {
    var rules = TurnerConfiguration()
    rules.slop = 0
    rules.dominance = 0
    rules.zones = .none
    rules.release = .angle(half: 90, quick: 30, quickTime: 0.15)
    rules.fullDuration = 1
    rules.leastDuration = 0
    rules.leafTiming = .flipboard(spread: 0.1)
    rules.follow = .angle(degreesPerPixel: 0.5)
    rules.catchUp = .immediate
    rules.margin = 1.0 / 180
    rules.allowsReversal = false
    rules.boundary = .tip(limit: 89.0 / 180)
    rules.onBusyEdit = .refuse
    rules.revealDelay = 1
    return rules
  }()

  /// An e-book reader's slide.
  ///
  /// Pages follow the finger, and turn from a twentieth of the view on, in 0.2 s. Taps in the outer
  /// thirds turn; taps in the middle go to the host.
  public static let reader = {
    var rules = TurnerConfiguration()
    rules.release = .distance(0.05)
    rules.fullDuration = 0.2
    rules.leastDuration = 0.2
    rules.boundary = .clamp
    return rules
  }()

  /// The Leaves library's rules.
  ///
  /// The fold, or the free edge of facing pages, lies under the finger. Strips at both ends take
  /// drags and taps. Each move is eased in 0.07 s. A sheet turns beyond half of its way, and
  /// settles in one second per page width that the fold still moves. Unlike Leaves, a turner loses
  /// no touch while a sheet settles.
  public static func leaves(isFacing: Bool = false, preferred: Double? = nil) -> Self {
    var rules = TurnerConfiguration()
    rules.longestTap = .infinity
    rules.dominance = 0
    rules.zones = .leaves(isFacing: isFacing, preferred: preferred)
    rules.claim = .zones
    rules.release = .half
    rules.fullDuration = 1
    rules.leastDuration = 0
    rules.follow = .position
    rules.smoothing = 0.07
    rules.allowsReversal = false
    rules.boundary = .clamp
    return rules
  }
}
