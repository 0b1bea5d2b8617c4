import PhotoModel
import PhotoScan
import Synchronization
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

@MainActor @Suite struct SettingsModelTests {
  @Test func `no heading is cut on a screen of 80 columns`() async throws {
    for section in try await bench().state.settings.sections {
      #expect(displayWidth(section.title) <= 76, "\(section.title)")
    }
  }

  @Test func `i shows a whole row with its explanation`() async throws {
    let bench = try await bench()
    bench.press(Key(.end))
    let row = try #require(bench.state.settings.selectedRow)
    #expect(bench.state.settings.selection == bench.state.settings.rows.count - 1)

    bench.type("i")

    #expect(bench.state.settings.message == [row.title, row.facts].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  /// A library whose blurry photos depend on the threshold, as they do in the program.
  private func bench(readOnly: String? = nil) async throws -> Bench {
    let bench = try await Bench.opened(readOnly: readOnly) { dependencies in
      dependencies.scan.findings = { library, settings, _ in Self.blurry(library, settings) }
      let steps = Steps()
      dependencies.scan.slide = { asked in
        let issues = Self.blurry(asked.library, asked.settings).issues
        return steps.listing(of: issues)
      }
    }
    bench.type("3")
    return bench
  }

  private nonisolated static func blurry(_ library: ScannedLibrary, _ settings: ScanSettings) -> Findings {
    var findings = Findings()
    for photo in library.photos {
      if let sharpness = photo.features?.sharpness, sharpness < settings.blurThreshold {
        findings.issues.append(
          PhotoIssue(
            path: photo.path, category: .blurry, confidence: 0.5, score: sharpness,
            threshold: settings.blurThreshold, size: photo.size, why: "it shook"))
      }
    }
    return findings
  }

  /// What crossed the line since the step before.
  private final class Steps: Sendable {
    private let listed = Mutex<Set<FilePath>?>(nil)

    func listing(of issues: [PhotoIssue]) -> SliderListing {
      listed.withLock { listed in
        let now = Set(issues.map(\.path))
        let before = listed ?? now
        listed = now
        let sizes = issues.map(\.size).total
        let crossings = [(true, now.subtracting(before)), (false, before.subtracting(now))].filter { !$0.1.isEmpty }
        return SliderListing(
          figures: [.blurry: SliderListing.Figures(photos: now.count, bytes: sizes)],
          crossings: crossings.map { isListed, paths in
            SliderListing.Crossing(
              category: .blurry, isListed: isListed, count: paths.count,
              photos: paths.map { SliderListing.Crossing.Photo(path: $0, why: "it shook") })
          })
      }
    }
  }

  @Test func `a step says which photos crossed the line, and a step that none crosses says that`() async throws {
    let bench = try await bench()
    await bench.work.idle()
    #expect(bench.state.settings.step == nil)

    bench.press(Key(.left))
    #expect(bench.state.settings.step == .open)
    for _ in 0..<3 { bench.press(Key(.left)) }
    await bench.work.idle()

    let crossing = try #require(bench.state.settings.crossings.first)
    #expect(crossing.title == "− 2 photos no longer under Blurry" && crossing.count == 2)
    #expect(Set(crossing.photos) == [Detail("b1", "it shook"), Detail("b2", "it shook")])
    bench.press(Key(.right))
    await bench.work.idle()
    #expect(bench.state.settings.crossings.first?.title == "+ 2 photos now under Blurry")
    bench.press(Key(.right))
    await bench.work.idle()
    #expect(
      bench.state.settings.crossings.first?.title == "+ 2 photos now under Blurry", "nothing has crossed it since")
    #expect(bench.state.settings.rows[0].figures?.hasPrefix("2 photos") == true)
    bench.press(Key(.down), Key(.up), Key(.right))
    await bench.work.idle()
    #expect(bench.state.settings.step == .counted([]))
  }

