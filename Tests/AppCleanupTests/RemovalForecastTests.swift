import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AppCleanup

@Suite struct RemovalForecastTests {
  @Test func `what apt-get says is read`() {
    let forecast = RemovalForecast(
      aptOutput: """
        Reading package lists...
        The following packages were automatically installed and are no longer required:
          libgimp libbabl
          libgegl
        Use 'apt autoremove' to remove them.
        The following packages will be REMOVED:
          gimp gimp-plugins
        0 upgraded, 0 newly installed, 2 to remove and 0 not upgraded.
        Remv gimp-plugins [1.0]
        Remv gimp [2.10.34-1+deb12u2]
        """)

    #expect(forecast == RemovalForecast(removed: ["gimp-plugins", "gimp"], left: ["libgimp", "libbabl", "libgegl"]))
  }

  @Test func `a package manager that fails, hangs or is not there is a sentence`() throws {
    for app in [Self.gimp, Self.hello] {
      let computer = Computer()
      #expect(computer.ask(app).problem?.contains("did not answer") == true)
      try computer.install("exit 1")
      #expect(computer.ask(app).problem == "The package manager would not remove it: no reason was given.")
      try computer.install("echo 'E: error: Held back'; echo 'error: Held back'; exit 1")
      #expect(computer.ask(app).problem?.hasSuffix("Held back") == true)
      for (script, timeout) in [
        ("while :; do :; done", Duration.milliseconds(50)), ("exec yes", .seconds(60)),
        ("exec > /dev/null 2>&1; while :; do :; done", .milliseconds(50)),
      ] {
        try computer.install(script)
        let endless = computer.ask(app, timeout: timeout)
        #expect(endless.removed.isEmpty && endless.problem != nil)
      }
    }
  }

  @Test func `Flatpak is asked its own question, hears a no, and says what goes along and what stays`() throws {
    let computer = Computer()
    try computer.install(
      """
      echo "$HOME $XDG_DATA_HOME $*" >> \(computer.folder.path)/asked
      case "$1" in
        uninstall)
          printf '\\n\\n 1.\\t   \\torg.test.Hello\\t1\\tr\\n 2.\\t   \\torg.test.Hello.Locale\\t1\\tr\\n\\n'
          read -r answer; echo "$answer" >> \(computer.folder.path)/asked
          [ "$answer" = n ] && exit 1; rm -r everything ;;
        list)
          printf 'org.test.Hello\\torg.test.Platform/x86_64/1\\norg.test.Other\\torg.test.Base/x86_64/2\\n'
      esac
      """)

    let forecast = computer.ask(Self.hello)

    #expect(
      forecast
        == RemovalForecast(removed: ["org.test.Hello", "org.test.Hello.Locale"], left: ["org.test.Platform/x86_64/1"]))
    #expect(
      try String(contentsOfFile: "\(computer.folder.path)/asked", encoding: .utf8)
        == "/home/me /home/me/.local/share uninstall --user org.test.Hello\nn\n"
        + "/home/me /home/me/.local/share list --app --columns=application,runtime\n")
  }

  @Test func `a runtime that another app stands on is not left over`() throws {
    let computer = Computer()
    try computer.install(
      """
      [ "$1" = list ] || printf ' 1.\\t[-]\\torg.test.Hello\\t1\\tr\\n'
      [ "$1" = list ] && printf 'org.test.Hello\\tP/x86_64/1\\norg.test.Other\\tP/x86_64/1\\n'
      """)
    #expect(computer.ask(Self.hello) == RemovalForecast(removed: ["org.test.Hello"]))
  }

  @Test(arguments: ["-y", "--assumeyes", "--noninteractive", "--delete-data"])
  func
    `a command that would not ask, or do more, is never begun`(argument: String) throws
  {
    let computer = Computer()
    try computer.install("touch \(computer.folder.path)/begun")
    var app = Self.hello
    app.removal?.insert(argument, at: 2)
    #expect(computer.ask(app).problem != nil)
    #expect(!FileManager.default.fileExists(atPath: "\(computer.folder.path)/begun"))
  }

  private static let gimp = InstalledApp(info: AppInfo(id: "gimp", name: "Gimp", source: .dpkg))
  private static let hello = InstalledApp(
    info: AppInfo(id: "org.test.Hello", name: "Hello", source: .flatpak),
    removal: ["flatpak", "uninstall", "--user", "org.test.Hello"])

  /// A computer whose package managers are one shell script.
  private struct Computer {
    let folder = TemporaryFolder()

    func install(_ script: String) throws {
      for name in ["apt-get", "flatpak"] {
        let program = try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "usr/bin/\(name)")
        #expect(chmod(program.string, 0o700) == 0)
      }
    }

    func ask(_ app: InstalledApp, timeout: Duration = .seconds(60)) -> RemovalForecast {
      RemovalForecast.ask(
        about: app, at: AppLocations(root: folder.path.string, home: "/home/me"), timeout: timeout)
    }
  }
}
