import PhotoAnalysis
import TestSupport
import Testing

@Suite struct CosineSimilarityTests {
  @Test func `identical vectors have 1, orthogonal 0, opposite -1`() {
    #expect(abs(cosineSimilarity([1, 2, 3], [1, 2, 3]) - 1) < 1e-6)
    #expect(abs(cosineSimilarity([1, 0], [0, 1])) < 1e-6)
    #expect(abs(cosineSimilarity([1, 2], [-1, -2]) + 1) < 1e-6)
    #expect(cosineSimilarity([-128, -128], [-128, -128]) == 1)
  }

  @Test func `forty-five degrees have 0.7071`() {
    #expect(abs(cosineSimilarity([1, 0], [1, 1]) - 0.7071) < 1e-4)
    #expect(abs(cosineSimilarity([100, 0], [100, 100]) - 0.7071) < 1e-4)
  }

  @Test func `different lengths, empty and zero vectors have 0`() {
    #expect(cosineSimilarity([1, 2], [1, 2, 3]) == 0)
    #expect(cosineSimilarity([1], [1, 1]) == 0)
    #expect(cosineSimilarity([], []) == 0)
    #expect(cosineSimilarity([0, 0], [1, 1]) == 0)
  }

  @Test func `the order of the two does not matter`() {
    var random = SpreadGenerator(seed: 7)
    for _ in 0..<50 {
      let a = (0..<16).map { _ in Int8.random(in: -128...127, using: &random) }
      let b = (0..<16).map { _ in Int8.random(in: -128...127, using: &random) }
      #expect(cosineSimilarity(a, b) == cosineSimilarity(b, a))
      #expect((-1...1).contains(cosineSimilarity(a, b)))
    }
  }
}
