import CGLES
import Glibc

/// Memory from a DRM node's driver, to draw to, map and share (gbm_bo).
///
/// GL thread only, on a context of the GBM platform.
@safe
package final class GBMBuffer {
  /// Width, pixels.
  package let width: Int
  /// Height, pixels.
  package let height: Int
  private let raw: OpaquePointer
  private let context: Context

  /// Allocates memory for bytes R, G, B, A (gbm_bo_create).
  ///
  /// - Throws: `unsupported` on other platforms, or with the system's message if the driver has no
  ///   such memory; `outOfMemory`.
  package init(_ context: Context, width: Int, height: Int) throws(GLError) {
    let doing = "allocate a GBM buffer of \(width) x \(height)"
    guard let device = unsafe context.display.gbm else {
      throw GLError(
        .unsupported, doing: doing,
        detail: "this is the \(context.display.platform.rawValue) platform: open a DRM node "
          + "through GBM (--egl gbm)")
    }
    // Try linear memory first: it is best to map and share, but some drivers can't draw to it.
    let uses = [
      GBM_BO_USE_RENDERING.rawValue | GBM_BO_USE_LINEAR.rawValue, GBM_BO_USE_RENDERING.rawValue,
    ]
    var found: OpaquePointer?
    var code: Int32 = 0
    for use in uses {
      errno = 0
      eglLock.lock()
      unsafe found = unsafe cgles_gbm_bo_create(
        device, UInt32(width), UInt32(height), DMABuffer.rgba, use)
      code = errno
      eglLock.unlock()
      if unsafe found != nil { break }
    }
    guard let raw = unsafe found else {
      let node = context.display.node ?? "the node"
      let hint =
        "; \(node) may have no buffers for drawing in software (a card node has, a render node "
        + "hasn't)"
      throw Self.refusal(
        code, of: "gbm_bo_create", doing: doing, hint: context.capabilities.isSoftware ? hint : "")
    }
    unsafe self.raw = unsafe raw
    self.context = context
    self.width = width
    self.height = height
  }

  deinit {
    eglLock.lock()
    unsafe cgles_gbm_bo_destroy(raw)
    eglLock.unlock()
  }

  /// The error of a failed call.
  ///
  /// An errno that isn't in `reasons` isn't reported: drivers continue after the kernel's refusal,
  /// and may leave an unrelated errno.
  private static func refusal(_ code: Int32, of call: String, doing: String, hint: String = "")
    -> GLError
  {
    let reasons = [ENOMEM, EACCES, EPERM, ENODEV, EINVAL, ENOSYS, ENOTTY, EMFILE, ENFILE]
    let words = reasons.contains(code) ? systemError(code) : "no reason given"
    let kind: GLError.Kind =
      switch code {
      case ENOMEM: .outOfMemory
      case EMFILE, ENFILE: .systemFailed
      default: .unsupported
      }
    return GLError(
      kind, doing: doing, detail: "\(call): \(words)\(hint)"
    )
  }

  /// The same memory as a dma-buf (gbm_bo_get_fd).
  ///
  /// - Throws: `unsupported` for several planes, or with the system's message if the driver can't
  ///   export; `outOfMemory`.
  package func export() throws(GLError) -> DMABuffer {
    let doing = "export a GBM buffer of \(width) x \(height) as a dma-buf"
    let planes = unsafe cgles_gbm_bo_get_plane_count(raw)
    guard planes == 1 else {
      throw GLError(.unsupported, doing: doing, detail: "it lies in \(planes) planes")
    }
    errno = 0
    eglLock.lock()
    let file = unsafe cgles_gbm_bo_get_fd(raw)
    eglLock.unlock()
    guard file >= 0 else { throw Self.refusal(errno, of: "gbm_bo_get_fd", doing: doing) }
    return unsafe DMABuffer(
      owning: file, width: width, height: height, format: DMABuffer.rgba,
      stride: Int(cgles_gbm_bo_get_stride(raw)), offset: Int(cgles_gbm_bo_get_offset(raw, 0)),
      modifier: cgles_gbm_bo_get_modifier(raw))
  }

  /// The bytes, four per pixel, row 0 first, without gaps (gbm_bo_map).
  ///
  /// Wait for draws to the buffer first.
  ///
  /// - Throws: `unsupported` with the system's message if the driver can't map the memory;
  ///   `outOfMemory`.
  package func bytes() throws(GLError) -> [UInt8] {
    var stride: UInt32 = 0
    // GBM requires a mapping that is NULL.
    var mapping: UnsafeMutableRawPointer?
    errno = 0
    eglLock.lock()
    let start = unsafe cgles_gbm_bo_map(
      raw, 0, 0, UInt32(width), UInt32(height), GBM_BO_TRANSFER_READ.rawValue, &stride, &mapping)
    eglLock.unlock()
    guard let start = unsafe start else {
      throw Self.refusal(
        errno, of: "gbm_bo_map", doing: "map a GBM buffer of \(width) x \(height)")
    }
    defer {
      eglLock.lock()
      unsafe cgles_gbm_bo_unmap(raw, mapping)
      eglLock.unlock()
    }
    let row = 4 * width
    return unsafe [UInt8](unsafeUninitializedCapacity: row * height) { bytes, count in
      guard let to = bytes.baseAddress else { return }
      for y in 0..<height {
        unsafe memcpy(to + y * row, start + y * Int(stride), row)
      }
      count = row * height
    }
  }
}
