import GLES
import Glibc
import PageCurl
import TestSupport
import Testing

/// Frames and pages in shared memory, where there is none: an error that says so.
///
/// With memory to share they are tested by `doctor` on a kernel's stand-in.
@Suite struct SharedFrameTests {
  private func failure(_ renderer: Renderer) async throws -> RenderError? {
    let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 8)
    do throws(RenderError) {
      _ = try await renderer.sharedFrame(turn, at: .progress(0.4))
      return nil
    } catch {
      return error
    }
  }

  /// A picture of a file that is no dma-buf.
  private func picture(rows: Int) throws -> SharedFrame {
    var path = Array("/tmp/glcurl-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&path)
    try #require(descriptor >= 0)
    unsafe unlink(path)
    try #require(ftruncate(descriptor, 4096) == 0)
    return SharedFrame(owning: descriptor, width: 32, height: rows, stride: 128)
  }

  @Test func itsDescriptorIsClosedWithItAndThoseHandedOverAreNot() throws {
    var frame: SharedFrame? = try picture(rows: 32)
    let own = try #require(frame?.buffer.descriptor)
    let handedOver = try #require(try frame?.descriptor())
    #expect(handedOver != own)
    let flags = fcntl(handedOver, F_GETFD)
    #expect(flags & FD_CLOEXEC != 0)
    frame = nil
    #expect(lseek(handedOver, 0, SEEK_END) == 4096)
    close(handedOver)
  }

  @Test func aResetWhileItIsMadeCostsAnotherAttemptAndIsNotToldInItsStead() async throws {
    _ = try await Fixture.gpu()
    let plan = FaultPlan()
    var device = try Renderer.Device("drm:/dev/null", way: .gbm)
    device.faults = plan
    guard let renderer = try? await Renderer(.gpu, device: device) else {
      try Test.cancel("no GBM here")
    }
    for fault in [FaultPlan.Fault.reset(.guilty), .silentReset(.innocent), .outOfMemory] {
      plan.add(fault)
      let error = try await failure(renderer)
      #expect(!plan.clear(), "\(fault) had no place to strike")
      // Here it has no memory to share, before and after.
      #expect(error?.message.contains("gbm_bo_create") == true, "\(String(describing: error))")
    }
    await renderer.shutDown()
  }

  @Test func theProcessorSharesNothing() async throws {
    let error = try await failure(try await Fixture.cpu())
    #expect(error?.code == .device && error?.message.contains("CPU path") == true)
  }

  @Test func aDriverWithoutMemoryToShareSaysSoAndDrawsOn() async throws {
    _ = try await Fixture.gpu()
    let device = try Renderer.Device("drm:/dev/null", way: .gbm)
    guard let renderer = try? await Renderer(.gpu, device: device) else {
      try Test.cancel("no GBM here")
    }
    let error = try await failure(renderer)
    #expect(error?.code == .device, "\(String(describing: error))")
    #expect(error?.message.contains("gbm_bo_create") == true, "\(String(describing: error))")
    let turn = try Fixture.turn(Fixture.pages(40, 57), radius: 8)
    let frame = try await renderer.frame(turn, at: .progress(1))
    #expect(frame == TestPages.page(.next, width: 40, height: 57))
    await renderer.shutDown()
  }

  @Test func aPageBeyondItsMemoryIsRefusedBeforeTheDriverSeesIt() async throws {
    let renderer = try await Fixture.gpu()
    for (rows, code) in [(32, RenderError.Code.device), (33, .limit)] {
      let picture = try picture(rows: rows)
      do throws(RenderError) {
        _ = try await renderer.page(picture)
        Issue.record("a file was read as a page")
      } catch {
        #expect(error.code == code, "\(error)")
      }
    }
  }
}
