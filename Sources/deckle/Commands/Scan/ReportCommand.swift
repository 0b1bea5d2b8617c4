import ArgumentParser
import DecodeWorker
import FileSafety
import Foundation
import ImageDecoding
import PhotoModel
import PhotoScan
import SystemPackage

/// `deckle report`: the findings as a page with small pictures. Changes nothing.
struct ReportCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write the findings as one page of small pictures; changes nothing.",
    discussion: """
      The page holds everything in itself: it needs no network and no scripts, and can be sent or printed. An older \
      page of Deckle's is replaced; any other file is not. Exit codes as of deckle scan.
      """)

  @OptionGroup var options: ScanOptions
  @OptionGroup var list: ListOptions

  @Option(help: ArgumentHelp("Where the page is written.", valueName: "file"), completion: .file(extensions: ["html"]))
  var html: String

  @Option(help: ArgumentHelp("The most photos that are shown of each category.", valueName: "number"))
  var most: Int = 2000

  func validate() throws {
    if html.isEmpty || html == "-" {
      throw ValidationError("The page needs the name of a file, as in --html findings.html.")
    }
    if most < 1 { throw ValidationError("--most must be 1 or more, not \(most).") }
  }

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let place = argumentPath(html)
    // Asked before the scan, which may take an hour.
    try check(place, program)
    let scanned = try options.scan(program, console)
    guard scanned.exitCode != .failed else { return .failed }
    if Interruption.isRaised { return stopped(place, program, console) }
    let page = ReportPage(
      report: scanned.report, findings: scanned.findings, createdAt: scanned.startedAt,
      categories: IssueCategory.allCases.filter(list.listed.contains), naming: program.naming)
    do {
      let shown = try write(page, to: place, program)
      console.printText("\(program.naming(place)) shows \(counted(shown, "photo")). Open it in a browser.")
      for file in scanned.report.skipped {
        console.printText("\(program.naming(file.path)) is not among them. \(file.message)")
      }
      return scanned.exitCode
    } catch is Stopped {
      return stopped(place, program, console)
    }
  }

  private func stopped(_ place: FilePath, _ program: Program, _ console: Console) -> CommandExitCode {
    console.printText("Stopped before the page was whole: \(program.naming(place)) was not written.")
    return .interrupted
  }

  /// - Throws: `CommandFailure` where a file that is no report is at that path.
  private func check(_ place: FilePath, _ program: Program) throws {
    guard let status = try? fileStatus(of: try pathWithRealFolders(place)) else { return }
    guard status.kind == .regular else {
      throw CommandFailure("\(program.naming(place)) is no file that could be replaced. Name another for the page.")
    }
    guard isPage(try pathWithRealFolders(place)) else { throw isNoPage(place, program) }
  }

  private func isNoPage(_ place: FilePath, _ program: Program) -> CommandFailure {
    CommandFailure(
      "\(program.naming(place)) is a file already, and no page of Deckle's. It was left as it is; name another.")
  }

  private func isPage(_ path: FilePath) -> Bool {
    let beginning = ReportPage.beginning.utf8
    let first = try? openForReading(path, limit: ByteCount(.max)).read(upTo: beginning.count)
    return first.map { $0.elementsEqual(beginning) } ?? false
  }

  // MARK: Writing

  private func write(_ page: ReportPage, to place: FilePath, _ program: Program) throws -> Int {
    do {
      // Beside it until it is whole: a page that is there stays where this one does not come to its end.
      // A photo may have come to that place while the scan went on, and stays there.
      return try replaceFile(at: try pathWithRealFolders(place), ifAllowed: isPage) { file in
        let sheet = Sheet(file: file, page: page, decoder: program.decoder(most: jobs) { _ in }, jobs: jobs)
        let shown = try sheet.write(most: most)
        if Interruption.isRaised { throw Stopped() }
        return shown
      }
    } catch let error as Errno {
      throw CommandFailure(
        "\(program.naming(place)) cannot be written (\(error)). Name a place that exists and has room.")
    } catch FileSafetyError.somethingIsThere {
      throw isNoPage(place, program)
    } catch FileSafetyError.somethingElseMoved(_, let entry) {
      throw CommandFailure(
        "A file that came to \(program.naming(place)) meanwhile is now \(program.naming(entry)), because another took its "
          + "place. Rename it; the page was not written.")
    } catch is FileSafetyError {
      throw CommandFailure("\(program.naming(place)) cannot be written. Name a place that exists and has room.")
    }
  }

  private var jobs: Int { options.jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}

