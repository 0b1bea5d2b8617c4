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
}
