import PhotoModel
import SystemPackage
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// The words of photos that go, in the question before a move.
@Suite struct ConfirmationMetadataTests {
  static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]

  private func asked(_ selection: Int?) -> AppState {
    Sample.app(.confirmation) { app in
      app.confirmation.remark =
        "Only in IMG_0001.JPG: a movie of 3 s. 6 more photos hold something that no photo you keep holds."
      app.confirmation.carried = (1...14).map { number in
        "keywords Harbour, Evening, Family, Rome, Summer, Boats, End\(number) · IMG_00\(number).JPG → "
          + "By the sea \(number).jpg.xmp"
      }
      app.confirmation.contradictions = (1...3).map { number in
        ConfirmationState.Contradiction(
          photo: "/photos/a", kind: .title, name: "IMG_01\(number).JPG", sidecar: "IMG_01.JPG.xmp",
          going: "title The harbour of Rome in the evening \(number)", staying: "title Rome \(number)", isChosen: false)
      }
      app.confirmation.selection = selection
    }
  }

  private func tokens(_ text: String) -> [String] { text.split { !$0.isLetter && !$0.isNumber }.map(String.init) }

  @Test(arguments: ConfirmationMetadataTests.sizes) func `every line can be read whole`(size: Size) {
    let question = asked(nil).confirmation
    let lines = question.carried + question.contradictions.map { question.text(of: $0) }
    for (index, line) in lines.enumerated() {
      let text = drawn(asked(index), size: size).text
      let (shown, own) = (tokens(text), tokens(line))

      #expect(shown.indices.contains { shown[$0...].starts(with: own) }, "\(line)\n\(text)")
      #expect(text.contains("Not yet"), "\(text)")
    }
  }

  @Test(arguments: ConfirmationMetadataTests.sizes) func `the choice between two values is never cut away`(size: Size) {
    for selection in [nil, 0, 7, 14, 16] as [Int?] {
      let shown = tokens(drawn(asked(selection), size: size).text).joined(separator: " ")
      #expect(shown.contains("What stays says something else") && shown.contains("takes the other"), "\(shown)")
    }
    #expect(drawn(asked(nil), size: size).text.contains("❯ title Rome 1 stays"))
  }

  @Test func `a wide window shows lines as wide as they are`() {
    let text = drawn(asked(nil), size: Size(columns: 200, rows: 60)).text

    #expect(text.contains("End11 · IMG_0011.JPG → By the sea 11.jpg.xmp"), "\(text)")
  }

  @Test func `on a small screen the buttons and the highlighted line are there`() {
    let text = drawn(asked(nil), size: Size(columns: 40, rows: 12)).text

    #expect(text.contains("Not yet") && text.contains("❯ title Rome 1"), "\(text)")
  }
}
