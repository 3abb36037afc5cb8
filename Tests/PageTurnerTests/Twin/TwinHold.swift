/// How a finger holds the latest flight's sheet.
struct TwinHold {
  /// Where the finger has the sheet at its anchor, on its way, without what is to be caught up with.
  var base: Double
  /// The finger's place then.
  var anchor: SIMD2<Double>
  /// The sheet's displacement across then.
  var across = 0.0
  /// What is to be caught up with, and since when.
  var slack = 0.0
  var since = 0.0
  /// Where it was taken hold of on its way; nil for one that lay.
  var taken: Double?
  /// Where it went and how fast, for a finger that may still tap.
  var resume: (isOn: Bool, speed: Double)?
}
