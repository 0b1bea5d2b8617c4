import Foundation
import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

@testable import ViewModels

/// The parts of the library's model, each by itself.
@MainActor @Suite struct LibraryPartsTests {
  private func review() -> Review {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    return review
  }

  // MARK: Missing photos

  @Test func `a moved photo has left its categories, and is there again once it was put back`() throws {
    let (review, path) = (review(), Sample.path("s2"))
    let photo = try #require(review.photos[path])
    var changes = LibraryChanges()

    changes.move([path], parts: [:], of: review)
    #expect(changes.moved == [path: photo.identity])
    #expect(IssueCategory.allCases.filter(changes.hasLost) == [.similar, .blurry])

    changes.unseen = [path]
    changes.restore([path], digests: [:])
    #expect(changes.moved.isEmpty && changes.unseen.isEmpty && changes.returned?.paths == [path])
    #expect(!IssueCategory.allCases.contains(where: changes.hasLost))
  }

  @Test func `a RAW that went alone has left the categories of its photo, which stays`() throws {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Sample.withRAWs(["a2"]))
    let (path, raw) = (Sample.path("a2"), Sample.path("a2.cr2"))
    var changes = LibraryChanges()

    changes.move([], parts: [path: [raw]], of: review)

    #expect(changes.moved == [raw: try #require(review.photos[path]?.raw?.identity)])
    #expect(IssueCategory.allCases.filter(changes.hasLost) == [.duplicate])
    changes.restore([raw], digests: [:])
    #expect(!changes.hasLost(in: .duplicate))
  }

  @Test func `a photo that is not the same has left its category until that is taken back or a scan has ended`() throws
  {
    let review = review()
    let photo = try #require(review.photos[Sample.path("s2")])
    let item = review.item(.keep, for: photo, in: .similar)
    let keeper = try #require(review.photos[Sample.path("s1")]?.digest)
    let pair = photo.digest.flatMap { ContentPair($0, keeper) }
    let action = DecisionAction(items: [item], refusal: pair)
    var changes = LibraryChanges()

    changes.apply(action)
    #expect(changes.hasLost(in: .similar))
    changes.undo(action)
    #expect(!changes.hasLost(in: .similar))
    changes.apply(action)
    changes.scanEnded()
    #expect(!changes.hasLost(in: .similar))
  }

  @Test func `what came back counts as shown from the first look on, category by category`() {
    var changes = LibraryChanges()
    changes.restore([Sample.path("b2"), Sample.path("b1"), Sample.path("s2")], digests: [:])

    #expect(changes.takeBack { $0.category == .blurry && $0.path != Sample.path("s2") })
    #expect(!changes.takeBack { $0.category == .blurry && $0.path != Sample.path("s2") })
    #expect(changes.takeBack { $0 == IssueKey(Sample.path("s2"), .similar) })
  }

  @Test func `a decision ends that undo would mark what came back`() {
    var changes = LibraryChanges()
    changes.restore([Sample.path("b1")], digests: [:])
    changes.apply(DecisionAction(items: []))
    #expect(changes.returned == nil)
  }

  // MARK: Findings and ledger

  @Test func `the library of findings under way stands until the review has them, and only the newest are adopted`() {
    var findings = FindingsRenewal()
    let first = findings.begin(of: ScannedLibrary(photos: Sample.photos))
    let second = findings.begin(of: ScannedLibrary(photos: [Sample.photos[0]]))

    #expect(!findings.isNewest(first) && findings.isNewest(second))
    #expect(findings.pending?.photos == [Sample.photos[0]] && !findings.hasFindings)
    findings.adopted()
    #expect(findings.pending == nil && findings.hasFindings)
    findings.reset()
    #expect(!findings.isNewest(second) && !findings.hasFindings)
  }

  @Test func `a keep that came after the scan changes nothing of the findings until the next one`() throws {
    func ledger(_ numbers: ClosedRange<Int64>) throws -> Ledger {
      var ledger = Ledger()
      for number in numbers {
        let digest = try #require(ContentDigest(bytes: [UInt8](repeating: UInt8(number), count: 32)))
        ledger.keeps.append(
          Ledger.Keep(
            id: number, digest: digest, category: .blurry, path: Sample.path("a\(number)"), decidedAt: .distantPast))
      }
      return ledger
    }
    var remembered = RememberedDecisions(try ledger(1...2), newestInFindings: 2)

    #expect(try !remembered.replace(by: ledger(1...3)) && remembered.inFindings.keeps.count == 2)
    #expect(try remembered.replace(by: ledger(2...3)) == true, "one is forgotten that findings left out")
    remembered.leaveOutAll()
    #expect(remembered.inFindings == remembered.all)
  }

  // MARK: Folders

  @Test func `written folders are protected at once, and the disk's names join them`() {
    var folders = LibraryFolders(roots: [Sample.folder], protected: ["/old"])

    #expect(folders.protect(["/old", "~/new"]) && folders.protected == ["/old", "~/new"])
    #expect(folders.protect(["~/new"]) == false)
    #expect(folders.protectOnly(["/home/new"], names: ["~/new"]) && folders.protected == ["/home/new", "~/new"])
    #expect(folders.protectOnly(["~/new", "/home/new"], names: []) == false)
  }

  @Test func `of other folders the disk has said nothing yet`() {
    var folders = LibraryFolders(roots: [Sample.folder], protected: ["/old"])
    folders.states = [LibraryRoot(path: Sample.folder, access: .denied, trash: .none)]
    #expect(folders.denied == [Sample.folder])

    folders.change(to: ["/other"])

    #expect(folders.roots == ["/other"] && folders.states.isEmpty && folders.storage == nil)
    #expect(folders.protected == ["/old"])
  }
}
