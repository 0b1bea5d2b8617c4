import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

/// A decision is about bytes and what belongs to them, not about a path.
@Suite struct DecidedBytesTests: DecidesAboutFiles {
  // MARK: Marks

  @Test func `a mark ends where the bytes change, although size and times are kept, and holds where they come back`()
    throws
  {
    var review = Review()
    see(photo("a", file: 1, bytes: 1), in: &review)
    try decide(.delete, "a", of: &review)

    see(photo("a", file: 1, bytes: 2), in: &review)

    #expect(bin(review) == [] && review.changedSinceMarked == [Sample.path("a")])
    #expect(review.decision(Sample.path("a"), in: .similar) == .pending)
    // A running scan has not read it yet.
    see(photo("a", file: 1, bytes: nil), in: &review)
    #expect(bin(review) == ["a"])
    see(photo("a", file: 1, bytes: 1), in: &review)
    #expect(bin(review) == ["a"] && review.changedSinceMarked == [])
  }

  @Test func `a mark holds in a library that was copied to another disk, and for no copy under another name`() throws {
    var review = Review()
    see(photo("a", file: 1, bytes: 1), photo("b", file: 2, bytes: 2), in: &review)
    try decide(.delete, "a", of: &review)

    see(photo("a", file: 11, bytes: 1), photo("b", file: 12, bytes: 1), photo("c", file: 1, bytes: 1), in: &review)

    #expect(bin(review) == ["a"])
  }

  @Test func `what was marked before it was read counts by its file`() throws {
    var review = Review()
    see(photo("a", file: 1, bytes: nil), in: &review)
    try decide(.delete, "a", of: &review)

    see(photo("a", file: 1, bytes: 1), in: &review)
    #expect(bin(review) == ["a"])
    see(photo("a", file: 2, bytes: 1), in: &review)
    #expect(bin(review) == [])
  }

  @Test(arguments: [[("a.xmp", 2)], [("a.xmp", 1), ("b.xmp", 1)], [("b.xmp", 1)], []] as [[(String, Int64)]])
  func `a photo to which something came, or of which something changed or left, since it was marked is open`(
    _ companions: [(String, Int64)]
  ) throws {
    var review = Review()
    let marked = photo("a", file: 1, bytes: 1, with: [companion("a.xmp")])
    see(marked, in: &review)
    try decide(.delete, "a", of: &review)
    let now = companions.map { companion($0.0, written: $0.1) }

    see(photo("a", file: 1, bytes: 1, with: now), in: &review)

    #expect(bin(review) == [] && review.changedSinceMarked == [Sample.path("a")])
    // Marked as it is now it goes as it is now.
    try decide(.delete, "a", of: &review)
    #expect(bin(review) == ["a"] && review.changedSinceMarked == [])
    see(photo("a", file: 1, bytes: 1, with: now), in: &review)
    #expect(bin(review) == ["a"])
  }

  @Test func `what was kept stays kept when its sidecar changes or its bytes do in their place`() throws {
    var review = Review()
    see(photo("a", file: 1, bytes: 1), in: &review)
    try decide(.keep, "a", of: &review)

    see(photo("a", file: 1, bytes: 2, with: [companion("a.xmp")]), in: &review)

    #expect(review.decision(Sample.path("a"), in: .similar) == .keep)
  }

