import Foundation
import Glibc
import TestSupport
import Testing

@testable import AppCleanup

/// A computer with packages, made in a folder.
private struct Computer {
  let folder = TemporaryFolder()
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  private(set) var status = ""

  var locations: AppLocations { AppLocations(root: folder.path.string, home: "/home/ada") }
  var apps: [InstalledApp] { AppSurvey(locations).apps(at: now) }

  func app(_ id: String) throws -> InstalledApp { try #require(apps.first { $0.info.id == id }) }

  mutating func addPackage(_ name: String, _ fields: [String: String] = [:], files: [String] = []) throws {
    status += "Package: \(name)\nStatus: install ok installed\nArchitecture: amd64\n"
    for (field, value) in fields.sorted(by: { $0.key < $1.key }) { status += "\(field): \(value)\n" }
    status += "Description: a package\n with more lines\n .\n Package: not-a-field\n\n"
    try write(status, to: "/var/lib/dpkg/status")
    try write(files.joined(separator: "\n") + "\n", to: "/var/lib/dpkg/info/\(name).list")
  }

  func write(_ text: String, to path: String) throws {
    try folder.write(Array(text.utf8), to: String(path.dropFirst()))
  }

  /// A file that was last read at one time and came there at another; the time of change cannot be set, so that tests
  /// speak of times after it.
  func touch(_ path: String, readAt: Date) {
    let times = [
      timespec(tv_sec: Int(readAt.timeIntervalSince1970), tv_nsec: 0), timespec(tv_sec: 1_600_000_000, tv_nsec: 0),
    ]
    #expect(utimensat(AT_FDCWD, folder.path.string + path, times, 0) == 0)
  }

  func desktop(_ id: String, name: String, exec: String, more: String = "") throws {
    try write(
      "# comment\n[Other]\nName=Wrong\n[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(exec)\n\(more)",
      to: "/usr/share/applications/\(id).desktop")
  }
}

@Suite struct AppSurveyTests {
  @Test func `a computer without any source has no apps and says nothing`() {
    #expect(Computer().apps.isEmpty)
  }

  @Test func `a package has the name of its menu entry, its size and how it would go`() throws {
    var computer = Computer()
    try computer.desktop("gimp", name: "GNU Image Editor", exec: "gimp-2.10 %U")
    try computer.addPackage(
      "gimp", ["Installed-Size": "20000"],
      files: ["/usr/bin/gimp-2.10", "/usr/share/applications/gimp.desktop", "/usr/share/doc/gimp/README"])
    try computer.addPackage("libgimp", ["Installed-Size": "1"])

    let app = try computer.app("gimp")

    #expect(app.info.name == "GNU Image Editor")
    #expect(app.info.sizeBytes == 20_480_000)
    #expect(app.isInMenu)
    #expect(app.removeCommand == "sudo apt-get remove gimp")
    var locations = computer.locations
    locations.isRootWithoutSudo = true
    #expect(
      AppSurvey(locations).apps(at: computer.now).first { $0.info.id == "gimp" }?.removeCommand == "apt-get remove gimp"
    )
    #expect(try computer.app("libgimp").isInMenu == false)
  }

  @Test(arguments: ["NoDisplay=true\n", "Hidden=true\n"]) func `a hidden entry is in no menu`(_ more: String) throws {
    var computer = Computer()
    try computer.desktop("tool", name: "Tool", exec: "tool", more: more)
    try computer.addPackage("tool", files: ["/usr/share/applications/tool.desktop"])

    #expect(try computer.app("tool").isInMenu == false)
  }

  @Test func `what is half removed or only left its settings is not installed`() throws {
    var computer = Computer()
    try computer.addPackage("kept")
    try computer.write(
      computer.status + "Package: gone\nStatus: deinstall ok config-files\n\n", to: "/var/lib/dpkg/status")

    #expect(computer.apps.map(\.info.id) == ["kept"])
  }

  @Test func `who else needs a package is told, and alternatives that remain are no need`() throws {
    var computer = Computer()
    try computer.addPackage("base", ["Provides": "virtual-base"])
    try computer.addPackage("other")
    try computer.addPackage("a", ["Depends": "base (>= 1.0), other | nothing"])
    try computer.addPackage("b", ["Pre-Depends": "virtual-base:any"])
    try computer.addPackage("c", ["Depends": "base | other"])

    #expect(try computer.app("base").neededBy == ["a", "b"])
    #expect(try computer.app("other").neededBy == ["a"])
    #expect(try computer.app("base").reasons(at: computer.now).contains("needed by a and b"))
  }

