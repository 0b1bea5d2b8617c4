import DecodeWorker
import FileSafety
import Foundation
import PhotoModel
import Removal
import SessionStore
import SettingsFile
import SystemPackage

/// The measurement and the making of smaller files, by decode workers.
struct ShrinkWork {
  let way: ShrinkWay
  let program: Program
  let console: Console
  let progress: ProgressPrinter.Form
  let jobs: Int
  private let decoder: WorkerPhotoDecoder

  init(_ way: ShrinkWay, program: Program, console: Console, progress: ProgressPrinter.Form, jobs: Int?) {
    (self.way, self.program, self.console, self.progress) = (way, program, console, progress)
    self.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let logFile = program.places.logFile
    decoder = program.decoder(most: self.jobs, isLowPriority: true) { LogFile(path: logFile).write($0) }
  }

  /// Measures the smaller versions of photos; changes nothing.
  func measure(_ items: [RemovalItem]) -> RemovalReceipt {
    let (naming, way, decoder, jobs) = (program.naming, way, decoder, jobs)
    var preview = MovePreview(program.trash)
    var refused: [FilePath: FileOutcome] = [:]
    for item in items {
      var obstacle = spaceObstacle(toShrinking: item.path, item.identity)
      if case .failure(let ofTrash) = preview.paths(of: item).first { obstacle = ofTrash }
      guard let obstacle else { continue }
      refused[item.path] = FileOutcome(item.path, .failed, at: nil, unless: obstacle, naming: naming)
    }
    let items = items.filter { refused[$0.path] == nil }
    let line = WorkLine("measuring", of: items.count, progress, console)
    defer { line.end() }
    let measured = runBlocking {
      await RemovalReceipt.measuring(
        items, by: { await decoder.shrink($0, into: $1, by: way) }, jobs: jobs, naming: naming,
        isStopped: { Interruption.isRaised }, progress: { done, _ in line.show(done) })
    }
    var receipt = measured ?? RemovalReceipt()
    receipt.outcomes.merge(refused) { $1 }
    return receipt
  }

  /// Makes the smaller files.
  func shrink(_ items: [RemovalItem], _ session: SessionDatabase) throws -> RemovalReceipt {
    let (way, decoder) = (way, decoder)
    let protected: [FilePath]
    do throws(ConfigurationError) { protected = try program.protectedFoldersNow() } catch {
      throw CommandFailure("Nothing was changed, because it is not known what is protected. \(error.sentence)")
    }
    let (plan, refusals) = RemovalPlan.acceptable(of: items, protectedFolders: protected, environment: program.trash)
    var receipt = RemovalReceipt()
    if let plan {
      let line = WorkLine("shrinking", of: plan.items.count, progress, console)
      defer { line.end() }
      let encoder = EncodingAhead(plan.items.map { ($0.path, $0.identity, way) }, decoder, ahead: jobs)
      let shrinking = Shrinking(isLossy: way != .lossless) { original, output in
        runBlocking { await encoder.shrink(original, into: output) } ?? .failure(.notOpened("It was stopped."))
      }
      do {
        receipt = try RemovalRun(trash: program.trash, journal: session, naming: program.naming).shrink(
          plan, by: shrinking, isStopped: { Interruption.isRaised }, progress: { line.show($0.done) })
      } catch {
        throw CommandFailure("The batch could not be written down, so nothing was changed. Run deckle doctor.")
      }
    }
    for (item, reason) in refusals {
      receipt.outcomes[item.path] = FileOutcome(item.path, .failed, at: nil, unless: reason, naming: program.naming)
    }
    for warning in receipt.warnings { console.printText(warning) }
    if !receipt.isRecorded { console.printText(session.notRecordedSentence(program.naming)) }
    return receipt
  }
}
