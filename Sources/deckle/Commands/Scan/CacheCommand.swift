import ArgumentParser
import FileSafety
import PhotoModel
import SessionStore
import SystemPackage

/// `deckle cache`: what earlier scans measured, so that no photo is decoded twice.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Look at or clear what scans remember; photos and decisions are never touched.",
    subcommands: [Info.self, Clear.self])

  func run() throws { throw ValidationError("Say what to do with the cache: info or clear.") }

  /// Size and content.
  struct Info: PrintingCommand {
    static let configuration = CommandConfiguration(abstract: "Size and content of the cache.")

    var withWrongSettings: WrongSettings { .goOn }

    func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
      let name = program.naming(program.places.featuresFile)
      let keypoints = program.keypoints.size
      let features = try program.existingFeatures()
      if let features {
        let summary = try program.summary(of: features, console)
        try console.print(
          "\(name): \(summary.size.formatted), measurements of \(counted(summary.inspections, "file")), "
            + "comparisons of \(counted(summary.pairs, "pair")). "
            + "All libraries share it: what was measured once is not measured again, also under another name or in another "
            + "folder, and after a scan that was stopped, until a file changes. It can be cleared at any time; the next scan then takes longer."
        )
      }
      if keypoints > .zero {
        try console.print(
          "Kept only until a scan has compared all photos: \(keypoints.formatted). A scan is under way, or was stopped."
        )
      }
      if features == nil, keypoints == .zero { try console.print("The cache is empty. It will be \(name).") }
      return .done
    }
  }

  /// Forgets every measurement.
  struct Clear: PrintingCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forget what scans measured. Photos, decisions and batches stay.")

    func perform(_ program: Program, _ console: Console) throws -> CommandExitCode {
      // The keypoints are erased first, and without opening anything: a full disk has no space even for that.
      let keypoints = program.keypoints.size
      program.keypoints.forgetAll()
      guard program.keypoints.size == .zero else {
        let folder = program.naming(program.places.featuresFile.removingLastComponent())
        throw CommandFailure(
          "What stopped scans have left in \(folder) could not be removed. Look whether it can be written.")
      }
      guard let features = try program.existingFeatures() else {
        try console.print(
          keypoints == .zero
            ? "The cache is empty already."
            : "Forgotten: \(keypoints.formatted) that a stopped scan had kept for the next one.")
        return .done
      }
      let summary = try program.summary(of: features, console)
      try features.clear()
      let isEmpty = summary.inspections == 0 && summary.pairs == 0 && keypoints == .zero
      try console.print(
        isEmpty
          ? "The cache is empty already."
          : "Forgotten: the measurements of \(counted(summary.inspections, "file")), \((summary.size + keypoints).formatted). "
            + "Photos, decisions and batches are as they were; the next scan measures anew.")
      return .done
    }
  }
}

extension Program {
  fileprivate var keypoints: KeypointFolder { KeypointFolder(beside: places.featuresFile) }

  /// The cache if a scan made one.
  fileprivate func existingFeatures() throws -> FeatureStore? {
    do throws(FileSafetyError) { _ = try fileStatus(of: try pathWithRealFolders(places.featuresFile)) } catch {
      if case .vanished = error { return nil }
      throw error
    }
    return try features()
  }

  /// The summary of a cache; one that is found damaged holds nothing any more.
  fileprivate func summary(
    of features: FeatureStore, _ console: Console
  ) throws -> (inspections: Int, pairs: Int, size: ByteCount) {
    let summary = try features.summary()
    if let sentence = CacheDamage(features, naming: naming).sentence() { console.printText(sentence) }
    return summary
  }
}
