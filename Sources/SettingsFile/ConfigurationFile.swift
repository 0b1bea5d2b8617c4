import FileSafety
import Foundation
package import PhotoModel
package import SystemPackage
import TextSurface
package import ViewModels

/// Reads and writes `config.toml`.
package struct ConfigurationFile: Sendable {
  /// The file, which need not be there.
  package let path: FilePath
  private let title: String

  /// - Parameter title: The name of the file in messages.
  package init(path: FilePath, title: String) {
    self.path = path
    self.title = title
  }

  /// The values in the file; the defaults where there is none.
  ///
  /// - Throws: `ConfigurationError` where the file is wrong or cannot be read. A symbolic link that leads nowhere does
  ///   not count as a missing file: the settings may be on a drive that is away.
  package func load() throws(ConfigurationError) -> Configuration { try Configuration(toml: text(), file: title) }

  /// Applies one change to the present values of the file, and leaves everything else in it as the user wrote it, and a
  /// link to the file a link.
  ///
  /// - Returns: The new values of the file.
  /// - Throws: `ConfigurationError` where the file is invalid, or would not have the intended values; errors of writing
  ///   it.
  @discardableResult
  package func change(_ change: (inout Configuration) -> Void) throws -> Configuration {
    let text = try text()
    let (new, wanted) = try Configuration.changed(text, file: title, change)
    if new == text { return wanted }
    try makeFolders(at: path.removingLastComponent(), mode: 0o700)
    // The file may be a symbolic link into a folder that its owner keeps under version control.
    try replaceFile(at: pathRealAsFarAsItExists(path), with: Array(new.utf8), newMode: 0o600)
    return wanted
  }

  /// Adds a folder to those that stand in for a trash.
  ///
  /// - Parameter folder: A path that is valid UTF-8; others a text file cannot hold.
  package func addSetAsideFolder(_ folder: FilePath) throws {
    guard folder.isValidUTF8 else { throw ConfigurationError(file: title, line: nil, problem: "no such name fits in.") }
    try change { configuration in
      if !configuration.setAsideFolders.contains(folder.string) { configuration.setAsideFolders.append(folder.string) }
    }
  }

  /// Empty where there is no file.
  private func text() throws(ConfigurationError) -> String {
    do throws(FileSafetyError) {
      // The file may be elsewhere, behind a link.
      let bytes = try readContents(of: try realPath(path))
      if let text = String(validating: bytes, as: UTF8.self) { return text }
    } catch .vanished, .operationFailed(_, _, .notDirectory) {
      guard let link = deadLink(on: path) else { return "" }
      let subject = link == path ? "it is a symbolic link" : "\(SafeText(link.documentText).text) is a symbolic link"
      throw ConfigurationError(
        file: title, line: nil,
        problem: "it cannot be read: \(subject) that leads nowhere. Is the drive that it leads to connected?")
    } catch .permissionDenied {
      throw ConfigurationError(file: title, line: nil, problem: "it cannot be read: you have no permission to read it.")
    } catch .notARegularFile(_, let kind) {
      throw ConfigurationError(file: title, line: nil, problem: "it cannot be read: it is \(kind.text), not a file.")
    } catch {
      throw ConfigurationError(file: title, line: nil, problem: "it cannot be read to its end.")
    }
    throw ConfigurationError(file: title, line: nil, problem: "it cannot be read as text in UTF-8.")
  }
}

extension Configuration {
  /// The text of a file after a change of its values, everything else in it unchanged.
  ///
  /// - Throws: The error where the text is invalid, or would not have the intended values.
  package static func changed(
    _ text: String, file: String, _ change: (inout Configuration) -> Void
  ) throws(ConfigurationError) -> (text: String, configuration: Configuration) {
    let mark = text.unicodeScalars.first == Self.byteOrderMark ? String(Self.byteOrderMark) : ""
    let body = String(text.unicodeScalars.dropFirst(mark.isEmpty ? 0 : 1))
    let present = try Configuration(toml: body, file: file)
    var wanted = present
    change(&wanted)
    if wanted == present { return (text, present) }
    let new = ConfigurationText(body).setting(wanted.differences(from: present))
    guard let read = try? Configuration(toml: new, file: file), read == wanted else {
      throw ConfigurationError(
        file: file, line: nil, problem: "this change does not fit into the file as it is written. Make it by hand.")
    }
    return (mark + new, wanted)
  }

  /// The byte order mark that some editors put before a text in UTF-8. TOML does not allow it, and neither does the
  /// scanner.
  private static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"

  /// The keys that the interface may write, as the file has them.
  private var written: [(name: Name, value: ConfigurationText.Value)] {
    [
      (.blurThreshold, .plain("\(scan.blurThreshold)")), (.similarThreshold, .plain("\(scan.similarThreshold)")),
      (.duplicateThreshold, .plain("\(scan.duplicateThreshold)")),
      (.keeperOrder, .list(scan.keeperOrder.map(\.rawValue))),
      (.theme, .plain("\"\(appearance.theme.rawValue)\"")), (.reducedMotion, .plain("\(appearance.reducedMotion)")),
      (.bell, .plain("\(appearance.bell)")), (.flash, .plain("\(appearance.flash)")),
      (.tabProgress, .plain("\(appearance.tabProgress)")), (.notifications, .plain("\(appearance.notifications)")),
      (.excludedFolders, .list(scan.excludedFolders)), (.protectedFolders, .list(protectedFolders)),
      (.preferredFolders, .list(preferredFolders)),
      (.setAsideFolders, .list(setAsideFolders)), (.moveFolders, .list(moveFolders)), (.mouse, .plain("\(mouse)")),
      (.ratingsAreSacred, .plain("\(scan.ratingsAreSacred)")),
      (.pictures, .plain("\"\(pictures.rawValue)\"")), (.history, .plain("\(history)")),
    ]
  }

  fileprivate func differences(
    from old: Configuration
  ) -> [(name: Name, old: ConfigurationText.Value, new: ConfigurationText.Value)] {
    zip(old.written, written).filter { $0.value != $1.value }.map { ($0.name, $0.value, $1.value) }
  }

  /// Applies what differs between two settings of scans.
  package mutating func apply(_ new: ScanSettings, changedFrom old: ScanSettings) {
    scan = scan.following(new, changedFrom: old)
    scan.preferredFolders = []
    if new.preferredFolders != old.preferredFolders {
      // Folders that stay on the list keep their spelling, also with "~".
      let removed = old.preferredFolders.filter { !new.preferredFolders.contains($0) }.map(\.string)
      preferredFolders.removeAll { name in
        removed.contains { $0 == name || name.hasPrefix("~/") && $0.hasSuffix(name.dropFirst()) }
      }
      preferredFolders += new.preferredFolders.filter { !old.preferredFolders.contains($0) }.map(\.string)
    }
  }

  /// The preferences as the user wrote them.
  package var preferences: Preferences {
    get {
      Preferences(
        pictures: pictures.imageProtocol, mouse: mouse, excludedFolders: scan.excludedFolders,
        protectedFolders: protectedFolders, moveFolders: moveFolders, history: history)
    }
    set {
      pictures = newValue.pictures.flatMap { PictureChoice(rawValue: $0.rawValue) } ?? .auto
      mouse = newValue.mouse
      scan.excludedFolders = newValue.excludedFolders
      protectedFolders = newValue.protectedFolders
      moveFolders = newValue.moveFolders
      history = newValue.history
    }
  }
}
