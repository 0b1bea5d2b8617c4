import FileSafety
import Testing

@Suite struct LargeMoveConfirmationTests {
  @Test func `a batch of 20 photos needs no number, and one of 21 does where it is over a quarter of its library`() {
    #expect(!LargeMoveConfirmation.needsNumber(of: 20, library: 20))
    #expect(LargeMoveConfirmation.needsNumber(of: 21, library: 21))
    #expect(LargeMoveConfirmation.needsNumber(of: 21, library: 83))
  }

  @Test(arguments: [21, 250, 1000]) func `a batch of exactly a quarter of its library needs no number`(photos: Int) {
    #expect(!LargeMoveConfirmation.needsNumber(of: photos, library: 4 * photos))
    #expect(LargeMoveConfirmation.needsNumber(of: photos, library: 4 * photos - 1))
  }

  @Test func `a batch of 1 001 photos needs its number in a library of any size, and one of 1 000 does not`() {
    #expect(!LargeMoveConfirmation.needsNumber(of: 1000, library: 1_000_000))
    #expect(LargeMoveConfirmation.needsNumber(of: 1001, library: 1_000_000))
  }

  @Test func `the library is asked for only where it decides`() {
    for photos in [0, 20, 1001] {
      var wasAsked = false
      func library() -> Int {
        wasAsked = true
        return 0
      }
      _ = LargeMoveConfirmation.needsNumber(of: photos, library: library())
      #expect(!wasAsked)
    }
  }

  @Test(arguments: [
    ("1340", true), ("1 340", true), (" 1340 ", true), ("", false), ("134", false), ("13400", false), ("01340", false),
    ("y", false), ("+1340", false),
  ])
  func `only the digits of the number are the number`(typed: String, isNumber: Bool) {
    #expect(LargeMoveConfirmation.isNumber(typed, of: 1340) == isNumber)
  }
}