  @Test(arguments: [false, true])
  func `what was kept or chosen and changed since is an open question that nothing proposes`(_ isChosen: Bool) throws {
    var review = isChosen ? try chosen() : Review()
    let path = Sample.path("b")
    var found = findings("S", "a", "b")
    found.issues[0].isPreselected = true
    let kept = [photo("a", file: 1, bytes: 1), photo("b", file: 2, bytes: 2)]
    review.replaceFindings(found, photos: kept)
    if !isChosen { try decide(.keep, "b", of: &review) }
    #expect(review.stayingReasonBefore(path) == nil)

    review.replaceFindings(found, photos: [kept[0], photo("b", file: 3, bytes: 3)])

    #expect(review.stayingReasonBefore(path) == .beforeItChanged && !review.isSettled(path, in: .similar))
    #expect(review.issues[.similar]?.map(\.isPreselected) == [false])
    try decide(.delete, "b", of: &review)
    #expect(bin(review) == ["b"] && review.stayingReasonBefore(path) == nil)
    review.undo()
    #expect(review.stayingReasonBefore(path) == .beforeItChanged)
    // Its bytes came back, and what was said counts again.
    review.replaceFindings(found, photos: kept)
    #expect(review.stayingReasonBefore(path) == nil)
  }

  @Test func `undo brings no mark back on other bytes`() throws {
    var review = Review()
    see(photo("a", file: 1, bytes: 1), in: &review)
    try decide(.delete, "a", of: &review)
    try decide(.keep, "a", of: &review)
    see(photo("a", file: 1, bytes: 2), in: &review)

    review.undo()

    #expect(bin(review) == [])
  }

  // MARK: Chosen keepers

