import ArgumentParser
import PhotoModel

/// `deckle scan`: scans and prints the findings, changes nothing.
struct ScanCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Scan folders and print the findings; changes nothing.",
    discussion: """
      --filter lists what matches all of these terms: \(terms). Sets are made from all photos; a set is listed when \
      one of its photos matches.

      Exit codes: 0 done, 1 nothing could be scanned, 2 some files could not be read (each is listed), 64 wrong \
      usage, 130 interrupted (what was found by then is printed).
      """)

  @OptionGroup var options: ScanOptions
  @OptionGroup var list: ListOptions

  @Option(
    help: ArgumentHelp(
      "List only what matches, like \"march >5mb\" or \"heic no gps\".", valueName: "words"))
  var filter: String?

  @Flag(help: "Print one JSON document (schema deckle.scan/1).")
  var json = false

  @Flag(help: "With --json: add the scores of every photo.")
  var measurements = false

  @Flag(help: "Measure how much smaller the photos could be (deckle shrink); this encodes each of them.")
  var shrinkable = false

  func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
    let scanned = try options.scan(program, console, measuresWhole: json && measurements)
    // With other volumes left out, photos on them were not searched.
    if !options.oneFileSystem, let sentence = program.sentenceOfMissingPhotos(scanned) { console.printText(sentence) }
    // An empty filter leaves out nothing, as on the screen.
    let text = filter.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    let filtered = text.map { FilteredPhotos($0, among: scanned.report) }
    let findings = filtered?.findings(among: scanned.findings) ?? scanned.findings
    let shrinkable = shrinkable ? Shrinkable(scanned, filtered, options, program, console) : nil
    if json {
      let document = ScanDocument(
        scanned.report, findings, settings: scanned.settings, startedAt: scanned.startedAt,
        listed: list.listed, filtered: filtered, hasMeasurements: measurements, shrinkable: shrinkable)
      var stream = JSONStream(send: console.write)
      try document.write(to: &stream)
    } else {
      let table = ScanTable(
        report: scanned.report, findings: findings, listed: list.listed, filtered: filtered,
        isComplete: !list.category.isEmpty, shrinkable: shrinkable, naming: program.naming, ink: console.ink)
      try console.print(table.lines)
    }
    // The process ends with its document: releasing each photo by itself takes longer than reading all of them.
    _ = Unmanaged.passRetained(Kept(scanned))
    return Interruption.isRaised ? .interrupted : scanned.exitCode
  }

  /// The memory of a scan, to the end of the process.
  private final class Kept {
    let scanned: ScanOptions.Scanned
    init(_ scanned: ScanOptions.Scanned) { self.scanned = scanned }
  }
}

/// The grammar of a filter in a sentence.
private let terms = PhotoFilter.grammar.map { "\($0) (\($1))" }.joined(separator: ", ")
