import PhotoModel
import TestSupport
import Testing

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

  @Test func `the words of another shot are carried nowhere`() async throws {
    let bench = try await opened(seen: [.rating, .gps, .time])
    await bench.open(.similar)
    await bench.play("shm")

    #expect(bench.state.confirmation.carried.isEmpty && bench.state.confirmation.richer == 1)
  }
}
