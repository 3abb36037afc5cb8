package import CurlCore
package import GLES
internal import Glibc

/// Draws frames with OpenGL ES on a thread of its own.
///
/// All GL calls run on that thread; calls from any task queue up. If the device is reset or out of
/// memory, the renderer drops the context and all its objects. After the device has recovered, it
/// creates a new context on the same device and draws the frame once more. A second failure is
/// thrown; the next frame then tries a new context.
package actor GLRenderer {
  /// Default time limit of a frame.
  package static let deadline: Duration = .seconds(30)
  /// Default time limit for the recovery of a reset device.
  package static let recovery: Duration = .seconds(5)

  /// Time limit of a frame.
  package nonisolated let deadline: Duration
  /// Time limit for the recovery of a reset device.
  private let recovery: Duration
  private let thread: RenderThread
  /// The caller's request; after a device opened, the request for that device alone.
  private var request: DeviceRequest
  private(set) var resources: ContextResources?
  /// The error that lost the context; nil while a context exists.
  private var loss: GLError?
  /// Time limit for the device's recovery after the last loss.
  private var recoveryEnd = ContinuousClock.now
  private(set) var isShutDown = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  /// Creates a renderer and its context, on the best device that the request allows.
  package init(
    _ request: DeviceRequest, deadline: Duration = deadline, recovery: Duration = recovery
  ) async throws(GLError) {
    thread = try RenderThread()
    self.deadline = deadline
    self.recovery = recovery
    self.request = request
    try withResourcesRetrying { _ throws(GLError) in }
  }

  /// Frees the resources of a renderer that was dropped without `shutDown`, on its own thread.
  isolated deinit {
    resources?.close()
    thread.shutdown()
  }

  static let shutDownError = GLError(.contextFailed, doing: "render after shutdown")

  /// Properties of the context's GL.
  package func capabilities() throws(GLError) -> Capabilities {
    try current().context.capabilities
  }

  /// Attempts that failed before this device opened.
  package func trail() throws(GLError) -> [Attempt] { try current().context.trail }

  /// Number of picture textures in the context, and their total size, bytes.
  package func residency() throws(GLError) -> (textures: Int, bytes: Int) {
    try withResourcesRetrying { resources throws(GLError) in resources.textures.residency() }
  }

  /// Largest number of cached picture textures; `prepare` uploads no more.
  package static let mostPictures = PageTextures.most

  /// Uploads pictures for later frames of a format, if they aren't uploaded yet.
  package func prepare(_ pictures: [PreparedPicture], _ format: Pixmap.Format) throws(GLError) {
    try withResourcesRetrying { resources throws(GLError) in
      let output = FrameOutput(format)
      try resources.textures.prepare(pictures) { output.texels(of: $0) }
    }
  }

  /// A frame's channels: premultiplied sRGB-encoded RGBA, rows from the top.
  package func render(
    _ drawing: Drawing, _ pictures: FramePictures, format: Pixmap.Format
  ) throws(GLError) -> Pixmap.Storage {
    try withResourcesRetrying { resources throws(GLError) in
      try read(try resources.draw(drawing, pictures, FrameOutput(format)), format)
    }
  }

  /// A frame's channels as from `render`, and the durations of its phases.
  package func renderTimed(
    _ drawing: Drawing, _ pictures: FramePictures, format: Pixmap.Format
  ) throws(GLError) -> (Pixmap.Storage, FramePhases) {
    try withResourcesRetrying { resources throws(GLError) in
      let deadline = ContinuousClock.now + deadline
      let start = ContinuousClock.now
      let query = TimerQuery(resources.context)
      query?.begin()
      let drawing = Result { () throws(GLError) in
        try resources.draw(drawing, pictures, FrameOutput(format))
      }
      // An unfinished query would block the next one.
      query?.end()
      let drawn = try drawing.get()
      try Fence(resources.context).wait(until: deadline, isCancelled: { Task.isCancelled })
      let readyToRead = ContinuousClock.now
      let storage = try read(drawn, format)
      let end = ContinuousClock.now
      let gpuDraw = try query?.elapsed(until: deadline, isCancelled: { Task.isCancelled })
      return (
        storage,
        FramePhases(
          gpuDraw: gpuDraw ?? nil, draw: readyToRead - start,
          readback: end - readyToRead)
      )
    }
  }

  /// Reads the channels of a drawn frame.
  private func read(_ target: TargetBox, _ format: Pixmap.Format) throws(GLError)
    -> Pixmap.Storage
  {
    switch format {
    case .rgba8: return .rgba8(try read(target, zero: 0 as UInt8))
    case .rgba16:
      let words = try read(target, zero: 0 as UInt32)
      return .rgba16(words.map { UInt16(truncatingIfNeeded: $0) })
    }
  }

  /// Geometry at the centre of each pixel of a frame.
  package func geometry(
    _ frame: CurlFrame, _ sheet: HalfTurnSheet?, _ pictures: FramePictures
  ) throws(GLError) -> FrameGeometry {
    try withResourcesRetrying { resources throws(GLError) in
      let target = try resources.draw(frame, sheet, pictures, .geometry)
      let place = try read(target, 0, zero: 0 as UInt32)
      return FrameGeometry(frame, place: place, state: try read(target, 1, zero: 0 as UInt32))
    }
  }

  private func read<Component: PixelComponent>(
    _ target: TargetBox, _ index: Int = 0, zero: Component
  ) throws(GLError) -> [Component] {
    let count = 4 * target.framebuffer.width * target.framebuffer.height
    var values = [Component](repeating: zero, count: count)
    var span = values.mutableSpan
    try target.framebuffer.read(
      index, into: &span, deadline: .now + deadline, isCancelled: { Task.isCancelled })
    return values
  }

  /// Frees the context and ends the thread; may be called twice.
  ///
  /// Later frames throw.
  package func shutDown() {
    resources?.close()
    resources = nil
    isShutDown = true
    thread.shutdown()
  }

  /// Calls a closure with the context's objects; if the context is lost or out of memory, calls it
  /// once more with a new context.
  func withResourcesRetrying<Result>(
    _ body: (ContextResources) throws(GLError) -> Result
  ) throws(GLError) -> Result {
    do {
      return try withResources(body)
    } catch {
      guard error.isRecoverable else { throw error }
    }
    return try withResources(body)
  }

  /// Calls a closure with the context's objects; then drops the context if it is lost or out of
  /// memory.
  func withResources<Result>(
    _ body: (ContextResources) throws(GLError) -> Result
  ) throws(GLError) -> Result {
    let resources = try current()
    do {
      return try resources.context.exclusively { () throws(GLError) in try body(resources) }
    } catch {
      // Check the context itself: the error may be about a frame of an earlier context.
      if !resources.context.isAlive || error.kind == .outOfMemory {
        recoveryEnd = .now + min(recovery, deadline)
        if !resources.context.isAlive {
          resources.context.waitForRecovery(
            until: recoveryEnd, isCancelled: { isShutDown || Task.isCancelled })
        }
        resources.close()
        self.resources = nil
        loss = error
      }
      throw error
    }
  }

  /// The context's objects; created with the context if necessary.
  ///
  /// - Throws: after a loss, an error of the loss's kind if no context can be recreated. "No
  ///   device" would mislead, because the device existed.
  func current() throws(GLError) -> ContextResources {
    if let resources { return resources }
    guard !isShutDown else { throw Self.shutDownError }
    var pause: UInt32 = 10_000
    while true {
      do {
        let made = try ContextResources(request, deadline: deadline)
        request = request.again(for: made.context.capabilities)
        resources = made
        loss = nil
        return made
      } catch {
        guard let loss, error.isAboutDevices else { throw error }
        if ContinuousClock.now >= recoveryEnd || Task.isCancelled {
          throw GLError(
            loss.kind, doing: loss.doing, detail: "and no new context is possible: \(error)",
            trail: error.trail)
        }
      }
      usleep(pause)
      pause = min(2 * pause, 500_000)
    }
  }
}

extension GLError {
  /// Whether the error means that no suitable device can be opened, not that an open one failed.
  package var isAboutDevices: Bool {
    switch kind {
    case .libraryMissing, .noDevice, .deviceRefused, .contextFailed: true
    default: false
    }
  }
}

extension GLError {
  /// Whether the call may succeed with a new, empty context.
  var isRecoverable: Bool {
    switch kind {
    case .contextLost, .outOfMemory: true
    default: false
    }
  }
}

extension FrameGeometry {
  /// Unpacks the two attachments of aov.frag.
  fileprivate init(_ frame: CurlFrame, place: [UInt32], state: [UInt32]) {
    self.init(width: frame.width, height: frame.height)
    for i in 0..<frame.width * frame.height {
      func float(_ words: [UInt32], _ j: Int) -> Float { Float(bitPattern: words[4 * i + j]) }
      uv[i] = SIMD2(float(place, 0), float(place, 1))
      side[i] = float(place, 2)
      arc[i] = float(place, 3)
      z[i] = float(state, 0)
      shadow[i] = float(state, 1)
      coverage[i] = float(state, 2)
    }
  }
}
