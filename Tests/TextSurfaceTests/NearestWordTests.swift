import Testing
import TextSurface

@Suite struct NearestWordTests {
  @Test(arguments: [
    ("reducedmotion", "reducedMotion"), ("thme", "theme"), ("bel", "bell"), ("muose", "mouse"), ("flsh", "flash"),
  ])
  func `a slip or two of the finger is known`(word: String, meant: String) {
    #expect(nearest(to: word, among: ["theme", "bell", "mouse", "flash", "reducedMotion"]) == meant)
  }

  @Test(arguments: ["", "thresholds", "colour", "b"]) func `another word is none of them`(word: String) {
    #expect(nearest(to: word, among: ["theme", "bell", "mouse", "flash", "reducedMotion"]) == nil)
  }
}
