package import CurlCore

/// Difference between two renderers' frames of one moment; edge pixels are counted separately.
///
/// An edge pixel's 3 × 3 neighbourhood shows more than one side.
package struct FrameComparison: Sendable {
  /// Bounds of the parity between the two renderers.
  package enum Bound {
    /// Largest channel difference off the edges, steps of 1/255, for frames whose sides are at most
    /// 2,048 pixels.
    package static let offEdges = 1.0
    /// The same for larger frames.
    package static let offEdgesLarge = 4.0
    /// Least PSNR over the pixels that the sheet touches, dB.
    package static let psnr = 45.0
    /// Largest share of edge pixels, 0…1, in frames of ``edgePixels`` pixels or more.
    package static let edgeShare = 0.05
    /// Pixels of the smallest frame whose share of edge pixels is bounded.
    ///
    /// Outlines grow with the side and areas with its square, so small frames have larger shares.
    package static let edgePixels = 100_000
  }

  /// Difference of all pixels except edge pixels.
  package private(set) var interior = Difference()
  /// Difference of edge pixels.
  package private(set) var edges = Difference()
  /// Difference of pixels that the sheet covers, and of their neighbours.
  package private(set) var touched = Difference()
  /// Share of edge pixels, 0…1.
  package let edgeShare: Double
  /// Whether the frame is larger than 2,048 pixels on a side.
  package let isLarge: Bool
  /// Whether the frame is large enough for its share of edge pixels to be bounded.
  package let boundsEdges: Bool

  /// Compares two frames of one size; `reference` determines edge pixels and touched pixels.
  package init(_ a: Pixmap, _ b: Pixmap, reference: FrameGeometry) {
    precondition(
      a.width == b.width && a.height == b.height && a.width == reference.width
        && a.height == reference.height, "frames of one size")
    isLarge = max(a.width, a.height) > 2048
    for i in 0..<a.width * a.height {
      let (x, y) = (a.channels(i), b.channels(i))
      if reference.isEdge(i) { edges.add(x, y) } else { interior.add(x, y) }
      if reference.isTouched(i) { touched.add(x, y) }
    }
    edgeShare = Double(edges.pixels) / Double(a.width * a.height)
    boundsEdges = a.width * a.height >= Bound.edgePixels
  }

  /// Whether all differences are within ``Bound``.
  package var isWithinBounds: Bool {
    interior.maximum <= (isLarge ? Bound.offEdgesLarge : Bound.offEdges)
      && touched.psnr >= Bound.psnr && !hasTooManyEdges
  }

  /// Whether too few pixels remain off the edges for a meaningful comparison.
  package var hasTooManyEdges: Bool { boundsEdges && edgeShare > Bound.edgeShare }
}

extension FrameGeometry {
  /// Whether pixel `i`'s 3 × 3 neighbourhood shows more than one side.
  package func isEdge(_ i: Int) -> Bool { hasNeighbour(i) { side[$0] != side[i] } }

  /// Whether the sheet covers a part of pixel `i` or of a neighbour.
  package func isTouched(_ i: Int) -> Bool { hasNeighbour(i) { coverage[$0] > 0 } }

  @inline(__always)
  private func hasNeighbour(_ i: Int, _ test: (Int) -> Bool) -> Bool {
    let (x, y) = (i % width, i / width)
    for ny in max(y - 1, 0)...min(y + 1, height - 1) {
      for nx in max(x - 1, 0)...min(x + 1, width - 1) where test(ny * width + nx) { return true }
    }
    return false
  }
}
