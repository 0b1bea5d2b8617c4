import PhotoModel
import Testing

@Suite struct ByteCountTests {
  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 KB"), (1049, "1.0 KB"), (99_949, "99.9 KB"),
      (99_950, "100 KB"), (999_499, "999 KB"), (999_500, "1.0 MB"), (3_100_000, "3.1 MB"), (412_000_000_000, "412 GB"),
      (1_000_000_000_000, "1.0 TB"), (-2_500_000, "-2.5 MB"),
    ] as [(Int64, String)]) func `reads as people read it`(bytes: Int64, text: String)
  {
    #expect(ByteCount(bytes).formatted == text)
  }

  @Test func `no number shows as 1000 of a unit`() {
    for exponent in 1...5 {
      var limit: Int64 = 1
      for _ in 0..<exponent { limit *= 1000 }
      for offset: Int64 in [-limit / 1500, -limit / 3000, -1, 0, 1] {
        #expect(!ByteCount(limit + offset).formatted.hasPrefix("1000 ") || exponent == 1 && limit + offset < 1000)
      }
    }
    #expect(ByteCount(.max).formatted.hasSuffix("PB"))
    #expect(ByteCount(-.max).formatted.hasSuffix("PB"))
  }

  @Test func `adds, subtracts, compares and sums`() {
    var count = ByteCount(5) + ByteCount(7)
    count += ByteCount(1)
    #expect(count == ByteCount(13))
    #expect(count - ByteCount(3) == ByteCount(10))
    #expect(ByteCount(1) < ByteCount(2))
    #expect([ByteCount(1), ByteCount(2)].total == ByteCount(3))
    #expect([ByteCount]().total == .zero)
  }
}

@Suite struct CountsTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1 000"), (12_408, "12 408"), (1_234_567, "1 234 567"), (-1000, "-1 000"),
  ]) func `thousands stand apart`(number: Int, text: String) { #expect(groupedDigits(number) == text) }

  @Test func `one has the singular, all others the plural`() {
    #expect(counted(1, "photo") == "1 photo")
    #expect(counted(0, "photo") == "0 photos")
    #expect(counted(1204, "photo") == "1 204 photos")
    #expect(counted(2, "copy", "copies") == "2 copies")
    #expect(counted(1, "copy", "copies") == "1 copy")
  }
}
