import AppCleanup
import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import Testing
import TextSurface
import ViewModels

/// The Apps screen over effects of a test: what it lists, what it tells of an app, and how it asks for advice.
@MainActor
@Suite struct AppsModelTests {
  private nonisolated static let today = Date(timeIntervalSince1970: 1_800_000_000)

  private nonisolated static func app(
    _ id: String, megabytes: Int64? = 1, days: Double? = nil, isInMenu: Bool = true, neededBy: [String] = [],
    protection: String? = nil, source: AppInfo.Source = .dpkg
  ) -> InstalledApp {
    let use = days.map { AppInfo.LastUse(date: today - $0 * 86_400, evidence: "access time of /usr/bin/\(id)") }
    return InstalledApp(
      info: AppInfo(
        id: id, name: id.capitalized, source: source, sizeBytes: megabytes.map { $0 * 1_000_000 }, lastUse: use),
      isInMenu: isInMenu, neededBy: neededBy, protection: protection, removal: ["sudo", "apt-get", "remove", id])
  }

  private nonisolated static let survey = [
    app("gimp", megabytes: 900, days: 120), app("paint", megabytes: 3), app("video", megabytes: 2000, days: 2),
    app("old", megabytes: nil, days: 400), app("library", isInMenu: false),
    app("shell", megabytes: 9000, days: 0, protection: "the system needs it"),
  ]

  private func bench(
    _ apps: [InstalledApp] = survey, change: (inout Effects) -> Void = { _ in }
  ) async throws -> Bench {
    let bench = try await Bench.opened { effects in
      effects.apps.list = { apps }
      change(&effects)
    }
    bench.type("2")
    await bench.work.idle()
    return bench
  }

  private func names(_ bench: Bench) -> [String] { bench.state.apps.rows.map(\.name) }

  private func text(_ bench: Bench) -> String {
    guard let panel = bench.state.apps.panel else { return "" }
    return ([panel.title] + panel.parts.flatMap { [$0.heading] + $0.lines }).joined(separator: "\n")
  }

  // MARK: The list

