import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@MainActor @Suite struct OnboardingModelTests {
  private nonisolated static let other = FilePath("/media/card")

  private nonisolated static let onboarding = OnboardingDependencies(
    folder: { _ in .folder(other) }, suggestions: { [Sample.folder, other] },
    count: { PictureCount(pictures: $0 == other ? 12 : 4000) },
    trash: { paths in paths.map { CheckLine(isGood: true, text: "\($0): photos go to your trash") } },
    apps: { [CheckLine(isGood: false, text: "no list here")] })

  private nonisolated static func prepare(_ dependencies: inout Dependencies) {
    dependencies.onboarding = onboarding
    dependencies.apps.list = { [] }
  }

  private func bench() async throws -> Bench {
    let bench = try await Bench.opened(change: Self.prepare)
    bench.type("3")
    let row = bench.state.settings.rows.firstIndex { $0.id == .onboarding }
    bench.app.select(row ?? 0)
    bench.press(Key(.enter))
    await bench.work.idle()
    return bench
  }

  @Test func `the folder of the library is chosen already, and every folder is counted`() async throws {
    let steps = try await bench().state.onboarding

    #expect(steps.step == .folder && steps.chosen?.path == Sample.folder)
    #expect(steps.folders.map(\.count?.pictures) == [4000, 12])
  }

  @Test func `a key without a meaning says so until the next key`() async throws {
    let bench = try await bench()

    bench.type("x")
    #expect(bench.state.onboarding.note == "x does nothing on this screen; ? lists its keys")
    bench.press(Key(.down))

    #expect(bench.state.onboarding.note == nil)
  }

  @Test func `each check is made once and shown before the next step`() async throws {
    let bench = try await bench()
    bench.press(Key(.down), Key(.enter))
    await bench.work.idle()
    #expect(bench.library.roots == [Self.other] && bench.state.onboarding.step == .trash)
    #expect(bench.session.now.lastLibrary == [Self.other] && !bench.state.onboarding.isTrashTested)

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.onboarding.results == [CheckLine(isGood: true, text: "/media/card: photos go to your trash")])
    bench.press(Key(.enter), Key(.enter))
    await bench.work.idle()
    #expect(bench.state.onboarding.step == .apps && bench.state.onboarding.results?.map(\.isGood) == [false])
    bench.press(Key(.enter))
    #expect(bench.state.route == .home)
  }

  @Test func `without a folder no trash is tested, and a sentence says why`() async throws {
    let bench = try Bench(saved: SavedSession(), roots: [], firstStep: .trash) { dependencies in
      dependencies.onboarding.suggestions = { [] }
    }
    await bench.work.idle()

    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(bench.state.onboarding.note == "No photo folder is chosen yet, so no trash can be tested")
    #expect(bench.state.onboarding.step == .trash && bench.state.onboarding.results == nil)
  }

  @Test func `a skip says what is missed, and Esc skips all that is left`() async throws {
    let bench = try await bench()
    bench.type("s")
    #expect(bench.state.onboarding.step == .trash && bench.state.onboarding.note?.hasPrefix("Skipped: ") == true)
    bench.type("ss")
    #expect(bench.state.route == .home && bench.state.home.warning?.hasPrefix("Skipped: ") == true)

    let other = try await self.bench()
    other.press(Key(.escape))
    #expect(other.state.route == .home && other.library.roots == [Sample.folder])
    #expect(other.state.home.warning?.hasPrefix("Skipped: ") == true)
  }

  @Test func `what was checked is not said to be skipped`() async throws {
    let bench = try await bench()
    bench.press(Key(.enter))
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.onboarding.results != nil)
    bench.type("s")
    #expect(bench.state.onboarding.step == .apps && bench.state.onboarding.note == nil)
    bench.press(Key(.enter))
    await bench.work.idle()

    bench.press(Key(.escape))

    #expect(bench.state.route == .home && bench.state.home.warning == nil)
  }

  @Test func `another folder asks its trash anew`() async throws {
    let bench = try await bench()
    bench.press(Key(.enter))
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.onboarding.step == .trash && bench.state.onboarding.isTrashTested)

    bench.type("o/else")
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(bench.library.roots == [Self.other] && bench.state.onboarding.step == .trash)
    #expect(bench.state.onboarding.results == nil && !bench.state.onboarding.isTrashTested)
  }

  @Test func `who looks at another tab in the middle comes back to the same step, and who asked for Home does not`()
    async throws
  {
    let bench = try await bench()
    bench.type("s2")
    bench.press(Key(.escape))
    #expect(bench.state.route == .onboarding && bench.state.onboarding.step == .trash)
    bench.type("31")
    #expect(bench.state.route == .onboarding && bench.state.onboarding.step == .trash)

    bench.type("1")
    #expect(bench.state.route == .home)
    bench.type("31")
    #expect(bench.state.route == .home)
  }

  @Test func `once they were over, going through them again keeps no place`() async throws {
    let bench = try await bench()
    bench.type("s")
    bench.press(Key(.escape))

    #expect(bench.session.now.writes == 0)
  }

  @Test func `a check that comes back after its step was left changes nothing`() async throws {
    let bench = try await bench()
    bench.type("s")
    bench.press(Key(.enter))
    bench.type("s")

    await bench.work.idle()

    #expect(bench.state.onboarding.step == .apps && bench.state.onboarding.results == nil)
  }

  /// A start before the first steps are over.
  private func start(at step: FirstStep) async throws -> Bench {
    let bench = try Bench(firstStep: step, change: Self.prepare)
    await bench.work.idle()
    return bench
  }

  @Test(arguments: FirstStep.allCases) func `a start goes on with the step where they were left`(step: FirstStep)
    async throws
  {
    let bench = try await start(at: step)

    #expect(bench.state.route == .onboarding && bench.state.onboarding.step == step)
    #expect(bench.session.now.firstStep == step)
    bench.type("q")
    #expect(bench.app.wantsToQuit && bench.session.now.firstStep == step)
  }

  @Test func `each step is written down as it comes, and the end ends them`() async throws {
    let bench = try await start(at: .folder)
    bench.press(Key(.enter))
    #expect(bench.session.now.firstStep == .trash)
    bench.type("2")
    #expect(bench.session.now.firstStep == .trash)
    bench.type("1")
    bench.type("s")
    #expect(bench.session.now.firstStep == .apps)

    bench.type("s")

    #expect(bench.state.route == .home && bench.session.now.firstStep == nil)
    let skipped = try await start(at: .trash)
    skipped.press(Key(.escape))
    #expect(skipped.state.route == .home && skipped.session.now.firstStep == nil)
  }
}
