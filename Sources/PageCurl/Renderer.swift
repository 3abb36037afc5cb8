internal import CurlCPU
package import CurlGL
package import CurlRaster
internal import CurlSystem
internal import GLES
internal import Glibc

/// Draws frames, on a GPU or on the processor.
///
/// Safe from any task. A frame is a pure function of its inputs.
public struct Renderer: Sendable {
  /// Kinds of renderers.
  public enum Backend: String, Sendable, CaseIterable {
    /// A GPU if there is one, else the CPU path.
    case auto
    /// OpenGL ES, in software where there is no GPU.
    case gpu
    /// The processor, without OpenGL.
    case cpu
  }

  /// The chosen renderer, and why it was chosen.
  public struct Info: Sendable, Equatable, CustomStringConvertible {
    /// `.gpu` or `.cpu`, never `.auto`.
    public let backend: Backend
    /// The device's own name.
    public let name: String
    /// Whether OpenGL runs in software; false on the CPU path, which doesn't use OpenGL.
    public let isSoftware: Bool
    /// Candidates that failed before; empty if the first one worked.
    public let trail: [String]

    /// The name in one line, for people; it says if OpenGL runs in software.
    public var description: String { name }

    package init(backend: Backend, name: String, isSoftware: Bool, trail: [String]) {
      self.backend = backend
      self.name = name
      self.isSoftware = isSoftware
      self.trail = trail
    }
  }

  /// The chosen renderer.
  public let info: Info

  private static let mostThreads = 1024
  package let gl: GLRenderer?
  private let threads: Int
  /// What the latest frames showed of backs without pictures.
  package let papers = PaperBacks()

  /// Opens a renderer.
  ///
  /// - Parameters:
  ///   - backend: the renderer; default `.auto`.
  ///   - requiresHardware: rejects OpenGL in software and the CPU path.
  ///   - threads: threads of the CPU path, clamped to 1…1024; nil is one for each processor.
  ///   - programCache: path of a folder that caches OpenGL's linked programs, 64 MiB at most; nil,
  ///     the default, caches none. The folder and the one that holds it are created. Damaged files
  ///     are ignored.
  ///   - device: the GPU and the way to open it. If either is named, `.auto` doesn't fall back to
  ///     the CPU path, and accepts software only if software is named.
  /// - Throws: `.device` if no such renderer can be opened; the error lists all attempts.
  public init(
    _ backend: Backend = .auto, requiresHardware: Bool = false, threads: Int? = nil,
    programCache: String? = nil, device: Device = .auto
  ) async throws(RenderError) {
    let count = min(max(threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), Self.mostThreads)
    self.threads = count
    if requiresHardware && backend == .cpu {
      throw RenderError(.device, "the CPU path is no GPU: drop either the backend or the demand")
    }
    guard backend != .cpu else {
      gl = nil
      info = Self.processor(count, trail: [])
      return
    }
    let needsHardware = backend == .auto || requiresHardware
    if requiresHardware && device.choice == .software {
      throw RenderError(.device, "software is no GPU: drop either the device or the demand")
    }
    do throws(GLError) {
      var request = device.request(needsHardware: needsHardware)
      request.programCache = programCache.map { ProgramFolder(folder: $0) }
      request.memory = MemoryLedger.shared.available
      request.addresses = SystemMemory.addressesLeft
      let renderer = try await GLRenderer(
        request, deadline: device.deadline, recovery: device.recovery)
      let capabilities = try await renderer.capabilities()
      info = Info(
        backend: .gpu, name: capabilities.description, isSoftware: capabilities.isSoftware,
        trail: try await renderer.trail().map(\.description))
      gl = renderer
    } catch {
      guard backend == .auto && !requiresHardware && !device.isDemanded && error.isAboutDevices
      else {
        throw RenderError(error)
      }
      gl = nil
      info = Self.processor(
        count, trail: error.trail.isEmpty ? [error.description] : error.trail.map(\.description))
    }
  }

  private static func processor(_ threads: Int, trail: [String]) -> Info {
    Info(
      backend: .cpu, name: "CPU path, \(threads) thread\(threads == 1 ? "" : "s")",
      isSoftware: false, trail: trail)
  }

  /// Draws one frame.
  ///
  /// - Parameters:
  ///   - turn: the turn.
  ///   - moment: its moment.
  ///   - format: format of the result; default 8 bits a channel.
  /// - Returns: the frame, of the canvas's size.
  /// - Throws: `.parameter` for a moment that is not a number, `.limit`, `.deviceLost`, `.timeout`,
  ///   `.cancelled`, `.device` after `shutDown`.
  public func frame(_ turn: PageTurn, at moment: Moment, format: Pixmap.Format = .rgba8)
    async throws(RenderError) -> Pixmap
  {
    try await frame(turn, at: moment, for: .pixels(format))
  }

  /// The same, in the format that the frame's use needs.
  package func frame(_ turn: PageTurn, at moment: Moment, for format: FrameFormat)
    async throws(RenderError) -> Pixmap
  {
    let (drawing, pictures) = try await inputs(turn, moment, for: format)
    var reservation = try Self.reserve(drawing, pictures, turn, format, forGPU: gl != nil)
    defer { reservation.release(.max) }
    guard let gl else {
      return try await processorFrame(drawing, pictures, format)
    }
    do throws(GLError) {
      let storage = try await gl.render(drawing, pictures, format: format.widest)
      return Pixmap(width: drawing.width, height: drawing.height, storage: storage)
    } catch {
      throw RenderError(error)
    }
  }

