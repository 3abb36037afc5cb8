package import CurlCore
package import GLES
internal import Glibc

/// Draws frames with OpenGL ES on a thread of its own.
///
/// All GL calls run on that thread; calls from any task queue up. If the device is reset or out of
/// memory, the context and all its objects are dropped. After recovery a new context is created on
/// the same device, and the frame is drawn once more. A second failure is thrown, and the next
/// frame starts afresh.
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
  /// The request for EGL; once a device is open, the request for that device.
  private var request: DeviceRequest
  private(set) var stage: Stage?
  /// The error that lost the context, until there is a new one.
  private var loss: GLError?
  /// End of the time in which the device may recover.
  private var recoveryEnd = ContinuousClock.now
  private(set) var isShutDown = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  /// A renderer on the best device that the request allows; its context is created now.
  package init(
    _ request: DeviceRequest, deadline: Duration = deadline, recovery: Duration = recovery
  ) async throws(GLError) {
    thread = try RenderThread()
    self.deadline = deadline
    self.recovery = recovery
    self.request = request
    try whileCurrent { _ throws(GLError) in }
  }

  /// Frees the resources of a renderer that was dropped without `shutDown`, on its own thread.
  isolated deinit {
    stage?.close()
    thread.shutdown()
  }

  static let shutDownError = GLError(.contextFailed, doing: "render after shutdown")

  /// Properties of the context's GL.
  package func capabilities() throws(GLError) -> Capabilities {
    try current().context.capabilities
  }

  /// Attempts that failed before this device.
  package func trail() throws(GLError) -> [Attempt] { try current().context.trail }

  /// Number of picture textures in the context, and their bytes.
  package func residency() throws(GLError) -> (textures: Int, bytes: Int) {
    try whileCurrent { stage throws(GLError) in stage.textures.residency() }
  }

  /// Most pictures whose textures are cached, and so prepared, at once.
  package static let mostPictures = PageTextures.most

  /// Uploads pictures for later frames of a format, if they aren't uploaded yet.
  package func prepare(_ pictures: [PreparedPicture], _ format: Pixmap.Format) throws(GLError) {
    try whileCurrent { stage throws(GLError) in
      let output = FrameOutput(format)
      try stage.textures.prepare(pictures) { output.texels(of: $0) }
    }
  }

  /// A frame's channels: premultiplied sRGB-encoded RGBA, rows from the top.
  package func render(
    _ drawing: Drawing, _ pictures: FramePictures, format: Pixmap.Format
  ) throws(GLError) -> Pixmap.Storage {
    try whileCurrent { stage throws(GLError) in
      try read(try stage.draw(drawing, pictures, FrameOutput(format)), format)
    }
  }

  /// The same, with the durations of its phases.
  package func renderTimed(
    _ drawing: Drawing, _ pictures: FramePictures, format: Pixmap.Format
  ) throws(GLError) -> (Pixmap.Storage, FramePhases) {
    try whileCurrent { stage throws(GLError) in
      let deadline = ContinuousClock.now + deadline
      let start = ContinuousClock.now
      let query = TimerQuery(stage.context)
      query?.begin()
      let drawing = Result { () throws(GLError) in
        try stage.draw(drawing, pictures, FrameOutput(format))
      }
      // An unfinished query would block the next one.
      query?.end()
      let drawn = try drawing.get()
      try Fence(stage.context).wait(until: deadline, isCancelled: { Task.isCancelled })
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

  /// The channels of a drawn frame.
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
    try whileCurrent { stage throws(GLError) in
      let target = try stage.draw(frame, sheet, pictures, .geometry)
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

  /// Frees the context and ends the thread; later calls throw; may be called twice.
  package func shutDown() {
    stage?.close()
    stage = nil
    isShutDown = true
    thread.shutdown()
  }

  /// Calls a closure with the context current; if the context is lost or out of memory, once more
  /// with a new one.
  func whileCurrent<Result>(_ body: (Stage) throws(GLError) -> Result) throws(GLError)
    -> Result
  {
    do {
      return try once(body)
    } catch {
      guard error.isCuredByANewContext else { throw error }
    }
    return try once(body)
  }

  /// Calls a closure with the context current; drops a context that is lost or out of memory.
  func once<Result>(_ body: (Stage) throws(GLError) -> Result) throws(GLError) -> Result {
    let stage = try current()
    do {
      return try stage.context.inTurn { () throws(GLError) in try body(stage) }
    } catch {
      // An earlier context's command says nothing about this context.
      if !stage.context.isAlive || error.kind == .outOfMemory {
        recoveryEnd = .now + min(recovery, deadline)
        if !stage.context.isAlive {
          stage.context.waitForRecovery(
            until: recoveryEnd, isCancelled: { isShutDown || Task.isCancelled })
        }
        stage.close()
        self.stage = nil
        loss = error
      }
      throw error
    }
  }

  /// The context; created if necessary.
  ///
  /// - Throws: the original loss error if the context can't be recreated, because the device
  ///   existed.
  func current() throws(GLError) -> Stage {
    if let stage { return stage }
    guard !isShutDown else { throw Self.shutDownError }
    var pause: UInt32 = 10_000
    while true {
      do {
        let made = try Stage(request, deadline: deadline)
        request = request.again(for: made.context.capabilities)
        stage = made
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
  /// Whether the error says that no suitable device exists, rather than that one failed.
  package var isAboutDevices: Bool {
    switch kind {
    case .libraryMissing, .noDevice, .deviceRefused, .contextFailed: true
    default: false
    }
  }
}

extension GLError {
  /// Whether a new context, which is empty, may succeed.
  var isCuredByANewContext: Bool {
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
