import AppCleanup
import FileSafety
import Foundation
import PhotoModel
import PhotoScan
import SessionStore
import SystemPackage
import TextSurface
import ViewModels

/// The checks of the first steps on the real disk. None of them changes anything, but the one that makes a folder.
struct LiveOnboarding: Sendable {
  let program: Program
  let session: SessionDatabase

  var dependencies: OnboardingDependencies {
    let onboarding = self
    return OnboardingDependencies(
      folder: { text in await onDiskThread { onboarding.folder(text) } },
      suggestions: { await onDiskThread { onboarding.suggestions } },
      count: { path in await onDiskThread { onboarding.count(path) } },
      trash: { paths in await onDiskThread { paths.flatMap { onboarding.trash(of: $0) } } },
      apps: { await onDiskThread { onboarding.apps + onboarding.advice } },
      folders: { parent, isWanted in await onDiskThread { onboarding.folders(in: parent, isWanted) } },
      recent: { await onDiskThread { (try? onboarding.session.knownRoots()) ?? [] } },
      makeFolder: { path in await onDiskThread { onboarding.makeFolder(path) } })
  }

  /// The path of a typed text, without the spaces around it, "~" being the home folder.
  private func path(typed text: String) -> FilePath {
    program.expandingHome(text.trimmingCharacters(in: .whitespaces))
  }

  private func folders(in parent: String, _ isWanted: (String) -> Bool) -> [String] {
    folderNames(in: parent.isEmpty ? FilePath(".") : path(typed: parent))
      .map { String(decoding: $0, as: UTF8.self) }.filter(isWanted)
  }

  private func folder(_ text: String) -> FolderAnswer {
    let path = path(typed: text)
    do {
      return .folder(try program.folder(path))
    } catch let failure as CommandFailure {
      return missingFolder(path).map { .missing($0, failure.sentence) } ?? .problem(failure.sentence)
    } catch {
      return .problem("\(program.naming(path)) cannot be opened.")
    }
  }

  /// The absolute path where nothing is at it, and the folder around it is there.
  private func missingFolder(_ path: FilePath) -> FilePath? {
    guard let name = path.lastComponent, let parent = try? program.folder(path.removingLastComponent()) else {
      return nil
    }
    let path = parent.appending(name)
    do {
      _ = try fileStatus(of: path)
      return nil
    } catch .vanished { return path } catch { return nil }
  }

  private func makeFolder(_ path: FilePath) -> FolderAnswer {
    do {
      // The umask of the user takes away from that, as from every folder they make.
      try makeFolders(at: path, mode: 0o777)
      return .folder(path)
    } catch .permissionDenied, .notPermitted, .readOnlyFileSystem {
      return .problem("\(program.naming(path)) cannot be made: the folder around it cannot be written to.")
    } catch {
      return .problem(FileSafetyError(.makeFolder, path, error).sentence(naming: program.naming))
    }
  }

  /// The desktop's pictures folder, the usual names, and the mounted drives.
  private var suggestions: [FilePath] {
    let home = program.places.home
    let media = FilePath("/media").appending(program.variables["USER"] ?? "")
    let plugged = [media, FilePath("/run").appending(media.string)].flatMap { Volume.mountPoints(inside: $0) }
    let likely =
      [PicturesFolder(home: home, variables: program.variables).path]
      + ["Pictures", "Photos", "DCIM"].map { home.appending($0) } + plugged
    var seen: Set<FilePath> = []
    return likely.compactMap { try? realPath($0) }.filter { seen.insert($0).inserted }.prefix(Self.mostSuggestions).map
    { $0 }
  }

  private func count(_ folder: FilePath) -> PictureCount {
    var count = PictureCount(pictures: 0)
    var files = 0
    let walk = TreeWalk(neverEntered: Set(program.trash.homeTrashes), knownPlaces: program.knownPlaces)
    walk.walk([folder]) { entry in
      if case .file(let path, _) = entry {
        files += 1
        if nameExpectation(of: path) == .picture { count.pictures += 1 }
        count.isAtLeast = files >= Self.mostFiles
      }
      return count.isAtLeast ? .stop : .proceed
    }
    return count
  }

  /// The folder itself, and each volume that is mounted in it.
  private func trash(of folder: FilePath) -> [CheckLine] {
    let inside = Volume.mountPoints(inside: folder)
    let check = RootCheck(trash: program.trash, naming: program.naming)
    var lines = check.roots([folder] + inside.prefix(Self.mostSuggestions)).map { root -> CheckLine in
      let name = program.naming(root.path)
      guard root.access != .denied, root.trash != .none, root.message.isEmpty else {
        return CheckLine(
          isGood: false, text: SafeText(root.message.isEmpty ? "\(name): no trash here" : root.message).text)
      }
      let place = root.trash == .home ? "your trash" : "the trash of its own volume"
      return CheckLine(isGood: true, text: "\(name): photos go to \(place)")
    }
    if lines.contains(where: \.isGood) {
      lines.append(CheckLine(isGood: true, text: "They stay there until you, or your desktop, empty it"))
    }
    return lines
  }

  private var apps: [CheckLine] {
    guard let database = PackageDatabase.found() else {
      return [CheckLine(isGood: false, text: "No list of installed packages that Deckle knows is here")]
    }
    do {
      let count = try database.installedCount()
      return [CheckLine(isGood: true, text: "The list can be read: \(counted(count, "package"))")]
    } catch {
      return [CheckLine(isGood: false, text: "The list of installed packages cannot be read")]
    }
  }

  /// The check of the model in the settings; no other server is contacted, so that without one Deckle opens no
  /// connection.
  private var advice: [CheckLine] {
    guard let endpoint = program.configuration.adviceEndpoint else { return [] }
    let isThere = LocalAdvice(endpoint, model: program.configuration.adviceModel).answers()
    return [
      CheckLine(
        isGood: isThere,
        text: isThere
          ? "A model on this machine answers: t on Apps asks it for tips"
          : "No model answers at \(endpoint.host), so there are no tips now")
    ]
  }

  private static let mostSuggestions = 8
  /// The number of files that prove a photo folder; a scan counts the rest.
  private static let mostFiles = 300_000
}
