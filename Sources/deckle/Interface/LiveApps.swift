import AppCleanup
import Dispatch
import FileSafety
import Foundation
import PhotoScan
import SessionStore
import SystemPackage
import ViewModels

/// The installed apps of this machine. Only a command of their package manager changes anything, in its own hands.
struct LiveApps: Sendable {
  let program: Program
  let session: SessionDatabase

  var dependencies: AppsDependencies {
    let survey = AppSurvey(program.appLocations)
    return AppsDependencies(
      list: { await onDiskThread { survey.apps(at: Date()) } },
      forecast: { app in await onDiskThread { RemovalForecast.ask(about: app, at: program.appLocations) } },
      adviser: adviser, settingsFile: program.naming(program.places.configurationFile), run: ForegroundCommand.run,
      leftovers: { app, installed, guarded in
        await onDiskThread { AppLeftovers(program.appLocations, sparing: guarded).folders(of: app, besides: installed) }
      },
      trash: { app, leftovers, guarded in await trash(leftovers, of: app, sparing: guarded) })
  }

  private func trash(
    _ leftovers: [AppLeftover], of app: InstalledApp, sparing guarded: @Sendable () async -> [FilePath]
  ) async -> [String] {
    let trasher = FolderTrasher(environment: program.trash, journal: session)
    let folders = leftovers.map { (path: $0.path, identity: $0.identity, size: $0.size) }
    let begun = await onDiskThread {
      try? trasher.begin(folders, of: app.info.name, as: BatchID(startedAt: program.trash.now()))
    }
    guard let begun else {
      return folders.map { "\(program.naming($0.path)) stays: it could not be written down where it would be." }
    }
    var problems: [String] = []
    for folder in begun.files {
      let stays = await guarded()
      let problem = await onDiskThread { () -> String? in
        do throws(FileSafetyError) {
          _ = try trasher.move(folder, of: begun, sparing: stays)
          return nil
        } catch { return error.sentence(naming: program.naming) }
      }
      if let problem { problems.append(problem) }
    }
    await onDiskThread { trasher.finish(begun) }
    return problems
  }

  private var adviser: Adviser? {
    guard let endpoint = program.configuration.adviceEndpoint else { return nil }
    let advice = LocalAdvice(endpoint, model: program.configuration.adviceModel)
    return Adviser(host: endpoint.host) { prompt in
      let stop = CancellationFlag()
      let (events, continuation) = AsyncStream.makeStream(of: AdviceEvent.self)
      continuation.onTermination = { _ in stop.raise() }
      DispatchQueue(label: "deckle.advice").async {
        do throws(LocalAdvice.Problem) {
          let isCut = try advice.ask(
            prompt, isStopped: { stop.isRaised }, notify: { continuation.yield(.text($0)) })
          if isCut { continuation.yield(.cut) }
        } catch {
          continuation.yield(.failed(error.sentence))
        }
        continuation.finish()
      }
      return events
    }
  }
}
