import ArgumentParser
import FileSafety
import Foundation
import PhotoAnalysis
import PhotoModel
import Review
import SessionStore
import SystemPackage
import ViewModels

/// `deckle import`: what another program found to be alike, as marks in the review. Nothing moves by it.
struct ImportCommand: SpokenCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Mark for the bin what fclones or czkawka found to be alike; moves nothing.",
    discussion: """
      FILE is what fclones group printed (as text or with -f json), or what czkawka saved (as text or JSON). The folders \
      are scanned: a photo is marked only if Deckle sees it in one set with a photo of the same set of FILE that stays; \
      where FILE says that bytes are the same, in a set of duplicates. \
      Then review the marks with: deckle FOLDER. One u takes all of them back. Exit codes: 0 all marked, 1 none, 2 some \
      (each other one is listed), 64 wrong usage, 130 interrupted.
      """)

  @Argument(help: "The result of fclones or czkawka; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var options: ScanOptions

  @Flag(help: "Only say what would be marked.")
  var dryRun = false

  @Flag(help: "Print one JSON document (schema deckle.import/1).")
  var json = false

  /// More than the result for some million files.
  private static let mostBytes = 1_000_000_000

  func perform(_ program: Program, _ console: Console) throws -> Outcome {
    let result = try result(program)
    // Before the scan: where another Deckle is open, nobody waits for nothing.
    let session = dryRun ? try program.readableSession() : try program.writableSession(console)
    let scanned = try options.scan(program, console)
    guard scanned.outcome != .failed, scanned.outcome != .interrupted else { return scanned.outcome }
    let roots = scanned.report.roots.map(\.path)
    let saved = try session?.session(of: roots) ?? SavedSession()
    var review = Review(saved: saved)
    review.replaceFindings(scanned.findings, photos: scanned.report.photos)
    let marks = try ImportedMarks(of: result, in: review, heeding: scanned.decided, naming: program.naming)
    if !dryRun, let session {
      // What lies in a folder that is away now was not asked, and is as unread as before.
      let absent = scanned.report.roots.filter { $0.access == .denied }.map(\.path)
      let unasked = saved.skipped.filter { file in absent.contains { file.path.starts(with: $0) } }
      try record(marks, review, scanned, unasked, session, roots)
    }
    let document = ImportDocument(marks, sets: result.sets.count, dryRun: dryRun)
    if json {
      try console.write(try jsonDocument(document))
    } else {
      try console.print(lines(marks, roots, program))
    }
    return marks.items.isEmpty ? .failed : marks.left.isEmpty ? .done : .inPart
  }

  private func result(_ program: Program) throws -> ResultFile {
    let source = argumentPath(file)
    let name = file == "-" ? "The result" : "The result \(program.naming(source))"
    do {
      return try ResultFile(try inputBytes(of: source, most: Self.mostBytes))
    } catch let stop as Interrupted {
      throw stop
    } catch let problem as ResultFile.Problem {
      let line = problem.line.map { ", line \($0)" } ?? ""
      throw CommandFailure(
        "\(name)\(line): \(problem.words). Nothing was marked; make it anew with fclones group or czkawka.")
    } catch is InputTooLong {
      throw CommandFailure(
        "\(name) is longer than \(ByteCount(Int64(Self.mostBytes)).formatted). Nothing was marked; make it in parts.")
    } catch {
      throw CommandFailure("\(name) cannot be read (\(error)). Nothing was marked.")
    }
  }

  /// The marks are one action of the review; the scan is remembered, so that the review opens with it.
  private func record(
    _ marks: ImportedMarks, _ review: Review, _ scanned: ScanOptions.Scanned, _ unasked: [SkippedFile],
    _ session: SessionDatabase, _ roots: [FilePath]
  ) throws {
    guard !marks.items.isEmpty else { return }
    let listed = Set(scanned.findings.issues.map(\.path))
    try session.recordScan(
      ScanResult(
        date: scanned.startedAt, photosScanned: scanned.report.scannedCount,
        issueCounts: Dictionary(grouping: scanned.findings.issues, by: \.category).mapValues(\.count),
        reclaimable: listed.compactMap { review.photos[$0]?.reclaimable }.total),
      elapsed: scanned.report.elapsed, skipped: scanned.report.skipped + unasked, of: roots)
    let action = DecisionAction(items: marks.items)
    _ = try session.record(action, ledger: review.ledgerChange(of: action, at: Date()), in: roots)
  }

  private func lines(_ marks: ImportedMarks, _ roots: [FilePath], _ program: Program) -> [String] {
    var lines = marks.left.map { "left alone  \(program.naming($0.path))  \($0.reason)" }
    if !lines.isEmpty { lines.append("") }
    let amount = "\(counted(marks.items.count, "photo")) of \(counted(marks.setCount, "set"))"
    if marks.items.isEmpty {
      lines.append("Nothing was marked.")
    } else if dryRun {
      lines.append("Nothing was marked: this was a dry run. \(amount) would be.")
    } else {
      lines.append(
        "\(amount) marked for the bin; nothing has moved. To review: deckle "
          + roots.map(program.naming).joined(separator: " "))
    }
    if marks.similarCount > 0 {
      lines.append("Only similar, not the same: \(counted(marks.similarCount, "photo")) of these. Look at each.")
    }
    if marks.differingCount > 0 {
      lines.append("Left because the bytes differ from all of the set: \(counted(marks.differingCount, "photo")).")
    }
    return lines
  }
}

