import CurlCore
import TestSupport

@testable import CurlDefinition
@testable import CurlRaster

/// A scene of one leaf of any cross-section, what draws it, and what it should look like.
struct SectionScene {
  var scene: Scene
  let pictures: FramePictures
  private let maps: [Picture: Pixmap]

  /// A leaf with a back picture of its own on a page of test text, unlit unless told otherwise.
  init(
    _ profile: Profile, fold: Fold, camera: Camera = .orthographic, width: Int = 160,
    height: Int = 226, lit: Bool = false, canvas: Canvas? = nil, mirrored: Bool = false,
    maps: [Picture: Pixmap]? = nil
  ) throws {
    let size = PageSize(width: width, height: height)
    let pages =
      maps ?? [
        .front: TestPages.page(.front, width: width, height: height),
        .next: TestPages.page(.next, width: width, height: height),
        .back: TestPages.page(.back, width: width, height: height),
      ]
    self.maps = pages
    let blank = TestPages.plain(255, width: width, height: height)
    pictures = FramePictures(
      front: PreparedPicture(pages[.front] ?? blank), next: PreparedPicture(pages[.next] ?? blank),
      back: pages[.back].map { PreparedPicture($0) })
    scene = Scene(
      page: size, base: .next,
      leaves: [
        Leaf(
          front: Face(.picture(.front)),
          back: Face(mirrored ? .mirrored : .picture(.back)),
          surface: .profile(profile, fold: fold))
      ],
      camera: camera, light: Light(isLit: lit, shadowAmount: 1, shading: 1),
      canvas: canvas ?? Canvas(page: size))
  }

  /// A fold line across a page: what lies in the direction of `angle` degrees, y up, is lifted, `at`
  /// page pixels from the page's centre on.
  static func fold(_ angle: Double, at distance: Double, width: Int = 160, height: Int = 226)
    -> Fold
  {
    let (c, s) = cosineAndSine(degrees: angle)
    let normal = SIMD2(c, -s)
    let centre = SIMD2(Double(width), Double(height)) / 2
    return Fold(point: centre + distance * normal, normal: normal)
  }

  /// The left edge of a page: a leaf's spine.
  static func spine(_ height: Int = 226) -> Fold {
    Fold(point: SIMD2(0, Double(height) / 2), normal: SIMD2(1, 0))
  }

  func painter() throws -> SectionPainter {
    SectionPainter(try CurlFrame(section: scene), try Section(scene), pictures)
  }

  /// The page point of an output pixel's place.
  func planePoint(_ x: Double, _ y: Double) -> SIMD2<Double> {
    scene.canvas.origin + SIMD2(x, y) * scene.canvas.step
  }

  /// The sheet over transparency, from `count` × `count` rays a pixel: linear light.
  func truth(_ reference: ReferenceSection, _ x: Int, _ y: Int, count: Int = 16) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    for i in 0..<count {
      for j in 0..<count {
        // The rows are shifted against each other, so that no edge falls between two columns.
        let shift = (Double(j) + 0.5) / Double(count * count)
        let dx = (Double(i) + 0.0) / Double(count) + shift
        let dy = (Double(j) + 0.5) / Double(count)
        let q = planePoint(Double(x) + dx, Double(y) + dy)
        guard let hit = reference.hits(q).first else { continue }
        sum += texel(hit)
      }
    }
    return sum / Double(count * count)
  }

  private func texel(_ hit: ReferenceSection.Hit) -> SIMD4<Double> {
    let picture = hit.isBack ? (pictures.back ?? pictures.front).linear : pictures.front.linear
    let level = picture.level(0)
    let flipped = Double(picture.width) - hit.point.x
    let x = hit.isBack && pictures.back != nil ? flipped : hit.point.x
    let column = min(max(Int(x), 0), picture.width - 1)
    let row = min(max(Int(hit.point.y), 0), picture.height - 1)
    return SIMD4<Double>(level.texels[row * level.width + column])
  }

  /// Stored channels 0…255 of premultiplied linear light over white paper, which keeps thin edges
  /// from counting as whole errors.
  static func channels(_ linear: SIMD4<Double>) -> SIMD4<Double> {
    var result = SIMD4<Double>(0, 0, 0, 255)
    for i in 0..<3 {
      result[i] = SRGB.encode(min(max(linear[i] + (1 - linear.w) * 0.5, 0), 1)) * 255
    }
    return result
  }
}
