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

  /// Size and content.
  struct Info: SpokenCommand {
    static let configuration = CommandConfiguration(abstract: "Size and content of the cache.")

    var withWrongSettings: WrongSettings { .goOn }

    func perform(_ program: Program, _ console: Console) throws -> Outcome {
      let name = program.naming(program.places.featuresFile)
      guard let features = try program.existingFeatures(console) else {
        try console.print("The cache is empty. It will be \(name).")
        return .done
      }
      let summary = try program.summary(of: features, console)
      try console.print(
        "\(name): \(summary.size.formatted), measurements of \(counted(summary.inspections, "file")), "
          + "close looks at \(counted(summary.pairs, "pair")). "
          + "All libraries share it: what was measured once is not measured again, also after a scan that was stopped, "
          + "until a file changes. It can be cleared at any time; the next scan then takes longer.")
      let left = features.sizeOfLooks
      if left > .zero {
        try console.print(
          "\(left.formatted) of it are kept only until a scan has compared all photos: one is under way, or was stopped."
        )
      }
      return .done
    }
  }

  /// Forgets every measurement.
  struct Clear: SpokenCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forget what scans measured. Photos, decisions and batches stay.")

    func perform(_ program: Program, _ console: Console) throws -> Outcome {
      guard let features = try program.existingFeatures(console) else {
        try console.print("The cache is empty already.")
        return .done
      }
      let summary = try program.summary(of: features, console)
      try features.clear()
      try console.print(
        "Forgotten: the measurements of \(counted(summary.inspections, "file")), \(summary.size.formatted). "
          + "Photos, decisions and batches are as they were; the next scan measures anew.")
      return .done
    }
  }
}

extension Program {
  /// The cache if a scan made one.
  fileprivate func existingFeatures(_ console: Console) throws -> FeatureStore? {
    guard (try? fileStatus(of: try pathWithRealFolders(places.featuresFile))) != nil else { return nil }
    return try features()
  }

  /// What it holds; one that is found damaged by looking holds nothing any more.
  fileprivate func summary(
    of features: FeatureStore, _ console: Console
  ) throws -> (inspections: Int, pairs: Int, size: ByteCount) {
    let summary = try features.summary()
    if let sentence = CacheDamage(features, naming: naming).sentence() { console.say(sentence) }
    return summary
  }
}
