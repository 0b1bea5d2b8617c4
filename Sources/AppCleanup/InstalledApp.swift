package import Foundation
import PhotoModel

/// An installed application with the facts about its removal. Removing is the work of its package manager.
package struct InstalledApp: Hashable, Sendable, Identifiable {
  /// The app with its size and its last use.
  package var info: AppInfo
  /// Whether the desktop lists the app in its menu: people know it by its name.
  package var isInMenu: Bool
  /// Whether the app was installed along with something else; nil where its source does not know.
  package var isAutomatic: Bool?
  /// Installed packages that would lose something they need, in byte order.
  package var neededBy: [String]
  /// The reason why the app must not be removed, as the end of a sentence; nil where it may be.
  package var protection: String?
  /// The command that removes the app, word by word; nil for a protected app.
  package var removal: [String]?
  /// The facts about its use where there is no date: "not opened since it was installed".
  package var useNote: String?

  /// The ids of the desktop entries that start the app.
  package var desktopIDs: [String] = []

  /// The source and the id there: "dpkg:gimp".
  package var id: String { "\(info.source.rawValue):\(info.id)" }

  /// Creates an app; a protected one has no `removal`.
  package init(
    info: AppInfo, isInMenu: Bool = true, isAutomatic: Bool? = nil, neededBy: [String] = [], protection: String? = nil,
    removal: [String]? = nil, useNote: String? = nil
  ) {
    self.info = info
    self.isInMenu = isInMenu
    self.isAutomatic = isAutomatic
    self.neededBy = neededBy
    self.protection = protection
    self.removal = protection == nil ? removal : nil
    self.useNote = useNote
  }

  /// The removal as one line for a shell.
  package var removeCommand: String? { removal.map { $0.map(shellWord).joined(separator: " ") } }
}

extension InstalledApp {
  /// The reasons for and against removing the app, the weightiest first; only known ones.
  package func reasons(at now: Date) -> [String] {
    var reasons: [String] = []
    if let protection { reasons.append("stays: \(protection)") }
    if let size = info.sizeBytes, size >= 500_000_000 { reasons.append("large") }
    if let use = info.lastUse, let days = info.daysSinceLastUse(at: now) {
      reasons.append("\(Self.lastUseText(days: days)) (\(use.evidence))")
    } else {
      reasons.append(useNote ?? "last use unknown")
    }
    if !neededBy.isEmpty {
      let others = neededBy.count > 2 ? ["\(neededBy.count) installed packages"] : neededBy
      reasons.append("needed by \(others.joined(separator: " and "))")
    }
    if isAutomatic == true { reasons.append("came along with something else") }
    return reasons
  }

  /// - Parameter days: 0 or more.
  package static func lastUseText(days: Double) -> String {
    switch Int(days) {
    case 0: "used today"
    case 1: "last used yesterday"
    case let days: "last used \(days) days ago"
    }
  }
}
