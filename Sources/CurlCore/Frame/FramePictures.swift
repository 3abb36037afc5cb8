/// The pictures of a frame; all but the background are of the page's size.
package struct FramePictures: Sendable {
  package var front: PreparedPicture
  package var next: PreparedPicture
  package var back: PreparedPicture?
  package var background: PreparedPicture?
  /// Whether pages that are larger than their picture are read at full size all the same: what stores
  /// are held against.
  package var isFullSize = false
  /// Further pages, by their names.
  package var others: [Picture: PreparedPicture]

  package init(
    front: PreparedPicture, next: PreparedPicture, back: PreparedPicture? = nil,
    background: PreparedPicture? = nil, others: [Picture: PreparedPicture] = [:]
  ) {
    self.front = front
    self.next = next
    self.back = back
    self.background = background
    self.others = others
  }

  /// How many there are, the same one counted once.
  package var count: Int { distinct.count }

  /// Each of them once.
  package var distinct: [PreparedPicture] {
    let all = [front, next] + [back, background].compactMap { $0 } + others.values
    var seen: Set<ObjectIdentifier> = []
    return all.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// The picture of a name, where there is one.
  package subscript(_ name: Picture) -> PreparedPicture? {
    switch name {
    case .front: front
    case .next: next
    case .back: back
    case .background: background
    case .beside, .leafFront, .leafBack: others[name]
    }
  }

  /// The names of the pages that aren't opaque.
  package var translucent: Set<Picture> {
    Set(([.front, .next, .back] + others.keys).filter { self[$0]?.isOpaque == false })
  }
}
