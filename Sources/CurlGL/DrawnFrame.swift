internal import CurlCore
internal import GLES

/// A frame in its target, all of it or its patches alone.
struct DrawnFrame {
  let target: TargetBox
  /// What was drawn; nil means everything.
  var patches: SheetPatches?
  /// Pixels that were drawn elsewhere, and are only marked in the target.
  var list: DrawnList?
}

/// Pixels that were drawn in a list.
struct DrawnList {
  let pixels: PixelList
  let target: LinearTarget
}

extension SheetPatches {
  /// Rows that are read at once: more of them are fewer calls, but more pixels in vain.
  private static let band = 32

  /// A frame's bytes: what `read` puts into the regions it is given, and the pages elsewhere.
  func put(
    over pictures: FramePictures,
    read: (_ regions: [PixelRegion], _ bytes: inout [UInt8]) throws(GLError) -> Void
  ) throws(GLError) -> [UInt8] {
    let (front, next) = (pictures.front.pixmap.rgba8, pictures.next.pixmap.rgba8)
    let (width, height) = (rows.width, rows.height)
    let regions = stride(from: 0, to: height, by: Self.band).compactMap { top in
      let band = top..<min(top + Self.band, height)
      return rows.columns(band).map {
        PixelRegion(x: $0.lowerBound, y: top, width: $0.count, height: band.count)
      }
    }
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    if !regions.isEmpty { try read(regions, &bytes) }
    for y in 0..<height {
      rows.eachGap(y) { run in
        let page = showsFront(run.lowerBound, y) ? front : next
        let from = pageIndex(run.lowerBound, y)
        let to = 4 * (y * width + run.lowerBound)
        bytes.replaceSubrange(
          to..<to + 4 * run.count, with: page[from..<from + 4 * run.count])
      }
    }
    return bytes
  }
}
