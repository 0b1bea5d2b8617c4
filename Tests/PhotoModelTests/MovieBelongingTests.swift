import SystemPackage
import Testing

@testable import PhotoModel

/// Whether a movie is the moving part of a photo of its name.
@Suite struct MovieBelongingTests {
  private let time = CaptureTime(year: 2024, month: 8, day: 15, hour: 10, minute: 0, second: 0)!

  private func reason(
    _ movie: MovieFacts, offset: Int? = nil, identifier: String? = nil
  ) -> NamesakeFile.Reason? {
    movie.reasonNotCompanion(to: PhotoMoment(capturedAt: time, timeOffset: offset, contentIdentifier: identifier))
  }

  private func utc(_ seconds: Int64, length: Int? = 3000) -> MovieFacts {
    MovieFacts(createdAt: time.milliseconds + seconds * 1000, duration: length)
  }

  @Test func `the same content identifier is enough, and another one too much`() {
    let movie = MovieFacts(contentIdentifier: "A", createdAt: 0, duration: 60_000)
    #expect(reason(movie, identifier: "A") == nil)
    #expect(MovieFacts(contentIdentifier: "A").reasonNotCompanion(to: PhotoMoment(contentIdentifier: "A")) == nil)
    var near = utc(0)
    near.contentIdentifier = "B"
    #expect(reason(near, identifier: "A") == .otherLivePhoto)
    #expect(reason(near) == nil, "only one of the two says it")
  }

  @Test(arguments: [0, 3, -3, 900, 7200, -7200, 7203, 20_700, 50_400, -50_400, 50_403] as [Int64])
  func `within three seconds, whatever the zone of the photo's clock, it is a part`(seconds: Int64) {
    #expect(reason(utc(seconds)) == nil)
  }

  @Test(arguments: [4, -4, 450, 7204, 51_300, -52_200] as [Int64])
  func `at another time it is none`(seconds: Int64) { #expect(reason(utc(seconds)) == .anotherTime) }

  @Test func `where the zone is known the time is one`() {
    #expect(reason(utc(-7200), offset: 120) == nil)
    #expect(reason(utc(0), offset: 120) == .anotherTime)
    #expect(reason(utc(17 * 86_400)) == .anotherDay)
  }

  @Test func `the clock of the camera counts before the time of the file`() {
    var movie = utc(86_400 * 30)
    (movie.capturedAt, movie.timeOffset) = (time, 120)
    #expect(reason(movie) == nil && reason(movie, offset: 120) == nil)
    #expect(reason(movie, offset: 60) == .anotherTime)
    movie.capturedAt = CaptureTime(milliseconds: time.milliseconds + 3_600_000)
    #expect(reason(movie) == .anotherTime, "two clocks of one phone stand in one zone")
  }

  @Test func `a long movie, and what says nothing, is none`() {
    #expect(reason(utc(0, length: 10_000)) == nil && reason(utc(0, length: 10_001)) == .tooLong)
    #expect(reason(utc(0, length: nil)) == .withoutLength)
    #expect(reason(MovieFacts(duration: 2000)) == .withoutTime)
    #expect(utc(0).reasonNotCompanion(to: PhotoMoment()) == .photoWithoutTime)
  }

  @Test func `what stays is named with its reason, and how many more`() {
    let files = ["/p/IMG_1.mov", "/p/b.mov", "/p/c.mov"].map { NamesakeFile(path: FilePath($0), reason: .anotherDay) }
    func text(_ count: Int) -> String? {
      stayingText(Array(files.prefix(count))) { $0.lastComponent?.string ?? "" }
    }
    #expect(text(0) == nil && text(1) == "IMG_1.mov stays: it was taken on another day.")
    #expect(text(2)?.hasSuffix(" So does 1 other file that looks as if it belonged to what goes.") == true)
    #expect(text(3)?.hasSuffix(" So do 2 other files that look as if they belonged to what goes.") == true)
  }
}