  @Test func `essential packages, the running kernel and Deckle stay, and come last`() throws {
    var computer = Computer()
    var name = utsname()
    #expect(uname(&name) == 0)
    let release = withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    for (package, fields) in [
      ("bash", ["Essential": "yes", "Installed-Size": "90000000"]), ("init", ["Protected": "yes"]),
      ("libc6", ["Priority": "required"]), ("linux-image-\(release)", [:]), ("deckle", [:]), ("game", [:]),
    ] { try computer.addPackage(package, fields) }

    let apps = computer.apps

    #expect(apps.first?.info.id == "game")
    #expect(apps.dropFirst().allSatisfy { $0.protection != nil && $0.removeCommand == nil })
    #expect(apps.dropFirst().allSatisfy { $0.reasons(at: computer.now)[0].hasPrefix("stays: ") })
  }

  @Test func `automatic installation is read from apt`() throws {
    var computer = Computer()
    try computer.addPackage("lib")
    try computer.addPackage("mine")
    try computer.write(
      "Package: lib\nArchitecture: amd64\nAuto-Installed: 1\n\nPackage: mine\nArchitecture: amd64\nAuto-Installed: 0\n",
      to: "/var/lib/apt/extended_states")

    #expect(try computer.app("lib").isAutomatic == true)
    #expect(try computer.app("mine").isAutomatic == false)
  }
}

@Suite struct LastUseTests {
  @Test func `a program that was read after it came has a date with its source`() throws {
    var computer = Computer()
    try computer.write("#!/bin/sh\n", to: "/usr/bin/tool")
    try computer.addPackage("tool", files: ["/usr/bin/tool"])
    let read = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 1000).rounded())
    computer.touch("/usr/bin/tool", readAt: read)

    let app = try computer.app("tool")

    // A file system that keeps no such times has nothing to say, and then nothing may be said.
    guard let use = app.info.lastUse else {
      #expect(app.useNote == nil)
      return
    }
    #expect(use.date == read)
    #expect(use.evidence.hasPrefix("access time of /usr/bin/tool"))
  }

  @Test func `a program that was never read since has no date`() throws {
    var computer = Computer()
    try computer.write("#!/bin/sh\n", to: "/usr/bin/tool")
    try computer.addPackage("tool", files: ["/usr/bin/tool"])
    computer.touch("/usr/bin/tool", readAt: Date(timeIntervalSince1970: 1_600_000_000))

    let app = try computer.app("tool")

    #expect(app.info.lastUse == nil)
    #expect(app.info.cleanupScore(at: computer.now) == 0.5)
    #expect(!app.reasons(at: computer.now).contains { $0.contains("days ago") })
  }

  @Test func `the desktop's records count, and the newest trace wins`() throws {
    var computer = Computer()
    try computer.desktop("org.gimp", name: "Gimp", exec: "gimp %U")
    try computer.addPackage("gimp", files: ["/usr/bin/gimp", "/usr/share/applications/org.gimp.desktop"])
    try computer.write(
      """
      <xbel><bookmark href="file:///x"><bookmark:application name="GIMP" exec="&apos;gimp %u&apos;" \
      modified="2026-01-02T03:04:05.123456Z" count="2"/></bookmark></xbel>
      """, to: "/home/ada/.local/share/recently-used.xbel")
    #expect(try computer.app("gimp").info.lastUse?.evidence == "the desktop's recently used files")
    try computer.write(
      #"<application-state><context id=""><application id="org.gimp.desktop" score="3" last-seen="1790000000"/>"#,
      to: "/home/ada/.local/share/gnome-shell/application_state")

    let use = try #require(try computer.app("gimp").info.lastUse)

    #expect(use.evidence == "the desktop's own record")
    #expect(use.date == Date(timeIntervalSince1970: 1_790_000_000))
  }

  @Test func `a program that runs is in use now`() throws {
    var computer = Computer()
    try computer.addPackage("tool", files: ["/usr/lib/tool/tool-bin"])
    try computer.folder.makeFolder("proc/77")
    #expect(symlink("/usr/lib/tool/tool-bin", computer.folder["proc/77/exe"].string) == 0)

    let use = try #require(try computer.app("tool").info.lastUse)

    #expect(use.evidence == "running now" && use.date == computer.now)
  }

  @Test func `records that are damaged say nothing`() throws {
    var computer = Computer()
    try computer.desktop("tool", name: "Tool", exec: "tool")
    try computer.addPackage("tool", files: ["/usr/bin/tool", "/usr/share/applications/tool.desktop"])
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      let start = Array(#"<bookmark:application exec="tool" modified=""#.utf8)
      try computer.folder.write(start + bytes, to: "home/ada/.local/share/recently-used.xbel")
      try computer.folder.write(bytes + start, to: "home/ada/.local/share/gnome-shell/application_state")
      #expect(try computer.app("tool").info.lastUse == nil)
    }
  }
}

