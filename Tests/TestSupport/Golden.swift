import Foundation
package import Testing

/// Compares a text with the one kept in `Goldens/<name>.txt` beside the test's file.
///
/// A missing golden fails, and so does one that differs. With `DECKLE_RECORD_GOLDENS=1` in the environment the file is
/// written, and the test fails nevertheless: somebody has to check the recording.
package func expectGolden(
  _ text: String, named name: String, filePath: StaticString = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent().appendingPathComponent("Goldens")
  let file = folder.appendingPathComponent("\(name).txt")
  let fresh = text + "\n"
  let kept = try? String(contentsOf: file, encoding: .utf8)
  // Bytes are compared, because == takes two spellings of one character for the same.
  if let kept, kept.utf8.elementsEqual(fresh.utf8) { return }
  if ProcessInfo.processInfo.environment["DECKLE_RECORD_GOLDENS"] == "1" {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(fresh.utf8).write(to: file)
      Issue.record("Recorded the golden \(name); look at it, then run again.", sourceLocation: sourceLocation)
    } catch {
      Issue.record("The golden \(name) could not be recorded: \(error)", sourceLocation: sourceLocation)
    }
  } else if let kept {
    Issue.record("The golden \(name) differs.\n\(difference(kept, fresh))", sourceLocation: sourceLocation)
  } else {
    Issue.record("The golden \(name) is missing. The text is:\n\(text)", sourceLocation: sourceLocation)
  }
}

/// The lines that differ, the kept one with -, the fresh one with +.
private func difference(_ kept: String, _ fresh: String) -> String {
  let old = kept.split(separator: "\n", omittingEmptySubsequences: false)
  let new = fresh.split(separator: "\n", omittingEmptySubsequences: false)
  var lines: [String] = []
  for index in 0..<max(old.count, new.count) {
    let left = index < old.count ? String(old[index]) : nil
    let right = index < new.count ? String(new[index]) : nil
    if left == right { continue }
    if let left { lines.append("\(index + 1) - \(left)") }
    if let right { lines.append("\(index + 1) + \(right)") }
  }
  return lines.joined(separator: "\n")
}
