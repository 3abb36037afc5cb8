package import PageCurl

extension Turn {
  /// A turn with another look, except for the view, which is the turn's default.
  package init(looking look: Look) {
    self.init()
    let view = self.look.view
    self.look = look
    self.look.view = view
  }
}
