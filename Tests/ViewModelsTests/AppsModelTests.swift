import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import Testing
import TextSurface
import ViewModels

@testable import AppCleanup

/// The Apps screen over effects of a test: what it lists, what it tells of an app, and how it asks for advice.
@MainActor
@Suite struct AppsModelTests {
  nonisolated static let today = Date(timeIntervalSince1970: 1_800_000_000)

  nonisolated static func app(
    _ id: String, megabytes: Int64? = 1, days: Double? = nil, isInMenu: Bool = true, neededBy: [String] = [],
    protection: String? = nil, source: AppInfo.Source = .dpkg
  ) -> InstalledApp {
    let use = days.map { AppInfo.LastUse(date: today - $0 * 86_400, evidence: "access time of /usr/bin/\(id)") }
    return InstalledApp(
      info: AppInfo(
        id: id, name: id.capitalized, source: source, sizeBytes: megabytes.map { $0 * 1_000_000 }, lastUse: use),
      isInMenu: isInMenu, neededBy: neededBy, protection: protection, removal: ["sudo", "apt-get", "remove", id])
  }

  nonisolated static let survey = [
    app("gimp", megabytes: 900, days: 120), app("paint", megabytes: 3), app("video", megabytes: 2000, days: 2),
    app("old", megabytes: nil, days: 400), app("library", isInMenu: false),
    app("shell", megabytes: 9000, days: 0, protection: "the system needs it"),
  ]

  func bench(
    _ apps: [InstalledApp] = survey, change: (inout Dependencies) -> Void = { _ in }
  ) async throws -> Bench {
    let bench = try await Bench.opened { dependencies in
      dependencies.apps.list = { apps }
      change(&dependencies)
    }
    bench.type("2")
    await bench.work.idle()
    return bench
  }

  func names(_ bench: Bench) -> [String] { bench.state.apps.rows.map(\.name) }

  func text(_ bench: Bench) -> String {
    guard let panel = bench.state.apps.panel else { return "" }
    return ([panel.title] + panel.parts.flatMap { [$0.heading] + $0.lines }).joined(separator: "\n")
  }

  // MARK: The list

  @Test func `the apps are looked for when the screen is opened, and only once`() async throws {
    let times = Counter()
    let bench = try await Bench.opened { dependencies in
      dependencies.apps.list = {
        times.add()
        return Self.survey
      }
    }
    #expect(times.count == 0)

    bench.type("2")
    #expect(bench.state.apps.loadingSince != nil && bench.state.apps.rows.isEmpty)
    bench.type("12121")
    await bench.work.idle()
    bench.type("2")
    await bench.work.idle()

    #expect(times.count == 1 && bench.state.apps.loadingSince == nil)
    #expect(names(bench) == ["Gimp", "Paint", "Video", "Old", "Shell"])
    #expect(bench.state.apps.title == "5 apps, 11.9 GB")
  }

  @Test func `by last use those never opened come first, and what nobody knows comes after all that is known`()
    async throws
  {
    var never = Self.app("never")
    never.useNote = "never opened from the menu"
    let bench = try await bench([Self.app("unknown"), Self.app("new", days: 1), Self.app("old", days: 300), never])

    bench.type("oo")

    #expect(bench.state.apps.order == .lastUse && names(bench) == ["Never", "Old", "New", "Unknown"])
  }

  @Test func `o sorts by size and by last use, what must stay comes last, and the highlight stays on its app`()
    async throws
  {
    let bench = try await bench()
    bench.press(Key(.down))
    #expect(bench.state.apps.order == .score && names(bench)[bench.state.apps.selection] == "Paint")

    bench.type("o")
    #expect(names(bench) == ["Video", "Gimp", "Paint", "Old", "Shell"] && bench.state.apps.order == .size)
    #expect(names(bench)[bench.state.apps.selection] == "Paint")
    bench.type("o")
    #expect(names(bench) == ["Old", "Gimp", "Video", "Paint", "Shell"] && bench.state.apps.order == .lastUse)
    bench.type("o")
    #expect(names(bench) == ["Gimp", "Paint", "Video", "Old", "Shell"] && bench.state.apps.order == .score)
    #expect(names(bench)[bench.state.apps.selection] == "Paint")
  }

  @Test func `a row says the last use in words and a name cannot steer the terminal`() async throws {
    var hostile = Self.app("bad", days: 1)
    hostile.info.name = "a\u{1B}[2Jb"
    let bench = try await bench([hostile] + Self.survey)

    let rows = bench.state.apps.rows
    #expect(rows[0].name == "a\\x1b[2Jb" && rows[0].lastUse == "used yesterday")
    #expect(rows[1].lastUse == "used 120 days ago" && rows[2].lastUse == "use unknown")
    #expect(rows[1].reason.contains("access time of /usr/bin/gimp"))
    #expect(rows[4].size == "?" && rows[5].isProtected && !rows[1].isProtected)
  }

  @Test func `a shows what is in no menu as well, and back`() async throws {
    let bench = try await bench()
    bench.type("a")
    #expect(names(bench).contains("Library") && bench.state.apps.title.hasPrefix("6 packages"))
    bench.type("a")
    #expect(!names(bench).contains("Library"))
  }

