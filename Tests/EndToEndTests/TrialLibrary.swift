import Foundation
import SystemPackage
import TestSupport
import Testing
import TextSurface

/// A library in a temporary folder, with a home, settings, cache and trash of its own, and the program on it.
final class TrialLibrary {
  let folder = TemporaryFolder()
  let pictures: FilePath

  /// - Parameter samples: Paths inside `sampledata`; each comes to lie under its last two names.
  init(samples: [String]) throws {
    pictures = try folder.makeFolder("Pictures")
    for name in ["home", "config", "state", "cache", "data"] { _ = try folder.makeFolder(name) }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for sample in samples {
      let source = root.appendingPathComponent("sampledata").appendingPathComponent(sample)
      let target = URL(fileURLWithPath: pictures.string).appendingPathComponent(sample)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: source, to: target)
    }
  }

  /// Two sets of exact copies and a plain photo.
  static let copies = [
    "2023 Summer/IMG_2101.JPG", "2023 Summer/IMG_2120.JPG", "2023 Summer/IMG_2160.JPG",
    "From grandma's computer/Album/DSC00001.JPG", "From grandma's computer/Album/Copy of IMG_2120.JPG",
  ]

  var environment: [String: String] {
    [
      "HOME": folder["home"].string, "XDG_CONFIG_HOME": folder["config"].string,
      "XDG_STATE_HOME": folder["state"].string, "XDG_CACHE_HOME": folder["cache"].string,
      "XDG_DATA_HOME": folder["data"].string, "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC",
    ]
  }

  var trash: FilePath { folder["data/Trash"] }

  func open(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24, environment more: [String: String] = [:],
    answers: String? = nil
  ) throws -> PseudoTerminal {
    try PseudoTerminal.launch(
      deckleBinary, arguments: [pictures.string] + arguments, environment: environment.merging(more) { $1 },
      size: Size(columns: columns, rows: rows), answers: answers)
  }

  /// Scans and waits for Home with its cards.
  func openScanned(columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    let terminal = try open(columns: columns, rows: rows)
    try #require(terminal.waitFor("Ready when you are"), "\(terminal.text)")
    terminal.send("s")
    try #require(terminal.waitFor("in 2 sets", timeout: .seconds(60)), "\(terminal.text)")
    return terminal
  }

  /// Without a folder: what the program opens by itself.
  func openLast(columns: Int, rows: Int) throws -> PseudoTerminal {
    try PseudoTerminal.launch(deckleBinary, environment: environment, size: Size(columns: columns, rows: rows))
  }

  func run(_ arguments: [String], input: String = "") throws -> FinishedProcess {
    try runProcess(deckleBinary, arguments, environment: environment, input: Array(input.utf8))
  }

  /// Every file below a folder by its path there, with its bytes.
  func contents(of path: FilePath) -> [String: Data] {
    let root = URL(fileURLWithPath: path.string)
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: root.path) else { return [:] }
    var files: [String: Data] = [:]
    for name in names {
      if let data = FileManager.default.contents(atPath: root.appendingPathComponent(name).path) { files[name] = data }
    }
    return files
  }
}

/// Waits until the picture of a photo stands, so that a key may decide about it.
func waitForCard(_ name: String, in terminal: PseudoTerminal) throws {
  try #require(
    terminal.waitUntil { screen in
      screen.text.contains(name) && (0..<screen.size.rows).contains { screen.line($0).contains("▀") }
    }, "\(terminal.text)")
  try #require(terminal.waitForIdle(), "\(terminal.text)")
}
