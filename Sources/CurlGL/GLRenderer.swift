package import CurlCore
package import GLES
internal import Glibc

/// Draws frames with OpenGL ES on a thread of its own.
///
/// All of GL happens on that thread; calls from any task queue up. Where the device was reset, or is
/// out of memory, the context goes with all that it holds, a new one is made on the same device once
/// that has recovered, and the frame is drawn once more; what fails again is an error, and the next
/// frame begins anew.
package actor GLRenderer {
  /// How long a frame may take before it is given up, where nothing else is said.
  package static let deadline: Duration = .seconds(30)
  /// How long a device that was reset may take to recover, where nothing else is said.
  package static let recovery: Duration = .seconds(5)

  /// How long a frame may take before it is given up.
  package nonisolated let deadline: Duration
  /// How long a device that was reset may take to recover.
  private let recovery: Duration
  private let thread: RenderThread
  /// What is asked of EGL; once a device is open, that one again.
  private var request: DeviceRequest
  private(set) var stage: Stage?
  /// What took the context, where there is none yet in its place.
  private var loss: GLError?
  /// Until when the device may recover from it.
  private var recoveryEnd = ContinuousClock.now
  private(set) var isShutDown = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  /// A renderer on the best device that the request allows; its context is made now.
  package init(
    _ request: DeviceRequest, deadline: Duration = deadline, recovery: Duration = recovery
  ) async throws(GLError) {
    thread = try RenderThread()
    self.deadline = deadline
    self.recovery = recovery
    self.request = request
    try whileCurrent { _ throws(GLError) in }
  }

  /// Frees what a renderer that was dropped without `shutDown` still holds, on its own thread.
  isolated deinit {
    stage?.close()
    thread.shutdown()
  }

  static let shutDownError = GLError(.contextFailed, doing: "render after shutdown")

  /// What its GL is and can do.
  package func capabilities() throws(GLError) -> Capabilities {
    try current().context.capabilities
  }

  /// What was tried and refused before its device.
  package func trail() throws(GLError) -> [Attempt] { try current().context.trail }

  /// Pictures that its context has got so far.
  package func uploads() throws(GLError) -> Int { try current().textures.uploads }

  /// Pixel buffers through which its context's frames have come back so far.
  package func readbackBuffers() throws(GLError) -> Int { try current().ring.made }

  /// How many textures of pictures its context has now, and their bytes.
  package func residency() throws(GLError) -> (textures: Int, bytes: Int) {
    try whileCurrent { stage throws(GLError) in stage.textures.residency() }
  }

  /// How many pictures are kept, and so prepared, at once.
  package static let mostPictures = PageTextures.most

  /// Uploads pictures that frames of a format, on a canvas, will need, and that aren't there yet.
  package func prepare(
    _ pictures: [PreparedPicture], _ format: Pixmap.Format, on canvas: Canvas? = nil
  ) throws(GLError) {
    try whileCurrent { stage throws(GLError) in
      let output = FrameOutput(format)
      try stage.textures.prepare(pictures, on: canvas) { output.texels(of: $0) }
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

  /// The same, and how long its parts took.
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
      // A query that goes on would be in the way of the next one.
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

  /// A drawn frame's channels.
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

  /// What lies at the centre of each pixel of a frame.
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

  /// Frees the context and ends the thread; later calls throw; harmless twice.
  package func shutDown() {
    stage?.close()
    stage = nil
    isShutDown = true
    thread.shutdown()
  }

  /// Runs a closure with its context current; where that is lost or full, once more with a new one.
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

  /// Runs a closure with its context current; gives up a context that is lost or full.
  func once<Result>(_ body: (Stage) throws(GLError) -> Result) throws(GLError) -> Result {
    let stage = try current()
    do {
      return try stage.context.inTurn { () throws(GLError) in try body(stage) }
    } catch {
      // What was sent from a context before this one says nothing of this one.
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

  /// Its context; made where there is none.
  ///
  /// - Throws: where a lost one has no successor, what took it, whoever asks: the device was there.
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
            loss.kind, doing: loss.doing, detail: "and there is no new context: \(error)",
            trail: error.trail)
        }
      }
      usleep(pause)
      pause = min(2 * pause, 500_000)
    }
  }
}

extension GLError {
  /// Whether it says that there is no fit device, rather than that one failed.
  package var isAboutDevices: Bool {
    switch kind {
    case .libraryMissing, .noDevice, .deviceRefused, .contextFailed: true
    default: false
    }
  }
}

extension GLError {
  /// Whether a new context, which holds nothing yet, may do what failed.
  var isCuredByANewContext: Bool {
    switch kind {
    case .contextLost, .outOfMemory: true
    default: false
    }
  }
}

extension FrameGeometry {
  /// Unpacks the two attachments that aov.frag writes.
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
