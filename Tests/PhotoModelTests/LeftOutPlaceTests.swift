import PhotoModel
import SystemPackage
import Testing

/// What is said of places that a scan did not look at.
@Suite struct LeftOutPlaceTests {
  private let bin = LeftOutPlace(path: "/p/.recycle", kind: .bin, files: 200)
  private let halves = LeftOutPlace(path: "/p", kind: .other, files: 3, isWhole: false)

  private func sentence(_ leftOut: [LeftOutPlace]) -> String? { leftOut.sentence { $0.string } }

  @Test func `nothing left out is nothing to say`() { #expect(sentence([]) == nil) }

  @Test func `folders are named with their kinds, and more than three are counted`() {
    #expect(sentence([bin]) == "Left out: 1 folder with 200 files: /p/.recycle (bin).")
    let many = sentence([bin] + (0..<4).map { LeftOutPlace(path: FilePath("/q\($0)"), kind: .previews, files: 1) })
    #expect(
      many == "Left out: 5 folders with 204 files: /p/.recycle (bin), /q0 (previews), /q1 (previews), and 2 more.")
  }

  @Test func `files of a folder that was looked at are counted by themselves`() {
    #expect(sentence([halves]) == "Left out: 3 half files and notes of other programs.")
    #expect(
      [bin, halves].shortText == "1 folder with 200 files and 3 half files and notes of other programs left out")
  }
}