/// What of a result Deckle sees in the same way: marks for the review, and why each other file gets none.
struct ImportedMarks {
  private(set) var items: [DecisionAction.Item] = []
  /// In the order of the result.
  private(set) var left: [(path: FilePath, reason: String)] = []
  /// Sets of the result with a photo that is marked by it.
  private(set) var setCount = 0
  /// Left, although the result says that the bytes are the same.
  private(set) var differingCount = 0
  private var marked: Set<FilePath> = []
  private var staying: Set<FilePath> = []
  private let decided: EarlierDecisions

  /// Marked, and like what stays only by their looks.
  var similarCount: Int { items.count { $0.category == .similar } }

  /// - Parameter review: With the findings of a scan that has just been made.
  init(
    of result: ResultFile, in review: Review, heeding decided: EarlierDecisions, naming: (FilePath) -> String
  ) throws {
    self.decided = decided
    for set in result.sets {
      var known: [FilePath] = []
      let reference = try set.reference.map { try absolutePath($0, naming: naming) }
      for path in try set.paths.map({ try absolutePath($0, naming: naming) }) where !known.contains(path) {
        if review.photos[path] == nil {
          left.append((path, "the scan found no such photo"))
        } else {
          known.append(path)
        }
      }
      let before = items.count
      mark(known, reference: reference, set.claim, review)
      if items.count > before { setCount += 1 }
    }
  }

  /// Of the photos that one set of the result and one of Deckle's have in common, one stays: the reference, else
  /// Deckle's keeper, else the first.
  private mutating func mark(
    _ paths: [FilePath], reference: FilePath?, _ claim: ResultFile.Claim, _ review: Review
  ) {
    var open = paths
    while let first = open.first {
      guard let group = Self.group(of: first, with: open.dropFirst(), claim, review) else {
        open.removeFirst()
        let differs = claim == .sameBytes && Self.differs(first, from: paths, review)
        if differs { differingCount += 1 }
        left.append((first, differs ? "its bytes differ" : "Deckle sees no other of its set as alike"))
        continue
      }
      let members = Set(group.members.map(\.path))
      // A set of duplicates also holds what is nearly the same.
      let common = open.filter { path in
        members.contains(path) && (claim == .alike || path == first || !Self.differs(path, from: [first], review))
      }
      open.removeAll(where: common.contains)
      guard common.count > 1 else {
        differingCount += 1
        left.append((first, "its bytes differ"))
        continue
      }
      let wanted = [reference, group.keeper].compactMap(\.self).filter(common.contains) + common
      let free = wanted.filter { !marked.contains($0) && !review.isInBin($0) }
      // What may vanish or is a backup stands for nothing that lasts.
      let best = free.map { Self.rank($0, review) }.max()
      guard let stays = free.first(where: { Self.rank($0, review) == best }) else {
        left += common.map { ($0, "all of its set is in the bin") }
        continue
      }
      staying.insert(stays)
      for path in common where path != stays && !marked.contains(path) {
        if let reason = reason(against: path, beside: stays, group, review) {
          left.append((path, reason))
        } else if let photo = review.photos[path] {
          marked.insert(path)
          let keeper = review.photos[stays]?.digest
          items.append(DecisionAction.Item(about: photo, in: group.category, .delete, keeper: keeper))
        }
      }
    }
  }

