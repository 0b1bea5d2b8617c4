import Glibc
import ImageDecoding
package import PhotoModel

/// The sandbox of decode workers on this machine, found out by starting a worker that tries to escape.
package struct SandboxReport: Sendable {
  /// The layers that the worker reported.
  package var layers: SandboxLayers
  /// The attempts to get out that succeeded.
  package var openDoors: [EscapeAttempt]
  /// The formats of which the locked worker decodes an ordinary picture.
  package var decoded: Set<ImageFormat>
  /// The kinds of pictures of each format that the worker does not decode: "tiles".
  package var unread: [ImageFormat: [String]]
  /// Whether the worker has a lower priority than other programs, as the workers of a scan should.
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
    /// The reason as text for the user.
    package let reason: String
  }
}
