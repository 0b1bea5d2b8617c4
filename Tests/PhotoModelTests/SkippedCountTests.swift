import PhotoModel
import SystemPackage
import Testing

/// What a scan left out, in words.
@Suite struct SkippedCountTests {
  private func skipped(_ path: FilePath, isFolder: Bool = false) -> SkippedFile {
    SkippedFile(path: path, reason: .permissionDenied, message: "No.", isFolder: isFolder)
  }

  @Test func `a folder that could not be opened is counted apart from files that could not be read`() {
    let folders = SkippedCount(of: [skipped("/photos/a", isFolder: true)])
    #expect(folders == SkippedCount(files: 0, parentFolders: 0, folders: 1) && folders.total == 1)
    #expect(folders.sentence() == "1 folder could not be opened")
    #expect(folders.text == "1 folder not opened" && folders.title == "1 folder that could not be opened")

    let both = SkippedCount(
      of: [skipped("/photos/a", isFolder: true), skipped("/photos/b.jpg"), skipped("/photos/c/d.jpg")])
    #expect(both.sentence() == "2 files in 2 folders could not be read, 1 folder could not be opened")
    #expect(both.text == "2 files not read, 1 folder not opened" && both.shortText == "2 files, 1 folder")

    let file = SkippedCount(of: [skipped("/photos/b.jpg")])
    #expect(file.sentence() == "1 file could not be read" && file.text == "1 file not read")
  }
}
