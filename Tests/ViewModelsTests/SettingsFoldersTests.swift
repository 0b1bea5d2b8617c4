import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// The rows of the settings that are written down as they are: folders, patterns, pictures, the mouse, the cache.
@MainActor @Suite struct SettingsFoldersTests {
  private func bench(readOnly: String? = nil, change: (inout Dependencies) -> Void = { _ in }) async throws -> Bench {
    let bench = try await Bench.opened(readOnly: readOnly, change: change)
    bench.type("3")
    await bench.work.idle()
    return bench
  }

  private func choose(_ id: SettingsState.Row.ID, _ bench: Bench) throws {
    bench.app.select(try #require(bench.state.settings.rows.firstIndex { $0.id == id }, "\(id)"))
  }

  /// Enter, then a text in place of what stands in the dialog.
  private func add(_ text: String, to id: SettingsState.Row.ID, _ bench: Bench) async throws {
    try choose(id, bench)
    bench.press(Key(.enter))
    #expect(bench.state.overlay != nil)
    bench.app.answer(typed: text)
    await bench.work.idle()
  }

  private func problem(_ bench: Bench) -> String? {
    if case .entry(let dialog) = bench.state.overlay { dialog.problem } else { nil }
  }

  @Test func `a pattern is added, counts for the next scan, and is taken off the list`() async throws {
    let bench = try await bench()

    try await add("*.psd", to: .excludedFolders, bench)
    #expect(bench.state.overlay == nil && bench.state.settings.message == "Left out from now on")
    #expect(bench.session.now.preferences.excludedFolders == ["*.psd"])
    #expect(bench.library.settings.excludedFolders == ["*.psd"])

    try choose(.excludedFolder("*.psd"), bench)
    bench.press(Key(.enter), Key(.enter))
    await bench.work.idle()
    #expect(bench.session.now.preferences.excludedFolders == ["*.psd"], "Enter alone answers no")
    bench.press(Key(.enter), Key("y"))
    await bench.work.idle()
    #expect(bench.session.now.preferences.excludedFolders == [] && bench.library.settings.excludedFolders == [])
    #expect(!bench.state.settings.rows.contains { $0.id == .excludedFolder("*.psd") })
  }

  @Test func `folders below the home folder are shown with a tilde, however they were written`() async throws {
    let bench = try await bench()
    bench.session.writeByHand(
      Preferences(
        excludedFolders: ["/home/me/Pictures/Old/", "*.psd", "/home/me2/x"],
        protectedFolders: ["/home/me/Pictures/Originals", "~/Scans", "/mnt/Card"]))
    bench.type("13")
    await bench.work.idle()

    let titles = bench.state.settings.sections.first { $0.title == "Folders" }?.rows.map(\.title)
    #expect(
      titles == [
        "Left out", "  ~/Pictures/Old/", "  *.psd", "  /home/me2/x", "Protected", "  ~/Pictures/Originals", "  ~/Scans",
        "  /mnt/Card", "To move to",
      ])
    try choose(.protectedFolder("/home/me/Pictures/Originals"), bench)
    bench.press(Key(.enter))
    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.lines.first == "~/Pictures/Originals")
  }

  @Test func `a path that leads nowhere is left out with a word about it`() async throws {
    let bench = try await bench { $0.onboarding.folder = { _ in .problem("There is no such folder.") } }

    try await add("/mnt/Card/Old", to: .excludedFolders, bench)

    #expect(bench.session.now.preferences.excludedFolders == ["/mnt/Card/Old"])
    #expect(bench.state.settings.message == "Left out from now on, but no folder is there now")
    bench.press(Key(.down))
    #expect(bench.state.settings.message == nil)
  }

  @Test func `a line begins empty and Ctrl-U empties it, so that a pasted path stands alone`() async throws {
    let bench = try await bench { $0.onboarding.folder = { .problem("There is no folder \($0).") } }
    try choose(.protectedFolders, bench)

    bench.press(Key(.enter))
    bench.type("/mnt/x")
    bench.press(.control("u"))
    bench.type("/mnt/Card")
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(problem(bench) == "There is no folder /mnt/Card.")
    bench.press(.control("u"))
    #expect(problem(bench) == nil && bench.state.overlay != nil)
  }

  @Test func `a pasted path goes into the line that asks for one, and into nothing else`() async throws {
    let bench = try await bench { $0.onboarding.folder = { .problem("There is no folder \($0).") } }
    try choose(.protectedFolders, bench)
    let before = bench.state
    bench.app.paste("/mnt/Card\u{9B}")
    #expect(bench.state == before)

    bench.press(Key(.enter))
    bench.app.paste("/mnt/Card")
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(problem(bench) == "There is no folder /mnt/Card.")
  }

  @Test func `only the keys that do something to a row stand in the hints`() async throws {
    let bench = try await bench()
    func keys(_ id: SettingsState.Row.ID) throws -> Set<String> {
      try choose(id, bench)
      return Set(bench.state.hints.map(\.key)).intersection(["←", "→", "0", "Enter"])
    }

    #expect(try keys(.blurThreshold) == ["←", "→", "0"])
    #expect(try keys(.theme) == ["←", "→", "0", "Enter"])
    #expect(try keys(.keeperRule(.edited)) == ["0", "Enter"], "switched off, it has no place to move from")
    #expect(try keys(.excludedFolders) == ["Enter"])
    #expect(try keys(.privacy) == [])
  }

  @Test(arguments: [
    ("*", "This would leave out everything"), ("~/", "This would leave out everything"),
    ("a\u{1B}b", "A pattern is one line"), ("*.psd", "on the list already"),
  ])
  func `a pattern that cannot be meant is refused with a sentence`(pattern: String, refusal: String) async throws {
    let bench = try await bench()
    try await add("*.psd", to: .excludedFolders, bench)

    try await add(pattern, to: .excludedFolders, bench)

    #expect(problem(bench)?.contains(refusal) == true, "\(problem(bench) ?? "taken")")
    #expect(bench.session.now.preferences.excludedFolders == ["*.psd"])
  }

  @Test func `a folder that is protected takes its photos out of the review at once`() async throws {
    let bench = try await bench { $0.onboarding.folder = { _ in .folder(Sample.folder) } }
    #expect(bench.library.review.photos[Sample.path("b1")]?.isProtected == false)

    try await add("~/Pictures", to: .protectedFolders, bench)

    #expect(bench.session.now.preferences.protectedFolders == ["~/Pictures"])
    #expect(bench.library.folders.protected == [FilePath("~/Pictures"), Sample.folder])
    #expect(bench.state.settings.message == "Nothing in it is proposed or moved any more")
  }

  @Test func `what was written into the file by hand is in force as soon as it is shown`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("h")
    bench.press(Key(.escape))
    var written = bench.session.now.preferences
    written.protectedFolders = [Sample.folder.string]
    written.excludedFolders = ["*.psd"]
    bench.session.writeByHand(written)

    bench.type("3")
    await bench.work.idle()

    #expect(bench.state.settings.rows.contains { $0.id == .protectedFolder(Sample.folder.string) })
    #expect(bench.library.folders.protected == [Sample.folder])
    #expect(bench.library.settings.excludedFolders == ["*.psd"])
    #expect(bench.library.review.photos.values.allSatisfy { $0.isProtected })
    #expect(bench.library.review.bin.isEmpty)
  }

  @Test func `photos that are known follow the folders that are protected`() async throws {
    let bench = try await bench()

    bench.library.follow(EffectiveFolders(protected: [Sample.folder]))
    await bench.work.idle()
    #expect(bench.library.review.photos.values.allSatisfy { $0.isProtected })

    bench.library.follow(EffectiveFolders())
    await bench.work.idle()
    #expect(bench.library.review.photos.values.allSatisfy { !$0.isProtected })
  }

  @Test func `what is left out is gone from the review at once, and from the bin with a sentence`() async throws {
    let bench = try await bench()
    bench.type("1")
    for category in [IssueCategory.blurry, .screenshot] {
      await bench.open(category)
      await bench.play("h")
      bench.press(Key(.escape))
    }
    #expect(bench.marked == ["b1", "c1"])
    bench.type("3")

    try await add("b?", to: .excludedFolders, bench)

    #expect(bench.marked == ["c1"])
    #expect(bench.library.review.photos[Sample.path("b1")] == nil)
    #expect(bench.state.settings.message == "Left out from now on; 1 photo left the bin")
    #expect(bench.session.now.forgotten == [Sample.path("b1")], "it would come back into the bin")
  }

  @Test func `what no scan has seen yet leaves the bin, too`() async throws {
    let before = try await bench()
    before.type("1")
    await before.open(.blurry)
    await before.play("h")
    #expect(before.marked == ["b1"])
    let bench = try await Bench.opened(saved: before.session.now.saved, photos: [])
    bench.type("3")
    await bench.work.idle()

    try await add("b?", to: .excludedFolders, bench)

    #expect(bench.session.now.forgotten == [Sample.path("b1")], "it would come back into the bin")
  }

  @Test func `a folder that becomes protected empties the bin of its photos with a sentence`() async throws {
    let bench = try await bench { $0.onboarding.folder = { _ in .folder(Sample.folder) } }
    bench.type("1")
    await bench.open(.blurry)
    await bench.play("hh")
    bench.press(Key(.escape))
    #expect(bench.marked == ["b1", "b2"])
    bench.type("3")

    try await add(Sample.folder.string, to: .protectedFolders, bench)

    #expect(bench.marked.isEmpty)
    #expect(
      bench.state.settings.message == "Nothing in it is proposed or moved any more; 2 photos left the bin")
    // Protection that ends again marks nothing.
    bench.library.follow(EffectiveFolders())
    await bench.work.idle()
    #expect(bench.marked.isEmpty)
  }

  @Test func `a companion that is left out takes its photo out of the bin and does not go along`() async throws {
    var photo = Sample.photos[3]
    let raw = FilePath("/home/me/Pictures/b1.cr2")
    photo.companions = [Companion(path: raw, identity: Sample.photos[4].identity, role: .raw, owner: .raw)]
    var photos = Sample.photos
    photos[3] = photo
    let bench = try await Bench.opened(photos: photos)
    await bench.open(.blurry)
    await bench.play("h")
    bench.press(Key(.escape))
    #expect(bench.marked == ["b1"])
    bench.type("3")

    try await add("*.cr2", to: .excludedFolders, bench)

    #expect(bench.marked.isEmpty)
    #expect(bench.library.review.photos[photo.path]?.companions.isEmpty == true)
  }

  // MARK: The history

  @Test func `the history is switched off only after a yes`() async throws {
    let bench = try await bench()
    try choose(.history, bench)

    for key in [Key(.left), Key(.right), Key(.enter)] {
      bench.press(key, Key(.enter))
      #expect(bench.session.now.preferences.history && bench.state.overlay == nil, "Enter alone answers no")
    }
    bench.press(Key(.enter))
    bench.type("y")
    await bench.work.idle()
    #expect(!bench.session.now.preferences.history)
    bench.press(Key(.enter))
    #expect(bench.session.now.preferences.history)
  }

  @Test(arguments: ["forget 3", " FORGET 3 ", "forget", "forget 2", "yes"])
  func `old batches are forgotten for the words alone`(typed: String) async throws {
    let isMeant = typed.lowercased().contains("forget 3")
    let bench = try await bench()
    bench.session.hold(ForgettableBatches(over: ["1", "2", "3"], others: 2))
    bench.type("13")
    await bench.work.idle()
    try choose(.forgetHistory, bench)

    bench.press(Key(.enter))
    guard case .entry(let dialog) = bench.state.overlay else { return #expect(Bool(false)) }
    #expect(dialog.explanation.contains("2 batches stay:") && dialog.explanation.contains("Type forget 3"))
    bench.app.answer(typed: typed)
    await bench.work.idle()

    #expect(bench.session.now.batches.over == (isMeant ? [] : ["1", "2", "3"]))
    #expect((problem(bench) == nil) == isMeant)
    if isMeant {
      #expect(bench.state.settings.message?.contains("No photo was touched") == true)
      #expect(bench.state.settings.rows.contains { $0.id == .forgetHistory && $0.control == .text("nothing") })
    }
  }

  @Test func `a folder loses its protection only after a yes`() async throws {
    let bench = try await bench { $0.onboarding.folder = { _ in .folder(Sample.folder) } }
    try await add("/photos", to: .protectedFolders, bench)
    try choose(.protectedFolder("/photos"), bench)

    bench.press(Key(.enter), Key(.escape))
    #expect(bench.session.now.preferences.protectedFolders == ["/photos"])
    bench.press(Key(.enter))
    bench.type("y")
    await bench.work.idle()

    #expect(bench.session.now.preferences.protectedFolders == [])
  }

  @Test func `a folder that is not there is not protected`() async throws {
    let bench = try await bench { $0.onboarding.folder = { _ in .problem("There is no folder ~/Pictues.") } }
    try await add("~/Pictues", to: .protectedFolders, bench)
    #expect(problem(bench) == "There is no folder ~/Pictues.")
    #expect(bench.session.now.preferences.protectedFolders == [])
  }

  @Test func `pictures go round, the mouse is switched, and 0 brings both back`() async throws {
    let bench = try await bench()

    try choose(.pictures, bench)
    bench.press(Key(.right))
    #expect(bench.session.now.preferences.pictures == .kitty)
    bench.press(Key(.left), Key(.left))
    #expect(bench.session.now.preferences.pictures == .off)
    bench.type("0")
    #expect(bench.session.now.preferences.pictures == nil)
    try choose(.mouse, bench)
    bench.press(Key(.enter))
    #expect(!bench.session.now.preferences.mouse)
    bench.type("0")
    #expect(bench.session.now.preferences == Preferences())
    await bench.work.idle()
  }

  @Test func `what cannot be written changes nothing`() async throws {
    let bench = try await bench()
    bench.session.refuse()
    try choose(.mouse, bench)
    bench.press(Key(.enter))
    #expect(bench.state.settings.message == fullDisk.sentence)
    guard case .choice("on")? = bench.state.settings.rows.first(where: { $0.id == .mouse })?.control else {
      return #expect(Bool(false), "the mouse was switched")
    }
  }

  @Test func `read-only changes none of them and says why`() async throws {
    let bench = try await bench(readOnly: "Read-only")
    try choose(.mouse, bench)
    bench.press(Key(.enter))
    #expect(bench.state.settings.message == "Read-only" && bench.session.now.preferences.mouse)
  }

  @Test func `the cache says its size and is forgotten after a yes`() async throws {
    let bench = try await bench()
    try choose(.cache, bench)
    guard case .text("412 MB")? = bench.state.settings.rows.first(where: { $0.id == .cache })?.control else {
      return #expect(Bool(false), "the size is not said")
    }

    bench.press(Key(.enter), Key(.escape))
    #expect(bench.session.now.cacheSize == ByteCount(412_000_000))
    bench.press(Key(.enter))
    bench.type("y")
    await bench.work.idle()

    #expect(bench.session.now.cacheSize == .zero)
    #expect(bench.state.settings.message == "Forgotten; the next scan measures anew")
  }

  @Test func `a folder to move photos to is added with the next digit, and taken off the list`() async throws {
    let bench = try await bench { $0.onboarding.folder = { _ in .folder("/home/me/Family") } }

    try await add("~/Family", to: .moveFolders, bench)
    #expect(bench.state.overlay == nil && bench.state.settings.message == "Photos can be moved there")
    #expect(bench.session.now.preferences.moveFolders == ["~/Family"] && bench.marked == [])
    #expect(bench.state.settings.rows.first { $0.id == .moveFolder("~/Family") }?.title == "  1 ~/Family")

    try choose(.moveFolder("~/Family"), bench)
    bench.press(Key(.enter))
    #expect(bench.session.now.preferences.moveFolders == [])
    #expect(bench.state.settings.message == "No photo is sent there any more")
  }

  @Test func `there is a digit for nine folders, and a tenth says so`() async throws {
    let bench = try await bench()
    _ = try bench.session.preferencesDependencies.change { $0.moveFolders = (1...9).map { "/folder/\($0)" } }
    bench.type("13")
    await bench.work.idle()

    try choose(.moveFolders, bench)
    bench.press(Key(.enter))

    #expect(bench.state.overlay == nil && bench.state.settings.message?.hasPrefix("There is a digit for nine") == true)
  }
}