  @Test func `what crossed the line of one slider is not said under another row`() async throws {
    let bench = try await bench()
    await bench.work.idle()
    for _ in 0..<4 { bench.press(Key(.left)) }
    await bench.work.idle()
    #expect(!bench.state.settings.crossings.isEmpty)

    bench.press(Key(.down))
    #expect(bench.state.settings.step == nil)
    // The answer to a step comes when the highlight has left its slider.
    bench.press(Key(.up), Key(.right), Key(.down))
    await bench.work.idle()
    #expect(bench.state.settings.step == nil)
    bench.type("13")
    await bench.work.idle()
    #expect(bench.state.settings.step == nil)
  }

  @Test func `limits that were written by hand hold from now on, and their photos are counted`() async throws {
    let bench = try await bench()
    await bench.work.idle()
    var written = ScanSettings()
    written.blurThreshold = 0.1

    bench.session.writeByHand(written)
    bench.type("13")
    await bench.work.idle()

    #expect(value(.blurThreshold, bench) == "0.10" && bench.library.settings.blurThreshold == 0.1)
    #expect(bench.state.settings.rows[0].figures?.hasPrefix("0 photos") == true && bench.state.settings.step == nil)
    #expect(bench.library.review.deck(.blurry)?.issues == nil)
    written.blurThreshold = 0.5
    bench.session.writeByHand(written)
    bench.app.returned()
    await bench.work.idle()
    #expect(value(.blurThreshold, bench) == "0.50")
    #expect(bench.state.settings.rows[0].figures?.hasPrefix("2 photos") == true)
  }

  @Test func `a limit that could not be saved outlives a look at the file`() async throws {
    let bench = try await bench()
    bench.session.refuse()
    bench.press(Key(.right))
    await bench.work.idle()

    bench.type("13")
    await bench.work.idle()

    #expect(value(.blurThreshold, bench) == "0.35" && bench.library.settings.blurThreshold == 0.35)
  }

  @Test func `theme, motion, bell and flash change at once, are saved, and come back with 0`() async throws {
    let bench = try await bench()
    func choose(_ id: SettingsState.Row.ID) throws {
      bench.app.select(try #require(bench.state.settings.rows.firstIndex { $0.id == id }))
    }

    try choose(.theme)
    bench.press(Key(.right), Key(.right))
    #expect(bench.state.appearance.theme == .light && bench.session.now.appearance?.theme == .light)
    bench.press(Key(.left), Key(.left), Key(.left))
    #expect(bench.state.appearance.theme == .noColor)
    bench.type("0")
    #expect(bench.state.appearance == Appearance())
    for id in [SettingsState.Row.ID.reducedMotion, .bell, .flash, .tabProgress, .notifications] {
      try choose(id)
      bench.press(Key(.enter))
    }
    #expect(
      bench.state.appearance
        == Appearance(reducedMotion: true, bell: true, flash: true, tabProgress: false, notifications: false))
    // The highlight is on the last of them still; Space is as good as Enter.
    bench.type(" ")
    #expect(bench.state.appearance == Appearance(reducedMotion: true, bell: true, flash: true, tabProgress: false))
    bench.type(" ")
    #expect(bench.session.now.appearance == bench.state.appearance)
    await bench.work.idle()
  }

  private func value(_ id: SettingsState.Row.ID, _ bench: Bench) -> String? {
    guard case .slider(_, let value)? = bench.state.settings.rows.first(where: { $0.id == id })?.control else {
      return nil
    }
    return value
  }

