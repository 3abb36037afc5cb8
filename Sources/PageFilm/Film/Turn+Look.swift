package import PageCurl

extension Turn {
  /// A turn with the look of another, seen as it is by itself.
  package init(looking look: Look) {
    self.init()
    let view = self.look.view
    self.look = look
    self.look.view = view
  }
}