  @Test func `nothing in a menu offers everything, and nothing at all says so`() async throws {
    let server = try await bench([Self.app("library", isInMenu: false)])
    #expect(server.state.apps.notice?.actions.map(\.action) == [.showAll, .showPhotos])
    #expect(
      server.state.hints.contains { $0.action == .showAll } && !server.state.hints.contains { $0.action == .open })
    server.type("a")
    #expect(server.state.apps.notice == nil && names(server) == ["Library"])

    let bare = try await bench([])
    #expect(bare.state.apps.notice?.title == "No installed apps were found")
    #expect(!bare.state.hints.contains { $0.action == .showAll })
    bare.press(Key(.enter), Key("o"), Key("t"), Key(.down))
    #expect(bare.state.apps.panel == nil)
    bare.press(Key(.escape))
    #expect(bare.state.route == .home)
  }

  // MARK: Details

  @Test func `Enter tells what is known, what goes along, and the command that Deckle does not run`() async throws {
    let bench = try await bench { dependencies in
      dependencies.apps.forecast = { RemovalForecast(removed: [$0.info.id, "gimp-data"], left: ["libgegl"]) }
    }

    bench.press(Key(.enter))
    #expect(bench.state.apps.panel?.isWaiting == true && text(bench).contains("Asking the package manager"))
    await bench.work.idle()

    #expect(bench.state.apps.panel?.isWaiting == false)
    for message in [
      "Debian package gimp", "900 MB on the disk", "last used 120 days ago (access time of /usr/bin/gimp)",
      "Removing it would take 1 other package along\ngimp-data",
      "1 package would stay that nothing else needs\nlibgegl",
      "The command that removes it\nsudo apt-get remove gimp",
    ] { #expect(text(bench).contains(message), "\(text(bench))") }
    bench.press(Key(.escape))
    #expect(bench.state.apps.panel == nil && bench.state.route == .apps)
  }

  @Test func `a forecast that comes late for another app is dropped`() async throws {
    let gate = Gate()
    let bench = try await bench { dependencies in
      dependencies.apps.forecast = { app in
        if app.info.id == "gimp" { await gate.pass() }
        return RemovalForecast(removed: [app.info.id, "\(app.info.id)-data"])
      }
    }
    bench.press(Key(.enter), Key(.escape), Key(.down), Key(.enter))
    await bench.until("the second forecast is there") { self.text(bench).contains("paint-data") }
    let before = bench.state.apps.panel

    gate.open()
    await bench.work.idle()

    #expect(bench.state.apps.panel == before && before?.title == "Paint")
  }

  @Test func `a key pressed again and again asks the package manager once`() async throws {
    let gate = Gate()
    let times = Counter()
    let bench = try await bench { dependencies in
      dependencies.apps.forecast = { _ in
        times.add()
        await gate.pass()
        return RemovalForecast(problem: "Another one may be at work.")
      }
    }
    for _ in 0..<9 { bench.press(Key(.enter)) }
    gate.open()
    await bench.work.idle()

    #expect(times.count == 1)
    #expect(text(bench).contains("What it would take along is not known\nAnother one may be at work."))
  }

  @Test func `what must stay says why, has no command, and nobody is asked`() async throws {
    let bench = try await bench()
    for _ in 0..<9 { bench.press(Key(.down)) }
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(text(bench).contains("It stays\nthe system needs it") && !text(bench).contains("apt-get"))
  }

  @Test(arguments: [
    (RemovalForecast(removed: ["gimp"]), "Removing it would take along\nnothing else"),
    (RemovalForecast(), "What it would take along is not known\nThe package manager names nothing"),
  ]) func `nothing else is said only where the package manager said so`(forecast: RemovalForecast, message: String)
    async throws
  {
    let bench = try await bench { $0.apps.forecast = { _ in forecast } }
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(text(bench).contains(message), "\(text(bench))")
  }

  @Test func `nobody claims to know what goes along where the source is not asked`() async throws {
    let bench = try await bench([Self.app("store", source: .snap)]) { dependencies in
      dependencies.apps.forecast = { RemovalForecast(removed: [$0.info.id]) }
    }
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(text(bench).contains("The command names it alone. Its own data may stay."))
    #expect(!text(bench).contains("nothing else"))
  }

  @Test func `while details are open the arrows go through them and the list keeps its order`() async throws {
    let bench = try await bench { $0.apps.forecast = { _ in RemovalForecast() } }
    bench.press(Key(.enter), Key(.down), Key(.down), Key("o"), Key("a"))
    await bench.work.idle()

    #expect(bench.state.apps.selection == 0 && bench.state.apps.panelScroll == 2)
    #expect(bench.state.apps.order == .score && !names(bench).contains("Library"))
    #expect(Set(bench.state.hints.compactMap(\.action)).isDisjoint(with: [.open, .changeOrder, .showAll]))
    bench.app.select(2)
    #expect(bench.state.apps.panel == nil && bench.state.apps.selection == 2)
  }
}
