import CurlCore
import Foundation
import Testing

@Suite("frame")
struct FrameTests {
  private static let words = ["frame", "a.png", "b.png", "-q"]

  @Test("A frame is the same as that of the film")
  func s0_12_sameAsFilm() async throws {
    let folder = try Folder.withPages()
    let film =
      ["render", "a.png", "b.png", "-q", "-o", "f%d.png", "--frames", "5", "--ease"]
      + ["linear"]
    #expect(try await Glcurl.run(film, in: folder).status == 0)
    let frame = Self.words + ["-o", "g.png", "--progress", "0.5"]
    #expect(try await Glcurl.run(frame, in: folder).status == 0)
    #expect(try folder.bytes("g.png") == folder.bytes("f2.png"))
    let stream = try await Glcurl.run(
      Self.words + ["-o", "-", "--progress", "0.5"], in: folder)
    #expect(try stream.output == folder.bytes("g.png"))
  }

  @Test("A frame may be a WebP or a JPEG; in a JPEG transparent areas are white")
  func formats() async throws {
    let folder = try Folder.withPages()
    for (name, options) in [
      ("f.png", []), ("f.webp", ["--quality", "100"]), ("lossy.webp", []), ("f.jpg", []),
      ("best.JPEG", ["--quality", "100"]), ("worst.jpg", ["--quality", "0"]),
    ] {
      let run = try await Glcurl.run(
        Self.words + ["-o", name, "--progress", "0.4", "--margin", "20"] + options, in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    let picture = try folder.picture("f.png")
    #expect(try folder.picture("f.webp") == picture)
    let isJPEG = try ["f.jpg", "best.JPEG", "worst.jpg"].map {
      try folder.bytes($0).starts(with: [0xFF, 0xD8])
    }
    #expect(isJPEG == [true, true, true])
    #expect(try folder.bytes("worst.jpg").count < folder.bytes("f.jpg").count)
    // Over white, premultiplied colours of the PNG are near those of the JPEG.
    let best = try folder.picture("best.JPEG")
    var worst = 0.0
    for at in 0..<picture.width * picture.height {
      let (shown, drawn) = (best.channels(at), picture.channels(at))
      for channel in 0..<3 {
        worst = max(worst, abs(shown[channel] - (drawn[channel] + 255 - drawn.w)))
      }
    }
    // Y′CbCr and its transform round each a few times.
    #expect(worst <= 6, "\(worst)")
    #expect(best.channels(0) == SIMD4(255, 255, 255, 255))
    for (words, message) in [
      (["-o", "f.webp", "--depth", "16"], "write a PNG"),
      (["-o", "f.png", "--depth", "16", "--dither", "on"], "only 8 bits are dithered"),
      (["--explain", "--dither", "on"], "--dither needs a picture"),
      (["-o", "f.png", "--quality", "9"], "a PNG is exact"), (["-o", "f.tiff"], ".webp"),
      (["--explain", "--quality", "9"], "add -o"),
    ] {
      let run = try await Glcurl.run(Self.words + ["--progress", "0.4"] + words, in: folder)
      #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
    }
    let stream = try await Glcurl.run(
      Self.words + ["-o", "-", "--format", "jpeg", "--progress", "0.4", "--margin", "20"],
      in: folder)
    #expect(try stream.output == folder.bytes("f.jpg"))
  }

  @Test("--explain prints the form of each part and what stands in the way of a faster one")
  func explain() async throws {
    let folder = try Folder.withPages()
    let words = Self.words + ["--progress", "0.5", "--explain"]
    let plain = try await Glcurl.run(words, in: folder)
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(plain.text == "pages  bytes\nsheet  integers\n")
    let slanted = try await Glcurl.run(words + ["--eye", "200%"], in: folder)
    #expect(
      slanted.text == """
        pages        bytes
        sheet: flap  integers
        sheet: roll  spans: the view isn't from straight above

        """)
    let picture = try await Glcurl.run(
      words + ["-o", "x.png", "--depth", "16"], in: folder)
    #expect(picture.text.contains("sheet  spans: the frame has 16 bits a channel"))
    #expect(try folder.picture("x.png").width > 0)
    let both = try await Glcurl.run(words + ["--geometry"], in: folder)
    #expect(both.status == 64 && both.errors.contains("--explain"))
  }

  @Test("Pictures of two pixels a point make a frame of half their size, nearly one make none")
  func s0_11_scale() async throws {
    let folder = try Folder.withPages()
    let page = try folder.picture("a.png")
    for (name, options) in [
      ("plain.png", []), ("near.png", ["--scale", "1.1"]), ("half.png", ["--scale", "2"]),
    ] {
      let run = try await Glcurl.run(
        Self.words + ["-o", name, "--progress", "0.4"] + options, in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try folder.bytes("near.png") == folder.bytes("plain.png"))
    let half = try folder.picture("half.png")
    #expect(half.width == Int((Double(page.width) / 2).rounded()))
    #expect(half.height == Int((Double(page.height) / 2).rounded()))
    let both = try await Glcurl.run(
      Self.words + ["-o", "x.png", "--progress", "0.4", "--scale", "2", "--size", "9x9"], in: folder
    )
    #expect(both.status == 64 && both.errors.contains("--scale"))
  }

  @Test("Every look option changes the frame")
  func looks() async throws {
    let folder = try Folder.withPages()
    try folder.write(TestPage.pierced(width: 61, height: 83), "c.png")
    let looks = [
      [], ["--angle", "-120"], ["--radius", "0"], ["--radius", "20px"], ["--radius", "20"],
      ["--back", "c.png"], ["--back", "#804020"], ["--tint", "#ff0000"], ["--tint-amount", "0.3"],
      ["--show-through", "0.5"], ["--shadow-amount", "0.1"], ["--shadow-size", "2"],
      ["--shadow-lift", "30"], ["--shading", "0.1"], ["--unlit"], ["--overlay"],
      ["--overlay=shadow"], ["--time", "0.6"],
    ]
    var frames: [[String]: Data] = [:]
    for look in looks {
      let moment = look.first == "--time" ? [] : ["--progress", "0.5"]
      let run = try await Glcurl.run(Self.words + moment + look + ["-o", "f.png"], in: folder)
      #expect(run.status == 0, "\(look)")
      frames[look] = try folder.bytes("f.png")
    }
    #expect(frames[["--radius", "20"]] == frames[["--radius", "20px"]])
    #expect(Set(frames.values).count == looks.count - 1)
    #expect(!(try folder.names.contains { $0.hasSuffix(".tmp") }))
  }

  @Test("An overlay may be asked for in every way, and swallows no file name")
  func overlayWords() async throws {
    let folder = try Folder.withPages()
    let rest = ["-q", "--progress", "0.5", "-o"]
    let pages = ["a.png", "b.png"]
    let runs = [
      ["frame", "--overlay"] + pages + rest + ["0.png"],
      ["frame"] + pages + ["--overlay"] + rest + ["1.png"],
      ["frame"] + rest + ["2.png", "--overlay=sheet", "--"] + pages,
      ["frame"] + rest + ["3.png", "--overlay", "--"] + pages,
      ["frame", "--overlay", "shadow"] + pages + rest + ["4.png"],
      ["frame", "--overlay=shadow"] + pages + rest + ["5.png"],
      ["frame"] + pages + rest + ["6.png", "--overlay", "shadow"],
    ]
    for words in runs { #expect(try await Glcurl.run(words, in: folder).status == 0, "\(words)") }
    for i in 1...3 { #expect(try folder.bytes("\(i).png") == folder.bytes("0.png")) }
    for i in 5...6 { #expect(try folder.bytes("\(i).png") == folder.bytes("4.png")) }
    #expect(try folder.bytes("0.png") != folder.bytes("4.png"))
  }

  @Test("The overlay with its shadow over the next page is the whole frame")
  func overlay() async throws {
    let folder = try Folder.withPages()
    let words = Self.words + ["--progress", "0.4"]
    #expect(try await Glcurl.run(words + ["-o", "f.png"], in: folder).status == 0)
    let overlay = words + ["-o", "o.png", "--overlay", "shadow"]
    #expect(try await Glcurl.run(overlay, in: folder).status == 0)
    let (sheet, next) = (try folder.picture("o.png"), try folder.picture("b.png"))
    let frame = try folder.picture("f.png")
    #expect(!sheet.isOpaque)
    var largest = 0.0
    for i in 0..<61 * 83 {
      let (above, below, whole) = (Linear(sheet, i), Linear(next, i), Linear(frame, i))
      let difference = above.colour + (1 - above.alpha) * below.colour - whole.colour
      largest = max(largest, abs(difference).max())
    }
    // The renderer keeps to 1/255. On top come 8 bits a channel in two files: half a step of an
    // encoded value is up to 1.14 steps of linear light, and up to twice that under partial alpha.
    #expect(largest < 2.5 / 255, "\(largest * 255) / 255")
  }

  @Test("The geometry is a JSON object of the fold, exact along the axes")
  func geometry() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      [
        "frame", "a.png", "b.png", "--geometry", "--time", "0.5", "--angle", "180",
        "--radius", "12",
      ], in: folder)
    #expect(run.status == 0)
    #expect(try folder.names == ["a.png", "b.png"])
    let object = try run.object()
    #expect(
      Set(object.keys)
        == [
          "page", "fold", "radius", "angle", "time", "progress", "endTime", "margin", "turnMargin",
          "paper",
        ])
    #expect(object["page"] as? [String: Int] == ["width": 61, "height": 83])
    #expect(
      object["fold"] as? [String: Double] == ["x": 30.5, "y": 41.5, "nx": 1, "ny": 0])
    #expect(object["radius"] as? Double == 12 && object["angle"] as? Double == 180)
    #expect(object["time"] as? Double == 0.5)
    let end = try #require(object["endTime"] as? Double)
    let progress = try #require(object["progress"] as? Double)
    #expect(abs(end - (1 + 12.0 / 61)) < 1e-12)
    #expect(abs(progress * end - 0.5) < 1e-12)
  }

  @Test("The numbers of a frame are NumPy files", arguments: ["cpu", "gpu"])
  func numbers(_ backend: String) async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      Self.words + [
        "--backend", backend, "--progress", "0.5", "--angle", "180", "--radius", "10",
        "--aov", "uv,side,arc,height,shadow,coverage", "--aov-dir", "maps",
      ], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url("maps").path).sorted()
        == ["arc.npy", "coverage.npy", "height.npy", "shadow.npy", "side.npy", "uv.npy"])
    var arrays: [String: NumPyArray] = [:]
    for name in ["uv", "side", "arc", "height", "shadow", "coverage"] {
      arrays[name] = try NumPyArray(folder.bytes("maps/\(name).npy"))
      #expect(arrays[name]?.shape == [83, 61] + (name == "uv" ? [2] : []))
    }
    func value(_ name: String, _ x: Int) throws -> Float {
      try #require(arrays[name]).values[40 * 61 + x]
    }
    // Far left the front lies flat, far right is the next page, the back lies between.
    #expect(try value("side", 2) == 1 && value("side", 58) == 0)
    #expect(try Set(#require(arrays["side"]).values) == [0, 1, 2])
    #expect(try value("arc", 2) <= 0 && value("height", 2) == 0 && value("coverage", 2) == 1)
    #expect(try value("arc", 58).isNaN && value("height", 58).isNaN && value("coverage", 58) == 0)
    let uv = try #require(arrays["uv"]).values
    #expect(abs(uv[2 * (40 * 61 + 58)] - 58.5) < 0.01)
    #expect(abs(uv[2 * (40 * 61 + 58) + 1] - 40.5) < 0.01)
    let back = try (0..<61).filter { try value("side", $0) == 2 }
    for x in back {
      #expect(try value("height", x) >= 10 && value("arc", x) > 15)
      #expect(try (0...1).contains(value("shadow", x)))
    }
  }

  @Test("A frame without an end product makes no folder")
  func folderOfFailure() async throws {
    let folder = try Folder.withPages()
    let run = try await Glcurl.run(
      Self.words + [
        "--progress", "0.5", "--aov", "uv", "--aov-dir", "maps", "--backend", "gpu",
      ], in: folder, environment: Glcurl.withoutOpenGL)
    #expect(run.status == 69)
    #expect(try folder.names == ["a.png", "b.png"])
  }
}

/// A pixel in premultiplied linear light.
private struct Linear {
  let colour: SIMD3<Double>
  let alpha: Double

  init(_ pixmap: Pixmap, _ i: Int) {
    let channels = pixmap.rgba16[4 * i..<4 * i + 4].map { Double($0) / 65535 }
    let alpha = channels[3]
    func decode(_ v: Double) -> Double {
      guard alpha > 0 else { return 0 }
      let e = v / alpha
      return alpha * (e <= 0.04045 ? e / 12.92 : pow((e + 0.055) / 1.055, 2.4))
    }
    colour = SIMD3(decode(channels[0]), decode(channels[1]), decode(channels[2]))
    self.alpha = alpha
  }
}

private func abs(_ v: SIMD3<Double>) -> SIMD3<Double> {
  v.replacing(with: -v, where: v .< 0)
}
