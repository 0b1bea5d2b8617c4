import PhotoModel
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// What only a photo that goes holds is said in the bin and before the move.
@MainActor @Suite struct HoldingsLostTests {
  /// `s2` has five stars and a place, which `s1` and `s3` have not.
  private func opened(seen: [Holding]) async throws -> Bench {
    let photos = Sample.photos.map { photo in
      var photo = photo
      guard photo.path == Sample.path("s2") else { return photo }
      photo.features?.contents.metadata.rating = 5
      photo.features?.contents.location = PhotoContents.Location(latitude: 48_133_333, longitude: 11_566_667)
      return photo
    }
    var findings = Sample.findings
    findings.groups = findings.groups.map { group in
      var group = group
      group.members = group.members.map { member in
        var member = member
        if member.path == Sample.path("s2"), group.category == .similar { member.onlyHere = seen }
        return member
      }
      return group
    }
    let found = findings
    return try await Bench.opened(photos: photos) { $0.scan.findings = { _, _, _ in found } }
  }

  @Test func `the bin and the question name what is only here`() async throws {
    let bench = try await opened(seen: [.rating, .gps, .time])
    await bench.open(.similar)
    await bench.play("sh")

    await bench.play("b")
    #expect(bench.state.bin.items.map(\.caution) == ["only here: ★★★★★, place"])

    await bench.play("m")
    #expect(bench.state.confirmation.similar == 1 && bench.state.confirmation.richer == 1)
    #expect(
      bench.state.confirmation.kinds.map(\.sentence) == [
        "is similar; its keeper stays", "of them holds more than what stays for it",
      ])
    #expect(bench.state.confirmation.remark == "Only in s2: ★★★★★, place.")
  }

  @Test func `beside another keeper than the scan's it is looked at anew`() async throws {
    let bench = try await opened(seen: [])
    await bench.open(.similar)
    // The third of the set is made the keeper, and the second goes for it.
    await bench.play("ss*")
    await bench.open(.similar)
    await bench.play("sh")
    await bench.play("m")

    #expect(bench.marked == ["s2"])
    #expect(bench.state.confirmation.richer == 1)
  }

  /// `a2` has a sidecar with stars and a title, which its copies have not.
  private func withSidecar() async throws -> Bench {
    var metadata = DescriptiveMetadata()
    metadata.rating = 4
    metadata.title = "Rome"
    let photos = Sample.photos.map { photo in
      var photo = photo
      guard photo.path == Sample.path("a2") else { return photo }
      photo.companions = [
        Companion(
          path: Sample.path("a2.xmp"), identity: photo.identity, role: .sidecar, owner: .shown,
          contents: SidecarContents(metadata: metadata))
      ]
      return photo
    }
    return try await Bench.opened(photos: photos)
  }

  @Test func `what only a copy that goes says is carried over, and one key turns that off`() async throws {
    let bench = try await withSidecar()
    await bench.open(.duplicate)
    await bench.play("hm")

    var state = bench.state.confirmation
    #expect(state.isCarrying && state.carried == ["★★★★☆ · a2 → a1.xmp", "title Rome · a2 → a1.xmp"])
    await bench.play("c")
    state = bench.state.confirmation
    #expect(!state.isCarrying && state.carried.count == 2)
    await bench.play("c")
    await bench.play("y")

    #expect(bench.trash.now.moved.map { $0.carried.map(\.keeper) } == [[Sample.path("a1")]])
  }

  @Test func `nothing is carried over that was turned off`() async throws {
    let bench = try await withSidecar()
    await bench.open(.duplicate)
    await bench.play("hmcy")

    #expect(bench.trash.now.moved.map(\.carried.isEmpty) == [true])
  }

  /// `a1` and `a2` have a title each, and `a2` a caption as well.
  @Test func `of two values that contradict the user chooses, and the other one is named`() async throws {
    func titled(_ title: String, _ caption: String?) -> Companion {
      var metadata = DescriptiveMetadata()
      (metadata.title, metadata.caption) = (title, caption)
      return Companion(
        path: Sample.path("x.xmp"), identity: Sample.photos[0].identity, role: .sidecar, owner: .shown,
        contents: SidecarContents(metadata: metadata))
    }
    let bench = try await Bench.opened(
      photos: Sample.photos.map { photo in
        var photo = photo
        if photo.path == Sample.path("a1") { photo.companions = [titled("Roma", nil)] }
        if photo.path == Sample.path("a2") { photo.companions = [titled("Rome", "Lake")] }
        return photo
      })
    await bench.open(.duplicate)
    await bench.play("hm")

    var state = bench.state.confirmation
    #expect(state.contradictions.map { state.text(of: $0) } == ["title Roma stays, not title Rome of a2"])
    await bench.play(" ")
    state = bench.state.confirmation
    #expect(state.contradictions.map { state.text(of: $0) } == ["title Rome of a2 → a1.xmp, not title Roma"])
    #expect(state.carried == ["caption Lake · a2 → a1.xmp"])
    bench.press(Key(.up))
    await bench.play(" ")
    #expect(bench.state.confirmation.selectedLine == 0)
    #expect(bench.state.confirmation.message == "This line has no other value")
    await bench.play("y")

    let carried = bench.trash.now.moved.flatMap(\.carried)
    #expect(carried.map(\.metadata.metadata.title) == ["Rome"] && carried.map(\.metadata.metadata.caption) == ["Lake"])
  }

  /// `a2` alone has a caption; the scan found no other reason against it.
  private func benchWithText(_ change: (inout ScannedPhoto) -> Void = { _ in }) async throws -> Bench {
    var findings = Sample.findings
    for index in findings.issues.indices where findings.issues[index].path == Sample.path("a2") {
      findings.issues[index].proposal = .withMetadataAtKeeper
      findings.issues[index].onlyHere = [.caption]
    }
    let found = findings
    let photos = Sample.photos.map { photo in
      var photo = photo
      if photo.path == Sample.path("a2") {
        photo.digest = nil
        photo.features?.contents.metadata.caption = "Lake"
      }
      if photo.path == Sample.path("a1") { change(&photo) }
      return photo
    }
    return try await Bench.opened(photos: photos) { $0.scan.findings = { _, _, _ in found } }
  }

  @Test func `a photo that its words alone hold back may go at the question, and not before`() async throws {
    let bench = try await benchWithText()
    await bench.open(.blurry)
    await bench.play("hm")

    var state = bench.state.confirmation
    #expect(state.photos == 1 && state.offerText == "1 more duplicate may go with its words")
    await bench.play("a")
    state = bench.state.confirmation
    #expect(state.photos == 2 && state.offerText == "1 duplicate goes with its words")
    #expect(state.carried == ["caption Lake · a2 → a1.xmp"] && state.richer == 0)
    #expect(!bench.marked.contains("a2"))
    // Without the words it stays.
    await bench.play("c")
    #expect(bench.state.confirmation.photos == 1 && bench.state.confirmation.offerText == nil)
    await bench.play("cay")

    #expect(bench.trash.now.moved.flatMap(\.items).map(\.path).contains(Sample.path("a2")))
    #expect(bench.trash.now.moved.flatMap(\.carried).map(\.metadata.metadata.caption) == ["Lake"])
  }

  @Test func `what contradicts, is protected or is left out of the question goes nowhere`() async throws {
    for change in [
      { $0.features?.contents.metadata.caption = "Sea" }, { $0.isProtected = true },
    ] as [(inout ScannedPhoto) -> Void] {
      let bench = try await benchWithText(change)
      await bench.open(.blurry)
      await bench.play("hm")

      #expect(bench.state.confirmation.offerText == nil)
      await bench.play("a")
      #expect(bench.state.confirmation.photos == 1)
    }
    let bench = try await benchWithText()
    await bench.open(.blurry)
    await bench.play("hmy")
    #expect(bench.trash.now.moved.map(\.items.count) == [1] && !bench.marked.contains("a2"))
  }

  @Test func `the words of another shot are carried nowhere`() async throws {
    let bench = try await opened(seen: [.rating, .gps, .time])
    await bench.open(.similar)
    await bench.play("shm")

    #expect(bench.state.confirmation.carried.isEmpty && bench.state.confirmation.richer == 1)
  }
}