  @Test(arguments: [
    (SettingsState.Row.ID.blurThreshold, ["less", "more"]), (.theme, ["previous", "next"]),
    (.keeperRule(.larger), ["earlier", "later"]),
  ])
  func `the hints say what ← and → do to the row`(_ id: SettingsState.Row.ID, _ titles: [String]) async throws {
    let bench = try await Bench.opened()
    bench.type("3")

    bench.app.select(try #require(bench.state.settings.rows.firstIndex { $0.id == id }))

    #expect(bench.state.hints.filter { [.left, .right].contains($0.action) }.map(\.title) == titles)
  }

  @Test func `the sliders begin at the defaults`() async throws {
    let bench = try await bench()

    #expect(value(.blurThreshold, bench) == "0.30" && value(.similarThreshold, bench) == "0.80")
    #expect(value(.duplicateThreshold, bench) == "0.95" && bench.state.settings.selection == 0)
  }

  @Test func `a moved slider goes in steps, lists other photos and is saved`() async throws {
    let bench = try await bench()
    #expect(bench.library.review.deck(.blurry)?.issues.count == 2)

    for _ in 0..<20 { bench.press(Key(.right)) }
    await bench.work.idle()

    #expect(value(.blurThreshold, bench) == "0.80" && bench.session.now.settings?.blurThreshold == 0.80)
    #expect(bench.library.review.deck(.blurry)?.issues.count == 2)
    for _ in 0..<20 { bench.press(Key(.left)) }
    await bench.work.idle()
    #expect(value(.blurThreshold, bench) == "0.10" && bench.library.review.deck(.blurry)?.issues == nil)
    bench.press(Key(.right))
    await bench.work.idle()
    #expect(value(.blurThreshold, bench) == "0.15" && bench.library.review.deck(.blurry)?.issues.count == 2)
    #expect(bench.state.settings.rows[0].explanation { _ in "" }.hasPrefix("2 photos · 9.0 KB · higher lists more"))
  }

  @Test func `the last step of a similarity ends at 0.99 and comes back from there`() async throws {
    let bench = try await bench()
    bench.press(Key(.down), Key(.down))
    #expect(bench.state.settings.selection == 2)

    bench.press(Key(.right), Key(.right))
    #expect(value(.duplicateThreshold, bench) == "0.99")
    bench.press(Key(.left))
    #expect(value(.duplicateThreshold, bench) == "0.95")
    for _ in 0..<20 { bench.press(Key(.left)) }
    #expect(value(.duplicateThreshold, bench) == "0.50")
    await bench.work.idle()
  }

  @Test func `0 gives the default back`() async throws {
    let bench = try await bench()
    bench.press(Key(.down), Key(.left), Key(.left))
    #expect(value(.similarThreshold, bench) == "0.70")

    bench.type("0")
    await bench.work.idle()

    #expect(value(.similarThreshold, bench) == "0.80" && bench.library.settings == ScanSettings())
  }

  @Test func `a setting that cannot be saved holds and says so`() async throws {
    let bench = try await bench()
    bench.session.refuse()

    bench.press(Key(.right))
    await bench.work.idle()

    #expect(value(.blurThreshold, bench) == "0.35" && bench.state.settings.message == fullDisk.sentence)
  }

  @Test func `a read-only session moves sliders and saves nothing`() async throws {
    let bench = try await bench(readOnly: "Looking only.")

    bench.press(Key(.right))
    await bench.work.idle()

    #expect(value(.blurThreshold, bench) == "0.35" && bench.session.now.writes == 0)
  }

  @Test func `decisions stay while a slider moves photos out and in again`() async throws {
    let bench = try await bench()
    bench.type("1")
    await bench.open(.blurry)
    await bench.play("h")
    #expect(bench.marked == ["b1"])
    bench.type("3")
    for _ in 0..<20 { bench.press(Key(.left)) }
    await bench.work.idle()

    // What is no longer listed is still marked: nothing leaves the bin behind the user's back.
    #expect(bench.marked == ["b1"])
    bench.press(Key(.right))
    await bench.work.idle()
    #expect(bench.marked == ["b1"] && bench.library.review.isSettled(Sample.path("b1"), in: .blurry))
  }

  @Test func `rules of the keeper move, are switched off and come back, and the highlight stays with them`()
    async throws
  {
    let bench = try await bench()
    for _ in 0..<5 { bench.press(Key(.down)) }
    #expect(bench.state.settings.rows[5].id == .keeperRule(.sharper))

    bench.press(Key(.left))
    #expect(bench.session.now.settings?.keeperOrder.prefix(2) == [.sharper, .original])
    #expect(bench.state.settings.selection == 4)
    bench.press(Key(.left), Key(.enter))
    #expect(bench.session.now.settings?.keeperOrder.contains(.sharper) == false)
    #expect(bench.state.settings.rows[bench.state.settings.selection].id == .keeperRule(.sharper))
    bench.press(Key(.right))
    #expect(bench.state.settings.message == "It is switched off, so it has no place in the order")
    bench.press(Key(.enter))
    #expect(bench.session.now.settings?.keeperOrder.last == .sharper)

    bench.type("0")
    await bench.work.idle()
    #expect(bench.library.settings.keeperOrder == KeeperRule.standardOrder)
    #expect(bench.state.settings.rows[bench.state.settings.selection].id == .keeperRule(.sharper))
  }

  @Test func `F asks, then keeps the photos of a folder from now on, and Settings takes it off the list`() async throws
  {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    let folder = try #require(bench.deck.card?.issue.path.removingLastComponent())
    bench.type("F")
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing is asked")
      return
    }
    #expect(question.title.hasPrefix("Prefer the photos in "))
    bench.type("n")
    #expect(bench.library.settings.preferredFolders.isEmpty)

    bench.type("Fy")
    await bench.work.idle()
    #expect(bench.library.settings.preferredFolders == [folder])
    #expect(bench.session.now.settings?.preferredFolders == [folder])
    #expect(bench.deck.message?.hasPrefix("Photos in ") == true)
    bench.press(Key("?"), Key(.escape))
    bench.type("u")
    await bench.work.idle()
    #expect(bench.library.settings.preferredFolders.isEmpty && bench.session.now.settings?.preferredFolders == [])
    #expect(bench.deck.message?.hasPrefix("Undone: photos in ") == true)

    bench.type("Fy")
    await bench.work.idle()
    bench.type("F")
    #expect(bench.state.overlay == nil && bench.deck.message?.contains("preferred already") == true)

    bench.press(Key(.right))
    bench.type("u")
    #expect(bench.deck.message?.hasPrefix("Undone: ") == true)
    #expect(bench.library.settings.preferredFolders == [folder])

    bench.type("3")
    let row = try #require(bench.state.settings.rows.firstIndex { $0.id == .preferredFolder(folder) })
    bench.app.select(row)
    bench.press(Key(.enter))
    #expect(bench.library.settings.preferredFolders.isEmpty && bench.session.now.settings?.preferredFolders == [])
  }

  @Test func `rows that cannot be changed do nothing`() async throws {
    let bench = try await bench()
    for _ in 0..<40 { bench.press(Key(.down)) }
    #expect(bench.state.settings.selection == bench.state.settings.rows.count - 1)

    bench.press(Key(.right), Key("0"))

    #expect(bench.session.now.writes == 0)
    bench.press(Key(.escape))
    #expect(bench.state.route == .home)
  }

  @Test func `before the history ends, the question says what is lost at once`() async throws {
    for (batches, text) in [
      (ForgettableBatches(over: ["1", "2"], others: 1), "2 batches would be lost now, for good. No photo is touched."),
      (ForgettableBatches(over: [], others: 3), "Nothing is lost now. No photo is touched."),
    ] {
      let bench = try await Bench.opened()
      bench.session.hold(batches)
      bench.type("3")
      await bench.work.idle()
      let row = try #require(bench.state.settings.rows.firstIndex { $0.id == .history })
      bench.app.select(row)
      bench.press(Key(.enter))

      guard case .question(let question)? = bench.state.overlay else { throw fullDisk }
      #expect(question.lines.last == text && question.lines.first?.contains("list of photos") == true)
    }
  }
}
