internal import CurlCore
internal import GLES

/// Textures of pictures; a texture is freed after its picture is freed.
///
/// GL thread only.
final class PageTextures {
  /// Largest number of cached textures: a spread, two leaves with both pages on either side, a
  /// background and a back.
  ///
  /// Every call frees the textures of freed pictures. To keep the textures of some pages, keep
  /// references to the pages.
  static let most = 12

  private let context: Context
  private(set) var textures: [Key: Box] = [:]
  private var useCount = 0

  /// Key of a texture: a picture may have two textures, for frames of 8 and of 16 bits.
  struct Key: Hashable {
    fileprivate let picture: ObjectIdentifier
    fileprivate let format: PixelFormat
  }

  /// A picture's texture, with a weak reference to the picture.
  ///
  /// After the picture is freed, another object may reuse its identity.
  final class Box {
    let texture: Texture
    private(set) weak var picture: PreparedPicture?
    /// Size of the texture on the device, bytes.
    let bytes: Int
    var lastUse = 0

    init(_ texture: consuming Texture, of picture: PreparedPicture, bytes: Int) {
      self.texture = texture
      self.picture = picture
      self.bytes = bytes
    }
  }

  init(_ context: Context) { self.context = context }

  /// Uploads missing pictures and binds each picture to its unit.
  ///
  /// `count` is the number of pictures in the whole frame; `texels` returns a picture's format.
  func bind(
    _ pictures: FramePictures, of count: Int = 0, texels: (PreparedPicture) -> PixelFormat
  ) throws(GLError) {
    begin()
    var bound: [Box?] = []
    for unit in PictureUnit.allCases {
      guard let picture = unit.picture(pictures) else {
        bound.append(nil)
        continue
      }
      bound.append(try box(picture, texels(picture)))
    }
    makeRoom(for: count)
    // Bind last, because uploads bind to unit 0.
    for (unit, box) in bound.enumerated() { box?.texture.bind(unit: unit) }
  }

  /// Uploads missing pictures for later frames, up to `most`.
  ///
  /// The first picture is needed next, so it is evicted last. `texels` returns a picture's format.
  func prepare(_ pictures: [PreparedPicture], texels: (PreparedPicture) -> PixelFormat)
    throws(GLError)
  {
    begin()
    for picture in pictures.prefix(Self.most).reversed() {
      _ = try box(picture, texels(picture))
      useCount += 1
    }
    makeRoom(for: 0)
  }

  /// Number of textures, and their total size on the device, bytes.
  func residency() -> (textures: Int, bytes: Int) {
    freeOrphanedTextures()
    return (textures.count, textures.values.reduce(0) { $0 + $1.bytes })
  }

  private func begin() {
    useCount += 1
    freeOrphanedTextures()
  }

  /// Frees the textures of freed pictures.
  private func freeOrphanedTextures() {
    for (key, box) in textures where box.picture == nil { textures[key] = nil }
  }

  /// Frees the least recently used textures above the limit, but none of the current call.
  private func makeRoom(for count: Int) {
    while textures.count > max(Self.most, count),
      let oldest = textures.min(by: { $0.value.lastUse < $1.value.lastUse }),
      oldest.value.lastUse < useCount
    {
      textures[oldest.key] = nil
    }
  }

  /// The texture of a picture, uploaded if missing; marks it as used.
  private func box(_ picture: PreparedPicture, _ format: PixelFormat) throws(GLError) -> Box {
    let key = Key(picture: ObjectIdentifier(picture), format: format)
    if textures[key] == nil { textures[key] = try upload(picture, format) }
    guard let box = textures[key] else { preconditionFailure("what was uploaded is there") }
    box.lastUse = useCount
    return box
  }

  private func upload(_ prepared: PreparedPicture, _ format: PixelFormat) throws(GLError) -> Box {
    let picture = prepared.linear
    let levels = LinearImage.coarsest + 1
    // GL halves each level and rounds down. So the size must be a multiple of the coarsest texel,
    // or a level wouldn't fit. Texels beyond the picture are never read.
    let unit = 1 << LinearImage.coarsest
    let texture = try Texture(
      context, format: format, width: (picture.width + unit - 1) / unit * unit,
      height: (picture.height + unit - 1) / unit * unit, levels: levels)
    var texels = 0
    for number in 0..<levels {
      let level = picture.level(number)
      try texture.upload(
        texels: level.texels, level: number,
        region: PixelRegion(width: level.width, height: level.height))
      texels += texture.width(level: number) * texture.height(level: number)
    }
    return Box(texture, of: prepared, bytes: format.bytesPerTexel * texels)
  }
}
