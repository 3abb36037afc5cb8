extension Book {
  /// What every face is while a leaf turns between two stops.
  ///
  /// The same leaf turns in both directions, with the same faces: backward it only starts from the
  /// other end. So the back of a forward turn belongs to the page that is shown, and that of a
  /// backward turn to the page before it.
  public struct Roles: Sendable, Equatable {
    /// The stop that is left.
    public let from: Int
    /// The stop that is reached.
    public let to: Int
    /// The turning leaf's front: the recto of the earlier stop.
    public let front: Face
    /// The turning leaf's back: the verso of the later stop.
    public let back: Face
    /// What lies under the leaf before it turns: the verso of the earlier stop.
    public let verso: Face?
    /// What lies under the leaf once it has turned: the recto of the later stop.
    public let recto: Face?
    /// Whether the leaf is of board: either face is.
    public let isHard: Bool
    /// Whether the leaf turns in reading direction.
    public let isForward: Bool

    /// The same leaf, turned the other way.
    public var reversed: Self {
      Self(
        from: to, to: from, front: front, back: back, verso: verso, recto: recto, isHard: isHard,
        isForward: !isForward)
    }
  }

  /// Something that a turn needs drawn.
  public struct Request: Sendable, Equatable {
    /// What it's needed for.
    public enum Role: Sendable, Equatable {
      /// The turning leaf's back.
      case back
      /// The turning leaf's front.
      case front
      /// What the leaf uncovers as it goes, or covers as it lands.
      case under
    }

    /// What it's needed for.
    public var role: Role
    /// What is to be drawn.
    public var face: Face

    /// A request for a face in a role.
    public init(role: Role, face: Face) {
      self.role = role
      self.face = face
    }
  }

  /// The roles of leaf k, 0 ..< ``leaves``, that turns forward from stop k to stop k + 1.
  public func leaf(_ number: Int) -> Roles { roles(from: number, to: number + 1) }

  /// The roles of a turn between two stops, in either direction; from stops further apart all
  /// leaves between turn as one.
  public func roles(from: Int, to: Int) -> Roles {
    precondition(from != to, "a turn leads from one stop to another, not from \(from) to itself")
    let (early, late) = (min(from, to), max(from, to))
    let (start, end) = (stop(early), stop(late))
    // A later stop's recto lies on a leaf that is still unturned at every earlier one.
    let front = start.recto ?? .paper
    let back = end.verso ?? back(ofLeaf: early)
    return Roles(
      from: from, to: to, front: front, back: back, verso: start.verso, recto: end.recto,
      isHard: [front, back].contains { $0.page.map(hardPages.contains) ?? false },
      isForward: from < to)
  }
}

extension Book {
  /// The roles of the leaf between a stop and the one that follows it, by whatever way.
  ///
  /// Where a book starts over, its last stop is `early` and its first one `late`. Such a leaf has the
  /// last recto on its front and the first verso on its back; where pages face each other and either
  /// isn't there, as with a cover, no leaf leads on from the one stop to the other, and the book is
  /// turned back as a whole instead: the result isn't ``Roles/isForward`` then, and the leaf lands
  /// turning against the reading direction. Nil is what lies beyond the book's ends: the leaf before
  /// the first stop has that stop's verso as its back, and the one after the last stop that one's recto
  /// as its front; the result is nil where there is no such leaf to be seen.
  public func roles(early: Int?, late: Int?) -> Roles? {
    switch (early, late) {
    case (let early?, let late?) where early < late: return roles(from: early, to: late)
    case (let early?, let late?):
      let (start, end) = (stop(early), stop(late))
      if layout != .single && (start.recto == nil || end.verso == nil) {
        return roles(from: early, to: late)
      }
      return Roles(
        early, late, front: start.recto, back: end.verso, start.verso, end.recto, in: self)
    case (let early?, nil):
      let start = stop(early)
      guard let front = start.recto else { return nil }
      return Roles(
        early, early + 1, front: front, back: back(ofLeaf: early), start.verso, nil, in: self)
    case (nil, let late?):
      let end = stop(late)
      guard let back = end.verso else { return nil }
      return Roles(late - 1, late, front: nil, back: back, nil, end.recto, in: self)
    case (nil, nil): return nil
    }
  }
}

extension Book.Roles {
  /// The roles of a leaf between two stops; what it hasn't on a face is paper.
  fileprivate init(
    _ from: Int, _ to: Int, front: Book.Face?, back: Book.Face?, _ verso: Book.Face?,
    _ recto: Book.Face?, in book: Book
  ) {
    self.init(
      from: from, to: to, front: front ?? .paper,
      back: back ?? (front.flatMap { _ in book.back(ofLeaf: from) } ?? .paper), verso: verso,
      recto: recto,
      isHard: [front, back].contains { $0?.page.map(book.hardPages.contains) ?? false },
      isForward: true)
  }

  /// What the turn needs, each face once and in the order in which it is asked for: the back, then
  /// the front, then what the leaf uncovers, then what it covers.
  public var requests: [Book.Request] {
    let under = isForward ? [recto, verso] : [verso, recto]
    let all =
      [Book.Request(role: .back, face: back), Book.Request(role: .front, face: front)]
      + under.compactMap { $0 }.map { Book.Request(role: .under, face: $0) }
    return all.reduce(into: []) { kept, request in
      guard request.face != .paper, !kept.contains(where: { $0.face == request.face }) else {
        return
      }
      kept.append(request)
    }
  }

  /// The pages that the turn needs, each once, in the order of ``requests``.
  public var pages: [Int] {
    requests.compactMap { $0.face.page }.reduce(into: []) { pages, page in
      if !pages.contains(page) { pages.append(page) }
    }
  }
}
