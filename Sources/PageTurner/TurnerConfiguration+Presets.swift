extension TurnerConfiguration {
  /// Half flips as a flipboard's: half a degree per pixel between 1° and 179°, past 90° or a quick
  /// 30° it turns, half a turn settles in a second; edits when nothing moves only, and a page that
  /// was inserted is flipped to after a second.
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

  /// An e-book reader's slide: pages follow the finger, from a twentieth of the view on they turn,
  /// in 0.2 s; taps in the outer thirds turn, in the middle they are the host's.
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
  /// The fold lies under the finger, or the free edge of facing pages; strips
  /// at both ends take drags and taps; each move is eased in 0.07 s; beyond the half it turns, in as
  /// many seconds as the fold has page widths to go. Unlike there, no touch is lost while a sheet settles.
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
