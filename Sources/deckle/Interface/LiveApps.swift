import AppCleanup
import Dispatch
import FileSafety
import Foundation
import Synchronization
import SystemPackage
import ViewModels

/// The installed apps of this machine. Only a command of their package manager changes anything, in its own hands.
struct LiveApps: Sendable {
  let program: Program

  var effects: AppsEffects {
    let survey = AppSurvey(program.appPlaces)
    return AppsEffects(
      list: { await onDiskThread { survey.apps(at: Date()) } },
      forecast: { app in await onDiskThread { RemovalForecast.ask(about: app) } }, adviser: adviser,
      settingsFile: program.naming(program.places.configurationFile), run: ForegroundCommand.run,
      leftovers: { app, installed, guarded in
        await onDiskThread { AppLeftovers(program.appPlaces, sparing: guarded).folders(of: app, besides: installed) }
      },
      trash: { leftover, guarded in await onDiskThread { trash(leftover, sparing: guarded) } })
  }

  private func trash(_ leftover: AppLeftover, sparing guarded: [FilePath]) -> String? {
    do throws(FileSafetyError) {
      _ = try FolderTrasher(environment: program.trash).move(
        leftover.path, expecting: leftover.identity, sparing: guarded)
      return nil
    } catch { return error.sentence(naming: program.naming) }
  }

  private var adviser: Adviser? {
    guard let endpoint = program.configuration.adviceEndpoint else { return nil }
    let advice = LocalAdvice(endpoint, model: program.configuration.adviceModel)
    return Adviser(host: endpoint.host) { prompt in
      let stop = AdviceStop()
      let (events, continuation) = AsyncStream.makeStream(of: AdviceEvent.self)
      continuation.onTermination = { _ in stop.isRaised.store(true, ordering: .relaxed) }
      DispatchQueue(label: "deckle.advice").async {
        do throws(LocalAdvice.Problem) {
          let isCut = try advice.ask(
            prompt, isStopped: { stop.isRaised.load(ordering: .relaxed) }, tell: { continuation.yield(.words($0)) })
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

/// Raised when nobody listens any more.
private final class AdviceStop: Sendable {
  let isRaised = Atomic<Bool>(false)
}
