import CurlCore
import Foundation
import Testing

@Suite("Margins")
struct MarginTests {
  /// A margin as it is printed.
  private struct Sides {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    init(_ value: Any?) throws {
      let object = try #require(value as? [String: Double])
      #expect(Set(object.keys) == ["left", "top", "right", "bottom"])
      left = try #require(object["left"])
      top = try #require(object["top"])
      right = try #require(object["right"])
      bottom = try #require(object["bottom"])
    }

    var all: [Double] { [left, top, right, bottom] }
  }

  private static let page = (width: 75, height: 100)
  /// Around the page, so much that nothing reaches its end.
  private static let around = 320

  /// The box of places where `isThere` holds, as far as it is beyond the page.
  private func beyond(_ array: NumPyArray, _ isThere: (Float) -> Bool) -> [Double] {
    let (rows, columns) = (array.shape[0], array.shape[1])
    var low = (Self.around, Self.around)
    var high = (Self.around + Self.page.width, Self.around + Self.page.height)
    for y in 0..<rows {
      for x in 0..<columns where isThere(array.values[y * columns + x]) {
        low = (min(low.0, x), min(low.1, y))
        high = (max(high.0, x + 1), max(high.1, y + 1))
      }
    }
    return [
      Self.around - low.0, Self.around - low.1, high.0 - Self.around - Self.page.width,
      high.1 - Self.around - Self.page.height,
    ].map(Double.init)
  }

