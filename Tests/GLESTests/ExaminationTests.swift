import GLES
import Glibc
import Synchronization
import Testing

extension GLESTests {
  @Suite struct Examinations {
    @Test func librariesAreToldByTheirFiles() throws {
      let libraries = LibraryFile.all()
      #expect(libraries.map(\.package) == ["libegl1", "libgles2", "libgbm1"])
      for library in libraries {
        #expect((library.path == nil) != (library.problem == nil))
        guard let path = library.path else { continue }
        #expect(path.hasPrefix("/"), "\(path)")
        #expect(path.contains("/\(library.name)"), "\(path)")
        #expect(unsafe access(path, R_OK) == 0, "\(path)")
      }
    }

    @Test(arguments: [
      ("/usr/lib/x86_64-linux-gnu/libEGL_mesa.so.0.0.0", true),
      ("/usr/lib/x86_64-linux-gnu/dri/swrast_dri.so", true),
      ("/usr/lib/libgallium-25.0.so", true), ("/usr/lib/libnvidia-glsi.so.550", true),
      ("/usr/lib/gbm/nvidia-drm_gbm.so", true), ("/usr/lib/libEGL.so.1.1.0", false),
      ("/usr/lib/libc.so.6", false), ("/opt/libnvidia-x/libz.so", false),
    ])
    func driversAreToldByTheirNames(_ path: String, _ isDriver: Bool) {
      #expect(LibraryFile.isDriver(path) == isDriver)
    }

    @Test func everyWayIsTriedAndTheFirstGoodOneIsWhatOpens() async throws {
      let context = try openOrSkip(anyDevice)
      let capabilities = context.capabilities
      context.close()
      let found = await Examination.make { _ in }
      #expect(found.problem == nil)
      #expect(!found.drivers.isEmpty)
      #expect(found.clientExtensions.contains { $0.name == "EGL_EXT_platform_base" && $0.isListed })
      for platform in ["device platform", "GBM platform", "surfaceless platform"] {
        #expect(found.trials.contains { $0.what.hasPrefix(platform) }, "\(platform)")
      }
      let opened = found.trials.compactMap(\.opened)
      let chosen = opened.first { !$0.capabilities.isSoftware } ?? opened.first
      #expect(chosen?.capabilities == capabilities)
      for context in opened { #expect(context.shadingLanguage.contains("ES")) }
      for trial in found.trials {
        if case .refused(let words) = trial.outcome { #expect(!words.isEmpty, "\(trial.what)") }
      }
    }

    @Test func eachStepIsNotedBeforeItIsTaken() async throws {
      let notes = Mutex<[String]>([])
      let found = await Examination.make { note in notes.withLock { $0.append(note) } }
      let told = notes.withLock { $0 }
      #expect(told.first == "load libEGL.so.1, libGLESv2.so.2 and libgbm.so.1")
      for trial in found.trials where trial.opened != nil {
        let opens = try #require(told.firstIndex(of: "open \(trial.what)"))
        #expect(told[opens + 1] == "draw to its memory, map and share it: \(trial.what)")
        #expect(told[opens + 2].hasPrefix("\(trial.what): opened "))
      }
    }

    @Test func contextsOpenWhileAndAfterItRuns() async throws {
      let context = try openOrSkip(anyDevice)
      context.close()
      async let first = Examination.make { _ in }
      async let second = Examination.make { _ in }
      let counts = await [first, second].map { $0.trials.count { $0.opened != nil } }
      #expect(counts[0] == counts[1] && counts[0] > 0)
      try Context.open(anyDevice).close()
    }
  }
}
