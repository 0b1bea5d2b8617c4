package import Foundation
import PhotoModel

/// An installed application with what is known about removing it. Removing is the work of its package manager.
package struct InstalledApp: Hashable, Sendable, Identifiable {
  package var info: AppInfo
  /// The desktop lists it in its menu: people know it by its name.
  package var isInMenu: Bool
  /// It came along with something else; nil where its source does not say.
  package var isAutomatic: Bool?
  /// Installed packages that would lose something they need, in byte order.
  package var neededBy: [String]
  /// Why it must not be removed, as the end of a sentence; nil where nothing speaks against it.
  package var protection: String?
  /// What a person would type to remove it, word by word; nil for what is protected.
  package var removal: [String]?
  /// What is known about its use where no date is: "not opened since it was installed".
  package var useNote: String?

  /// Ids of the desktop entries that start it.
  package var desktopIDs: [String] = []

  package var id: String { "\(info.source.rawValue):\(info.id)" }

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
  /// What speaks for and against removing it, the weightiest first; only what is known.
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
