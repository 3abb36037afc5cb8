package import CurlCore
internal import CurlDefinition

/// Draws frames on the CPU; may be called from any task.
package enum CPURenderer {
  /// The geometry seen at each pixel's centre in `rows`; the arrays hold only those rows.
  package static func geometry(
    _ drawing: Drawing, _ pictures: FramePictures, rows: Range<Int>
  ) -> FrameGeometry {
    switch drawing {
    case .curl(let frame, _): geometry(frame, pictures, rows: rows)
    case .stack(let stack): geometry(stack, pictures, rows: rows)
    }
  }

  /// The geometry of a scene of layers at each pixel's centre in `rows`.
  private static func geometry(_ stack: Stack, _ pictures: FramePictures, rows: Range<Int>)
    -> FrameGeometry
  {
    let painter = StackPainter(stack, pictures)
    var geometry = FrameGeometry(width: stack.width, height: rows.count)
    for y in rows {
      for x in 0..<stack.width {
        painter.probe(x, y, into: &geometry, at: (y - rows.lowerBound) * stack.width + x)
      }
    }
    return geometry
  }

  /// The geometry of one sheet over the next page at each pixel's centre in `rows`.
  package static func geometry(
    _ frame: CurlFrame, _ pictures: FramePictures, rows: Range<Int>
  ) -> FrameGeometry {
    let painter = FramePainter(frame, pictures)
    var geometry = FrameGeometry(width: frame.width, height: rows.count)
    for y in rows {
      for x in 0..<frame.width {
        painter.probe(x, y, into: &geometry, at: (y - rows.lowerBound) * frame.width + x)
      }
    }
    return geometry
  }
}