  /// How the CPU path would draw a frame, and why no faster form applies; nothing is drawn, but
  /// what the frame reads of its pages is made.
  ///
  /// - Throws: `.parameter` and `.limit` as ``frame(_:at:format:)``.
  package static func plan(
    _ turn: PageTurn, at moment: Moment, for format: FrameFormat
  ) throws(RenderError) -> FramePlan {
    let (drawing, pictures) = try resolve(turn, moment, for: format)
    var reservation = try reserve(drawing, pictures, turn, format, forGPU: false)
    defer { reservation.release(.max) }
    return FramePlan(drawing, pictures, format)
  }

  /// Memory that drawing a frame takes on the CPU path, besides its pictures and pixels.
  package static func memory(_ turn: PageTurn, at moment: Moment) throws(RenderError)
    -> FrameMemory
  {
    let (drawing, pictures) = try resolve(turn, moment)
    var reservation = try reserve(drawing, pictures, turn, .pixels(.rgba8), forGPU: false)
    defer { reservation.release(.max) }
    return FrameMemory(drawing, pictures)
  }

  /// Geometry at the centre of each pixel of a frame.
  ///
  /// The CPU computes it for scenes of layers, with any renderer.
  ///
  /// - Throws: as ``frame(_:at:format:)``.
  package func geometry(_ turn: PageTurn, at moment: Moment) async throws(RenderError)
    -> FrameGeometry
  {
    let (drawing, pictures) = try await inputs(turn, moment)
    guard let gl, case .curl(let frame, let sheet) = drawing else {
      return CPURenderer.geometry(drawing, pictures, rows: 0..<drawing.height)
    }
    do throws(GLError) {
      return try await gl.geometry(frame, sheet, pictures)
    } catch {
      throw RenderError(error)
    }
  }

  /// Frees the device; later calls throw.
  ///
  /// A second call does nothing. The CPU path has nothing to free.
  public func shutDown() async {
    await gl?.shutDown()
  }

  /// Reserves memory for a frame, its file, and data of its pages that is still to be computed.
  static func reserve(
    _ drawing: Drawing, _ pictures: FramePictures, _ turn: PageTurn, _ format: FrameFormat,
    forGPU: Bool
  ) throws(RenderError) -> MemoryReservation {
    let canvas = turn.canvas
    // OpenGL draws straight bytes in 16 bits.
    let isDeep = format == .pixels(.rgba16) || forGPU && format.widest == .rgba16
    let frame = 3 * canvas.width * canvas.height * (isDeep ? 8 : 4)
    // The CPU path holds opaque pages' bytes at the frame's scale, too.
    let mayScale = !forGPU && !canvas.isAligned && format != .pixels(.rgba16)
    let scaled = mayScale ? drawing.bytesOfScaledPages(pictures) : 0
    let pages = drawing.bytesToMake(
      pictures, forGPU: forGPU, isDeep: format == .pixels(.rgba16))
    do throws(MemoryShortage) {
      return try MemoryLedger.shared.reserve(
        frame + scaled + pages, for: "a frame of \(canvas.width) × \(canvas.height) pixels")
    } catch {
      throw RenderError(.limit, "cannot draw: \(error); make pages or frames smaller")
    }
  }

  /// A frame's scene, prepared, and its pictures; not on the caller's actor, since the first frame of a
  /// turn makes some.
  @concurrent func inputs(
    _ turn: PageTurn, _ moment: Moment, for format: FrameFormat = .pixels(.rgba8)
  ) async throws(RenderError) -> (drawing: Drawing, pictures: FramePictures) {
    try Self.resolve(turn, moment, for: format, papers)
  }

  /// A frame's scene, prepared, and its pictures; `papers` are the backs that earlier frames showed.
  package static func resolve(
    _ turn: PageTurn, _ moment: Moment, for format: FrameFormat = .pixels(.rgba8),
    _ papers: PaperBacks = PaperBacks()
  ) throws(RenderError) -> (drawing: Drawing, pictures: FramePictures) {
    switch moment {
    case .progress(let value), .time(let value):
      if value.isNaN { throw RenderError(.parameter, "the moment is not a number") }
    }
    let isDeep = format == .pixels(.rgba16)
    let (scene, pictures) = try turn.papered(at: moment, isDeep: isDeep, papers)
    do throws(CurlFrame.Unsupported) {
      return (try Drawing(scene), pictures)
    } catch {
      throw RenderError(.parameter, "no renderer draws \(error.what)")
    }
  }

  /// Draws a frame synchronously on the CPU path, for pictures that are made once.
  static func synchronousFrame(_ turn: PageTurn, at moment: Moment, format: Pixmap.Format)
    throws(RenderError) -> Pixmap
  {
    let (drawing, pictures) = try resolve(turn, moment, for: .pixels(format))
    let storage = CPURenderer.render(
      drawing, pictures, rows: 0..<drawing.height, format: format)
    return Pixmap(width: drawing.width, height: drawing.height, storage: storage)
  }

  /// Draws bands of rows in up to ``threads`` tasks; a row depends on the frame alone.
  @concurrent private func processorFrame(
    _ frame: Drawing, _ pictures: FramePictures, _ format: FrameFormat
  ) async throws(RenderError) -> Pixmap {
    let storage = CPURenderer.frame(
      frame, pictures, format: format, threads: threads, help: { work in Task { work() } },
      isCancelled: { Task.isCancelled })
    guard let storage else {
      throw RenderError(.cancelled, "drawing a frame was cancelled")
    }
    if format == .straightBytes, case .rgba8(let bytes) = storage {
      return Pixmap(width: frame.width, height: frame.height, straight8: bytes)
    }
    return Pixmap(width: frame.width, height: frame.height, storage: storage)
  }
}
