import CurlCore
import PageCurl
import TestSupport
import Testing

/// Overlays against the frames that they are parts of.
extension Fixture {
  /// Steps of 1/255 by which a GPU's arithmetic may miss what its own rounding leaves open: layers
  /// are composited in half floats for 8 bits (2⁻¹¹ of linear light each), in floats for 16.
  static let gpuOverlayBound = (shallow: 0.2, deep: 0.02)
  /// The same of the CPU path: a frame of 8 bits may be drawn by rows, in integers, and its overlay
  /// pixel by pixel.
  static let cpuOverlayBound = (shallow: 0.35, deep: 0.002)

  /// Expects a turn's overlay over the next page, composited in linear light, to be the frame: as
  /// exactly as the overlay's 8 or 16 bits can hold it, and no less; but for `slack`, steps of 1/255.
  static func expectOverlay(
    _ turn: any Turn, _ pages: Pages, at moments: [Double], slack: Double = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let whole = try PageTurn(pages, turn)
    let sheet = try PageTurn(pages, turn, layers: .sheetAndShadow)
    let next = pages.next.pixmap
    for renderer in try await all() {
      let isExact = renderer.info.backend == .cpu
      for progress in moments {
        for format in [Pixmap.Format.rgba8, .rgba16] {
          let frame = try await renderer.frame(whole, at: .progress(progress), format: format)
          let overlay = try await renderer.frame(sheet, at: .progress(progress), format: format)
          let steps = format == .rgba8 ? 255.0 : 65535
          var worst = 0.0
          for i in 0..<frame.width * frame.height {
            let open = composites(
              ofRounded: overlay.channels(i), over: next.channels(i), steps: steps)
            let seen = frame.channels(i)
            for channel in 0..<3 {
              let (low, high) = (open[channel].lowerBound, open[channel].upperBound)
              // The frame is rounded, too.
              worst = max(worst, max(low - seen[channel], seen[channel] - high) - 127.5 / steps)
            }
          }
          let bounds = isExact ? cpuOverlayBound : gpuOverlayBound
          let bound = format == .rgba8 ? bounds.shallow : bounds.deep
          #expect(
            worst <= bound + slack, "\(renderer.info): \(worst) at \(progress), \(format)",
            sourceLocation: sourceLocation)
        }
      }
    }
  }

  /// The composites in linear light, 0…255 a channel, of all the pixels that are rounded to one
  /// stored pixel, over an opaque one.
  ///
  /// With N steps, 255 or 65535, a colour c of alpha α is stored as A = αN and
  /// C = N · a · encode(c / a), both rounded, a = A / N. So α is within 1/2N of a, and encode(c / a)
  /// within 1/2A of C / A: over u the pixel was between a · decode((C − ½) / A) and
  /// a · decode((C + ½) / A), plus (1 − a ± 1/2N) u. Of a colour as bright as its alpha, what was
  /// rounded off the alpha is gone from the colour.
  ///
  /// Where alpha is small and the page under it dark, this is many steps of 1/255, whatever is stored:
  /// white of alpha 1/255 over black is 13 of them brighter than black, and there is nothing between.
  static func composites(
    ofRounded over: SIMD4<Double>, over under: SIMD4<Double>, steps: Double
  ) -> [ClosedRange<Double>] {
    let a = over.w / 255
    let half = 0.5 / steps
    let (least, most) = (max(a - half, 0), min(a + half, 1))
    return (0..<3).map { channel in
      let u = SRGB.decode(under[channel] / 255)
      // Of no alpha left, the colour may have been any.
      let straight = a > 0 ? over[channel] / over.w : 0.5
      let away = a > 0 ? half / a : 0.5
      let (low, high) = (max(straight - away, 0), straight + away)
      let darkest = a * SRGB.decode(low) + (1 - most) * u
      let lightest =
        high < 1
        ? a * SRGB.decode(high) + (1 - least) * u
        : max(a + (1 - least) * u, most + (1 - most) * u)
      return 255 * SRGB.encode(darkest)...255 * SRGB.encode(min(lightest, 1))
    }
  }
}
