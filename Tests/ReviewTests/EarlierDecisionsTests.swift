import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

@Suite struct EarlierDecisionsTests {
  private let path = FilePath("/photos/a")
  private let file = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
  private let digest = ContentDigest(bytes: [UInt8](repeating: 1, count: 32))

  @Test(arguments: [false, true])
  func `what stays is the file that was seen and no other that took its name`(_ isChosen: Bool) {
    var mounted = file
    mounted.device = 7
    var other = file
    other.size = 8
    let earlier = FileIdentity(device: 1, inode: 20, size: 30, modified: 40, changed: 50)
    let decided = decided([earlier, file].map { DecidedFile(path: path, identity: $0, digest: digest) }, isChosen)

    #expect([file, mounted, earlier, nil].allSatisfy { decided.staysByDecision(path, $0, nil) })
    #expect(!decided.staysByDecision(path, other, nil))
    // Edited in its place with its times kept, and the same bytes in a file that is another.
    #expect(decided.staysByDecision(path, file, ContentDigest(bytes: [UInt8](repeating: 2, count: 32))))
    #expect(decided.staysByDecision(path, other, digest))
  }

  @Test(arguments: [false, true])
  func `what stays is found under another name, and a copy beside it is none that was chosen`(_ isChosen: Bool) {
    let kept = DecidedFile(path: path, identity: file, digest: digest)
    let copy = FileIdentity(device: 1, inode: 9, size: 3, modified: 90, changed: 90)
    let renamed = decided([kept], isChosen)
    let editedReason = decided([kept], isChosen, fileNow: [path: file])
    var replaced = file
    (replaced.inode, replaced.size) = (30, 31)
    let underOther = decided([kept], isChosen, fileNow: [path: replaced])

    for decided in [renamed, underOther] {
      #expect(decided.staysByDecision("/photos/b", file, nil) && decided.staysByDecision("/photos/b", copy, digest))
      #expect(decided.isChosenKeeper("/photos/b", file, nil) == isChosen)
      #expect(!decided.staysByDecision("/photos/b", copy, nil))
    }
    #expect(
      !editedReason.staysByDecision("/photos/b", copy, digest)
        && !editedReason.staysByDecision("/photos/b", file, digest))
  }

  @Test func `of a session of before, a chosen keeper is one by its name`() {
    #expect(EarlierDecisions(chosenKeepers: [DecidedFile(path: path)]).staysByDecision(path, file, digest))
  }

  @Test(arguments: [false, true])
  func `what stays is asked by its name, also after it changed, and of all that would go along`(_ isChosen: Bool) throws
  {
    let raw = FilePath("/photos/a.cr2")
    var edited = file
    (edited.size, edited.modified) = (8, 9)
    let other = FileIdentity(device: 1, inode: 30, size: 31, modified: 32, changed: 33)
    let decided = decided([path, raw].map { DecidedFile(path: $0, identity: file, digest: digest) }, isChosen)
    func reason(_ path: FilePath, _ identity: FileIdentity, with companion: FilePath? = nil) -> StayingReason? {
      decided.stayingReason(about: (path, identity, nil), with: companion.map { [($0, other, nil)] } ?? [])
    }

    #expect(reason(path, file) == .itself)
    #expect(reason(path, edited) == .beforeItChanged && reason(path, other) == .beforeItChanged)
    #expect(reason("/photos/b", other, with: raw) == .companion(raw))
    #expect(reason("/photos/b", other, with: "/photos/b.cr2") == nil)
    // Sorted away and back since, under another name.
    #expect(decided.stayingReason(about: ("/photos/b", other, nil), with: [("/photos/c.cr2", file, nil)]) != nil)
  }

  private func decided(
    _ files: [DecidedFile], _ isChosen: Bool, fileNow: [FilePath: FileIdentity] = [:]
  ) -> EarlierDecisions {
    EarlierDecisions(chosenKeepers: isChosen ? files : [], keptFiles: isChosen ? [] : files) { fileNow[$0] }
  }
}
