package import CurlCore
package import PageCurl

/// Results of checking a renderer's test picture.
package struct PictureReport: Sendable {
  /// One checked condition.
  package struct Finding: Sendable, Equatable {
    /// The condition, in words.
    package let what: String
    /// Whether the condition holds.
    package let isRight: Bool
    /// The measurement, in words.
    package let detail: String
  }

  package let renderer: Renderer.Info
  /// The checked conditions.
  package let findings: [Finding]
  /// Why the renderer couldn't draw; nil if it drew.
  package let failure: String?

  /// Whether the renderer drew and all conditions hold.
  package var isRight: Bool {
    failure == nil && !findings.isEmpty && findings.allSatisfy(\.isRight)
  }
}

/// Draws the test picture and compares it with known values.
package enum PictureCheck {
  /// Checks a renderer's frames against known values, and against another renderer's frames.
  ///
  /// - Parameters:
  ///   - renderer: The renderer to check.
  ///   - other: A renderer whose frames must agree within the parity, such as the CPU path; nil for
  ///     none.
  /// - Returns: The findings, or the error of a renderer.
  package static func report(_ renderer: Renderer, against other: Renderer? = nil) async
    -> PictureReport
  {
    var findings: [PictureReport.Finding] = []
    var failure: String?
    do throws(RenderError) {
      let turn = try TestPicture.turn()
      for (what, progress, page) in [
        ("progress 0 is the front, byte for byte", 0.0, TestPicture.front),
        ("progress 1 is the next page, byte for byte", 1.0, TestPicture.next),
      ] {
        let frame = try await renderer.frame(turn, at: .progress(progress))
        findings.append(
          equality(what, frame, page.pixmap(TestPicture.width, TestPicture.height)))
      }
      findings += zones(try await renderer.frame(turn, at: TestPicture.moment))
      if let finding = try await sharing(renderer, turn) { findings.append(finding) }
      if let other {
        for (what, turn, moment) in [
          ("the same turn as on the CPU path", turn, TestPicture.moment),
          ("a corner curl as on the CPU path", try PageTurn(turn.pages), Moment.progress(0.4)),
        ] {
          findings.append(
            parity(
              what, try await renderer.frame(turn, at: moment),
              try await other.frame(turn, at: moment),
              try await other.geometry(turn, at: moment)))
        }
      }
    } catch {
      failure = error.message
    }
    return PictureReport(renderer: renderer.info, findings: findings, failure: failure)
  }

  /// Checks a frame that is shared as a dma-buf and read back as a page; nil if the device can't
  /// share.
  private static func sharing(_ renderer: Renderer, _ turn: PageTurn) async throws(RenderError)
    -> PictureReport.Finding?
  {
    let page: Page
    do throws(RenderError) {
      page = try await renderer.page(renderer.sharedFrame(turn, at: TestPicture.moment))
    } catch {
      // A device that can't share may still draw correctly; the trials report why it can't.
      if error.code == .device || error.code == .limit { return nil }
      throw error
    }
    let wrong = zones(page.pixmap).filter { !$0.isRight }
    return PictureReport.Finding(
      what: "a frame in shared memory, read again as a page", isRight: wrong.isEmpty,
      detail: wrong.isEmpty ? "every zone" : wrong.map(\.what).joined(separator: ", "))
  }

  /// Checks whether two pictures have the same bytes.
  package static func equality(_ what: String, _ frame: Pixmap, _ expected: Pixmap)
    -> PictureReport.Finding
  {
    guard frame.width == expected.width && frame.height == expected.height else {
      return PictureReport.Finding(
        what: what, isRight: false, detail: "is \(frame.width)×\(frame.height) pixels")
    }
    let count = (0..<frame.width * frame.height).count {
      frame.channels($0) != expected.channels($0)
    }
    return PictureReport.Finding(
      what: what, isRight: count == 0,
      detail: count == 0 ? "every pixel" : "\(count) pixels differ")
  }

  /// Checks the picture at `TestPicture.moment`, zone by zone, against the closed form.
  package static func zones(_ frame: Pixmap) -> [PictureReport.Finding] {
    typealias Worst = (difference: Double, x: Int, y: Int, count: Int)
    var worst: [TestPicture.Zone: Worst] = [:]
    for y in 0..<min(frame.height, TestPicture.height) {
      for x in 0..<min(frame.width, TestPicture.width) {
        guard let (zone, colour) = TestPicture.known(x, y) else { continue }
        let difference = difference(frame.channels(y * frame.width + x), colour)
        var known = worst[zone] ?? (-1, x, y, 0)
        known.count += 1
        if difference > known.difference { known = (difference, x, y, known.count) }
        worst[zone] = known
      }
    }
    return TestPicture.Zone.allCases.map { zone in
      guard let found = worst[zone] else {
        return PictureReport.Finding(what: zone.sentence, isRight: false, detail: "isn't there")
      }
      let isRight = found.difference <= zone.tolerance
      let place = isRight ? "" : ", most at \(found.x),\(found.y)"
      return PictureReport.Finding(
        what: zone.sentence, isRight: isRight,
        detail: "\(found.count) pixels within \(tenths(found.difference)) of 255, "
          + "allowed \(tenths(zone.tolerance))\(place)")
    }
  }

  /// Largest difference of a channel from the known colour rounded to a byte; alpha must be 255.
  private static func difference(_ a: SIMD4<Double>, _ b: SIMD3<Double>) -> Double {
    var largest = abs(a.w - 255)
    for i in 0..<3 { largest = max(largest, abs(a[i] - b[i].rounded())) }
    return largest
  }

  private static func parity(
    _ what: String, _ frame: Pixmap, _ expected: Pixmap, _ geometry: FrameGeometry
  ) -> PictureReport.Finding {
    let comparison = FrameComparison(expected, frame, reference: geometry)
    return PictureReport.Finding(
      what: what, isRight: comparison.isWithinBounds,
      detail: "within \(tenths(comparison.interior.maximum)) of 255 off the edges, "
        + "PSNR \(tenths(comparison.touched.psnr)) dB")
  }

  private static func tenths(_ value: Double) -> String {
    value.isFinite ? "\((10 * value).rounded() / 10)" : "\(value)"
  }
}

extension TestPicture.Zone {
  fileprivate var sentence: String {
    switch self {
    case .front: "the untouched front"
    case .frontInShadow: "the flap's shadow on the front"
    case .flap: "the flap, its back mirrored and tinted"
    case .roll: "the roll, shaded"
    case .nextInShadow: "the roll's shadow on the next page"
    case .next: "the untouched next page"
    }
  }
}
