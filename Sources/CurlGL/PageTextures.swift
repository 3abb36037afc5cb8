internal import CurlCore
internal import GLES

/// Textures of pictures, for as long as somebody holds the pictures.
///
/// GL thread only.
final class PageTextures {
  /// How many pictures' textures are kept while somebody still holds the pictures: those of a spread,
  /// and of two leaves to either side, both faces, with a background and a back.
  ///
  /// A picture that nobody holds has none: whoever keeps a window of pages keeps their textures with it.
  static let most = 12

  /// Pictures that were uploaded so far.
  private(set) var uploads = 0
  private let context: Context
  private var textures: [Key: Box] = [:]
  private var useCount = 0

  /// A picture may be there twice, for frames of 8 bits and of 16.
  private struct Key: Hashable {
    let picture: ObjectIdentifier
    let format: PixelFormat
  }

  /// A picture's texture, and the picture for as long as somebody else holds it: once it's gone its
  /// identity may be another's.
  private final class Box {
    let texture: Texture
    private(set) weak var picture: PreparedPicture?
    /// What the texture takes on the device.
    let bytes: Int
    var lastUse = 0

    init(_ texture: consuming Texture, of picture: PreparedPicture, bytes: Int) {
      self.texture = texture
      self.picture = picture
      self.bytes = bytes
    }
  }

  init(_ context: Context) { self.context = context }

  /// Uploads the pictures that aren't there yet and binds each to its unit.
  ///
  /// `count` is how many pictures the whole frame needs, and `texels` what a picture wants.
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
    // Uploading binds to unit 0, so binding comes last.
    for (unit, box) in bound.enumerated() { box?.texture.bind(unit: unit) }
  }

  /// Uploads the pictures that aren't there yet, as many as are kept, for frames that come later:
  /// the nearest first, which is the last to make room for others; `texels` is what a picture wants.
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

  /// How many there are, and their bytes on the device.
  func residency() -> (textures: Int, bytes: Int) {
    dropTheDead()
    return (textures.count, textures.values.reduce(0) { $0 + $1.bytes })
  }

  private func begin() {
    useCount += 1
    dropTheDead()
  }

  /// Frees the textures of pictures that nobody holds any more.
  private func dropTheDead() {
    for (key, box) in textures where box.picture == nil { textures[key] = nil }
  }

  /// Frees those that were used longest ago, but none that is used now.
  private func makeRoom(for count: Int) {
    while textures.count > max(Self.most, count),
      let oldest = textures.min(by: { $0.value.lastUse < $1.value.lastUse }),
      oldest.value.lastUse < useCount
    {
      textures[oldest.key] = nil
    }
  }

  /// A picture's texture, which is used now.
  private func box(_ picture: PreparedPicture, _ format: PixelFormat) throws(GLError) -> Box {
    let key = Key(picture: ObjectIdentifier(picture), format: format)
    if textures[key] == nil { textures[key] = try upload(picture, format) }
    guard let box = textures[key] else { preconditionFailure("what was uploaded is there") }
    box.lastUse = useCount
    return box
  }

  private func upload(_ prepared: PreparedPicture, _ format: PixelFormat) throws(GLError) -> Box {
    uploads += 1
    if format == .rgba8 {
      let pixmap = prepared.pixmap
      let texture = try Texture(
        context, format: format, width: pixmap.width, height: pixmap.height)
      try texture.upload(pixmap.rgba8.span)
      let texels = pixmap.width * pixmap.height
      return Box(texture, of: prepared, bytes: format.bytesPerTexel * texels)
    }
    let picture = prepared.linear
    let levels = LinearImage.coarsest + 1
    // Each level of a texture is half of the one before, rounded down: only multiples of the coarsest
    // texel have room for all. What lies beyond the picture is never read.
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
