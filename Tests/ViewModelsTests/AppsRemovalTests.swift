import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import Testing
import TextSurface
import ViewModels

@testable import AppCleanup

/// From the Apps screen to the package manager and back: the command, its run, and what an app left behind.
extension AppsModelTests {
  @Test func `c hands the exact command over, and what must stay has none`() async throws {
    let bench = try await bench()

    #expect(bench.app.press(Key("c")) == .copy("sudo apt-get remove gimp"))
    bench.app.copied(true)
    #expect(bench.state.apps.message?.contains("if this terminal lets programs copy") == true)
    bench.app.copied(false)
    #expect(bench.state.apps.message?.contains("no clipboard") == true)
    for _ in 0..<4 { bench.press(Key(.down)) }
    #expect(bench.state.apps.message == nil)

    #expect(bench.app.press(Key("c")) == .none)
    #expect(bench.state.apps.message == "It stays: the system needs it")
    #expect(bench.app.press(Key("x")) == .none && bench.state.overlay == nil)
  }

  @Test func `r asks first, with the safe button highlighted, and a no runs nothing`() async throws {
    let bench = try await bench()

    bench.type("x")

    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.title == "Remove Gimp?" && question.lines.contains("sudo apt-get remove gimp"))
    #expect(!question.isActFocused)
    #expect(bench.app.press(Key(.enter)) == .none && bench.state.overlay == nil)
    bench.type("x")
    #expect(bench.app.press(Key("n")) == .none && bench.state.overlay == nil)
  }

  @Test func `after a yes the command runs in the lent terminal, and the list is read again`() async throws {
    let lists = Counter()
    let bench = try await bench(Self.survey) { dependencies in
      dependencies.apps.list = {
        lists.add()
        return Self.survey.filter { lists.count == 1 || $0.info.id != "gimp" }
      }
      dependencies.apps.run = { text in text == ["sudo", "apt-get", "remove", "gimp"] ? 0 : 1 }
    }
    bench.type("x")

    let request = bench.app.press(Key("y"))
    #expect(request == .run(["sudo", "apt-get", "remove", "gimp"]))
    bench.app.runLent(["sudo", "apt-get", "remove", "gimp"])
    await bench.work.idle()

    #expect(names(bench) == ["Paint", "Video", "Old", "Shell"] && lists.count == 2)
    #expect(bench.state.apps.message == "The command has ended; this is what is installed now.")
  }

  @Test func `a command that fails, or is not there, says so`() async throws {
    for (code, text) in [(Int32?.some(100), "ended with code 100"), (nil, "sudo could not be started")] {
      let bench = try await bench(Self.survey) { $0.apps.run = { _ in code } }
      bench.app.runLent(["sudo", "apt-get", "remove", "gimp"])
      await bench.work.idle()
      #expect(bench.state.apps.message?.contains(text) == true)
    }
  }
}

extension AppsModelTests {
  private func removed(
    _ leftovers: [AppLeftover], isGone: Bool = true,
    trash: @escaping AppsDependencies.Trashing
  ) async throws -> Bench {
    let lists = Counter()
    let bench = try await bench(Self.survey) { dependencies in
      dependencies.apps.list = {
        lists.add()
        return Self.survey.filter { lists.count == 1 || !isGone || $0.info.id != "gimp" }
      }
      dependencies.apps.run = { _ in 0 }
      dependencies.apps.leftovers = { app, _, guarded in
        #expect(!guarded.isEmpty, "the folders of the library")
        return app.info.id == "gimp" ? leftovers : []
      }
      dependencies.apps.trash = trash
    }
    bench.type("xy")
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

  @Test func `every folder is named before it moves, however many there are`() async throws {
    let all = (0..<14).map { number in
      AppLeftover(
        path: FilePath("/home/ada/.config/gimp-\(number)"),
        identity: FileIdentity(device: 1, inode: UInt64(number), size: 0, modified: 0, changed: 0), size: ByteCount(1))
    }
    let moved = Mutex<[AppLeftover]>([])
    let bench = try await removed(all) { _, leftovers, _ in
      moved.withLock { $0 += leftovers }
      return []
    }
    var questions = 0
    while case .question(let question) = bench.state.overlay, questions < 10 {
      questions += 1
      let before = moved.withLock { $0 }
      // The last one is answered with no.
      bench.type(before.count < 12 ? "y" : "n")
      await bench.work.idle()
      for leftover in moved.withLock({ $0.dropFirst(before.count) }) {
        #expect(question.lines.contains { $0.contains("\(leftover.path.lastComponent!.string),") }, "\(leftover.path)")
      }
    }
    #expect(questions == 3 && moved.withLock { $0 } == Array(all.prefix(12)))
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
    bench.app.library.follow(EffectiveFolders(protected: ["/home/ada/.config/gimp/photos"]))
    bench.type("y")
    await bench.work.idle()
    #expect(calls.count == 2)
  }

  @Test func `an app that is still there has left nothing`() async throws {
    let bench = try await removed([Self.leftover], isGone: false) { _, _, _ in [] }
    #expect(bench.state.overlay == nil)
  }
}
