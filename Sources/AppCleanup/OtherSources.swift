import FileSafety
import Glibc
import PhotoModel
import SystemPackage

/// Applications of Flatpak, for all users and for this one.
struct FlatpakSource: AppSource {
  let locations: AppLocations

  func apps(_ traces: UsageTraces) -> [InstalledApp] {
    apps(in: "/var/lib/flatpak", isUsers: false, traces)
      + apps(in: locations.dataHome + "/flatpak", isUsers: true, traces)
  }

  private func apps(in installation: String, isUsers: Bool, _ traces: UsageTraces) -> [InstalledApp] {
    locations.names(in: installation + "/app").compactMap { id in
      let active = "\(installation)/app/\(id)/current/active"
      guard locations.exists(active) else { return nil }
      let file = "\(active)/export/share/applications/\(id).desktop"
      let entry = locations.contents(of: file, limit: 1_000_000).flatMap { DesktopEntry(id: id, $0) }
      let isRunning = traces.runningFlatpaks.contains(id)
      let use =
        isRunning
        ? traces.runningNow
        : traces.lastUse(programs: [], desktopIDs: [id]).use ?? traces.lastWrite(in: "\(locations.home)/.var/app/\(id)")
      return InstalledApp(
        info: AppInfo(
          id: id, name: entry?.name ?? id, source: .flatpak, sizeBytes: locations.allocatedSize(of: active + "/files"),
          lastUse: use),
        isInMenu: entry != nil,
        protection: locations.protection(ofHost: id)
          ?? (isRunning ? locations.protection(ofRunning: entry.map { [$0] } ?? []) : nil),
        removal: ["flatpak", "uninstall"] + (isUsers ? ["--user"] : ["--system"]) + [id])
    }
  }
}

/// Snaps, with all revisions that are kept of each.
struct SnapSource: AppSource {
  let locations: AppLocations

  func apps(_ traces: UsageTraces) -> [InstalledApp] {
    let folder = "/var/lib/snapd/snaps"
    var sizes: [String: Int64] = [:]
    for file in locations.names(in: folder) where file.hasSuffix(".snap") {
      guard let underscore = file.lastIndex(of: "_"), let status = locations.status(of: "\(folder)/\(file)") else {
        continue
      }
      sizes[String(file[..<underscore]), default: 0] += Int64(status.st_size)
    }
    let menu = "/var/lib/snapd/desktop/applications"
    let files = locations.names(in: menu)
    return sizes.keys.sorted().map { name in
      let entries = files.filter { $0.hasPrefix(name + "_") && $0.hasSuffix(".desktop") }.compactMap { file in
        locations.contents(of: "\(menu)/\(file)", limit: 1_000_000).flatMap {
          DesktopEntry(id: String(file.dropLast(8)), $0)
        }
      }
      let isRunning = traces.running.contains { $0.hasPrefix("/snap/\(name)/") }
      let use =
        isRunning
        ? traces.runningNow
        : traces.lastUse(programs: [], desktopIDs: entries.map(\.id)).use
          ?? traces.lastWrite(in: "\(locations.home)/snap/\(name)/current")
      return InstalledApp(
        info: AppInfo(
          id: name, name: entries.first?.name ?? name, source: .snap, sizeBytes: sizes[name], lastUse: use),
        isInMenu: !entries.isEmpty,
        protection: Self.isBase(name)
          ? "other snaps stand on it"
          : locations.protection(ofHost: name) ?? (isRunning ? locations.protection(ofRunning: entries) : nil),
        removal: locations.asRoot(["snap", "remove", name]))
    }
  }

  private static func isBase(_ name: String) -> Bool {
    name == "snapd" || name == "bare" || name.wholeMatch(of: /core\d*/) != nil
  }
}

/// AppImages in the folders where people keep them: programs that are one file.
struct AppImageSource: AppSource {
  let locations: AppLocations

  func apps(_ traces: UsageTraces) -> [InstalledApp] {
    let folders = ["Applications", "AppImages", ".local/bin", "bin", "Downloads", "Desktop"].map {
      locations.home + "/" + $0
    }
    return (folders + ["/opt"]).flatMap { folder in
      locations.names(in: folder).filter { $0.lowercased().hasSuffix(".appimage") }.compactMap { file in
        let path = "\(folder)/\(file)"
        guard let status = locations.status(of: path), isAppImage(path) else { return nil }
        // Only the owner can read the file without changing its access time, which would then be the time of this
        // reading.
        let isTimeOurs = status.st_uid != geteuid() && geteuid() != 0
        let programs = isTimeOurs && !traces.running.contains(path) ? [] : [path]
        let (use, note) = traces.lastUse(programs: programs, desktopIDs: [])
        return InstalledApp(
          info: AppInfo(
            id: path, name: String(file.dropLast(".appimage".count)), source: .appimage,
            sizeBytes: Int64(status.st_size), lastUse: use),
          protection: locations.protection(ofHost: path), removal: ["gio", "trash", path], useNote: note)
      }
    }
  }

  /// An ELF file with "AI" and the type of the AppImage specification behind its first eight bytes.
  private func isAppImage(_ path: String) -> Bool {
    // The file is opened without changing its access time, where that is allowed, because that time shows the last use.
    guard let real = try? realPath(FilePath(locations.real(path))),
      let file = try? openForReading(real, limit: ByteCount(.max)), let head = try? file.read(upTo: 11),
      head.count == 11
    else { return false }
    return head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) && head[8...9].elementsEqual([0x41, 0x49])
  }
}
