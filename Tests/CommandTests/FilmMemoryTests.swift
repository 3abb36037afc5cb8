import CurlSystem
import Foundation
import PageCurl
import PageFilm
import Testing

@testable import CurlBench
@testable import glcurl

@Suite("What films hold, and how they grow")
struct FilmMemoryTests {
  /// Frames and prepared pages of 120×160 that were all kept would be 77 MB and 46 MB.
  @Test("Memory is flat from 10 to 1000 frames, and from 2 to 200 pages")
  func flat() async throws {
    let folder = try Folder.withPages(width: 120, height: 160)
    func peak(pages: Int, frames: Int) async throws -> Int {
      let names = (0..<pages).map { $0 % 2 == 0 ? "a.png" : "b.png" }
      let run = try await Glcurl.run(
        ["render"] + names + ["--frames", "\(frames)", "-o", "/dev/null", "--format", "rgba"]
          + ["--json", "-q", "--backend", "cpu"], in: folder)
      #expect(run.status == 0, "\(run.errors)")
      return try #require(run.object()["peakMemoryBytes"] as? Int)
    }
    let short = try await peak(pages: 2, frames: 10)
    let long = try await peak(pages: 2, frames: 1000)
    let thin = try await peak(pages: 2, frames: 3)
    let thick = try await peak(pages: 200, frames: 3)
    #expect(long - short < 6 << 20, "\(short) and \(long) bytes")
    #expect(thick - thin < 6 << 20, "\(thin) and \(thick) bytes")
  }

  private func film(
    pages: Int = 2, frames: Int = 10, hasBackground: Bool = false, peak: Int, cpu: Double = 1
  ) -> MeasuredFilm {
    MeasuredFilm(
      pages: pages, frames: frames, size: PageSize(width: 100, height: 50),
      hasBackground: hasBackground, pageBytes: 20_000, frameBytes: 20_000, peak: peak, cpu: cpu)
  }

  @Test("A film that holds more than is stated fails the run")
  func tooMuch() throws {
    let bound = MemoryBound(
      pagesFactor: 2.5, backsFactor: 3.5, frames: 6, backgroundFrames: 3, constant: 1_000_000)
    // 2 pages of a film and a back, 4 of a book and 2 backs however many it has.
    let (most, mostOfBook) = (1_290_000, 1_460_000)
    #expect(
      bound.bytes(film(peak: 0)) == most && bound.bytes(film(pages: 9, peak: 0)) == mostOfBook)
    #expect(bound.bytes(film(hasBackground: true, peak: 0)) == most + 60_000)
    func summary(_ films: [MeasuredFilm], _ bound: MemoryBound?) -> JobSummary {
      var report = JobReport(size: PageSize(width: 100, height: 50), frames: 10, rounds: 1)
      report.memory = JobMemory(bound: bound, films: films)
      return JobSummary(reports: [report], scale: nil, bound: bound, machine: .own)
    }
    let kept = summary([film(peak: most), film(pages: 9, peak: mostOfBook)], bound)
    #expect(kept.failures.isEmpty && kept.json.text.contains(#""ok":true,"jobs""#))
    let broken = summary([film(peak: most + 1), film(pages: 9, peak: mostOfBook + 1)], bound)
    #expect(broken.failures.count == 2 && broken.json.text.contains(#""ok":false,"jobs""#))
    #expect(summary([film(peak: most + 1)], nil).failures.isEmpty, "none is stated")
    let scaled = JobSummary(
      reports: [],
      scale: JobScale(
        frames: JobScale.Series(films: [film(peak: most), film(peak: most + 1)]),
        pages: JobScale.Series(films: [])), bound: bound, machine: .own)
    #expect(scaled.failures.count == 1)
  }

  @Test("Starting is no part of a frame's time")
  func growth() throws {
    // 50 ms to start, 2 ms a frame, in the longest film 3.
    let series = JobScale.Series(films: [
      film(frames: 10, peak: 100, cpu: 70), film(frames: 100, peak: 110, cpu: 250),
      film(frames: 1000, peak: 120, cpu: 70 + 990 * 3),
    ])
    #expect(series.timesMemory == 1.2 && series.timesCPU == 1.5)
  }
}
