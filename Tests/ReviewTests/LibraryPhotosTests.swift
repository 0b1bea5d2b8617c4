import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Review

/// What the tables say is what going through a dictionary of the same photos says.
@Suite struct LibraryPhotosTests {
  private let contents = (1...6).map { ContentDigest(bytes: [UInt8](repeating: $0, count: 32))! }

  private func photo(_ number: Int, _ random: inout SeededGenerator) -> ScannedPhoto {
    func identity(_ size: Int64) -> FileIdentity {
      FileIdentity(device: 1, inode: random.next(), size: size, modified: 0, changed: 0)
    }
    let path = FilePath("/photos/\(number).jpg")
    var photo = ScannedPhoto(
      path: path, identity: identity(Int64.random(in: 0...2, using: &random)),
      digest: Bool.random(using: &random) ? contents.randomElement(using: &random) : nil, features: nil)
    for companion in 0..<Int.random(in: 0...2, using: &random) {
      photo.companions.append(
        Companion(
          path: FilePath("/photos/\(number).\(companion).mov"), identity: identity(Int64(companion)), role: .movie,
          owner: .shown, digest: contents.randomElement(using: &random)))
    }
    return photo
  }

  private func check(_ library: LibraryPhotos, _ expected: [ScannedPhoto], _ index: SourceLocation = #_sourceLocation) {
    #expect(Array(library.values) == expected && library.count == expected.count, sourceLocation: index)
    #expect(library.list == expected, sourceLocation: index)
    #expect(library.isEmpty == expected.isEmpty, sourceLocation: index)
    #expect(expected.allSatisfy { library[$0.path] == $0 }, sourceLocation: index)
    for content in contents {
      let copies = expected.filter { $0.digest == content && $0.identity.size > 0 }
      #expect(Array(library.copies(of: content)) == copies, sourceLocation: index)
      #expect(library.copies(of: content).areSeveral == (copies.count > 1), sourceLocation: index)
      #expect(library.copies(of: content).count(upTo: 3) == min(3, copies.count), sourceLocation: index)
      let owners = expected.filter { photo in
        photo.companions.contains { $0.digest == content && $0.identity.size > 0 }
      }
      #expect(Set(library.companions[content] ?? []) == Set(owners.map(\.path)), sourceLocation: index)
    }
    let several = Dictionary(grouping: expected.filter { $0.identity.size > 0 && $0.digest != nil }, by: \.digest)
      .values.filter { $0.count > 1 }
    #expect(Set(library.contentsWithCopies.map(Array.init)) == Set(several), sourceLocation: index)
  }

  @Test(arguments: Array(1...30) as [UInt64])
  func `photos are found by path and content, also after some went`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var expected = (0..<Int.random(in: 0...80, using: &random)).map { photo($0, &random) }
    var library = LibraryPhotos(expected)
    check(library, expected)

    for _ in 0..<6 {
      let paths = Set((0..<100).shuffled(using: &random).prefix(12).map { FilePath("/photos/\($0).jpg") })
      library.remove(paths)
      expected.removeAll { paths.contains($0.path) }
      #expect(paths.allSatisfy { library[$0] == nil })
      check(library, expected)
    }

    for index in expected.indices { expected[index].companions = [] }
    let gone = Set((0..<80).flatMap { number in (0...1).map { FilePath("/photos/\(number).\($0).mov") } })
    let before = library
    let touched = library.removeCompanions(gone)
    #expect(Array(library.values) == expected && library.list == expected)
    #expect(touched == Set(before.values.filter { !$0.companions.isEmpty }.map(\.path)))
  }

  @Test func `of two with one path the first counts`() {
    var random = SeededGenerator(seed: 1)
    let photos = [photo(1, &random), photo(2, &random), photo(1, &random), photo(3, &random)]
    check(LibraryPhotos(photos), [photos[0], photos[1], photos[3]])
  }

  @Test func `the list is the same array until photos go`() {
    var random = SeededGenerator(seed: 1)
    var library = LibraryPhotos((0..<4).map { photo($0, &random) })
    func storage() -> UnsafeRawPointer? { library.list.withUnsafeBytes { $0.baseAddress } }
    let before = storage()

    library.remove(["/photos/none.jpg"])
    _ = library.removeCompanions(["/photos/none.mov"])
    #expect(storage() == before)
    library.remove(["/photos/0.jpg"])
    #expect(storage() != before && library.list.count == 3)
  }
}
