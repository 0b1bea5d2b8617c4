import PhotoModel
import PhotoScan
import SystemPackage

/// The findings of a scan as a person reads them.
struct ScanTable {
  /// Photos shown of a category before the rest is only counted.
  private static let firstLines = 10

  let report: ScanReport
  let findings: Findings
  let listed: Set<IssueCategory>
  /// The photos that match the filter; nil without one.
  let filtered: FilteredPhotos?
  /// Show every photo of the listed categories.
  let isComplete: Bool
  /// The possible gain by shrinking; nil where it was not measured.
  let shrinkable: Shrinkable?
  let naming: (FilePath) -> String
  let ink: Ink

  private let companions: [FilePath: [Companion]]

  init(
    report: ScanReport, findings: Findings, listed: Set<IssueCategory>, filtered: FilteredPhotos?, isComplete: Bool,
    shrinkable: Shrinkable? = nil, naming: @escaping (FilePath) -> String, ink: Ink
  ) {
    self.report = report
    self.findings = findings
    self.listed = listed
    self.filtered = filtered
    self.isComplete = isComplete
    self.shrinkable = shrinkable
    self.naming = naming
    self.ink = ink
    companions = Dictionary(
      report.photos.filter { !$0.companions.isEmpty }.map { ($0.path, $0.companions) },
      uniquingKeysWith: { first, _ in first })
  }

  var lines: [String] {
    summary + roots + sections + skipped + [""] + (shrinkable?.lines ?? []) + leftOut + closing
  }

  private var summary: [String] {
    guard report.foundCount > 0 else { return sentenceOfNone.map { [$0] } ?? [] }
    let folders = report.roots.map { naming($0.path) }.joined(separator: ", ")
    var parts = ["\(counted(report.scannedCount, "photo")) scanned in \(seconds)"]
    if report.fromCacheCount > 0 { parts.append("\(groupedDigits(report.fromCacheCount)) known from before") }
    if !report.skipped.isEmpty { parts.append(SkippedCount(of: report.skipped).text) }
    let interrupted = report.isInterrupted ? " Interrupted: this is what was found by then." : ""
    let matches = filtered.map { [$0.sentence(of: report.scannedCount)] } ?? []
    return [ink.bold(folders) + ": " + parts.joined(separator: ", ") + "." + interrupted] + matches
  }

  /// The sentence about finding nothing; nil where the folders could not be read.
  private var sentenceOfNone: String? {
    let seen = report.roots.filter { $0.access != .denied }
    if seen.isEmpty { return nil }
    let folders = seen.map { naming($0.path) }.joined(separator: ", ")
    if report.isInterrupted { return "Interrupted before a photo was found in \(folders)." }
    let excluded = report.excludedCount
    let closed = SkippedCount(files: 0, folders: SkippedCount(of: report.skipped).folders)
    if closed.folders > 0 { return "No photos were found in \(folders), and \(closed.sentence())." }
    if excluded == 0 { return "There are no photos in \(folders)." }
    return "There are no photos in \(folders) but for what is left out: "
      + "\(counted(excluded, "file or folder", "files and folders")) \(excluded == 1 ? "matches" : "match") a pattern of "
      + "--exclude or of excludedFolders in config.toml."
  }

