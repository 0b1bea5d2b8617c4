import Foundation
import Glibc

/// The folders in which applications leave traces. All are relative to one root, so that a test can simulate a
/// computer.
package struct AppLocations: Sendable {
  /// The root folder: "" for this computer, else a folder in place of "/".
  package var root: String
  /// The home folder, as a path of that computer.
  package var home: String
  /// `$XDG_DATA_HOME`.
  package var dataHome: String
  /// `$XDG_CONFIG_HOME`.
  package var configHome: String
  /// `$XDG_CACHE_HOME`.
  package var cacheHome: String
  /// `$XDG_STATE_HOME`.
  package var stateHome: String
  /// `$XDG_RUNTIME_DIR`.
  package var runtimeFolder: String
  /// The program that the user's terminals start: `$SHELL`.
  package var shell: String?
  /// The Flatpak, Snap or AppImage that this process was started in, by what these set for their children.
  package var hosts: Set<String>
  /// Whether the user is root, on a computer without `sudo`, as many servers are.
  package var isRootWithoutSudo = false

  /// - Parameter variables: The environment. A relative XDG path is ignored, as the specification demands.
  package init(root: String = "", home: String, dataHome: String? = nil, variables: [String: String] = [:]) {
    func folder(_ name: String, _ standard: String) -> String {
      variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + standard
    }
    self.root = root
    self.home = home
    self.dataHome = dataHome ?? folder("XDG_DATA_HOME", "/.local/share")
    configHome = folder("XDG_CONFIG_HOME", "/.config")
    cacheHome = folder("XDG_CACHE_HOME", "/.cache")
    stateHome = folder("XDG_STATE_HOME", "/.local/state")
    runtimeFolder = variables["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/run/user/\(getuid())"
    shell = variables["SHELL"]
    hosts = Set(["FLATPAK_ID", "SNAP_INSTANCE_NAME", "SNAP_NAME", "APPIMAGE"].compactMap { variables[$0] })
  }

  /// A command that needs the rights of root.
  func asRoot(_ command: [String]) -> [String] { isRootWithoutSudo ? command : ["sudo"] + command }

  /// A path of the computer as a path of this process.
  func real(_ path: String) -> String { root + path }

  /// A file's bytes; nil where it cannot be read or is longer than `limit`.
  func contents(of path: String, limit: Int = 64_000_000) -> [UInt8]? {
    guard let handle = FileHandle(forReadingAtPath: real(path)) else { return nil }
    defer { try? handle.close() }
    guard let data = try? handle.read(upToCount: limit + 1), data.count <= limit else { return nil }
    return Array(data)
  }

  /// A short text file without the blanks around it; nil where it cannot be read.
  func text(of path: String) -> String? {
    contents(of: path, limit: 64_000).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Names in a folder, in byte order; none where it cannot be read.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: real(folder))) ?? []).sorted()
  }

  /// Why an application must stay in which Deckle runs.
  func protection(ofHost id: String) -> String? { hosts.contains(id) ? "Deckle runs in it now" : nil }

  /// Why a terminal must stay that may be the one in use: behind tmux or a connection from elsewhere it is no ancestor
  /// of this process.
  func protection(ofRunning entries: [DesktopEntry]) -> String? {
    entries.contains(where: \.isTerminal) ? "it is a terminal that runs now" : nil
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: real(path)) }

  /// The status of a path, with symbolic links followed.
  func status(of path: String) -> stat? {
    var status = stat()
    return fstatat(AT_FDCWD, real(path), &status, 0) == 0 ? status : nil
  }

  /// Bytes on the disk of a tree, links not followed; nil where it is not there. Stops counting after a while: an
  /// application with that many files is large in any case.
  func allocatedSize(of folder: String, mostEntries: Int = 200_000) -> Int64? {
    guard exists(folder) else { return nil }
    var total: Int64 = 0
    var seen: Set<UInt64> = []
    var pending = [real(folder)]
    var entries = 0
    while let path = pending.popLast(), entries < mostEntries {
      entries += 1
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        pending += ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).map { path + "/" + $0 }
      } else if status.st_nlink < 2 || seen.insert(UInt64(status.st_ino)).inserted {
        total += Int64(status.st_blocks) * 512
      }
    }
    return total
  }
}
