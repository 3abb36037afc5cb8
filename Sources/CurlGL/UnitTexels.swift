internal import CurlCore
internal import CurlMesh
internal import CurlStore

/// The samplers of the shaders, in the order of their texture units.
enum PictureUnit: String, CaseIterable {
  case frontPicture, nextPicture, backPicture, backgroundPicture, flatPicture
}

/// What a draw call reads of pictures, unit by unit.
struct UnitTexels {
  /// The binding of the uniform block `Pictures`.
  static let block = 3

  /// Whether all that is read is stores.
  let areStores: Bool
  private var texels: [PictureUnit: Texels] = [:]

  /// Of a curl, or of one of a stack's sheets.
  init(_ frame: FrameTexels) {
    areStores = frame.areStores
    add(.frontPicture, frame.front)
    add(.nextPicture, frame.next)
    add(.backPicture, frame.back)
    add(.backgroundPicture, frame.background)
    if areStores { add(.flatPicture, frame.flat) }
  }

  /// Of a flat leaf.
  init(_ plate: PlateTexels) {
    areStores = plate.areStores
    add(.frontPicture, plate.paper)
    add(.backPicture, plate.other)
    add(.nextPicture, plate.beneath)
  }

  private mutating func add(_ unit: PictureUnit, _ texels: Texels?) {
    // A shader that reads stores reads nothing else.
    if areStores && texels?.store == nil { return }
    self.texels[unit] = texels
  }

  subscript(_ unit: PictureUnit) -> Texels? { texels[unit] }

  /// The rows of the uniform block.
  var uniforms: [SIMD4<Float>] {
    [PictureUnit.frontPicture, .nextPicture, .backPicture, .flatPicture].flatMap {
      texels[$0]?.uniforms ?? [.zero, .zero, .zero]
    }
  }
}

extension Texels {
  /// Three rows of a uniform block.
  fileprivate var uniforms: [SIMD4<Float>] {
    [
      SIMD4(scale.x, scale.y, offset.x, offset.y), SIMD4(low.x, low.y, high.x, high.y),
      SIMD4(parts.x, parts.y, size.x, size.y),
    ]
  }
}
