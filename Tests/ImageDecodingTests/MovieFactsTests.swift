import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// What a movie says of itself.
@Suite struct MovieFactsTests {
  private let created: Int64 = 1_723_716_000_000

  private func facts(_ bytes: [UInt8]) -> MovieFacts? {
    movieFacts(size: bytes.count) { range in
      #expect(range.lowerBound >= 0 && range.upperBound <= bytes.count)
      return Array(bytes[range])
    }
  }

  @Test(arguments: [false, true]) func `the movie header gives time and length, in both of its versions`(
    isLong: Bool
  ) {
    var form = MovieForm(createdAt: created)
    (form.isLong, form.milliseconds) = (isLong, 45_000)

    #expect(facts(movieData(form)) == MovieFacts(createdAt: created, duration: 45_000))
  }

  @Test(arguments: [false, true]) func `Apple's keys give the identifier and the local time`(isFull: Bool) throws {
    var form = MovieForm(createdAt: created)
    form.hasFullMetadata = isFull
    form.contentIdentifier = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
    for (text, offset) in [
      ("2024-08-15T12:00:00+0200", 120), ("2024-08-15T12:00:00-03:30", -210), ("2024-08-15T12:00:00Z", 0),
      ("2024-08-15T12:00:00.250+0530", 330), ("2024-08-15T12:00:00", nil),
    ] {
      form.creationDate = text

      let found = try #require(facts(movieData(form)))

      #expect(found.contentIdentifier == form.contentIdentifier)
      #expect(found.capturedAt?.iso8601 == "2024-08-15T12:00:00" && found.timeOffset == offset, "\(text)")
    }
  }

  @Test func `of a large movie only the heads of its boxes and what stands in moov are read`() {
    var form = MovieForm(createdAt: created)
    form.bytesBefore = 3_000_000
    let bytes = movieData(form)
    var read = 0

    let found = movieFacts(size: bytes.count) { range in
      read += range.count
      return Array(bytes[range])
    }

    #expect(found?.createdAt == created && read < 1000)
  }

  @Test func `a time of nothing, and no movie at all, say nothing`() {
    #expect(facts(movieData(MovieForm())) == MovieFacts(duration: 2500))
    for bytes in [[], [1, 2, 3], [UInt8](repeating: 0, count: 100), Array("RIFF....WEBPVP8 ".utf8)] {
      #expect(facts(bytes) == MovieFacts())
    }
    #expect(movieFacts(size: 1000) { _ in nil } == nil)
  }

  @Test(arguments: Array(1...40) as [UInt64]) func `changed bytes and sizes that lie cost nothing but the answer`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var form = MovieForm(createdAt: created)
    form.contentIdentifier = "A"
    form.creationDate = "2024-08-15T12:00:00+0200"
    form.isLong = seed % 2 == 0
    form.bytesBefore = seed % 3 == 0 ? 40 : nil
    let whole = movieData(form)
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
      }
      let cut = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      for bytes in [bytes, cut] { #expect(facts(bytes)?.isPlausible == true) }
    }
  }
}
