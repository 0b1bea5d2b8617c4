import AppCleanup
import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import Testing
import TextSurface
import ViewModels

/// How the Apps screen asks a model for advice, and what it shows of it.
extension AppsModelTests {
  @Test func `advice comes piece by piece, marked as what it is`() async throws {
    let model = Model()
    let bench = try await bench { $0.apps.adviser = model.adviser }

    bench.type("t")
    #expect(bench.state.apps.panel?.isWaiting == true)
    model.showMessage(.text("Remove\u{1B}[31m "))
    model.showMessage(.text("Gimp.\nKeep Paint."))
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
    #expect(bench.state.apps.panel == nil && bench.state.route == .apps)
  }

  @Test func `Esc ends the question first and closes its words then`() async throws {
    let model = Model()
    let bench = try await bench { $0.apps.adviser = model.adviser }
    bench.type("t")
    model.showMessage(.text("Remove"))
    await bench.until("the word is there") { self.text(bench).contains("Remove") }

    bench.press(Key(.escape))
    model.showMessage(.text(" everything"))
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

    #expect(model.isUnheard && bench.state.route == .home)
  }

  @Test func `why no advice comes is said`() async throws {
    let model = Model()
    let bench = try await bench { $0.apps.adviser = model.adviser }
    bench.type("t")
    model.showMessage(.failed("No model answers at 127.0.0.1:8080."))
    model.finish()
    await bench.work.idle()

    #expect(text(bench).contains("No model answers at 127.0.0.1:8080.") && bench.state.apps.panel?.isWaiting == false)
  }

  @Test func `advice gives way to the details it was asked over, with what the package manager said meanwhile`()
    async throws
  {
    let bench = try await bench { $0.apps.forecast = { RemovalForecast(removed: [$0.info.id]) } }
    bench.press(Key(.enter))
    let app = bench.state.apps.panel?.subject
    bench.type("t")
    #expect(bench.state.apps.panel?.subject == .advice)
    await bench.work.idle()
    bench.type("x")
    #expect(bench.state.overlay == nil && bench.state.apps.message == "Esc leads back to the app")

    bench.press(Key(.escape))
    #expect(bench.state.apps.panel?.subject == app && bench.state.apps.panel?.isWaiting == false)
    bench.type("x")

    guard case .question(let question)? = bench.state.overlay else { throw fullDisk }
    guard case .removeApp = question.subject else { throw fullDisk }
    bench.type("n")
    bench.press(Key(.escape))
    #expect(bench.state.apps.panel == nil && bench.state.route == .apps)
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
  func showMessage(_ event: AdviceEvent) { _ = content.withLock { $0.answers.last }?.yield(event) }
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
