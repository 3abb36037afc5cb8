/// The rules that a twin goes by: the numbers of a configuration, and nothing else of it.
struct TwinRules {
  enum Follow {
    case travel, position
    case angle(Double)
  }
  enum CatchUp {
    case never, atOnce
    case eased(Double)
  }
  enum Ends: Equatable {
    case still
    case rubber(Double, Double)
    case tip(Double)
    case loop
  }
  enum Release {
    case projected(Double, Double)
    case angle(Double, Double, Double)
    case half
    case distance(Double)
    case speed(Double)
  }
  enum Zones {
    case none, thirds
    case strips(Double, Double, Double?)
    case grid([Int?])
  }
  struct Mark {
    var name: String
    var at: Double
  }

  var turns = true
  var slop = 0.0
  var dominance = 0.0
  var longestTap = 0.0
  var zones = Zones.none
  var window = 0.0
  var pause = 0.0
  var release = Release.half
  var full = 0.0
  var least = 0.0
  var quick = 0.0
  var stagger = 0.0
  /// Degrees by which a flipboard's leaves lie apart; nil where leaves are timed evenly.
  var spread: Double?
  var follow = Follow.travel
  var catchUp = CatchUp.never
  /// Whether drags begin in zones alone.
  var claimsInZones = false
  var margin = 0.0
  var reverses = false
  var ends = Ends.still
  /// "grab" or "ignore".
  var busyDown = ""
  /// "queue", "finish", "ignore" or "stack".
  var busyTurn = ""
  var limit = 0
  /// "queue" or "refuse".
  var busyEdit = ""
  /// Whether the stop that a sheet settles to counts as shown.
  var showsGoal = false
  /// "hold", "placeholder" or "refuse".
  var late = ""
  var awaits = false
  var reveal: Double?
  var autoplay: Double?
  var still = false
  var lostAfter = 0.0
  var marks: [Mark] = []
}
