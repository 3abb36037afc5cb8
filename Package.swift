// swift-tools-version: 6.2
import PackageDescription

/// One list for every target: warnings are errors, unsafe code says so.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A product of a package that only the server needs.
func ofServer(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

/// The documentation's generator, for who asks for it: no build of the library should fetch it.
let documentation: [Package.Dependency] =
  Context.environment["GLCURL_DOCC"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

let package = Package(
  name: "glcurl",
  products: [
    .library(name: "PageCurl", targets: ["PageCurl"]),
    .library(name: "PageTurner", targets: ["PageTurner"]),
    .library(name: "PageCache", targets: ["PageCache"]),
    .library(name: "ImageFiles", targets: ["ImageFiles"]),
    .library(name: "PageSources", targets: ["PageSources"]),
    .library(name: "PageFilm", targets: ["PageFilm"]),
    .executable(name: "glcurl", targets: ["glcurl"]),
  ],
  traits: [
    .trait(name: "Server", description: "glcurl serve, and the packages that it needs.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Of the server alone; without its trait they aren't fetched.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
      traits: ["ConfigurationSupport"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.0.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.24.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
  ] + documentation,
  targets: [
    // GLSL text, embedded by one C file, and the catalogue of its names.
    .target(
      name: "CShaders", path: "Shaders",
      exclude: [
        "Precision.glsl", "Frame.glsl", "Surface.glsl", "Filter.glsl", "Colour.glsl", "Light.glsl",
        "Key.glsl", "Taps.glsl", "Shade.glsl", "Sheet.glsl", "Section.glsl", "Plate.glsl",
        "sheet.vert", "canvas.vert", "page.frag", "aov.frag", "layer.frag", "light.frag",
        "resolve.frag", "pack.frag",
      ]),
    .target(name: "CurlShaders", dependencies: ["CShaders"], swiftSettings: settings),
    // C headers of EGL, GLES, GBM and the few libc calls Swift can't see; links none of them.
    .target(name: "CGLES"),
    // The Swift face of GL and the only importer of CGLES; knows no pages.
    .target(name: "GLES", dependencies: ["CGLES"], swiftSettings: settings),
    // The machine and the process: processors, memory, threads, environment; limits on input.
    .target(name: "CurlSystem", swiftSettings: settings),
    // The model: no GL, no Foundation, nothing of ours.
    .target(name: "CurlCore", swiftSettings: settings),
    // Gestures and navigation: what a reader does and what is to be drawn then; draws nothing.
    .target(name: "PageTurner", dependencies: ["CurlCore"], swiftSettings: settings),
    // Pages drawn ahead and kept.
    .target(
      name: "PageCache", dependencies: ["CurlCore", "PageTurner"], swiftSettings: settings),
    // Inner loops where a wider instruction set pays, the same bytes without it.
    .target(name: "CurlKernels"),
    // What a frame is, pixel by pixel: the shaders' twin, and what fast forms are held against.
    .target(name: "CurlDefinition", dependencies: ["CurlCore"], swiftSettings: settings),
    // Rows of a frame on the processor, each part in the fastest form that suits it.
    .target(
      name: "CurlRaster", dependencies: ["CurlCore", "CurlDefinition", "CurlKernels"],
      swiftSettings: settings),
    // Whole frames on threads. The renderers stand beside each other and don't know each other.
    .target(
      name: "CurlCPU", dependencies: ["CurlCore", "CurlDefinition", "CurlKernels", "CurlRaster"],
      swiftSettings: settings),
    // Meshes and what shaders take as constants; no GL.
    .target(name: "CurlMesh", dependencies: ["CurlCore"], swiftSettings: settings),
    .target(
      name: "CurlGL", dependencies: ["CurlCore", "CurlMesh", "GLES", "CurlShaders"],
      swiftSettings: settings),
    // The public library; no codec.
    .target(
      name: "PageCurl",
      dependencies: [
        "CurlCore", "CurlSystem", "PageTurner", "CurlRaster", "CurlCPU", "CurlGL", "GLES",
      ],
      swiftSettings: settings),
    // libpng, TurboJPEG, libwebp, lcms2 and ISA-L behind a few C functions (setjmp stays in C).
    .target(
      name: "CImageCodecs",
      linkerSettings: [
        .linkedLibrary("png"), .linkedLibrary("turbojpeg"), .linkedLibrary("isal"),
        .linkedLibrary("webp"), .linkedLibrary("webpdemux"), .linkedLibrary("webpmux"),
        .linkedLibrary("lcms2"),
      ]),
    // Picture and video files; embedders may leave it out.
    .target(
      name: "ImageFiles",
      dependencies: ["CurlCore", "CurlSystem", "CImageCodecs"], swiftSettings: settings),
    // Pango and Cairo draw the built-in sample pages.
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo",
      providers: [.apt(["libpango1.0-dev"])]),
    .target(
      name: "SamplePages", dependencies: ["CurlCore", "CurlSystem", "CPango"],
      swiftSettings: settings),
    // Pages from picture files and from text, and their pictures kept in a folder.
    .target(
      name: "PageSources",
      dependencies: ["CurlCore", "ImageFiles", "PageCache", "PageCurl", "SamplePages"],
      swiftSettings: settings),
    // Measures renderers and whole jobs against each other and against floors.
    .target(
      name: "CurlBench",
      dependencies: [
        "CurlCore", "CurlGL", "CurlRaster", "CurlSystem", "GLES", "ImageFiles",
        "PageCurl", "PageFilm",
        "SamplePages",
      ],
      swiftSettings: settings),
    // Pages and a timeline or a script in, frames and files out.
    .target(
      name: "PageFilm",
      dependencies: [
        "CurlSystem", "ImageFiles", "PageCache", "PageCurl", "PageSources", "PageTurner",
        "SamplePages",
      ],
      swiftSettings: settings),
    // What this machine can draw with, whether it draws right, and what to do.
    .target(
      name: "Doctor", dependencies: ["CurlCore", "CurlGL", "CurlSystem", "GLES", "PageCurl"],
      swiftSettings: settings),
    // Processes that draw for a server, and how they are spoken to.
    .target(name: "CWorkerLink"),
    .target(name: "WorkerLink", dependencies: ["CWorkerLink"], swiftSettings: settings),
    // HTTP: routes, limits, queues and workers; draws nothing itself. Empty without the trait.
    .target(
      name: "CurlServer",
      dependencies: [
        "CurlSystem", "PageFilm", "WorkerLink",
        ofServer("Hummingbird", "hummingbird"), ofServer("HummingbirdCore", "hummingbird"),
        ofServer("HummingbirdTLS", "hummingbird"), ofServer("NIOSSL", "swift-nio-ssl"),
        ofServer("Crypto", "swift-crypto"), ofServer("GRDB", "GRDB.swift"),
        ofServer("HTTPTypes", "swift-http-types"),
        ofServer("Logging", "swift-log"),
        ofServer("CoreMetrics", "swift-metrics"), ofServer("Metrics", "swift-metrics"),
        ofServer("NIOCore", "swift-nio"), ofServer("NIOHTTP1", "swift-nio"),
        ofServer("NIOPosix", "swift-nio"), ofServer("NIOHTTPTypes", "swift-nio-extras"),
        ofServer("NIOHTTPTypesHTTP1", "swift-nio-extras"),
        ofServer("ServiceLifecycle", "swift-service-lifecycle"),
      ], swiftSettings: settings),
    // Parsing and printing only; of GLES it prints what `doctor` found.
    .executableTarget(
      name: "glcurl",
      dependencies: [
        "CurlBench", "CurlSystem", "Doctor", "GLES", "ImageFiles", "PageCache", "PageCurl",
        "PageFilm", "PageSources", "PageTurner", "SamplePages",
        .target(name: "CurlServer", condition: .when(traits: ["Server"])),
        .target(name: "WorkerLink", condition: .when(traits: ["Server"])),
        ofServer("Logging", "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["CurlCore"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // Numbers about the renderers' pictures; `swift run -c release report`.
    .executableTarget(
      name: "report",
      dependencies: [
        "CurlCore", "PageCurl", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Tests/Report", swiftSettings: settings),
    .testTarget(
      name: "CurlCoreTests", dependencies: ["CurlCore", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "CurlMeshTests", dependencies: ["CurlCore", "CurlMesh", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PageTurnerTests", dependencies: ["CurlCore", "PageTurner", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PageCacheTests", dependencies: ["CurlCore", "PageCache", "PageTurner", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CurlSystemTests", dependencies: ["CurlSystem"], swiftSettings: settings),
    .testTarget(
      name: "CurlServerTests",
      dependencies: [
        "CurlServer", "CurlSystem", "PageFilm", "TestSupport", "WorkerLink",
        ofServer("CoreMetrics", "swift-metrics"), ofServer("GRDB", "GRDB.swift"),
        ofServer("HTTPTypes", "swift-http-types"), ofServer("Hummingbird", "hummingbird"),
        ofServer("Logging", "swift-log"), ofServer("NIOCore", "swift-nio"),
        ofServer("NIOEmbedded", "swift-nio"),
        ofServer("NIOHTTP1", "swift-nio"), ofServer("NIOHTTPTypes", "swift-nio-extras"),
        ofServer("NIOHTTPTypesHTTP1", "swift-nio-extras"),
      ], swiftSettings: settings),
    // A worker for the tests of the link.
    .executableTarget(
      name: "WorkerLinkProbe", dependencies: ["WorkerLink"], path: "Tests/WorkerLinkTests/Probe",
      swiftSettings: settings),
    .testTarget(
      name: "WorkerLinkTests", dependencies: ["CWorkerLink", "WorkerLink", "WorkerLinkProbe"],
      exclude: ["Probe"], swiftSettings: settings),
    .testTarget(name: "GLESTests", dependencies: ["CGLES", "GLES"], swiftSettings: settings),
    .testTarget(
      name: "ImageFilesTests", dependencies: ["CImageCodecs", "CurlCore", "ImageFiles"],
      exclude: ["Corpus"], swiftSettings: settings),
    .testTarget(
      name: "PageSourcesTests",
      dependencies: [
        "CurlCore", "ImageFiles", "PageCache", "PageCurl", "PageSources", "PageTurner",
        "SamplePages",
        "TestSupport",
      ], swiftSettings: settings),
    .testTarget(
      name: "RendererTests",
      dependencies: [
        "CurlCore", "CurlDefinition", "CurlMesh", "PageCurl", "PageTurner", "CurlCPU", "CurlGL",
        "CurlKernels", "CurlRaster", "CurlShaders", "Doctor", "GLES", "ImageFiles", "TestSupport",
      ], exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "CurlBenchTests",
      dependencies: [
        "CurlBench", "CurlCPU", "CurlCore", "CurlDefinition", "CurlGL", "CurlRaster", "PageCurl",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PageFilmTests",
      dependencies: [
        "CurlCore", "ImageFiles", "PageCurl", "PageFilm", "PageTurner", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DoctorTests", dependencies: ["CurlSystem", "Doctor", "GLES", "PageCurl"],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "CurlBench", "CurlCore", "CurlSystem", "Doctor", "glcurl", "ImageFiles", "PageCurl",
        "PageFilm", "PageTurner", "TestSupport",
      ],
      exclude: ["Golden"], swiftSettings: settings),
  ],
  cLanguageStandard: .c2x
)
