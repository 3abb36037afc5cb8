/// The pictures of a frame; all except the background have the page's size.
package struct FramePictures: Sendable {
  package var front: PreparedPicture
  package var next: PreparedPicture
  package var back: PreparedPicture?
  package var background: PreparedPicture?
  /// Other pages, by name.
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

  /// Number of distinct pictures.
  package var count: Int { distinct.count }

  /// Each picture once.
  package var distinct: [PreparedPicture] {
    let all = [front, next] + [back, background].compactMap { $0 } + others.values
    var seen: Set<ObjectIdentifier> = []
    return all.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// The picture with a name; nil if the frame has none.
  package subscript(_ name: Picture) -> PreparedPicture? {
    switch name {
    case .front: front
    case .next: next
    case .back: back
    case .background: background
    case .beside, .leafFront, .leafBack: others[name]
    }
  }

  /// Gives a leaf's back, ``Picture/back`` or ``Picture/leafBack(_:)``, its picture.
  package mutating func setBack(_ name: Picture, _ picture: PreparedPicture) {
    if name == .back { back = picture } else { others[name] = picture }
  }

  /// The names of the pages that aren't opaque.
  package var translucent: Set<Picture> {
    Set(([.front, .next, .back] + others.keys).filter { self[$0]?.isOpaque == false })
  }
}
