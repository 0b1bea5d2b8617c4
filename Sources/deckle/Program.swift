import FileSafety
import Foundation
import PhotoModel
import PhotoScan
import SessionStore
import SystemPackage
import TextSurface
import ViewModels

/// What every command needs: places, settings, names fit for a terminal, and the doors to the disk.
struct Program: Sendable {
  let variables: [String: String]
  let places: Places
  let configuration: Configuration
  let trash: TrashEnvironment

  /// - Throws: `CommandFailure` where the configuration is wrong.
  init(variables: [String: String] = ProcessInfo.processInfo.environment) throws {
    self.variables = variables
    places = Places(variables: variables)
    trash = TrashEnvironment.current(variables: variables)
    let file = ConfigurationFile(path: places.configurationFile, title: pathTitle(places.configurationFile, home: nil))
    do {
      configuration = try file.load()
    } catch {
      throw CommandFailure(error.sentence)
    }
  }

  /// A path in a message: escaped, with "~" for the home folder.
  var naming: @Sendable (FilePath) -> String {
    let home = places.home
    return { pathTitle($0, home: home) }
  }

  /// "20260131-120000": goes into the names of files that are set aside.
  var stamp: String { FileStamp.text(of: Date()) }

  func features() throws -> FeatureStore {
    do { return try FeatureStore(path: places.featuresFile, stamp: stamp) } catch {
      throw CommandFailure(error.sentence(naming))
    }
  }

  /// - Parameter isReadOnly: Looks without taking the session's lock.
  func session(isReadOnly: Bool) throws -> SessionDatabase {
    do { return try SessionDatabase(path: places.sessionFile, isReadOnly: isReadOnly, stamp: stamp) } catch {
      throw CommandFailure(error.sentence(naming))
    }
  }

  func engine(cache: (any FeatureCache)?) -> ScanEngine {
    ScanEngine(inspector: LocalInspector(naming: naming), cache: cache, trash: trash, naming: naming)
  }

  /// The folders that a person named: absolute, without symbolic links, each a folder that exists.
  ///
  /// - Throws: `CommandFailure` naming the first that is not.
  func folders(_ names: [String]) throws -> [FilePath] {
    try argumentPaths(names).map { try folder($0) }
  }

  private func folder(_ given: FilePath) throws -> FilePath {
    do {
      let path = try realPath(given)
      guard try fileStatus(of: path).kind == .folder else {
        throw CommandFailure("\(naming(given)) is a file, not a folder. Name the folder that it lies in.")
      }
      return path
    } catch let error as FileSafetyError {
      if case .vanished = error {
        throw CommandFailure("There is no folder \(naming(given)). Check the name and try again.")
      }
      throw CommandFailure(error.sentence(naming: naming))
    }
  }

  /// Protected folders of the settings and of the command line; those that are not there protect nothing.
  func protectedFolders(_ names: [String] = []) -> [FilePath] {
    (configuration.protectedFolders.map(expandingHome) + names).compactMap { try? realPath(FilePath($0)) }
  }

  private func expandingHome(_ name: String) -> String {
    name == "~" || name.hasPrefix("~/") ? places.home.string + name.dropFirst() : name
  }
}

/// Ends a command with a sentence on standard error and exit code 1.
struct CommandFailure: Error, CustomStringConvertible {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
  var description: String { sentence }
}

/// A time as a part of a file name.
enum FileStamp {
  static func text(of date: Date) -> String {
    let parts = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    func two(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
    return "\(parts.year ?? 0)\(two(parts.month))\(two(parts.day))-"
      + "\(two(parts.hour))\(two(parts.minute))\(two(parts.second))"
  }
}
