import CGLES
import Glibc

/// Memory of a DRM node's driver, to be drawn to, mapped and shared (gbm_bo).
///
/// GL thread only, on a context of the GBM platform.
@safe
package final class GBMBuffer {
  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  private let raw: OpaquePointer
  private let context: Context

  /// Allocates memory for bytes R, G, B, A (gbm_bo_create).
  ///
  /// - Throws: `unsupported` off the GBM platform, and where the driver gives none, with the
  ///   system's words; `outOfMemory`.
  package init(_ context: Context, width: Int, height: Int) throws(GLError) {
    let doing = "allocate a GBM buffer of \(width) x \(height)"
    guard let device = unsafe context.display.gbm else {
      throw GLError(
        .unsupported, doing: doing,
        detail: "this is the \(context.display.platform.rawValue) platform: open a DRM node "
          + "through GBM (--egl gbm)")
    }
    // Row after row is what a mapping and another device take best; some drivers draw to no such.
    let uses = [
      GBM_BO_USE_RENDERING.rawValue | GBM_BO_USE_LINEAR.rawValue, GBM_BO_USE_RENDERING.rawValue,
    ]
    var found: OpaquePointer?
    var code: Int32 = 0
    for use in uses {
      errno = 0
      unsafe found = unsafe cgles_gbm_bo_create(
        device, UInt32(width), UInt32(height), DMABuffer.rgba, use)
      if unsafe found != nil { break }
      code = errno
    }
    guard let raw = unsafe found else {
      let node = context.display.node ?? "the node"
      // The driver goes on after the call that failed, and may leave another one's reason.
      let isReason = [ENOMEM, EACCES, EPERM, ENODEV, EINVAL, ENOSYS, ENOTTY].contains(code)
      throw GLError(
        code == ENOMEM ? .outOfMemory : .unsupported, doing: doing,
        detail: "gbm_bo_create: \(isReason ? systemError(code) : "no reason given"); \(node) may "
          + "have no buffers for drawing in software (a card node has, a render node hasn't)")
    }
    unsafe self.raw = unsafe raw
    self.context = context
    self.width = width
    self.height = height
  }

  deinit { unsafe cgles_gbm_bo_destroy(raw) }

  /// The same memory as a dma-buf (gbm_bo_get_fd).
  ///
  /// - Throws: `unsupported` in several planes, `systemFailed` with the system's words.
  package func export() throws(GLError) -> DMABuffer {
    let doing = "export a GBM buffer of \(width) x \(height) as a dma-buf"
    let planes = unsafe cgles_gbm_bo_get_plane_count(raw)
    guard planes == 1 else {
      throw GLError(.unsupported, doing: doing, detail: "it lies in \(planes) planes")
    }
    errno = 0
    let file = unsafe cgles_gbm_bo_get_fd(raw)
    guard file >= 0 else {
      throw GLError(
        .systemFailed, doing: doing,
        detail: "gbm_bo_get_fd: \(errno == 0 ? "no descriptor" : systemError(errno))")
    }
    return unsafe DMABuffer(
      owning: file, width: width, height: height, format: DMABuffer.rgba,
      stride: Int(cgles_gbm_bo_get_stride(raw)), offset: Int(cgles_gbm_bo_get_offset(raw, 0)),
      modifier: cgles_gbm_bo_get_modifier(raw))
  }

  /// Its bytes, four a pixel, row 0 first, without gaps (gbm_bo_map).
  ///
  /// What is drawn to it should have been waited for.
  ///
  /// - Throws: `systemFailed` with the system's words.
  package func bytes() throws(GLError) -> [UInt8] {
    var stride: UInt32 = 0
    // GBM wants to see NULL here.
    var mapping: UnsafeMutableRawPointer?
    errno = 0
    guard
      let start = unsafe cgles_gbm_bo_map(
        raw, 0, 0, UInt32(width), UInt32(height), GBM_BO_TRANSFER_READ.rawValue, &stride,
        &mapping)
    else {
      throw GLError(
        .systemFailed, doing: "map a GBM buffer of \(width) x \(height)",
        detail: "gbm_bo_map: \(errno == 0 ? "no memory" : systemError(errno))")
    }
    defer { unsafe cgles_gbm_bo_unmap(raw, mapping) }
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
