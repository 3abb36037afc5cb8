import GLES

@testable import CurlGL

extension GLRenderer {
  /// Sets how frames of a size and layout are read back, without calibration.
  func keep(
    to method: ReadbackPlan.Method, width: Int, height: Int, layout: PixelLayout = .rgba8
  ) throws(GLError) {
    let shape = PackedShape(layout, width: width, height: height)
    var plan = ReadbackPlan(shape, [])
    plan.method = method
    plan.reason = "set by a test"
    try current().plans[shape] = plan
  }

  /// Sets the needs that are added to those of every frame.
  func add(needs: SheetNeeds) throws(GLError) { try current().extraNeeds = needs }

  /// The textures of the context's pictures.
  func pageTextures() throws(GLError) -> WeakObjects {
    WeakObjects(try current().textures.textures.values)
  }

  /// The pixel buffers of the context's read-backs.
  func readbackBuffers() throws(GLError) -> WeakObjects { WeakObjects(try current().ring.slots) }
}

/// Objects that live on the renderer's thread, to see whether it keeps them or makes others.
struct WeakObjects: @unchecked Sendable, Equatable {
  private struct Reference { weak var object: AnyObject? }
  private let references: [Reference]

  fileprivate init<Object: AnyObject>(_ objects: some Sequence<Object>) {
    references = objects.map { Reference(object: $0) }
  }

  var count: Int { references.count }

  private var alive: Set<ObjectIdentifier> {
    Set(references.compactMap { $0.object.map(ObjectIdentifier.init) })
  }

  /// Whether these are the same objects in any order, all of them alive.
  static func == (a: WeakObjects, b: WeakObjects) -> Bool {
    let (first, second) = (a.alive, b.alive)
    return first.count == a.count && second.count == b.count && first == second
  }
}
