internal import CurlCore
internal import CurlLight
internal import GLES

/// The light of a frame's patches, a texel a pixel: on the plane beyond the fold, and on the sheet's
/// front, flat or in the roll; ``LightPower`` in 65535ths.
///
/// The processor finds it: a shader, which software runs on it too, can't look at a few places of a
/// cell first. GL thread only.
final class LightMaps {
  private let plane: Texture
  private let sheet: Texture

  init(_ context: Context, width: Int, height: Int) throws(GLError) {
    let plane = try Texture(context, format: .r16ui, width: width, height: height)
    sheet = try Texture(context, format: .r16ui, width: width, height: height)
    self.plane = consume plane
  }

  func fits(_ frame: CurlFrame) -> Bool {
    plane.width == frame.width && plane.height == frame.height
  }

  /// Finds the light of a frame between two distances from the fold line.
  ///
  /// Binds both to unit 0. What other frames left elsewhere is never asked for.
  func fill(_ frame: CurlFrame, _ reach: ClosedRange<Double>) throws(GLError) {
    // Pixels next to these are whatever there is, too.
    let margin = 3.0
    let radius = Double(frame.radius)
    try Self.fill(
      sheet, frame, .sheet, reach.lowerBound - margin...radius + margin)
    try Self.fill(
      plane, frame, .plane, -margin...reach.upperBound + margin)
  }

  private static func fill(
    _ texture: borrowing Texture, _ frame: CurlFrame, _ kind: LightField.Kind,
    _ distances: ClosedRange<Double>
  ) throws(GLError) {
    let field = LightField(frame, kind)
    for top in stride(from: 0, to: frame.height, by: LightField.rows) {
      field.begin(top: top)
      guard let columns = field.fill(distances) else { continue }
      let region = PixelRegion(
        x: columns.lowerBound, y: top, width: columns.count,
        height: min(LightField.rows, frame.height - top))
      try field.withValues { values throws(GLError) in
        try texture.upload(
          values.extracting(droppingFirst: columns.lowerBound), region: region,
          rowLength: field.stride)
      }
    }
  }

  func bind() {
    plane.bind(unit: PatchVariant.planeUnit)
    sheet.bind(unit: PatchVariant.sheetUnit)
  }
}