/// Somebody asked to stop before the page was whole.
private struct Stopped: Error {}

/// Writes a page bit by bit, so that a large one takes no more memory than a small one.
private struct Sheet {
  let file: FileDescriptor
  let page: ReportPage
  let decoder: WorkerPhotoDecoder
  let jobs: Int
  private let photos: [FilePath: ScannedPhoto]
  /// Pixels of the longer side of a small picture.
  private static let longSide = 360

  init(file: FileDescriptor, page: ReportPage, decoder: WorkerPhotoDecoder, jobs: Int) {
    self.file = file
    self.page = page
    self.decoder = decoder
    self.jobs = jobs
    photos = Dictionary(page.report.photos.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// - Returns: The number of photos on the page.
  func write(most: Int) throws -> Int {
    var all = 0
    try put(page.head)
    for category in page.categories {
      try put(page.beginning(of: category))
      let issues = page.findings.issues(in: category)
      let shown = category.isGrouped ? try sets(of: category, issues, most: most) : try row(Array(issues.prefix(most)))
      try put(page.end(of: category, leaving: issues.count - shown))
      all += shown
    }
    try put(page.end)
    return all
  }

  private func sets(of category: IssueCategory, _ issues: [PhotoIssue], most: Int) throws -> Int {
    let bySet = Dictionary(grouping: issues, by: \.group)
    var shown = 0
    for group in page.findings.groups where group.category == category && shown < most && !Interruption.isRaised {
      let members = bySet[group.id] ?? []
      try put(page.beginning(of: group))
      shown += try row(members, keeper: group.keeper)
      try put("</div>\n")
    }
    return shown
  }

  /// - Returns: The number of issues that were written: all, unless the command was stopped.
  private func row(_ issues: [PhotoIssue], keeper: FilePath? = nil) throws -> Int {
    try put("<div class=\"row\">\n")
    if let keeper { try put(figures([(keeper, nil)])) }
    var written = 0
    for start in stride(from: 0, to: issues.count, by: 32) where !Interruption.isRaised {
      let part = issues[start..<min(start + 32, issues.count)]
      try put(figures(part.map { ($0.path, $0) }))
      written += part.count
    }
    try put("</div>\n")
    return written
  }

  private func figures(_ wanted: [(path: FilePath, issue: PhotoIssue?)]) -> String {
    let known = wanted.map { photos[$0.path] }
    let decoder = decoder
    let jobs = jobs
    let pictures = runBlocking { await Self.pictures(of: known, decoder, jobs: jobs) } ?? []
    return zip(wanted, zip(known, pictures)).map { wanted, found in
      page.figure(wanted.path, size: found.0?.size ?? .zero, picture: found.1, issue: wanted.issue)
    }.joined()
  }

  private static func pictures(
    of photos: [ScannedPhoto?], _ decoder: WorkerPhotoDecoder, jobs: Int
  ) async -> [[UInt8]?] {
    await withTaskGroup(of: (Int, [UInt8]?).self) { group in
      var pictures = [[UInt8]?](repeating: nil, count: photos.count)
      for (index, photo) in photos.enumerated() {
        if index >= jobs, let (done, bytes) = await group.next() { pictures[done] = bytes }
        guard let photo else { continue }
        group.addTask {
          let outcome = await decoder.picture(
            of: photo.path, identity: photo.identity, minimumLongSide: longSide)
          guard case .picture(let picture) = outcome else { return (index, nil) }
          return (index, jpegBytes(of: picture.areaAveraged(to: picture.size.fitted(longSide: longSide))))
        }
      }
      for await (index, bytes) in group { pictures[index] = bytes }
      return pictures
    }
  }

  private func put(_ text: String) throws { try file.writeAll(Array(text.utf8)) }
}
