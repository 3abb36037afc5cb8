package import CurlCore

/// What a flat leaf reads of its pictures.
package struct PlateTexels: Sendable {
  package let paper: Texels?
  /// What shines through, or cuts the paper; nil where all it could do is cut, and it is opaque.
  package let other: Texels?
  /// What is seen through what is clear of it.
  package let beneath: Texels?
  /// Whether all that is read is stores.
  package let areStores: Bool

  /// Stores that it needs are made now.
  package init(_ plate: Plate, _ pictures: FramePictures) {
    func picture(_ source: Ink.Source?) -> PreparedPicture? {
      guard case .picture(let name, _) = source else { return nil }
      return pictures[name] ?? pictures.front
    }
    let areStores = !plate.stores.isEmpty && !pictures.isFullSize
    self.areStores = areStores
    func texels(_ source: Ink.Source?) -> Texels? {
      guard case .picture(_, let flip) = source, let picture = picture(source) else { return nil }
      return Texels(picture, areStores ? plate.stores[flip.rawValue] : nil)
    }
    let ink = plate.ink
    paper = texels(ink.paper)
    let other = ink.through ?? ink.cut
    let isIdle = ink.through == nil && picture(other)?.isOpaque == true
    self.other = isIdle ? nil : texels(other)
    beneath = ink.beneathShare > 0 ? texels(ink.beneath) : nil
  }
}