@Suite struct OtherSourcesTests {
  @Test func `flatpaks have their size, their name and the command of their installation`() throws {
    let computer = Computer()
    for (installation, id) in [
      ("/var/lib/flatpak", "org.all.App"), ("/home/ada/.local/share/flatpak", "org.mine.App"),
    ] {
      let commit = "\(installation)/app/\(id)/x86_64/stable/abc"
      try computer.write(String(repeating: "x", count: 100_000), to: "\(commit)/files/bin/app")
      try computer.write(
        "[Desktop Entry]\nType=Application\nName=The \(id)\n", to: "\(commit)/export/share/applications/\(id).desktop")
      let root = computer.folder.path.string
      #expect(symlink("x86_64/stable", "\(root)\(installation)/app/\(id)/current") == 0)
      #expect(symlink("abc", "\(root)\(installation)/app/\(id)/x86_64/stable/active") == 0)
    }

    let apps = computer.apps

    #expect(Set(apps.map(\.info.name)) == ["The org.all.App", "The org.mine.App"])
    #expect(apps.allSatisfy { ($0.info.sizeBytes ?? 0) >= 100_000 })
    #expect(
      Set(apps.compactMap(\.removeCommand)) == [
        "flatpak uninstall --system org.all.App", "flatpak uninstall --user org.mine.App",
      ])
  }

  @Test func `snaps count all their revisions, and those that others stand on stay`() throws {
    let computer = Computer()
    for (file, size) in [("game_1.snap", 10), ("game_2.snap", 20), ("core22_7.snap", 5), ("my-app_x1.snap", 1)] {
      try computer.write(String(repeating: "x", count: size), to: "/var/lib/snapd/snaps/\(file)")
    }

    #expect(try computer.app("game").info.sizeBytes == 30)
    #expect(try computer.app("core22").protection != nil)
    #expect(try computer.app("my-app").removeCommand == "sudo snap remove my-app")
  }

  @Test func `looking at an AppImage does not make it used`() throws {
    let computer = Computer()
    let head = [UInt8]([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0x41, 0x49, 2, 0])
    try computer.folder.write(head, to: "home/ada/Applications/one.AppImage")
    let path = "/home/ada/Applications/one.AppImage"
    // Older than the time of change: a plain read would move it.
    computer.touch(path, readAt: Date(timeIntervalSince1970: 1_500_000_000))

    #expect(computer.apps.map(\.useNote) == ["not opened since it was installed or updated"])

    #expect(computer.locations.status(of: path)?.st_atim.tv_sec == 1_500_000_000)
    #expect(computer.apps.map(\.info.lastUse) == [nil])
  }

  @Test(arguments: ["FLATPAK_ID", "SNAP_NAME", "SNAP_INSTANCE_NAME", "APPIMAGE"])
  func `the Flatpak, Snap or AppImage that Deckle was started in stays`(variable: String) throws {
    let computer = Computer()
    let image = "/home/ada/Applications/term.AppImage"
    try computer.folder.write(
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0x41, 0x49, 2, 0] as [UInt8], to: String(image.dropFirst()))
    try computer.write("x", to: "/var/lib/snapd/snaps/term_1.snap")
    try computer.write("x", to: "/var/lib/flatpak/app/term/current/active/files/bin/term")
    func protected(_ id: String) -> Int {
      let locations = AppLocations(root: computer.folder.path.string, home: "/home/ada", variables: [variable: id])
      return AppSurvey(locations).apps(at: computer.now).count { $0.protection != nil && $0.removal == nil }
    }

    #expect(protected("other") == 0)
    #expect(protected(variable == "APPIMAGE" ? image : "term") == (variable == "APPIMAGE" ? 1 : 2))
  }

  @Test func `a terminal that runs stays, also where it is no ancestor, and what runs is in use`() throws {
    let computer = Computer()
    let running = "/run/user/\(getuid())/.flatpak"
    for (id, categories, pid) in [
      ("org.a.Term", "System;TerminalEmulator;", "41"), ("org.a.Game", "Game;", "42"),
      ("org.a.Ended", "System;TerminalEmulator;", "43"),
    ] {
      let active = "/var/lib/flatpak/app/\(id)/current/active"
      try computer.write("x", to: "\(active)/files/bin/app")
      try computer.write(
        "[Desktop Entry]\nType=Application\nName=\(id)\nCategories=\(categories)\n",
        to: "\(active)/export/share/applications/\(id).desktop")
      try computer.write(
        "[Application]\nname=\(id)\nruntime=runtime/org.a.Platform/x86_64/1\n", to: "\(running)/\(pid)0/info")
      try computer.write(pid, to: "\(running)/\(pid)0/pid")
      // The last one has left its folder behind.
      if id != "org.a.Ended" { try computer.write("", to: "/proc/\(pid)/status") }
    }
    for (snap, categories) in [("snapterm", "TerminalEmulator;"), ("snapgame", "Game;")] {
      try computer.write("x", to: "/var/lib/snapd/snaps/\(snap)_1.snap")
      try computer.write(
        "[Desktop Entry]\nType=Application\nName=\(snap)\nCategories=\(categories)\n",
        to: "/var/lib/snapd/desktop/applications/\(snap)_\(snap).desktop")
      let exe = computer.folder.path.string + "/proc/\(snap == "snapterm" ? 44 : 45)/exe"
      try computer.write("", to: "/proc/\(snap == "snapterm" ? 44 : 45)/status")
      #expect(symlink("/snap/\(snap)/1/usr/bin/\(snap)", exe) == 0)
    }

    for id in ["org.a.Term", "snapterm"] {
      #expect(try computer.app(id).protection == "it is a terminal that runs now")
      #expect(try computer.app(id).removal == nil)
    }
    for id in ["org.a.Game", "snapgame"] {
      #expect(try computer.app(id).protection == nil)
      #expect(try computer.app(id).info.lastUse?.evidence == "running now")
    }
    #expect(try computer.app("org.a.Ended").protection == nil)
    #expect(try computer.app("org.a.Ended").info.lastUse == nil)
  }

  @Test func `an AppImage is known by its bytes and not by its name`() throws {
    let computer = Computer()
    let head = [UInt8]([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0x41, 0x49, 2, 0])
    try computer.folder.write(head, to: "home/ada/Applications/It's one.AppImage")
    try computer.folder.write(Array("#!/bin/sh nothing".utf8), to: "home/ada/Applications/other.AppImage")

    #expect(computer.apps.map(\.info.name) == ["It's one"])
    #expect(computer.apps[0].removeCommand == #"gio trash '/home/ada/Applications/It'\''s one.AppImage'"#)
  }
}

@Suite struct ControlParagraphTests {
  @Test func `fields are found in any case, folded lines belong to them, and the first counts`() {
    let text = "Package: a\nDEPENDS: b,\n c (>= 2),\n\td\nPackage: z\nOther: x\n\n\n\nPackage: e\n"
    let paragraphs = ControlParagraph.all(in: Array(text.utf8), wanted: ["package", "depends"])

    #expect(paragraphs.map { $0["Package"] } == ["a", "e"])
    #expect(paragraphs[0]["depends"] == "b, c (>= 2), d")
    #expect(paragraphs[0]["other"] == nil)
  }

  @Test func `any bytes are paragraphs of the fields that are asked for, and no entry of a menu`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ -> UInt8 in
        ([0x0A, 0x3A, 0x20, 0x50, 0xFF, 0x09] as [UInt8]).randomElement(using: &random) ?? 0
      }
      let names = ["p", "pp", ""]
      for paragraph in ControlParagraph.all(in: bytes, wanted: Set(names)) {
        let values = names.compactMap { paragraph[$0] }
        #expect(!values.isEmpty && values.allSatisfy { !$0.contains("\n") })
      }
      #expect(DesktopEntry(id: "x", bytes) == nil)
    }
  }
}
