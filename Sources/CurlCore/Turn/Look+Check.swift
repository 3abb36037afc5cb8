extension Look {
  /// Throws for the first parameter out of its range.
  package func check() throws(ParameterError) {
    try ParameterError.require("showThrough", showThrough, 0...1)
    if let tintAmount { try ParameterError.require("tintAmount", tintAmount, 0...1) }
    try ParameterError.require("shadowAmount", shadowAmount, 0...1)
    try ParameterError.require(
      "shadowSize", shadowSize, shadowSize > 0 && shadowSize <= 1000, "above 0 and at most 1000")
    if let shadowLift { try ParameterError.require("shadowLift", shadowLift.value, 0...1e6) }
    try ParameterError.require("contactShadow", contactShadow, 0...1)
    try ParameterError.require("leafBlock", leafBlock)
    try ParameterError.require("shading", shading, 0...1)
    try ParameterError.require("grain", grain, 0...1)
    if let paper { try ParameterError.require("paper", paper) }
    if let tint { try ParameterError.require("tint", tint) }
    try ParameterError.require("cornerRadius", cornerRadius.value, 0...1e6)
    try ParameterError.require("thickness", thickness.value, 0...1e6)
    try ParameterError.require("keyLight's share", keyLight.share, 0...1)
    try ParameterError.require("keyLight's elevation", keyLight.elevation, 20...90)
    try ParameterError.require(
      "keyLight's azimuth", keyLight.azimuth, keyLight.azimuth.isFinite,
      "a finite number of degrees")
    try ParameterError.require("keyLight's size", keyLight.size, 0.5...30)
    try ParameterError.require("bounce", bounce, 0...1)
    try ParameterError.require("sheen", sheen, 0...1)
    try ParameterError.require("gloss", gloss, 0...1)
    switch view {
    case .above: break
    case .eye(let distance, let centre):
      try distance.check("view's distance", 0.1...1e9)
      try ParameterError.require("view's centre x", centre.x, -100...100)
      try ParameterError.require("view's centre y", centre.y, -100...100)
    case .oblique(let shear):
      try ParameterError.require("view's shear x", shear.x, -3...3)
      try ParameterError.require("view's shear y", shear.y, -3...3)
    }
    if case .colour(let colour) = back { try ParameterError.require("back", colour) }
    if case .colour(let colour) = background { try ParameterError.require("background", colour) }
  }
}
