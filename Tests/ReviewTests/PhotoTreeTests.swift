import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Review

/// All photos in groups, and decks of them.
@Suite struct PhotoTreeTests {
  private static let root = FilePath("/home/me/Pictures")

  private static func photo(_ name: String, _ number: Int, at time: CaptureTime?) -> ScannedPhoto {
    var facts = CaptureFacts()
    facts.capturedAt = time
    return ScannedPhoto(
      path: root.pushing(FilePath(name)),
      identity: FileIdentity(
        device: 1, inode: UInt64(number + 1), size: Int64(1000 + number), modified: 0, changed: 0),
      digest: ContentDigest(
        bytes: withUnsafeBytes(of: number.bigEndian, Array.init) + [UInt8](repeating: 7, count: 24)),
      features: PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 4, height: 3), facts: facts))
  }

  private static func time(_ year: Int, _ month: Int, _ day: Int, _ second: Int = 0) -> CaptureTime? {
    CaptureTime(year: year, month: month, day: day, hour: 12, minute: 0, second: second)
  }

  private static let photos: [ScannedPhoto] = [
    photo("2023/b.jpg", 0, at: time(2023, 7, 14)), photo("2023/Sea/a.jpg", 1, at: time(2023, 7, 2)),
    photo("2023/Sea/c.jpg", 2, at: time(2022, 12, 31)), photo("2023-old/x.jpg", 3, at: nil),
    photo("top.jpg", 4, at: time(2023, 1, 1)),
  ]

  private func review(_ photos: [ScannedPhoto] = photos) -> Review {
    var review = Review()
    review.replaceFindings(Findings(), photos: photos)
    return review
  }

  private func lines(_ tree: PhotoTree, _ review: Review) -> [String] {
    tree.groups.map { group in
      let names = tree.indices[group.range].compactMap { review.photos[index: Int($0)] }.map {
        String(decoding: $0.path.nameBytes, as: UTF8.self).prefix(1)
      }
      let title =
        switch group.kind {
        case .all: "all"
        case .year(let year): "\(year)"
        case .month(let year, let month): "\(year)-\(month)"
        case .undated: "undated"
        case .folder(let path): path.string.replacing(Self.root.string, with: "~")
        }
      return "\(group.depth) \(title): \(names.joined()) \(group.bytes.bytes)"
    }
  }

  @Test func `months stand in their years, the newest first, and photos without a time last`() {
    let review = review()
    let tree = PhotoTree(review.photos, by: .months)

    #expect(
      lines(tree, review) == [
        "0 all: batcx 5010", "0 2023: bat 3005", "1 2023-7: ba 2001", "1 2023-1: t 1004", "0 2022: c 1002",
        "1 2022-12: c 1002", "0 undated: x 1003",
      ])
  }

  @Test func `a photo without a time stands by the day in its name`() {
    let photos = [
      Self.photo("IMG-20230714-WA0001.jpg", 0, at: nil),
      Self.photo("IMG-20230713-WA0001.jpg", 1, at: Self.time(2022, 1, 1)),
      Self.photo("z.jpg", 2, at: nil),
    ]
    let review = review(photos)
    let tree = PhotoTree(review.photos, by: .months, on: (month: 7, day: 14))

    #expect(
      lines(tree, review).suffix(5) == [
        "0 2023: I 1000", "1 2023-7: I 1000", "0 2022: I 1001", "1 2022-1: I 1001", "0 undated: z 1002",
      ])
    #expect(tree.onThisDay == [0])
    let filter = PhotoFilter("july 2023")
    let index = PhotoFilterIndex(count: photos.count, below: []) { photos[$0] }
    #expect(index.matching(filter) == [true, false, false])
    #expect(photos.map(filter.matches) == [true, false, false])
  }

  @Test func `a folder holds its own photos and those of the folders in it`() {
    let review = review()
    let tree = PhotoTree(review.photos, by: .folders, below: [Self.root])

    #expect(
      lines(tree, review) == [
        "0 all: txbac 5010", "1 ~/2023-old: x 1003", "1 ~/2023: bac 3003", "2 ~/2023/Sea: ac 2003",
      ])
  }

  @Test func `of several folders of a library each is a group of its own`() {
    let other = ScannedPhoto(
      path: "/disk/y.jpg", identity: FileIdentity(device: 2, inode: 1, size: 5, modified: 0, changed: 0))
    let review = review(Self.photos + [other])
    let tree = PhotoTree(review.photos, by: .folders, below: [Self.root, "/disk"])

    #expect(
      lines(tree, review) == [
        "0 all: ytxbac 5015", "0 /disk: y 5", "0 ~: txbac 5010", "1 ~/2023-old: x 1003", "1 ~/2023: bac 3003",
        "2 ~/2023/Sea: ac 2003",
      ])
  }

  @Test func `only photos that are included are in it, and those of a day are known`() {
    let review = review()
    let tree = PhotoTree(review.photos, by: .months, on: (month: 7, day: 2))
      .narrowed(where: [false, true, false, false, true])

    #expect(lines(tree, review).first == "0 all: at 2005")
    #expect(tree.onThisDay == [1])
    #expect(PhotoTree(LibraryPhotos(), by: .months).indices.isEmpty)
    #expect(PhotoTree(LibraryPhotos(), by: .folders, below: [Self.root]).groups.map(\.range) == [0..<0])
  }

  @Test(arguments: [PhotoTree.Arrangement.months, .folders])
  func `a narrowed tree is the tree of the photos that are left`(arrangement: PhotoTree.Arrangement) {
    let all = review()
    let whole = PhotoTree(all.photos, by: arrangement, below: [Self.root], on: (month: 7, day: 2))
    for bits in 0..<(1 << Self.photos.count) {
      let isIncluded = Self.photos.indices.map { bits >> $0 & 1 == 1 }
      let some = review(zip(Self.photos, isIncluded).filter(\.1).map(\.0))

      let narrowed = whole.narrowed(where: isIncluded)

      let made = PhotoTree(some.photos, by: arrangement, below: [Self.root], on: (month: 7, day: 2))
      #expect(lines(narrowed, all) == lines(made, some) && narrowed.onThisDay.count == made.onThisDay.count, "\(bits)")
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `each photo is in one month, and the order is that of time`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    let photos = (0..<300).map { number in
      let milliseconds = Int64.random(in: -5_000_000_000_000...4_000_000_000_000, using: &random)
      return Self.photo("\(number).jpg", number, at: number % 7 == 0 ? nil : CaptureTime(milliseconds: milliseconds))
    }
    let review = review(photos)

    let tree = PhotoTree(review.photos, by: .months)

    #expect(Set(tree.indices).count == photos.count && tree.indices.count == photos.count)
    let times = tree.indices.map { photos[Int($0)].capturedAt.map { $0.milliseconds } ?? .min }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 >= $1 || $0 / 1000 == $1 / 1000 })
    for group in tree.groups {
      guard case .month(let year, let month) = group.kind else { continue }
      let fields = tree.indices[group.range].compactMap { photos[Int($0)].capturedAt?.fields }
      #expect(fields.count == group.range.count && fields.allSatisfy { $0.year == year && $0.month == month })
    }
    #expect(tree.groups.filter { $0.depth == 1 || $0.kind == .undated }.map(\.range.count).reduce(0, +) == 300)
  }

  // MARK: Decks

  @Test func `a deck goes on with what is new, and one without anything new is gone through again`() throws {
    var review = review()
    let indices = PhotoTree(review.photos, by: .months).indices
    func deck() -> PhotoDeck { PhotoDeck("All photos", indices, of: review) }
    func order(_ deck: PhotoDeck) -> DeckOrder { DeckOrder(review: review, category: .browse, chosen: deck) }
    let first = deck()
    #expect(order(first).firstOpen()?.path.string.hasSuffix("/b.jpg") == true)

    review.apply(try #require(review.action(viewing: Self.photos[0].path)))
    #expect(order(first).openCount == 4 && order(first).firstOpen()?.path == Self.photos[1].path)
    review.apply(try #require(review.action(.delete, for: [Self.photos[1].path], in: .browse)))
    #expect(order(first).openCount == 3 && order(first).firstOpen()?.path == Self.photos[4].path)
    #expect(PhotoTree(review.photos, by: .months).countsGoneThrough(review) == [2, 2, 2, 0, 0, 0, 0])

    for number in [2, 3, 4] { review.apply(try #require(review.action(viewing: Self.photos[number].path))) }
    #expect(order(first).firstOpen() == nil && order(first).openCount == 0)
    // What is in the bin is no question again.
    #expect(order(deck()).nextOpen(after: -1, count: 9).count == 4)
    #expect(order(deck()).openCount == 0)
  }

  @Test func `a deck follows its photos into a library that was scanned again`() {
    let before = review()
    let deck = PhotoDeck("All photos", [0, 1, 2, 3, 4], of: before)
    let after = review([Self.photo("0.jpg", 9, at: nil)] + Self.photos.dropFirst(2))

    let following = deck.following(after.photos)

    #expect(following.count == 3)
    #expect((0..<3).map { following.key(at: $0).path } == Self.photos.dropFirst(2).map(\.path))
    #expect(following.openCount(after) == 3 && deck.openCount(after) == 0)
    #expect(following.index(of: IssueKey(Self.photos[4].path, .browse)) == 2)
    #expect(following.index(of: IssueKey(Self.photos[0].path, .browse)) == nil)
    #expect(following.index(of: IssueKey(Self.photos[4].path, .blurry)) == nil)
  }
}
