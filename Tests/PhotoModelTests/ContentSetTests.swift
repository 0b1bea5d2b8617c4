import PhotoModel
import TestSupport
import Testing

@Suite struct ContentSetTests {
  /// Few values of each byte, so that many begin alike.
  private func content(_ random: inout SeededGenerator) -> ContentDigest {
    ContentDigest(bytes: (0..<32).map { _ in UInt8.random(in: 0...3, using: &random) * 85 })!
  }

  @Test(arguments: [0, 1, 15, 17, 5000]) func `it holds what was put in, each once and in order`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var contents = (0..<count).map { _ in content(&random) }
    contents += contents.prefix(count / 2)

    let set = ContentSet(contents)

    var seen: Set<UInt64> = []
    #expect(set.all == contents.filter { seen.insert($0.prefix).inserted })
    #expect(set.count == seen.count && contents.allSatisfy(set.contains))
    for _ in 0..<1000 {
      let other = content(&random)
      #expect(set.contains(other) == seen.contains(other.prefix))
    }
  }

  @Test func `a content that begins with zeros is one as any other`() {
    let zeros = ContentDigest(bytes: [UInt8](repeating: 0, count: 32))!
    var set = ContentSet()
    #expect(!set.contains(zeros))
    for _ in 0..<2 { set.insert(zeros) }
    #expect(set.contains(zeros) && set.all == [zeros])
  }

  @Test func `room that was told before makes no difference`() {
    var random = SeededGenerator(seed: 7)
    let contents = (0..<300).map { _ in content(&random) }
    var large = ContentSet(capacity: 10_000)
    for content in contents { large.insert(content) }
    #expect(large.all == ContentSet(contents).all && contents.allSatisfy(large.contains))
  }
}
