import Foundation
import SystemPackage
import TestSupport
import Testing

/// A file system whose answer to a rename gets lost: it was done, and says that it failed.
@Suite(.waits) struct CommandsUnansweredTests {
  private static let server = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../scripts/lib/torture/answersfs.py").standardizedFileURL.path

  @Test func `a move of which the answer gets lost is unknown in every document, and has exit code 2`() throws {
    guard getuid() == 0, FileManager.default.fileExists(atPath: "/dev/fuse") else {
      print("skipped: only root with /dev/fuse makes a file system of its own")
      return
    }
    let fixture = try CommandFixture()
    try fixture.folder.makeFolder("card")
    try fixture.folder.write(CommandFixture.photo(seed: 1), to: "below/a.jpg")
    let script = """
      mkfifo ready; trap 'umount card' EXIT
      python3 \(Self.server) below card noflags cache=1 fault=rename:1:lost > ready & read word < ready || exit 77
      $deckle trash --yes --json card/a.jpg > trash.json; code=$?
      $deckle history --json > history.json
      exit $code
      """

    let process = try fixture.shell(script)

    guard process.status != .exited(77) else {
      print("skipped: no file system can be mounted here: \(process.errorText)")
      return
    }
    #expect(process.status == .exited(2), "\(process.errorText)")
    let trash = try String(decoding: fixture.folder.read("trash.json"), as: UTF8.self)
    let history = try String(decoding: fixture.folder.read("history.json"), as: UTF8.self)
    #expect(trash.contains("\"unknown\":1") || trash.contains("\"unknown\" : 1"), "\(trash)")
    for document in [trash, history] {
      #expect(document.contains(/"outcome"\s*:\s*"unknown"/), "\(document)")
    }
    #expect(!process.errorText.contains("Nothing was moved"), "\(process.errorText)")
  }
}
