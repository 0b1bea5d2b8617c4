import FileSafety
import Foundation
import Glibc
package import PhotoModel
package import SystemPackage

/// A folder that an app keeps for itself in a home folder, and that its removal leaves behind.
package struct AppLeftover: Hashable, Sendable {
  /// The real path of the folder.
  package var path: FilePath
  /// The folder as it is now; only this one may be moved.
  package var identity: FileIdentity
  /// The size on the disk of all files in it.
  package var size: ByteCount
}

/// Finds what an app would leave behind: folders named exactly by its id, not by a similar name.
package struct AppLeftovers: Sendable {
  private let locations: AppLocations
  private let guarded: GuardedFolders

  /// - Parameter guarded: Protected folders and those of the library: a folder that is one, holds one or lies in one is
  ///   no leftover.
  package init(_ locations: AppLocations, sparing guarded: [FilePath]) {
    self.locations = locations
    self.guarded = GuardedFolders(guarded)
  }

  /// - Parameter others: The installed apps, whose folders are not leftovers.
  package func folders(of app: InstalledApp, besides others: [InstalledApp]) -> [AppLeftover] {
    if others.contains(where: { isAppImage($0, of: app) }) { return [] }
    let taken = Set(others.filter { $0.id != app.id }.flatMap(candidates))
    return candidates(of: app).filter { !taken.contains($0) }.compactMap(leftover)
  }

  /// An AppImage keeps its data under the name of its app; its file bears that name and, mostly, a version behind it.
  private func isAppImage(_ other: InstalledApp, of app: InstalledApp) -> Bool {
    guard other.info.source == .appimage else { return false }
    let file = other.info.name.lowercased()
    let ids = [app.info.id] + app.desktopIDs
    return (ids + ids.compactMap { $0.split(separator: ".").last.map(String.init) }).contains { id in
      let name = id.lowercased()
      return !name.isEmpty && file.hasPrefix(name) && file.dropFirst(name.count).first?.isLetter != true
    }
  }

  private func candidates(of app: InstalledApp) -> [String] {
    let id = app.info.id
    switch app.info.source {
    case .flatpak: return isName(id) ? [locations.home + "/.var/app/" + id] : []
    case .snap: return isName(id) ? [locations.home + "/snap/" + id] : []
    case .dpkg:
      // The data of "gimp:i386" belong to every architecture, so they are not its own.
      let names = ([id] + app.desktopIDs).filter(isName)
      return Set(names).sorted().flatMap { name in
        findingsKeys.filter { !Self.shared.contains(name) && !name.isEmpty && $0.hasPrefix("/") }.map {
          $0 + "/" + name
        }
      }
    case .appimage: return []
    }
  }

  /// The folders in which apps keep their settings, caches, data and state.
  private var findingsKeys: [String] {
    [locations.configHome, locations.cacheHome, locations.dataHome, locations.stateHome]
  }

  /// A name of one folder that is not hidden.
  private func isName(_ id: String) -> Bool {
    !id.isEmpty && !id.hasPrefix(".") && !id.contains("/") && !id.contains(":") && !id.utf8.contains(0)
  }

  /// Names in these folders that the desktop and many programs share, whatever package is called so.
  private static let shared: Set = [
    "applications", "autostart", "backgrounds", "color-schemes", "containers", "dbus-1", "dconf", "deckle",
    "desktop-directories", "environment.d", "flatpak", "fontconfig", "fonts", "gnupg", "gstreamer-1.0", "gtk-2.0",
    "gtk-3.0", "gtk-4.0", "gvfs-metadata", "icc", "icons", "keyrings", "locale", "man", "menus", "mime", "pipewire",
    "pulse", "qt5ct", "qt6ct", "sounds", "ssh", "systemd", "themes", "thumbnails", "Trash", "user-dirs", "wireplumber",
    "xdg", "xdg-desktop-portal", "zoneinfo",
  ]

  private func leftover(_ path: String) -> AppLeftover? {
    let real = FilePath(locations.real(path))
    // The folder is no link and no mount, belongs to this user, and holds none of the base folders.
    guard let status = try? fileStatus(of: real), status.kind == .folder, status.owner == geteuid(),
      (try? realPath(real)) == real,
      let around = try? fileStatus(of: real.removingLastComponent()),
      around.mountID == status.mountID,
      !(findingsKeys + [locations.home]).contains(where: { isInside(locations.real($0), real.string) }),
      guarded.folder(against: real) == nil, !PictureSearch().mayHoldPictures(real)
    else { return nil }
    let size = locations.allocatedSize(of: path).map { ByteCount($0) } ?? .zero
    return AppLeftover(path: real, identity: status.identity, size: size)
  }

  private func isInside(_ inner: String, _ outer: String) -> Bool {
    let inner = (try? realPath(FilePath(inner)))?.string ?? inner
    return inner == outer || inner.hasPrefix(outer + "/")
  }
}
