public import CurlCore
public import ImageFiles
public import PageCache

/// Pictures of pages in a folder, for the next time that a book is opened.
///
/// Pages are found by identity. If a page's picture may change between two runs, its identity must
/// change too; ``PictureFiles`` includes the file's time. Damaged files, and those of another page
/// or size, are removed. Several processes may share a folder.
public actor SnapshotFolder: SnapshotStorage {
  /// Largest size of the folder, bytes.
  public let budget: Int
  /// Number of pictures found.
  public private(set) var hits = 0
  /// Number of pictures requested.
  public private(set) var requests = 0
  /// First valid generation of each removed page, by identity.
  public private(set) var generations: [String: Int] = [:]

  private let folder: ByteFolder

  /// A folder at a path, created if missing; the oldest pictures are removed when it would exceed
  /// `budget` bytes.
  ///
  /// - Throws: An `ImageFileError` of kind `cannotCreate`.
  public init(path: String, budget: Int = 1 << 30) throws(ImageFileError) {
    precondition(budget >= 0, "a folder has room for 0 bytes or more")
    folder = try ByteFolder(path: path)
    self.budget = budget
  }

  /// The picture of a page, if it is complete and of that size; else nil.
  public func picture(of key: PageKey, at size: PageSize) -> Pixmap? {
    requests += 1
    let name = Self.name(key.identity, size)
    guard key.generation >= generations[key.identity] ?? 0, let bytes = folder.bytes(of: name)
    else { return nil }
    let header = Self.header(key.identity)
    guard bytes.starts(with: header),
      let picture = try? ImageFile.decode(
        bytes: Array(bytes.dropFirst(header.count)), name: name),
      picture.width == size.width, picture.height == size.height
    else {
      folder.remove(name)
      return nil
    }
    hits += 1
    return picture
  }

  /// Stores a picture, unless its version is outdated.
  public func keep(_ picture: Pixmap, of key: PageKey) {
    guard key.generation >= generations[key.identity] ?? 0 else { return }
    let size = PageSize(width: picture.width, height: picture.height)
    let bytes = Self.header(key.identity) + PNGEncoder.encode(picture)
    guard bytes.count <= budget else { return }
    makeRoom(bytes.count)
    folder.write(bytes, to: Self.name(key.identity, size))
  }

  /// Removes the pictures of pages in all sizes, for these keys and older ones.
  public func remove(_ keys: [PageKey]) {
    for key in keys {
      generations[key.identity] = max(generations[key.identity] ?? 0, key.generation + 1)
    }
    let hashes = Set(keys.map { Self.hash($0.identity) })
    for entry in folder.entries where hashes.contains(String(entry.name.prefix { $0 != "-" })) {
      folder.remove(entry.name)
    }
  }

  /// Removes all pictures of all books in the folder.
  public func clear() {
    for entry in folder.entries { folder.remove(entry.name) }
  }

  private func makeRoom(_ bytes: Int) {
    let entries = folder.entries
    var left = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries where left + bytes > budget {
      folder.remove(entry.name)
      left -= entry.bytes
    }
  }

  /// Start of a file, which distinguishes pages with equal hashes.
  private static func header(_ identity: String) -> [UInt8] {
    Array("glcurl snapshot 1\n\(identity.utf8.count)\n\(identity)\n".utf8)
  }

  private static func name(_ identity: String, _ size: PageSize) -> String {
    "\(hash(identity))-\(size.width)x\(size.height)"
  }

  private static func hash(_ identity: String) -> String {
    let digits = String(FNV1a(identity).value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
