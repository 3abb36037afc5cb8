package import CurlCore
package import GLES

/// Draws frames with OpenGL ES on a thread of its own.
///
/// All of GL happens on that thread; calls from any task queue up. Where the device was reset, or is
/// out of memory, the context goes with all that it holds, a new one is made, and the frame is drawn
/// once more; what fails again is an error, and the next frame begins anew.
package actor GLRenderer {
  /// How long a frame may take before it is given up.
  package static let deadline: Duration = .seconds(30)

  private let thread: RenderThread
  private let request: DeviceRequest
  private(set) var stage: Stage?
  private(set) var isShutDown = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  /// A renderer on the best device that the request allows; its context is made now.
  package init(_ request: DeviceRequest) async throws(GLError) {
    thread = try RenderThread()
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
  package func uploads() throws(GLError) -> Int { try current().uploads }

  /// A frame's channels: premultiplied sRGB-encoded RGBA, rows from the top.
  ///
  /// Software draws what changes alone, and the rest is copied from the pages. `isWhole` says whether
  /// every pixel is drawn there too: the colours are the same but for the last step of 1/255.
  package func render(
    _ drawing: Drawing, _ pictures: FramePictures, format: Pixmap.Format, isWhole: Bool = false
  ) throws(GLError) -> Pixmap.Storage {
    try whileCurrent { stage throws(GLError) in
      try read(try stage.begin(drawing, pictures, format, isWhole: isWhole), pictures, format)
    }
  }

  /// The same, and how long its parts took.
  package func renderTimed(
    _ drawing: Drawing, _ pictures: FramePictures, format: Pixmap.Format
  ) throws(GLError) -> (Pixmap.Storage, FramePhases) {
    try whileCurrent { stage throws(GLError) in
      let deadline = ContinuousClock.now + Self.deadline
      let start = ContinuousClock.now
      let query = TimerQuery(stage.context)
      query?.begin()
      let drawing = Result { () throws(GLError) in
        try stage.begin(drawing, pictures, format, isWhole: false)
      }
      // A query that goes on would be in the way of the next one.
      query?.end()
      let drawn = try drawing.get()
      try Fence(stage.context).wait(until: deadline, isCancelled: { Task.isCancelled })
      let readyToRead = ContinuousClock.now
      let storage = try read(drawn, pictures, format)
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
  func read(
    _ drawn: DrawnFrame, _ pictures: FramePictures, _ format: Pixmap.Format
  ) throws(GLError) -> Pixmap.Storage {
    let target = drawn.target
    if let patches = drawn.patches {
      return .rgba8(
        try patches.put(over: pictures) { regions, bytes throws(GLError) in
          var span = bytes.mutableSpan
          try target.framebuffer.read(
            regions, into: &span, deadline: .now + Self.deadline,
            isCancelled: { Task.isCancelled })
        })
    }
    switch format {
    case .rgba8: return .rgba8(try read(target, zero: 0 as UInt8))
    case .rgba16:
      let words = try read(target, zero: 0 as UInt32)
      return .rgba16(words.map { UInt16(truncatingIfNeeded: $0) })
    }
  }

  /// What lies at the centre of each pixel of a frame.
  package func geometry(_ frame: CurlFrame, _ mesh: SheetMesh?, _ pictures: FramePictures)
    throws(GLError) -> FrameGeometry
  {
    try whileCurrent { stage throws(GLError) in
      let target = try stage.draw(frame, mesh, pictures, .geometry)
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
      index, into: &span, deadline: .now + Self.deadline, isCancelled: { Task.isCancelled })
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
    let first: GLError
    do {
      return try once(body)
    } catch {
      guard error.isCuredByANewContext else { throw error }
      first = error
    }
    return try again(after: first, body)
  }

  /// Runs a closure once more, in a new context, after one that was lost or full.
  func again<Result>(after first: GLError, _ body: (Stage) throws(GLError) -> Result)
    throws(GLError) -> Result
  {
    do {
      return try once(body)
    } catch {
      switch error.kind {
      case .libraryMissing, .noDevice, .deviceRefused, .contextFailed:
        throw GLError(
          first.kind, doing: first.doing, detail: "and there is no new context: \(error)",
          trail: error.trail)
      default: throw error
      }
    }
  }

  /// Runs a closure with its context current; gives up a context that is lost or full.
  func once<Result>(_ body: (Stage) throws(GLError) -> Result) throws(GLError) -> Result {
    let stage = try current()
    do {
      return try body(stage)
    } catch {
      // What was sent from a context before this one says nothing of this one.
      if !stage.context.isAlive || error.kind == .outOfMemory {
        stage.close()
        self.stage = nil
      }
      throw error
    }
  }

  func current() throws(GLError) -> Stage {
    if let stage { return stage }
    guard !isShutDown else { throw Self.shutDownError }
    let made = try Stage(request)
    stage = made
    return made
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