  @Test func `the apps are looked for when the screen is opened, and only once`() async throws {
    let times = Counter()
    let bench = try await Bench.opened { effects in
      effects.apps.list = {
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
    #expect(bare.state.place == .home)
  }

  // MARK: Details

  @Test func `Enter tells what is known, what goes along, and the command that Deckle does not run`() async throws {
    let bench = try await bench { effects in
      effects.apps.forecast = { RemovalForecast(removed: [$0.info.id, "gimp-data"], left: ["libgegl"]) }
    }

    bench.press(Key(.enter))
    #expect(bench.state.apps.panel?.isWaiting == true && text(bench).contains("Asking the package manager"))
    await bench.work.idle()

    #expect(bench.state.apps.panel?.isWaiting == false)
    for words in [
      "Debian package gimp", "900 MB on the disk", "last used 120 days ago (access time of /usr/bin/gimp)",
      "Removing it would take 1 other package along\ngimp-data",
      "1 package would stay that nothing else needs\nlibgegl",
      "The command that removes it\nsudo apt-get remove gimp",
    ] { #expect(text(bench).contains(words), "\(text(bench))") }
    bench.press(Key(.escape))
    #expect(bench.state.apps.panel == nil && bench.state.place == .apps)
  }

  @Test func `a forecast that comes late for another app is dropped`() async throws {
    let gate = Latch()
    let bench = try await bench { effects in
      effects.apps.forecast = { app in
        if app.info.id == "gimp" { await gate.wait() }
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
    let gate = Latch()
    let times = Counter()
    let bench = try await bench { effects in
      effects.apps.forecast = { _ in
        times.add()
        await gate.wait()
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
    (RemovalForecast(removed: ["gimp"]), "Removing it would take along\nNothing else"),
    (RemovalForecast(), "What it would take along is not known\nThe package manager names nothing"),
  ]) func `nothing else is said only where the package manager said so`(forecast: RemovalForecast, words: String)
    async throws
  {
    let bench = try await bench { $0.apps.forecast = { _ in forecast } }
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(text(bench).contains(words), "\(text(bench))")
  }

  @Test func `nobody claims to know what goes along where the source is not asked`() async throws {
    let bench = try await bench([Self.app("flat", source: .flatpak)]) { effects in
      effects.apps.forecast = { RemovalForecast(removed: [$0.info.id]) }
    }
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(text(bench).contains("The command names it alone. Its own data may stay."))
    #expect(!text(bench).contains("Nothing else"))
  }

  @Test func `while details are open the arrows go through them and the list keeps its order`() async throws {
    let bench = try await bench { $0.apps.forecast = { _ in RemovalForecast() } }
    bench.press(Key(.enter), Key(.down), Key(.down), Key("o"), Key("a"))
    await bench.work.idle()

    #expect(bench.state.apps.selection == 0 && bench.state.apps.panelScroll == 2)
    #expect(bench.state.apps.order == .score && !names(bench).contains("Library"))
    #expect(Set(bench.state.hints.compactMap(\.action)).isDisjoint(with: [.open, .changeOrder, .showAll]))
    bench.app.selectApp(2)
    #expect(bench.state.apps.panel == nil && bench.state.apps.selection == 2)
  }

  // MARK: Advice

  @Test func `advice comes piece by piece, marked as what it is`() async throws {
    let model = Model()
    let bench = try await bench { $0.apps.adviser = model.adviser }

    bench.type("t")
    #expect(bench.state.apps.panel?.isWaiting == true)
    model.say(.words("Remove\u{1B}[31m "))
    model.say(.words("Gimp.\nKeep Paint."))
    await bench.until("the words are there") { self.text(bench).contains("Paint") }
    #expect(bench.state.apps.panel?.isWaiting == true)
    model.finish()
    await bench.work.idle()

    let part = bench.state.apps.panel?.parts.first
    #expect(part?.heading == "Advice of the model at 127.0.0.1:8080, which may be wrong")
    #expect(part?.lines == ["Remove\\x1b[31m Gimp.", "Keep Paint."] && bench.state.apps.panel?.isWaiting == false)
    let prompt = try #require(model.prompts.first)
    #expect(prompt.contains("Gimp") && !prompt.contains("Shell") && !prompt.contains("Library"))
    bench.press(Key(.escape))
    #expect(bench.state.apps.panel == nil && bench.state.place == .apps)
  }

  @Test func `Esc ends the question first and closes its words then`() async throws {
    let model = Model()
    let bench = try await bench { $0.apps.adviser = model.adviser }
    bench.type("t")
    model.say(.words("Remove"))
    await bench.until("the word is there") { self.text(bench).contains("Remove") }

    bench.press(Key(.escape))
    model.say(.words(" everything"))
    await bench.work.idle()

    #expect(model.isUnheard)
    #expect(text(bench).hasSuffix("Remove\nNo more comes\nYou stopped it."), "\(text(bench))")
    bench.press(Key(.escape))
    #expect(bench.state.apps.panel == nil)
    bench.type("t")
    #expect(model.prompts.count == 2 && !text(bench).contains("Remove"))
    model.finish()
    await bench.work.idle()
  }

  @Test func `leaving the screen ends the question`() async throws {
    let model = Model()
    let bench = try await bench { $0.apps.adviser = model.adviser }
    bench.type("t")

    bench.type("1")
    await bench.work.idle()

    #expect(model.isUnheard && bench.state.place == .home)
  }

  @Test func `why no advice comes is said`() async throws {
    let model = Model()
    let bench = try await bench { $0.apps.adviser = model.adviser }
    bench.type("t")
    model.say(.failed("No model answers at 127.0.0.1:8080."))
    model.finish()
    await bench.work.idle()

    #expect(text(bench).contains("No model answers at 127.0.0.1:8080.") && bench.state.apps.panel?.isWaiting == false)
  }

  @Test func `where no model is set up it says how, and asks nobody`() async throws {
    let bench = try await bench()
    bench.type("t")

    #expect(text(bench).contains("~/.config/deckle/config.toml"))
    #expect(bench.state.apps.panel?.parts.last?.lines == ["adviceEndpoint = \"http://127.0.0.1:8080/v1\""])
  }
}

/// A model whose words a test says.
private final class Model: Sendable {
  private struct Content {
    var prompts: [String] = []
    var answers: [AsyncStream<AdviceEvent>.Continuation] = []
    var isUnheard = false
  }

  private let content = Mutex(Content())

  var prompts: [String] { content.withLock { $0.prompts } }
  /// The last answer was given up by whoever asked.
  var isUnheard: Bool { content.withLock { $0.isUnheard } }
  func say(_ event: AdviceEvent) { _ = content.withLock { $0.answers.last }?.yield(event) }
  func finish() { content.withLock { $0.answers.last }?.finish() }

  var adviser: Adviser {
    Adviser(host: "127.0.0.1:8080") { [self] prompt in
      let (events, continuation) = AsyncStream.makeStream(of: AdviceEvent.self)
      continuation.onTermination = { [self] reason in
        if case .cancelled = reason { content.withLock { $0.isUnheard = true } }
      }
      content.withLock { content in
        content.prompts.append(prompt)
        content.answers.append(continuation)
      }
      return events
    }
  }
}

/// Closed until it is opened.
private final class Latch: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  func wait() async { for await _ in stream {} }
  func open() { continuation.finish() }
}

private final class Counter: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

extension AppsModelTests {
  @Test func `c hands the exact command over, and what must stay has none`() async throws {
    let bench = try await bench()

    #expect(bench.app.press(Key("c")) == .copy("sudo apt-get remove gimp"))
    bench.app.copied(true)
    #expect(bench.state.apps.message?.contains("If it is not there") == true)
    bench.app.copied(false)
    #expect(bench.state.apps.message?.contains("no clipboard") == true)
    for _ in 0..<4 { bench.press(Key(.down)) }
    #expect(bench.state.apps.message == nil)

    #expect(bench.app.press(Key("c")) == .none)
    #expect(bench.state.apps.message == "It stays: the system needs it")
    #expect(bench.app.press(Key("r")) == .none && bench.state.overlay == nil)
  }

  @Test func `r asks first, with the safe button highlighted, and a no runs nothing`() async throws {
    let bench = try await bench()

    bench.type("r")

    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.title == "Remove Gimp?" && question.lines.contains("sudo apt-get remove gimp"))
    #expect(!question.isActFocused)
    #expect(bench.app.press(Key(.enter)) == .none && bench.state.overlay == nil)
    bench.type("r")
    #expect(bench.app.press(Key("n")) == .none && bench.state.overlay == nil)
  }

  @Test func `after a yes the command runs in the lent terminal, and the list is read again`() async throws {
    let lists = Counter()
    let bench = try await bench(Self.survey) { effects in
      effects.apps.list = {
        lists.add()
        return Self.survey.filter { lists.count == 1 || $0.info.id != "gimp" }
      }
      effects.apps.run = { words in words == ["sudo", "apt-get", "remove", "gimp"] ? 0 : 1 }
    }
    bench.type("r")

    let request = bench.app.press(Key("y"))
    #expect(request == .run(["sudo", "apt-get", "remove", "gimp"]))
    bench.app.runLent(["sudo", "apt-get", "remove", "gimp"])
    await bench.work.idle()

    #expect(names(bench) == ["Paint", "Video", "Old", "Shell"] && lists.count == 2)
    #expect(bench.state.apps.message == "The command has ended; this is what is installed now.")
  }

  @Test func `a command that fails, or is not there, says so`() async throws {
    for (code, words) in [(Int32?.some(100), "ended with code 100"), (nil, "sudo could not be started")] {
      let bench = try await bench(Self.survey) { $0.apps.run = { _ in code } }
      bench.app.runLent(["sudo", "apt-get", "remove", "gimp"])
      await bench.work.idle()
      #expect(bench.state.apps.message?.contains(words) == true)
    }
  }
}

extension AppsModelTests {
  private func removed(
    _ leftovers: [AppLeftover], isGone: Bool = true,
    trash: @escaping AppsEffects.Trashing
  ) async throws -> Bench {
    let lists = Counter()
    let bench = try await bench(Self.survey) { effects in
      effects.apps.list = {
        lists.add()
        return Self.survey.filter { lists.count == 1 || !isGone || $0.info.id != "gimp" }
      }
      effects.apps.run = { _ in 0 }
      effects.apps.leftovers = { app, _, guarded in
        #expect(!guarded.isEmpty, "the folders of the library")
        return app.info.id == "gimp" ? leftovers : []
      }
      effects.apps.trash = trash
    }
    bench.type("ry")
    bench.app.runLent(["sudo", "apt-get", "remove", "gimp"])
    await bench.work.idle()
    return bench
  }

  private nonisolated static let leftover = AppLeftover(
    path: "/home/ada/.config/gimp", identity: FileIdentity(device: 1, inode: 2, size: 0, modified: 0, changed: 0),
    size: ByteCount(12_000_000))

  @Test func `what a removed app left is asked about, and a yes moves just that`() async throws {
    let moved = Counter()
    let bench = try await removed([Self.leftover]) { app, leftovers, _ in
      #expect(app.info.id == "gimp" && leftovers == [Self.leftover])
      moved.add()
      return []
    }
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.title == "Move what Gimp left to the trash?" && !question.isActFocused)
    #expect(question.lines.contains { $0.hasSuffix(".config/gimp, 12.0 MB") }, "\(question.lines)")

    bench.type("y")
    await bench.work.idle()

    #expect(moved.count == 1 && bench.state.apps.message == "1 folder moved to the trash.")
  }

  @Test func `a no leaves it, and a folder that stays says why`() async throws {
    let no = try await removed([Self.leftover]) { _, _, _ in
      Issue.record("moved without a yes")
      return []
    }
    no.type("n")
    await no.work.idle()
    #expect(no.state.overlay == nil)

    let refused = try await removed([Self.leftover]) { _, _, _ in ["It changed, so it stays."] }
    refused.type("y")
    await refused.work.idle()
    #expect(refused.state.apps.message == "0 folders moved to the trash. It changed, so it stays.")
  }

  @Test func `the folders in force at the yes go along with every leftover`() async throws {
    let calls = Counter()
    let bench = try await removed([Self.leftover, Self.leftover]) { _, leftovers, guarded in
      for _ in leftovers {
        // That, and the folders of the library.
        let now = await guarded()
        #expect(now.contains("/home/ada/.config/gimp/photos") && now.count > 1, "\(now)")
        calls.add()
      }
      return []
    }
    // Protected after the question was asked.
    bench.app.library.follow(FoldersInForce(protected: ["/home/ada/.config/gimp/photos"]))
    bench.type("y")
    await bench.work.idle()
    #expect(calls.count == 2)
  }

  @Test func `an app that is still there has left nothing`() async throws {
    let bench = try await removed([Self.leftover], isGone: false) { _, _, _ in [] }
    #expect(bench.state.overlay == nil)
  }
}