  @Test(
    "The margin is the box of what is drawn beyond the page",
    arguments: [
      "", "--thickness 4", "--corner-radius 15", "--eye 160% --eye-centre 0.3,0.7",
      "--oblique 0.5,-0.8", "--radius 0", "--eye 70% --thickness 3",
    ])
  func sheet(_ look: String) async throws {
    let folder = try Folder.withPages(width: Self.page.width, height: Self.page.height)
    for angle in ["151", "-75", "180"] {
      for time in ["0.25", "0.8"] {
        let run = try await Glcurl.run(
          [
            "frame", "a.png", "b.png", "-q", "--backend", "cpu", "--geometry", "--margin",
            "\(Self.around)px", "--aov", "coverage", "--aov-dir", "m", "--angle", angle, "--time",
            time,
          ] + look.split(separator: " ").map(String.init), in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let margin = try Sides(try run.object()["margin"])
        let coverage = try NumPyArray(folder.bytes("m/coverage.npy"))
        #expect(coverage.shape == [100 + 2 * Self.around, 75 + 2 * Self.around])
        // What covers less than a fiftieth of a pixel is a trace of its smoothed edge.
        let drawn = beyond(coverage) { $0 > 0.02 }
        for (told, seen) in zip(margin.all, drawn) {
          #expect(told.rounded(.up) >= seen - 1 && told <= seen + 1, "\(angle) \(time) \(drawn)")
        }
      }
    }
  }

  @Test("A shadow on the background lies within the margin, but for what no eye sees")
  func shadow() async throws {
    let folder = try Folder.withPages(width: Self.page.width, height: Self.page.height)
    for look in ["", "--key-light 1 --light-size 3 --light-elevation 30", "--shadow-lift 12"] {
      for angle in ["151", "0"] {
        let run = try await Glcurl.run(
          [
            "frame", "a.png", "b.png", "-q", "--backend", "cpu", "--geometry", "--margin",
            "\(Self.around)", "--aov", "shadow,side", "--aov-dir", "m", "--angle", angle,
            "--time", "0.6", "--background", "#808080",
          ] + look.split(separator: " ").map(String.init), in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let margin = try Sides(try run.object()["margin"])
        let shadow = try NumPyArray(folder.bytes("m/shadow.npy"))
        let dark = beyond(shadow) { $0 < 1 - 1.2 / 255 }
        #expect(dark.contains { $0 > 5 }, "\(look) \(angle)")
        for (told, seen) in zip(margin.all, dark) {
          #expect(told >= seen - 1, "\(look) \(angle): \(margin.all) \(dark)")
        }
      }
    }
  }

  @Test("Auto is the whole turn's margin in whole pixels, of a frame and of a film alike")
  func auto() async throws {
    let folder = try Folder.withPages()
    let look = ["--eye", "150%", "--background", "#c0c0c0", "--margin", "auto", "-q"]
    let render = ["render", "a.png", "b.png", "-o", "f%d.png", "--frames", "3", "--json"]
    let film = try await Glcurl.run(render + look + ["--ease", "linear"], in: folder)
    #expect(film.status == 0, "\(film.errors)")
    let margin = try Sides(try film.object()["turnMargin"])
    let sides = margin.all.map { Int($0.rounded(.up)) }
    let picture = try folder.picture("f1.png")
    #expect(picture.width == 61 + sides[0] + sides[2])
    #expect(picture.height == 83 + sides[1] + sides[3])
    #expect(margin.left > 20 && margin.top > 1)
    let frame = ["frame", "a.png", "b.png", "-o", "g.png", "--progress", "0.5", "--geometry"]
    let run = try await Glcurl.run(frame + look, in: folder)
    #expect(run.status == 0)
    #expect(try folder.bytes("g.png") == folder.bytes("f1.png"))
    #expect(try Sides(try run.object()["turnMargin"]).all == margin.all)
  }

  @Test("A margin shows the page where it was, and the background around it")
  func length() async throws {
    let folder = try Folder.withPages()
    let words = ["frame", "a.png", "b.png", "-q", "--progress", "0"]
    let run = try await Glcurl.run(
      words + ["--margin", "10%", "--background", "#102030", "-o", "f.png"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let picture = try folder.picture("f.png")
    // A tenth of 61 is 6.1, and seven whole pixels.
    #expect(picture.width == 61 + 14 && picture.height == 83 + 14)
    let bytes = picture.rgba8
    let front = try folder.picture("a.png").rgba8
    for (x, y) in [(0, 0), (60, 0), (30, 41), (60, 82)] {
      let there = 4 * ((y + 7) * 75 + x + 7)
      let here = 4 * (y * 61 + x)
      #expect(Array(bytes[there..<there + 4]) == Array(front[here..<here + 4]))
    }
    let corner: [UInt8] = [0x10, 0x20, 0x30, 255]
    #expect(Array(bytes[..<4]) == corner)
  }

  @Test("A size is that of page and margin, of their shape or with a fit")
  func size() async throws {
    let folder = try Folder.withPages(width: 60, height: 80)
    let words = ["frame", "a.png", "b.png", "-q", "--progress", "0.4", "--margin", "20", "-o"]
    #expect(
      try await Glcurl.run(words + ["f.png", "--size", "50x60"], in: folder).status == 0)
    #expect(try folder.picture("f.png").width == 50)
    let wrong = try await Glcurl.run(words + ["g.png", "--size", "60x80"], in: folder)
    #expect(wrong.status == 64)
    for name in ["60x80", "100x120", "margin", "--fit"] { #expect(wrong.errors.contains(name)) }
    let fitted = ["g.png", "--size", "60x80", "--fit", "contain"]
    #expect(try await Glcurl.run(words + fitted, in: folder).status == 0)
    #expect(try folder.picture("g.png").height == 80)
  }

  @Test("A margin that crops the turn is told with the one it needs; a page alone is no crop")
  func warning() async throws {
    let folder = try Folder.withPages()
    let words = ["render", "a.png", "b.png", "-o", "f%d.png", "--frames", "2"]
    let cropped = try await Glcurl.run(words + ["--margin", "3"], in: folder)
    #expect(cropped.status == 0)
    #expect(cropped.errors.contains("--framing turn"))
    #expect(cropped.errors.contains(", 0 on the right and 0 at the bottom"))
    for margin in [[], ["--margin", "auto"], ["--margin", "90"], ["--margin", "3", "-q"]] {
      let run = try await Glcurl.run(words + margin, in: folder)
      #expect(run.status == 0)
      #expect(!run.errors.contains("--margin"), "\(run.errors)")
    }
  }

  @Test("A margin of more pixels than allowed is refused with the way out")
  func tooLarge() async throws {
    let folder = try Folder.withPages()
    let words = ["frame", "a.png", "b.png", "-o", "f.png", "--progress", "0.5", "--margin"]
    let run = try await Glcurl.run(words + ["100000"], in: folder)
    #expect(run.status == 64)
    for name in ["--margin", "--size", "--max-pixels"] { #expect(run.errors.contains(name)) }
    #expect(try folder.names == ["a.png", "b.png"])
  }
}
