import ArgumentParser
import FileSafety
import PhotoModel

/// `deckle plan`: what Deckle proposes, as a file that a person can read and edit. Changes nothing.
struct PlanCommand: SpokenCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Print the proposed removals as a plan to read, edit and apply; changes nothing.",
    discussion: """
      deckle plan ~/Pictures > plan.json; then read it, change decisions, and: deckle apply plan.json. Exit codes as of \
      deckle scan.
      """)

  @OptionGroup var options: ScanOptions

  func perform(_ program: Program, _ console: Console) throws -> Outcome {
    let scanned = try options.scan(program, console)
    guard scanned.outcome != .failed else { return .failed }
    let kept = Set(program.ledgerIfPossible(console).keeps.map(\.digest))
    let document = PlanDocument(
      scanned.report, scanned.findings, createdAt: scanned.startedAt, listed: options.listed, kept: kept,
      digest: { try? contentDigest(of: $0.path, expecting: $0.identity) })
    try console.write(try jsonDocument(document))
    for file in scanned.report.skipped {
      console.say("\(program.naming(file.path)) is not in the plan. \(file.message)")
    }
    return scanned.outcome
  }
}