  /// `b` was chosen in place of `a`.
  private func chosen(_ bytes: UInt8? = 2) throws -> Review {
    var review = Review()
    see(photo("a", file: 1, bytes: 1), photo("b", file: 2, bytes: bytes), with: findings("S", "a", "b"), in: &review)
    let group = try #require(review.groups.values.first)
    review.apply(try #require(review.action(choosing: Sample.path("b"), of: group)))
    return review
  }

  private func keeper(_ review: Review) -> String? {
    review.groups.values.first.map { String(decoding: $0.keeper.nameBytes, as: UTF8.self) }
  }

  @Test func `another file that took the name of a chosen keeper is not the one that was chosen`() throws {
    var review = try chosen()
    let original = photo("a", file: 1, bytes: 1)

    see(original, photo("b", file: 3, bytes: 3), with: findings("S", "a", "b"), in: &review)
    #expect(keeper(review) == "a")
    review.undo()
    review.redo()
    #expect(keeper(review) == "a")

    // The chosen one is beside it under another name.
    let renamed = photo("c", file: 2, bytes: 2)
    see(original, photo("b", file: 3, bytes: 3), renamed, with: findings("S", "a", "b", "c"), in: &review)
    #expect(keeper(review) == "c")
    review.undo()
    #expect(keeper(review) == "a")
  }

  @Test(arguments: [2, nil] as [UInt8?])
  func `a chosen keeper is followed when its folder is renamed`(_ bytes: UInt8?) throws {
    var review = try chosen(bytes)

    see(photo("x", file: 1, bytes: 1), photo("y", file: 2, bytes: bytes), with: findings("T", "x", "y"), in: &review)

    #expect(keeper(review) == "y")
    #expect(review.issues[.similar]?.map(\.path) == [Sample.path("x")])
    review.undo()
    #expect(keeper(review) == "x")
    review.redo()
    #expect(keeper(review) == "y")
  }

  @Test func `a chosen keeper is followed by its bytes to a copy that was renamed, and is not where it is gone`() throws
  {
    var review = try chosen()

    see(photo("x", file: 11, bytes: 1), photo("y", file: 12, bytes: 2), with: findings("T", "x", "y"), in: &review)
    #expect(keeper(review) == "y")
    see(photo("x", file: 11, bytes: 1), photo("y", file: 12, bytes: 4), with: findings("T", "x", "y"), in: &review)
    #expect(keeper(review) == "x")
  }

  @Test func `a name of a chosen keeper of which nothing tells the file counts for no file`() throws {
    var saved = SavedSession()
    saved.chosenKeepers = [PhotoGroup.ID("S"): Sample.path("b")]
    var review = Review(saved: saved)
    see(photo("a", file: 1, bytes: 1), photo("b", file: 3, bytes: 3), with: findings("S", "a", "b"), in: &review)
    #expect(keeper(review) == "a")

    // The chosen one was moved, and its name is taken.
    review = try chosen()
    review.removePhotos([Sample.path("b")])
    see(photo("a", file: 1, bytes: 1), photo("b", file: 3, bytes: 3), with: findings("S", "a", "b"), in: &review)
    #expect(keeper(review) == "a")
  }

  // MARK: Any script

  /// Files are renamed, swapped, edited in their places, replaced by others and by copies, with size and time of writing
  /// kept, and get and lose sidecars, between words about them and starts of the program.
  @Test(arguments: Array(1...60) as [UInt64])
  func `nothing is in the bin but what was marked with these bytes and these companions, and not said to stay since`(
    seed: UInt64
  ) throws {
    struct Statement {
      var action: Int64
      var file: UInt64
      var photo: ScannedPhoto
      var decision: UserDecision
    }
    var random = SeededGenerator(seed: seed)
    var files: [ScannedPhoto] = (1...5).map { photo("p\($0)", file: UInt64($0), bytes: UInt8($0)) }
    var (bytes, number): (UInt8, UInt64) = (20, 100)
    var text: [Statement] = []
    var review = Review()
    review.replaceFindings(Findings(), photos: files)
    var undoes = 0
    for _ in 0..<60 {
      let fileIndex = Int.random(in: files.indices, using: &random)
      let other = Int.random(in: files.indices, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0:  // Renamed, maybe to a name that was free, or taken by another.
        let (name, before) = (Sample.path("p\(Int.random(in: 1...7, using: &random))"), files[fileIndex].path)
        files.removeAll { $0.path == name && name != before }
        if let index = files.firstIndex(where: { $0.path == before }) { files[index].path = name }
      case 1:
        let (one, two) = (files[fileIndex].path, files[other].path)
        files[fileIndex].path = two
        files[other].path = one
      case 2:
        bytes += 1
        files[fileIndex].digest = photo("", file: 0, bytes: bytes).digest
        files[fileIndex].identity.changed += 1000
      case 3:  // A copy in its place, or another picture.
        number += 1
        files[fileIndex].identity = photo("", file: number, bytes: nil).identity
        let copied = files[other].digest
        if Bool.random(using: &random) { files[fileIndex].digest = copied }
      case 4: files[fileIndex].companions = Bool.random(using: &random) ? [] : [companion("x", written: Int64(number))]
      case 5:  // A new disk.
        for index in files.indices { files[index].identity.inode += 10_000 }
      case 6:
        if undoes < Int(seed % 2) * 3, let last = review.nextUndo {
          review.undo()
          text.removeAll { $0.action == last.id }
          undoes += 1
        }
      default:
        guard review.photos[files[fileIndex].path] == files[fileIndex] else { break }
        let decision: UserDecision = [.delete, .delete, .keep, .pending].randomElement(using: &random) ?? .keep
        guard var action = review.action(decision, for: [files[fileIndex].path], in: .similar) else { break }
        action.id = Int64(text.count + undoes + 1) + (review.actions.last?.id ?? 0)
        review.apply(action)
        text.append(
          Statement(
            action: action.id, file: files[fileIndex].identity.inode, photo: files[fileIndex], decision: decision))
      }
      if Bool.random(using: &random) {
        if Bool.random(using: &random) { review = Review(saved: SavedSession(actions: review.actions)) }
        review.replaceFindings(Findings(), photos: files)
      }
      for path in review.bin.map(\.path) {
        let now = try #require(review.photos[path])
        #expect(
          text.contains { statement in
            statement.decision == .delete && statement.photo.path == path && statement.photo.digest == now.digest
              && statement.photo.companions == now.companions
          })
        let copies = review.photos.values.count { $0.digest == now.digest }
        let newest = text.last { $0.photo.path == path || $0.file == now.identity.inode }
        #expect(newest?.decision == .delete || copies > 1 && !(newest?.photo.path == path))
      }
    }
  }
}
