import DecodeWorker
import FileSafety
import Foundation
import PhotoModel
import Removal
import SessionStore
import SystemPackage
import ViewModels

/// The measurement of smaller files for the interface, by decode workers that stand behind those of the cards.
struct LiveShrinking {
  let program: Program
  let session: SessionDatabase
  let features: FeatureStore?
  let log: LogFile

  var dependencies: ShrinkDependencies {
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    // No process is started before something is measured.
    let decoder = program.decoder(most: jobs, isLowPriority: true, note: log.write)
    let (session, features, naming) = (session, features, program.naming)
    return ShrinkDependencies(
      known: { await onDiskThread { (try? features?.shrinkMeasurements()) ?? [] } },
      measure: { items, way, isStopped in
        AsyncStream { outcomes in
          let asked = Dictionary(items.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
          let work = Task {
            _ = await RemovalReceipt.measuring(
              items, by: { original, _ in await decoder.shrink(original, into: nil, by: way) }, jobs: jobs,
              naming: naming, isStopped: isStopped,
              progress: { _, outcome in
                outcomes.yield(outcome)
                let measurement = asked[outcome.path].flatMap { ShrinkMeasurement(outcome, of: $0, by: way) }
                if let measurement { try? features?.store(measurement) }
              })
            outcomes.finish()
          }
          outcomes.onTermination = { if case .cancelled = $0 { work.cancel() } }
        }
      },
      shrunkContents: { try session.shrunkContents() })
  }
}
