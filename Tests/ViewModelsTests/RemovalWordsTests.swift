import FileSafety
import PhotoModel
import SystemPackage
import Testing
import ViewModels

/// Sentences beside a name.
@Suite struct RemovalWordsTests {
  @Test(arguments: [
    (FileSafetyError.changed("/p/a.jpg"), "It has changed since it was looked at. Scan again to see it as it is."),
    (.diskFull("/p/a.jpg"), "The disk is full, so it was not touched. Free a little space first."),
    (
      .survivorDiffers("/p/a.jpg", survivor: "/p/b.jpg"), "It stays: its bytes are not those of ~/b.jpg."
    ),
    (
      .otherFileOfPhoto("/p/a.jpg", obstacle: "/p/a.xmp"),
      "It stays with ~/a.xmp, which belongs to it and could not be moved."
    ),
  ])
  func `beside the name of a photo the photo is it, and every other file has its path`(
    error: FileSafetyError, sentence: String
  ) {
    let words = error.sentence(beside: "/p/a.jpg") { "~/\(nameTitle($0))" }

    #expect(words == sentence)
  }

  @Test func `photos that are refused for the same reason have the same sentence`() {
    let sentences = (1...3).map { number -> String in
      let path = FilePath("/p/\(number).jpg")
      return FileSafetyError.changed(path).sentence(beside: path) { $0.string }
    }

    #expect(Set(sentences).count == 1)
  }
}
