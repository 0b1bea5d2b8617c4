import PhotoModel
import Testing

@Suite struct FileIdentityTests {
  private let photo = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)

  private func having(_ change: (inout FileIdentity) -> Void) -> FileIdentity {
    var other = photo
    change(&other)
    return other
  }

  @Test func `another device, or another time of change beside one inode, is the same content`() {
    #expect(having { $0.device = 9 }.isSameVersion(as: photo))
    #expect(having { $0.changed = 9 }.isSameVersion(as: photo))
  }

  @Test func `a card that was mounted again has the same content under other inodes`() {
    #expect(having { ($0.device, $0.inode) = (8, 9) }.isSameVersion(as: photo))
  }

  @Test func `another size or time of writing is another content, and so is a file that was renamed to its place`() {
    #expect(!having { $0.size = 9 }.isSameVersion(as: photo))
    #expect(!having { $0.modified = 9 }.isSameVersion(as: photo))
    #expect(!having { ($0.inode, $0.changed) = (9, 9) }.isSameVersion(as: photo))
  }

  @Test func `only a fine time of change tells a file without its name`() {
    var identity = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 1_700_000_000_123_456_789)
    #expect(identity.identifiesFile)
    // FAT: two seconds; exFAT: a hundredth; nothing that is known.
    for changed in [1_700_000_002_000_000_000, 1_700_000_002_120_000_000, 0] as [Int64] {
      identity.changed = changed
      #expect(!identity.identifiesFile)
    }
    #expect(!FileIdentity(device: 1, inode: 0, size: 3, modified: 4, changed: 123_456_789).identifiesFile)
  }
}
