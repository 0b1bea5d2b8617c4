import Foundation
import Glibc

/// What this computer remembers of the use of programs. Each trace says where it comes from; where none is, nothing is
/// guessed.
struct UsageTraces: Sendable {
  private let places: AppPlaces
  let present: Date
  /// Programs of running processes, as absolute paths.
  let running: Set<String>
  /// By the bare name of the program.
  private let recentFiles: [String: Date]
  /// By the id of a desktop entry, as GNOME Shell keeps it.
  private let shellRecord: [String: Date]

  init(_ places: AppPlaces, now: Date) {
    self.places = places
    present = now
    running = Set(
      places.names(in: "/proc").filter { $0.allSatisfy(\.isNumber) }.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: places.real("/proc/\($0)/exe"))
      })
    recentFiles = Self.recentFiles(places.contents(of: places.dataHome + "/recently-used.xbel") ?? [])
    shellRecord = Self.shellRecord(places.contents(of: places.dataHome + "/gnome-shell/application_state") ?? [])
  }

  /// The programs this process runs in: the terminal, the shell, what serves the connection.
  var ownAncestors: Set<String> {
    var programs: Set<String> = []
    var process = getpid()
    for _ in 0..<64 where process > 1 {
      let link = places.real("/proc/\(process)/exe")
      if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: link) { programs.insert(program) }
      guard let stat = places.contents(of: "/proc/\(process)/stat", limit: 4096),
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
  ///   - programs: Absolute paths.
  ///   - desktopIDs: Ids of the desktop entries that start them.
  /// - Returns: No date and a note where nothing but silence is known.
  func lastUse(programs: [String], desktopIDs: [String]) -> (use: AppInfo.LastUse?, note: String?) {
    if programs.contains(where: running.contains) {
      return (AppInfo.LastUse(date: present, evidence: "running now"), nil)
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

  /// When something of an application's own data was last written.
  func lastWrite(in folder: String) -> AppInfo.LastUse? {
    guard let status = places.status(of: folder) else { return nil }
    let inside = places.names(in: folder).compactMap { places.status(of: folder + "/" + $0)?.st_mtim.tv_sec }
    let newest = ([status.st_mtim.tv_sec] + inside).max() ?? status.st_mtim.tv_sec
    return AppInfo.LastUse(
      date: Date(timeIntervalSince1970: Double(newest)), evidence: "last change in its folder \(folder)")
  }

  // MARK: Access times

  private enum Access {
    case read(AppInfo.LastUse)
    /// It was not read since it was written.
    case unread
    /// The file system does not keep the time.
    case untold
  }

  /// - Parameter program: An absolute path; nil is returned where nothing is there.
  private func access(_ program: String) -> Access? {
    guard let status = places.status(of: program) else { return nil }
    var mount = statvfs()
    guard statvfs(places.real(program), &mount) == 0, mount.f_flag & UInt(Self.noAccessTime) == 0 else {
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

  // MARK: Records of the desktop

  /// `recently-used.xbel` of the Desktop Bookmark Specification: programs with the last time they opened a file.
  private static func recentFiles(_ bytes: [UInt8]) -> [String: Date] {
    var dates: [String: Date] = [:]
    for element in elements(named: "bookmark:application", in: bytes) {
      guard let command = attribute("exec", of: element), let text = attribute("modified", of: element),
        let date = date(text)
      else { continue }
      // The command is quoted in itself: 'gimp %u'.
      let words = command.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")).split(separator: " ")
      guard let name = words.first?.split(separator: "/").last.map(String.init) else { continue }
      dates[name] = max(dates[name] ?? .distantPast, date)
    }
    return dates
  }

  private static func shellRecord(_ bytes: [UInt8]) -> [String: Date] {
    var dates: [String: Date] = [:]
    for element in elements(named: "application", in: bytes) {
      guard let id = attribute("id", of: element), let text = attribute("last-seen", of: element),
        let seconds = Double(text), seconds > 0
      else { continue }
      dates[id.hasSuffix(".desktop") ? String(id.dropLast(8)) : id] = Date(timeIntervalSince1970: seconds)
    }
    return dates
  }

  /// The opening tags of a name: nothing more of XML is needed, and nothing more is trusted.
  private static func elements(named name: String, in bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "<\(name) ").dropFirst().compactMap {
      $0.split(separator: ">", maxSplits: 1).first.map(String.init)
    }
  }

  private static func attribute(_ name: String, of element: String) -> String? {
    let parts = " \(element)".components(separatedBy: " \(name)=\"")
    guard parts.count > 1, let value = parts[1].components(separatedBy: "\"").first else { return nil }
    var text = value
    for (entity, character) in [("&apos;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
      text = text.replacing(entity, with: character)
    }
    return text
  }

  /// With or without parts of a second.
  private static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}