  private static func rank(_ path: FilePath, _ review: Review) -> Int { review.photos[path]?.standing.rank ?? 0 }

  /// Known to have other bytes than each of the others.
  private static func differs(_ path: FilePath, from paths: [FilePath], _ review: Review) -> Bool {
    let others = paths.filter { $0 != path }.compactMap { review.photos[$0] }
    guard let photo = review.photos[path], !others.isEmpty else { return false }
    return others.allSatisfy { other in
      if other.identity.size != photo.identity.size { return true }
      guard let digest = photo.digest, let otherDigest = other.digest else { return false }
      return digest != otherDigest
    }
  }

  private static func group(
    of path: FilePath, with others: ArraySlice<FilePath>, _ claim: ResultFile.Claim, _ review: Review
  ) -> PhotoGroup? {
    let categories: [IssueCategory] = claim == .sameBytes ? [.duplicate] : [.duplicate, .similar]
    return categories.compactMap { review.group(of: path, in: $0) }.first { group in
      group.members.contains { $0.path != path && others.contains($0.path) }
    }
  }

  private func reason(
    against path: FilePath, beside stayer: FilePath, _ group: PhotoGroup, _ review: Review
  ) -> String? {
    if path == group.keeper || staying.contains(path) { return "Deckle would keep it; decide yourself" }
    if review.photos[path]?.isProtected == true { return "it lies in a protected folder" }
    if let member = group.members.first(where: { $0.path == path }) {
      let said = member.isKept ? .itself : review.photos[path].flatMap(decided.stayingReason)
      if let said { return said.text(naming: nameTitle) }
      if let kind = review.setKeptWhole(with: path) { return "it belongs to a set to keep whole (\(kind.rawValue))" }
    }
    guard review.decision(path, in: group.category) == .pending, !review.isInBin(path) else {
      return "it is decided already"
    }
    guard let photo = review.photos[path], let stayer = review.photos[stayer] else { return nil }
    guard stayer.mayStay(for: photo) else {
      return "what would stay for it \(stayer.standing.text ?? "is not the file that it is a backup of")"
    }
    if let loss = lossText(photo.companions(missingAt: stayer), at: "the one that stays").first { return loss }
    // Of other shots another moment is what they are.
    let holdings = onlyHere(photo, beside: stayer).filter { group.category == .duplicate || !$0.isOfAnotherShot }
    return holdingsTitle(holdings, in: photo).map { "the one that stays does not hold what it holds: \($0)" }
  }
}

/// `deckle import --json`, schema `deckle.import/1`.
struct ImportDocument: Encodable, Sendable {
  struct File: Encodable, Sendable {
    var path: String
    var pathBytes: String?
    /// Why it is not marked; absent where it is.
    var reason: String?
  }

  var schema = "deckle.import/1"
  var dryRun: Bool
  /// Of the result, with two files or more.
  var sets: Int
  /// Of these, with a photo that is marked by it.
  var markedSets: Int
  /// Of the marked photos, those that are only similar to what stays.
  var onlySimilar: Int
  /// Of the photos left, those whose bytes differ although the result says that they are the same.
  var differing: Int
  var marked: [File]
  var left: [File]

  init(_ marks: ImportedMarks, sets: Int, dryRun: Bool) {
    self.dryRun = dryRun
    self.sets = sets
    markedSets = marks.setCount
    onlySimilar = marks.similarCount
    differing = marks.differingCount
    marked = marks.items.map { File(path: $0.path.documentText, pathBytes: $0.path.documentBytes) }
    left = marks.left.map {
      File(path: $0.path.documentText, pathBytes: $0.path.documentBytes, reason: $0.reason)
    }
  }
}
