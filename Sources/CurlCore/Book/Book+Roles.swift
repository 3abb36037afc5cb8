extension Book {
  /// The faces involved while a leaf turns between two stops.
  ///
  /// A leaf has the same faces in both directions; backward it starts from the other end. So with
  /// one-sided printing, the back shows the current page in a forward turn, and the page before it
  /// in a backward turn.
  public struct Roles: Sendable, Equatable {
    /// The stop before the turn.
    public let from: Int
    /// The stop after the turn.
    public let to: Int
    /// The turning leaf's front: the recto of the earlier stop.
    public let front: Face
    /// The turning leaf's back: the verso of the later stop.
    public let back: Face
    /// The face that the leaf hides after turning forward: the verso of the earlier stop.
    public let verso: Face?
    /// The face that the leaf hides before turning forward: the recto of the later stop.
    public let recto: Face?
    /// Whether the leaf is hard, because either of its pages is.
    public let isHard: Bool
    /// Whether the leaf turns in reading direction.
    public let isForward: Bool

    /// The same leaf, turning in the other direction.
    public var reversed: Self {
      Self(
        from: to, to: from, front: front, back: back, verso: verso, recto: recto, isHard: isHard,
        isForward: !isForward)
    }
  }

  /// A face that a turn needs.
  public struct Request: Sendable, Equatable {
    /// Purpose of a requested face.
    public enum Role: Sendable, Equatable {
      /// The turning leaf's back.
      case back
      /// The turning leaf's front.
      case front
      /// A face that the leaf uncovers, or covers when it lands.
      case under
    }

    /// Purpose of the face.
    public var role: Role
    /// The face to draw.
    public var face: Face

    /// A request for a face in a role.
    public init(role: Role, face: Face) {
      self.role = role
      self.face = face
    }
  }

  /// The roles of leaf k, 0 ..< ``leaves``, that turns forward from stop k to stop k + 1.
  public func leaf(_ number: Int) -> Roles { roles(from: number, to: number + 1) }

  /// The roles of a turn between two stops, in either direction; between distant stops, all leaves
  /// turn as one.
  public func roles(from: Int, to: Int) -> Roles {
    precondition(from != to, "a turn leads from one stop to another, not from \(from) to itself")
    let (early, late) = (min(from, to), max(from, to))
    let (start, end) = (stop(early), stop(late))
    // A later stop's recto is on a leaf that is unturned at every earlier stop.
    let front = start.recto ?? .blank
    let back = end.verso ?? back(ofLeaf: early)
    return Roles(
      from: from, to: to, front: front, back: back, verso: start.verso, recto: end.recto,
      isHard: [front, back].contains { $0.page.map(hardPages.contains) ?? false },
      isForward: from < to)
  }
}

extension Book {
  /// The roles of the leaf between two consecutive stops, also across the book's ends.
  ///
  /// If a book starts over, its last stop is `early` and its first stop `late`. The leaf then has
  /// the last recto on its front and the first verso on its back. With facing pages either may be
  /// missing, as with a cover. Then no leaf joins the two stops, and all leaves turn back together,
  /// against the reading direction; ``Roles/isForward`` is false.
  ///
  /// Nil stands for a stop beyond the book's ends. The leaf before the first stop has that stop's
  /// verso as its back; the leaf after the last stop has that stop's recto as its front. The result
  /// is nil if such a leaf doesn't exist.
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
  /// The roles of a leaf between two stops; a missing face is blank.
  fileprivate init(
    _ from: Int, _ to: Int, front: Book.Face?, back: Book.Face?, _ verso: Book.Face?,
    _ recto: Book.Face?, in book: Book
  ) {
    self.init(
      from: from, to: to, front: front ?? .blank,
      back: back ?? (front.flatMap { _ in book.back(ofLeaf: from) } ?? .blank), verso: verso,
      recto: recto,
      isHard: [front, back].contains { $0?.page.map(book.hardPages.contains) ?? false },
      isForward: true)
  }

  /// The faces that the turn needs, each once and by priority: the back, the front, the face that
  /// the leaf uncovers, the face that it covers.
  public var requests: [Book.Request] {
    let under = isForward ? [recto, verso] : [verso, recto]
    let all =
      [Book.Request(role: .back, face: back), Book.Request(role: .front, face: front)]
      + under.compactMap { $0 }.map { Book.Request(role: .under, face: $0) }
    return all.reduce(into: []) { kept, request in
      guard request.face != .blank, !kept.contains(where: { $0.face == request.face }) else {
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
