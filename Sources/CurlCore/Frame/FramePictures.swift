/// A picture as it was given and as the filter reads it.
///
/// A class, so that a renderer can tell by identity what it has uploaded already.
package final class PreparedPicture: Sendable {
  package let pixmap: Pixmap
  package let linear: LinearImage

  /// Decodes a picture once, for any number of frames.
  package init(_ pixmap: Pixmap) {
    self.pixmap = pixmap
    linear = LinearImage(pixmap)
  }
}

/// The pictures of a frame; front, next and back are of the page's size.
package struct FramePictures: Sendable {
  package var front: PreparedPicture
  package var next: PreparedPicture
  package var back: PreparedPicture?
  package var background: PreparedPicture?

  package init(
    front: PreparedPicture, next: PreparedPicture, back: PreparedPicture? = nil,
    background: PreparedPicture? = nil
  ) {
    self.front = front
    self.next = next
    self.back = back
    self.background = background
  }
}
