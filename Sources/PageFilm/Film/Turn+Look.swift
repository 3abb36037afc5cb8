package import PageCurl

extension Turn {
  /// A turn with the given look, but with the turn's own default view.
  package init(looking look: Look) {
    self.init()
    let view = self.look.view
    self.look = look
    self.look.view = view
  }
}
