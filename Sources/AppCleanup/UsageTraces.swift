import Foundation
import Glibc

/// The traces that the use of programs has left on this computer, each with its origin; without a trace nothing is
/// guessed.
struct UsageTraces: Sendable {
  private let locations: AppLocations
  let present: Date
  /// Programs of running processes, as absolute paths.
  let running: Set<String>
  /// Flatpaks of this user that run, by their ids: inside of one its program has another path.
  let runningFlatpaks: Set<String>
  /// Times of use by the bare name of the program.
  private let recentFiles: [String: Date]
  /// Times of use by the id of a desktop entry, as GNOME Shell keeps them.
  private let shellRecord: [String: Date]

  init(_ locations: AppLocations, now: Date) {
    self.locations = locations
    present = now
    running = Set(
      locations.names(in: "/proc").filter { $0.allSatisfy(\.isNumber) }.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: locations.real("/proc/\($0)/exe"))
      })
    runningFlatpaks = Self.runningFlatpaks(in: locations.runtimeFolder + "/.flatpak", locations)
    recentFiles = DesktopRecords.recentFiles(locations.contents(of: locations.dataHome + "/recently-used.xbel") ?? [])
    shellRecord = DesktopRecords.shellRecord(
      locations.contents(of: locations.dataHome + "/gnome-shell/application_state") ?? [])
  }

  /// Flatpak keeps a folder for each instance, also for a while after its end: with the process, and "name=" of the
  /// app.
  private static func runningFlatpaks(in folder: String, _ locations: AppLocations) -> Set<String> {
    Set(
      locations.names(in: folder).compactMap { instance in
        guard let pid = locations.text(of: "\(folder)/\(instance)/pid"), !pid.isEmpty, pid.allSatisfy(\.isNumber),
          locations.exists("/proc/\(pid)"), let info = locations.text(of: "\(folder)/\(instance)/info")
        else { return nil }
        return info.split(separator: "\n").first { $0.hasPrefix("name=") }.map { String($0.dropFirst(5)) }
      })
  }

  /// The use of a program that runs now.
  var runningNow: AppInfo.LastUse { AppInfo.LastUse(date: present, evidence: "running now") }

  /// The programs that this process runs in: the terminal, the shell, the server of the connection.
  var ownAncestors: Set<String> {
    var programs: Set<String> = []
    var process = getpid()
    for _ in 0..<64 where process > 1 {
      let link = locations.real("/proc/\(process)/exe")
      if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: link) { programs.insert(program) }
      guard let stat = locations.contents(of: "/proc/\(process)/stat", limit: 4096),
        // "1234 (name with ) and spaces) S 1 …": the parent follows the state behind the last bracket.
        let bracket = stat.lastIndex(of: UInt8(ascii: ")"))
      else { break }
      let fields = stat[bracket...].split(separator: UInt8(ascii: " "))
      guard fields.count > 2, let parent = Int32(String(decoding: fields[2], as: UTF8.self)) else { break }
      process = parent
    }
    return programs
  }

  /// The newest trace of any of the programs.
  ///
  /// - Parameters:
  ///   - programs: The absolute paths of the programs.
  ///   - desktopIDs: The ids of the desktop entries that start them.
  /// - Returns: The last use and nil, or nil and a note where there is no trace.
  func lastUse(programs: [String], desktopIDs: [String]) -> (use: AppInfo.LastUse?, note: String?) {
    if programs.contains(where: running.contains) {
      return (runningNow, nil)
    }
    var uses: [AppInfo.LastUse] = []
    for id in desktopIDs {
      if let date = shellRecord[id] { uses.append(AppInfo.LastUse(date: date, evidence: "the desktop's own record")) }
    }
    for name in programs.compactMap({ $0.split(separator: "/").last.map(String.init) }) {
      if let date = recentFiles[name] {
        uses.append(AppInfo.LastUse(date: date, evidence: "the desktop's recently used files"))
      }
    }
    let accesses = programs.compactMap(access)
    for case .read(let use) in accesses { uses.append(use) }
    if let newest = uses.max(by: { $0.date < $1.date }) { return (newest, nil) }
    let isUnread = !accesses.isEmpty && accesses.allSatisfy { if case .unread = $0 { true } else { false } }
    return (nil, isUnread ? "not opened since it was installed or updated" : nil)
  }

  /// The time when an application's own data were last written.
  func lastWrite(in folder: String) -> AppInfo.LastUse? {
    guard let status = locations.status(of: folder) else { return nil }
    let inside = locations.names(in: folder).compactMap { locations.status(of: folder + "/" + $0)?.st_mtim.tv_sec }
    let newest = ([status.st_mtim.tv_sec] + inside).max() ?? status.st_mtim.tv_sec
    return AppInfo.LastUse(
      date: Date(timeIntervalSince1970: Double(newest)), evidence: "last change in its folder \(folder)")
  }

  // MARK: Access times

  private enum Access {
    case read(AppInfo.LastUse)
    /// The file was not read since it was written.
    case unread
    /// The file system does not keep the time.
    case untold
  }

  /// - Parameter program: The absolute path; nil is returned where nothing is there.
  private func access(_ program: String) -> Access? {
    guard let status = locations.status(of: program) else { return nil }
    var mount = statvfs()
    guard statvfs(locations.real(program), &mount) == 0, mount.f_flag & UInt(Self.noAccessTime) == 0 else {
      return .untold
    }
    // Installing a file gives it both times; reading it moves the first one on.
    guard status.st_atim.tv_sec > status.st_ctim.tv_sec + 1 else { return .unread }
    let kept = mount.f_flag & UInt(Self.relativeAccessTime) != 0 ? ", kept to within a day" : ""
    return .read(
      AppInfo.LastUse(
        date: Date(timeIntervalSince1970: Double(status.st_atim.tv_sec)),
        evidence: "access time of \(program)\(kept)"))
  }

  /// ST_NOATIME and ST_RELATIME of statvfs(3), which the headers give only to GNU C.
  private static let noAccessTime = 1024
  private static let relativeAccessTime = 4096
}
