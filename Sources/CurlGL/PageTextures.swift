internal import CurlCore
internal import CurlStore
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

  /// A picture may be there more than once: for frames of 8 bits and of 16, and by several stores.
  private struct Key: Hashable {
    let picture: ObjectIdentifier
    let format: PixelFormat
    let grid: StoreGrid?
  }

  /// A picture's texture, and the picture for as long as somebody else holds it: once it's gone its
  /// identity may be another's.
  private final class Box {
    let texture: Texture
    private(set) weak var picture: PreparedPicture?
    private(set) weak var store: LinearPage16?
    private let isStore: Bool
    /// What the texture takes on the device.
    let bytes: Int
    var lastUse = 0

    /// Whether nobody holds what it was made of.
    var isDead: Bool { picture == nil || isStore && store == nil }

    init(_ texture: consuming Texture, of texels: Texels, bytes: Int) {
      self.texture = texture
      picture = texels.picture
      store = texels.store
      isStore = texels.store != nil
      self.bytes = bytes
    }
  }

  init(_ context: Context) { self.context = context }

  /// Uploads the pictures that aren't there yet and binds each to its unit.
  ///
  /// `count` is how many pictures the whole frame needs, and `format` what one wants that is no store.
  func bind(_ units: UnitTexels, of count: Int = 0, format: (PreparedPicture) -> PixelFormat)
    throws(GLError)
  {
    begin()
    var bound: [Box?] = []
    for unit in PictureUnit.allCases {
      guard let texels = units[unit] else {
        bound.append(nil)
        continue
      }
      bound.append(try box(texels, units.areStores ? .rgba16ui : format(texels.picture)))
    }
    makeRoom(for: count)
    // Uploading binds to unit 0, so binding comes last.
    for (unit, box) in bound.enumerated() { box?.texture.bind(unit: unit) }
  }

  /// Uploads the pictures that aren't there yet, as many as are kept, for frames that come later:
  /// the nearest first, which is the last to make room for others; `format` is what one wants that is no
  /// store, and `canvas` that of the frames.
  func prepare(
    _ pictures: [PreparedPicture], on canvas: Canvas?, format: (PreparedPicture) -> PixelFormat
  ) throws(GLError) {
    begin()
    for picture in pictures.prefix(Self.most).reversed() {
      if let canvas, canvas.shrinks {
        for grid in [StoreGrid.flat(picture.size, on: canvas), .bent(picture.size, on: canvas)] {
          _ = try box(Texels(picture, grid), .rgba16ui)
        }
      } else {
        _ = try box(Texels(picture), format(picture))
      }
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
    for (key, box) in textures where box.isDead { textures[key] = nil }
  }

  /// Frees those that were used longest ago, but none that is used now.
  private func makeRoom(for count: Int) {
    while held > max(Self.most, count),
      let oldest = textures.min(by: { $0.value.lastUse < $1.value.lastUse }),
      oldest.value.lastUse < useCount
    {
      textures[oldest.key] = nil
    }
  }

  /// How many pictures there are, the stores of one counted once.
  private var held: Int {
    Set(textures.keys.map { Key(picture: $0.picture, format: $0.format, grid: nil) }).count
  }

  /// A picture's texture, which is used now.
  private func box(_ texels: Texels, _ format: PixelFormat) throws(GLError) -> Box {
    let key = Key(
      picture: ObjectIdentifier(texels.picture), format: format, grid: texels.store?.grid)
    if textures[key] == nil { textures[key] = try upload(texels, format) }
    guard let box = textures[key] else { preconditionFailure("what was uploaded is there") }
    box.lastUse = useCount
    return box
  }

  private func upload(_ prepared: Texels, _ format: PixelFormat) throws(GLError) -> Box {
    uploads += 1
    let (width, height) = (Int(prepared.size.x), Int(prepared.size.y))
    let levels = LinearImage.coarsest + 1
    // Each level of a texture is half of the one before, rounded down: only multiples of the coarsest
    // texel have room for all. What lies beyond the picture is never read.
    let unit = 1 << LinearImage.coarsest
    let texture = try Texture(
      context, format: format, width: (width + unit - 1) / unit * unit,
      height: (height + unit - 1) / unit * unit, levels: levels)
    var texels = 0
    for number in 0..<levels {
      if let level = prepared.store?.level(number) {
        let region = PixelRegion(width: level.width, height: level.height)
        if format == .rgba16ui {
          try texture.upload(
            packed: level.texels, level: number, region: region, rowLength: level.stride)
        } else {
          try texture.upload(texels: level.floats, level: number, region: region)
        }
      } else {
        let level = prepared.picture.linear.level(number)
        try texture.upload(
          texels: level.texels, level: number,
          region: PixelRegion(width: level.width, height: level.height))
      }
      texels += texture.width(level: number) * texture.height(level: number)
    }
    return Box(texture, of: prepared, bytes: format.bytesPerTexel * texels)
  }
}
