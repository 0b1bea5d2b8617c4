import Glibc
import ImageDecoding
package import PhotoModel

/// What holds the processes that read photos here, found out by starting one and having it try to get out.
package struct SandboxReport: Sendable {
  package var layers: SandboxLayers
  /// What it could still do.
  package var openDoors: [EscapeAttempt]
  /// Formats of which it decodes an ordinary picture, locked as it is.
  package var decoded: Set<ImageFormat>
  /// Kinds of pictures of those formats that it does not decode: "tiles".
  package var unread: [ImageFormat: [String]]
  /// It stands behind the other programs, as those of a scan are asked to.
  package var standsBehind: Bool

  /// - Throws: `SandboxReport.Failure` where no process can be started.
  package init(program: WorkerProgram = .thisProgram, limits: WorkerLimits = WorkerLimits()) throws(Failure) {
    var limits = limits
    limits.isLowPriority = true
    let decoder: WorkerProcess
    do { decoder = try WorkerProcess(program, limits: limits) } catch { throw Failure(reason: error.reason) }
    defer { decoder.end() }
    layers = decoder.layers
    standsBehind = getpriority(Int32(PRIO_PROCESS.rawValue), id_t(decoder.processID)) >= 10
    do {
      guard case .formats(let answers) = try decoder.ask(.formats, files: [], timeout: limits.startTimeout),
        answers.count == TinyPicture.all.count
      else { throw Failure(reason: "it did not answer as it should") }
      let refused = zip(TinyPicture.all, answers).filter { !$0.1 }.map(\.0)
      decoded = Set(TinyPicture.all.map(\.format)).subtracting(refused.filter { $0.kind == nil }.map(\.format))
      unread = Dictionary(grouping: refused, by: \.format).mapValues { $0.compactMap(\.kind) }
      guard case .escapes(let refused) = try decoder.ask(.escapes, files: [], timeout: limits.startTimeout),
        refused.count == EscapeAttempt.allCases.count
      else { throw Failure(reason: "it did not answer as it should") }
      openDoors = zip(EscapeAttempt.allCases, refused).filter { !$0.1 }.map(\.0)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(reason: "it ended while it was tried out")
    }
  }

  /// No process that reads photos can be started.
  package struct Failure: Error, Sendable {
    package let reason: String
  }
}