  private var seconds: String {
    let tenths = Int((report.elapsed.documentSeconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// The obstacles to moving photos, before anybody decides about them.
  private var roots: [String] {
    report.roots.filter { !$0.message.isEmpty }.map { root in
      let name = naming(root.path)
      let isNamed = [" ", ":"].contains { root.message.hasPrefix(name + $0) }
      return isNamed ? root.message : "\(name): \(root.message)"
    }
  }

  private var sections: [String] {
    IssueCategory.allCases.filter(listed.contains).flatMap { category -> [String] in
      let places = findings.issues.indices.filter { findings.issues[$0].category == category }
      let groups = findings.groups.filter { $0.category == category }
      guard !places.isEmpty || !groups.isEmpty else { return [] }
      let lines = category.isGrouped ? lines(of: groups, places) : lines(of: places)
      return ["", heading(category, places, groups)] + lines
    }
  }

  private func heading(_ category: IssueCategory, _ places: [Int], _ groups: [PhotoGroup]) -> String {
    var heading = "\(counted(places.count, "photo"))"
    if category.isGrouped { heading += " in \(counted(groups.count, "group"))" }
    let proposed = places.count { findings.issues[$0].isPreselected }
    heading += ", \(places.map { findings.issues[$0].size }.total.formatted)"
    if proposed > 0 {
      heading += ", \(groupedDigits(proposed)) \(category.isGrouped ? "proposed for the bin" : "of them likely")"
    }
    return ink.bold(category.title) + "  " + heading
  }

  /// The lines of groups of one category.
  private func lines(of groups: [PhotoGroup], _ places: [Int]) -> [String] {
    let shown = isComplete ? groups[...] : firstOnes(of: groups)
    let text = text(of: places, in: shown)
    var lines: [String] = []
    for (index, group) in shown.enumerated() {
      var table = TextTable([.leading, .leading, .trailing, .leading], indentation: "  ")
      for member in group.members {
        let isKeeper = member.path == group.keeper
        let other = text[member.path] ?? (member.isKept ? "you kept it before" : "protected")
        let note = with(member.path) + (isKeeper ? "keep: \(group.reason)" : other)
        table.add([isKeeper ? "★" : " ", naming(member.path), member.size.formatted, note])
      }
      if index > 0 { lines.append("") }
      if let kind = group.keepWhole { lines.append("  \(kind.title(of: group.members.count))") }
      lines += table.lines
    }
    if let category = groups.first?.category, shown.count < groups.count {
      lines.append(rest(counted(groups.count - shown.count, "more group"), of: category))
    }
    return lines
  }

  /// The first groups, as many as the first lines need.
  private func firstOnes(of groups: [PhotoGroup]) -> ArraySlice<PhotoGroup> {
    var lines = 0
    return groups.prefix { group in
      defer { lines += group.members.count }
      return lines < Self.firstLines
    }
  }

  /// The text about the members of these groups only: of all there may be a hundred thousand.
  private func text(of places: [Int], in groups: ArraySlice<PhotoGroup>) -> [FilePath: String] {
    let members = Set(groups.flatMap { $0.members.map(\.path) })
    var text: [FilePath: String] = [:]
    for place in places where members.contains(findings.issues[place].path) {
      let issue = findings.issues[place]
      if text[issue.path] == nil { text[issue.path] = (issue.isPreselected ? "proposed: " : "") + issue.why }
    }
    return text
  }

  private func lines(of places: [Int]) -> [String] {
    let shown = (isComplete ? places[...] : places.prefix(Self.firstLines)).map { findings.issues[$0] }
    var table = TextTable([.leading, .trailing, .leading], indentation: "    ")
    for issue in shown { table.add([naming(issue.path), issue.size.formatted, with(issue.path) + issue.why]) }
    var lines = table.lines
    if let category = shown.first?.category, shown.count < places.count {
      lines.append(rest(counted(places.count - shown.count, "more photo"), of: category))
    }
    return lines
  }

  private func rest(_ more: String, of category: IssueCategory) -> String {
    ink.dim("  and \(more); --category \(category.rawValue) lists all")
  }

  /// "with RAW, 2 sidecars; ": what goes where the photo goes.
  private func with(_ path: FilePath) -> String {
    guard let companions = companions[path] else { return "" }
    let counts = Dictionary(companions.map { ($0.role, 1) }, uniquingKeysWith: +)
    return "with \(countedCompanions(counts).replacing(" · ", with: ", ")); "
  }

  /// The lines about all skipped files: a file that could not be read must not be taken for one without findings.
  private var skipped: [String] {
    if report.skipped.isEmpty { return [] }
    var table = TextTable([.leading, .leading], indentation: "    ")
    for file in report.skipped { table.add([naming(file.path), file.message]) }
    let count = SkippedCount(of: report.skipped).title.replacing(" · ", with: ", ")
    return ["", ink.bold("Not read") + "  " + count] + table.lines
  }

  private var leftOut: [String] { report.leftOut.sentence(naming: naming).map { [$0] } ?? [] }

  private var closing: [String] {
    if findings.issues.isEmpty {
      let isNone = report.foundCount == 0 || filtered?.count == 0
      let place = filtered == nil ? "here" : "among these"
      return [isNone ? "Nothing was changed." : "Nothing to clean up \(place). Nothing was changed."]
    }
    return ["Nothing was changed. To look at the photos and decide, open the same folders with deckle and no command."]
  }
}
