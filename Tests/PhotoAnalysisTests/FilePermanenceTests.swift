import PhotoModel
import SystemPackage
import Testing

@testable import PhotoAnalysis

/// What lies in a cache, in memory, or is a backup or removed by its name stands for nothing that lasts.
@Suite struct FilePermanenceTests {
  private static let cached = FilePermanence(isInCache: true)
  private static let memory = FilePermanence(isInMemory: true)
  private static let trashed = FilePermanence(name: .trashed)
  private static let backup = FilePermanence(name: .backup(ending: 1))

  private func photo(_ path: String, _ permanence: FilePermanence = .lasting) -> ScannedPhoto {
    var photo = scanned(path, digest: 1)
    photo.permanence = permanence
    return photo
  }

  private func issues(_ photos: [ScannedPhoto]) -> Findings { findings(of: photos, settings: ScanSettings()) }

  @Test(arguments: [cached, memory, trashed, backup])
  func `the keeper is the one that lasts, whatever else speaks for the other`(permanence: FilePermanence) {
    let found = issues([photo("/p/a", permanence), photo("/p/much/longer/name/copy", .lasting)])

    #expect(found.groups.map(\.keeper) == ["/p/much/longer/name/copy"])
    #expect(found.groups[0].reason.hasPrefix("the other one "))
  }

  @Test(arguments: [cached, memory, trashed])
  func `the other one may go for the sake of the one that lasts`(permanence: FilePermanence) {
    #expect(issues([photo("/p/a", permanence), photo("/p/b")]).issues.map(\.isPreselected) == [true])
  }

  @Test(arguments: [cached, memory]) func `what may vanish is judged among its like as any`(permanence: FilePermanence)
  {
    #expect(issues([photo("/p/a", permanence), photo("/p/b", permanence)]).issues.map(\.isPreselected) == [true])
  }

  @Test(arguments: [trashed, backup]) func `of two that are none any more neither is proposed`(
    permanence: FilePermanence
  ) {
    let found = issues([photo("/p/a", permanence), photo("/p/b", permanence)])

    #expect(found.issues.map(\.isPreselected) == [false])
    #expect(found.issues[0].why.contains("the keeper is "))
  }

  @Test func `a backup goes for the file under its own name and for no other`() {
    let own = issues([photo("/p/a.jpg"), photo("/p/a.jpg~", Self.backup)])
    #expect(own.issues.map(\.path) == ["/p/a.jpg~"] && own.issues.map(\.isPreselected) == [true])

    let other = issues([photo("/p/b.jpg"), photo("/p/a.jpg~", Self.backup)])
    #expect(other.issues.map(\.isPreselected) == [false])
    #expect(other.issues[0].why.contains("the keeper is not that file"))
    let elsewhere = issues([photo("/q/a.jpg"), photo("/p/a.jpg~", Self.backup)])
    #expect(elsewhere.issues.map(\.isPreselected) == [false])
  }

  @Test func `of the names of one file one in a place that lasts stands for it`() {
    var cached = photo("/p/.cache/a.jpg", Self.cached)
    var lasting = photo("/p/z.jpg")
    (cached.identity.inode, lasting.identity.inode) = (7, 7)

    let found = issues([cached, lasting, photo("/p/y.jpg")])

    #expect(found.groups.map { Set($0.members.map(\.path)) } == [["/p/y.jpg", "/p/z.jpg"]])
  }

  @Test func `a file vouches for what lasts only where it lasts itself`() {
    let all = [FilePermanence.lasting, Self.cached, Self.memory, Self.trashed, Self.backup]
    #expect(all.map { $0.vouches(for: .lasting) } == [true, false, false, false, false])
    #expect(all.map { $0.vouches(for: Self.memory) } == [true, true, true, false, false])
    #expect(FilePermanence.lasting.text == nil && all.dropFirst().allSatisfy { $0.text != nil })
  }
}
