import Foundation
package import TextSurface

/// Which characters to draw with.
///
/// - Parameters:
///   - environment: The process environment, or a test's.
///   - name: What the terminal calls itself, or the one around tmux; nil where it does not say.
package func glyphSet(environment: [String: String], name: String?) -> GlyphSet {
  guard showsUnicode(environment: environment) else { return .ascii }
  let entry = environment["TERM"] ?? ""
  if entry == "linux" || entry.hasPrefix("linux-") { return .console }
  let entryName = entry.hasPrefix("xterm-") ? String(entry.dropFirst("xterm-".count)) : entry
  let isKnown = [name, entryName].contains { told in
    told.map { told in terminalsThatDrawBlocks.contains { told.lowercased().hasPrefix($0) } } ?? false
  }
  return isKnown ? .full : .common
}

/// They draw the 2 × 3 blocks without a font. Of those that give no name nobody knows.
private let terminalsThatDrawBlocks = [
  "kitty", "wezterm", "foot", "ghostty", "contour", "rio", "iterm2", "konsole", "vte",
]

/// What tmux knows of the terminal around it: its name, else that of its entry; nil outside of tmux, or where tmux does not say.
func terminalAroundTmux(environment: [String: String]) -> String? {
  guard environment["TMUX"]?.isEmpty == false else { return nil }
  let tmux = Process()
  tmux.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  tmux.arguments = ["tmux", "display-message", "-p", "#{?client_termtype,#{client_termtype},#{client_termname}}"]
  tmux.environment = environment
  let (output, ended) = (Pipe(), DispatchSemaphore(value: 0))
  (tmux.standardOutput, tmux.standardError, tmux.standardInput) = (output, FileHandle.nullDevice, FileHandle.nullDevice)
  tmux.terminationHandler = { _ in ended.signal() }
  guard (try? tmux.run()) != nil else { return nil }
  guard ended.wait(timeout: .now() + .milliseconds(500)) == .success, tmux.terminationStatus == 0 else {
    tmux.terminate()
    return nil
  }
  let told = String(decoding: output.fileHandleForReading.availableData.prefix(64), as: UTF8.self)
  let name = told.trimmingCharacters(in: .whitespacesAndNewlines)
  return name.isEmpty ? nil : name.hasPrefix("xterm-") ? String(name.dropFirst("xterm-".count)) : name
}
