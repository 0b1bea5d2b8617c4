import PhotoModel
import SystemPackage
import Testing

@Suite struct EarlierDecisionsTests {
  @Test func `a keep is about the file that was seen and no other that took its name`() {
    let path = FilePath("/photos/a")
    let file = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
    var mounted = file
    mounted.device = 7
    var other = file
    other.size = 8
    let earlier = FileIdentity(device: 1, inode: 20, size: 30, modified: 40, changed: 50)
    let decided = EarlierDecisions(keptFiles: [path: [earlier, file]])

    #expect([file, mounted, earlier, nil].allSatisfy { decided.hasStaying(path, $0) })
    #expect(!decided.hasStaying(path, other) && !decided.hasStaying(path, other, nil))
    #expect(!decided.hasStaying("/photos/b", file))
    // A chosen keeper is one by its name.
    #expect(EarlierDecisions(chosenKeepers: [path]).hasStaying(path, other))
  }
}
