import CurlCore
import CurlKernels
import TestSupport
import Testing

@testable import CurlRaster

/// The light of half-turn sheets from fields, against spans whose light is exact.
@Suite struct SheetLightTests {
  private static let size = PageSize(width: 160, height: 226)

  private enum Page: String, CaseIterable {
    case opaque, translucent
  }

  /// One frame's pixels, as the numbers that are stored.
  private func pixels(
    _ frame: CurlFrame, _ pictures: FramePictures, isDeep: Bool, hasCache: Bool,
    width: Int32 = curl_widest()
  ) -> [UInt16] {
    let store = isDeep ? CURL_RGBA16 : CURL_RGBA8
    let cache = hasCache ? SheetCache(frame, pictures, isDeep: isDeep) : nil
    let count = 4 * frame.width * frame.height
    var bytes = [UInt8](repeating: 0, count: Store.bytes(store) * frame.width * frame.height)
    unsafe bytes.withUnsafeMutableBytes { out in
      guard let start = out.baseAddress else { return }
      SheetSpans.with(
        frame, pictures, store: store, isDeep: isDeep, cache: cache, width: width
      ) { spans in
        let row = Store.bytes(store) * frame.width
        for y in 0..<frame.height {
          unsafe spans.draw(y, 0..<frame.width, to: start + row * y)
        }
      }
    }
    guard isDeep else { return bytes.map { UInt16($0) } }
    return (0..<count).map { UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8 }
  }

  private func pictures(_ page: Page) -> FramePictures {
    let (width, height) = (Self.size.width, Self.size.height)
    let front =
      page == .opaque
      ? TestPages.page(.front, width: width, height: height)
      : TestPages.translucent(.front, width: width, height: height)
    return FramePictures(
      front: PreparedPicture(front),
      next: PreparedPicture(TestPages.page(.next, width: width, height: height)), back: nil)
  }

  private func worst(_ a: [UInt16], _ b: [UInt16]) -> Int {
    zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// A turn of many radii, seen from above, aslant and from an eye, under the sky and a lamp.
  private func parameters(_ angle: Double, _ i: Int) -> CurlTurn {
    var parameters = CurlTurn()
    parameters.angle = angle
    parameters.radius = .pixels([0, 0.5, 3, 8, 16, 40, 90][i % 7])
    parameters.look.background = .colour(.white)
    parameters.look.showThrough = i % 3 == 0 ? 0.4 : 0.1
    parameters.look.thickness = .pixels(i % 4 == 3 ? 3 : 0)
    parameters.look.cornerRadius = .pixels(i % 5 == 1 ? 20 : 0)
    parameters.look.shadowLift = i % 4 == 1 ? .pixels(12) : nil
    parameters.look.shadowAmount = [0.7, 0.95, 0.3][i % 3]
    if i % 2 == 1 {
      parameters.look.keyLight = KeyLight(
        share: [0.3, 0.6, 1][i % 3], elevation: Double(20 + 23 * i % 70),
        azimuth: Double(137 * i % 360), size: [0.5, 4, 20][i % 3])
    }
    switch i % 3 {
    case 1: parameters.look.view = .oblique(shear: SIMD2(0.3, -0.4))
    case 2: parameters.look.view = .eye(distance: .pixels(400), centre: SIMD2(0.6, 0.3))
    default: break
    }
    return parameters
  }

  @Test(arguments: [0.0, 29, 45, 90, 118, 151, 180, 225, 290])
  func lightBetweenNodesIsExact(angle: Double) throws {
    for i in 0..<14 {
      let turn = CurlGeometry(
        parameters(angle, i), page: Self.size,
        canvas: i % 2 == 0
          ? Canvas(page: Self.size)
          : Canvas(width: 150, height: 203, origin: SIMD2(-11, -14), step: SIMD2(1.2, 1.2)))
      for page in Page.allCases {
        let pictures = pictures(page)
        let frame = try CurlFrame(turn.scene(.progress([0.15, 0.45, 0.8][i % 3])))
        for isDeep in [false, true] {
          let exact = pixels(frame, pictures, isDeep: isDeep, hasCache: false)
          let seen = pixels(frame, pictures, isDeep: isDeep, hasCache: true)
          #expect(worst(seen, exact) <= (isDeep ? 48 : 1), "\(page), number \(i), deep: \(isDeep)")
        }
      }
    }
  }

  @Test func fieldsAreTheSameForAllWidthsOfRegisters() throws {
    for i in 0..<6 {
      let turn = CurlGeometry(
        parameters(118, i), page: Self.size, canvas: Canvas(page: Self.size))
      let frame = try CurlFrame(turn.scene(.progress(0.45)))
      let pictures = pictures(i % 2 == 0 ? .opaque : .translucent)
      let baseline = pixels(
        frame, pictures, isDeep: true, hasCache: true, width: Int32(CURL_BASELINE.rawValue))
      for width in Int32(CURL_BASELINE.rawValue)..<curl_widest() + 1 {
        #expect(pixels(frame, pictures, isDeep: true, hasCache: true, width: width) == baseline)
      }
    }
  }
}
