package import PhotoModel
package import SystemPackage
package import TextSurface

/// The settings as the user wrote them into the configuration, without the thresholds and the appearance.
package struct Preferences: Hashable, Sendable {
  /// The protocol for pictures; nil asks the terminal.
  package var pictures: ImageProtocol?
  /// Whether the mouse is used; takes effect at the next start.
  package var mouse: Bool
  /// Names and paths that scans leave out, as patterns.
  package var excludedFolders: [String]
  /// Folders that are compared, and of which nothing is proposed or moved.
  package var protectedFolders: [String]
  /// Folders that photos are moved to, in the order of their numbers; at most nine.
  package var moveFolders: [String]
  /// Whether batches stay in the history after nothing of them can be put back any more.
  package var history: Bool

  /// Creates preferences; those without arguments are those of a new installation.
  package init(
    pictures: ImageProtocol? = nil, mouse: Bool = true, excludedFolders: [String] = [], protectedFolders: [String] = [],
    moveFolders: [String] = [], history: Bool = true
  ) {
    self.pictures = pictures
    self.mouse = mouse
    self.history = history
    self.moveFolders = moveFolders
    self.excludedFolders = excludedFolders
    self.protectedFolders = protectedFolders
  }
}

/// The folders of the preferences on this machine: as they are written, or as the disk has them.
package struct EffectiveFolders: Hashable, Sendable {
  /// The patterns of names to leave out, with the home folder written out.
  package var excluded: [String]
  /// The protected folders: absolute, and without symbolic links once the disk was asked.
  package var protected: [FilePath]

  /// Creates the folders; `protected` are absolute paths.
  package init(excluded: [String] = [], protected: [FilePath] = []) {
    self.excluded = excluded
    self.protected = protected
  }
}

/// The batches that the history may forget, and the number of those that it may not.
package struct ForgettableBatches: Hashable, Sendable {
  /// The identifiers of the batches of which nothing can be put back any more.
  package var over: [String]
  /// The number of all other batches.
  package var others: Int

  /// Creates the value from the identifiers of the batches.
  package init(over: [String] = [], others: Int = 0) {
    self.over = over
    self.others = others
  }

  /// "3 batches of which nothing can be put back".
  package var title: String { "\(counted(over.count, "batch", "batches")) of which nothing can be put back" }
  /// The text that is typed to forget the batches.
  package var text: String { "forget \(over.count)" }
  /// The sentence about why the others stay; nil where there are none.
  package var othersSentence: String? {
    guard others > 0 else { return nil }
    return "\(counted(others, "batch", "batches")) \(others == 1 ? "stays" : "stay"): something of "
      + "\(others == 1 ? "it" : "them") can be put back or is not settled yet."
  }
}

/// The settings in their file, the cache of measurements, and the record of old batches.
package struct PreferencesDependencies: Sendable {
  /// The preferences as they are in the file now, with the limits there. Throws a sentence.
  package var load: @Sendable () throws -> (Preferences, ScanSettings)
  /// Applies a change to the preferences in the file, leaves everything else there as it is, and gives the new
  /// preferences. Throws a sentence.
  package var change: @Sendable ((inout Preferences) -> Void) throws -> Preferences
  /// The folders of preferences by their written names; reads no drive.
  package var written: @Sendable (Preferences) -> EffectiveFolders
  /// The protected folders that are there, without symbolic links, by all their names. Waits for their drives, which
  /// may hang.
  package var found: @Sendable (Preferences) async -> [FilePath]
  /// The size of the cache; nil where there is none.
  package var cacheSize: @Sendable () async -> ByteCount?
  /// Empties the cache of measurements. Throws a sentence.
  package var clearCache: @Sendable () async throws -> Void
  /// The batches that the history may forget. Throws a sentence.
  package var batchesOver: @Sendable () async throws -> ForgettableBatches
  /// Forgets batches by their identifiers. Throws a sentence.
  package var forgetBatches: @Sendable (_ batches: [String]) async throws -> Void

  /// Creates the dependencies from their closures.
  package init(
    load: @escaping @Sendable () throws -> (Preferences, ScanSettings),
    change: @escaping @Sendable ((inout Preferences) -> Void) throws -> Preferences,
    written: @escaping @Sendable (Preferences) -> EffectiveFolders,
    found: @escaping @Sendable (Preferences) async -> [FilePath],
    cacheSize: @escaping @Sendable () async -> ByteCount?, clearCache: @escaping @Sendable () async throws -> Void,
    batchesOver: @escaping @Sendable () async throws -> ForgettableBatches,
    forgetBatches: @escaping @Sendable (_ batches: [String]) async throws -> Void
  ) {
    self.load = load
    self.change = change
    self.written = written
    self.found = found
    self.cacheSize = cacheSize
    self.clearCache = clearCache
    self.batchesOver = batchesOver
    self.forgetBatches = forgetBatches
  }
}

/// Whether a pattern is a path from the root or the home folder, without wildcards.
func namesOneFolder(_ pattern: String) -> Bool {
  let isPath = pattern.trimmed.hasPrefix("/") || pattern.trimmed.hasPrefix("~/")
  return isPath && !pattern.contains { "*?{".contains($0) } && !pattern.allSatisfy { "/~. ".contains($0) }
}

/// The problem with a pattern of names to leave out, as a sentence; nil where the pattern is good.
func problem(ofPattern pattern: String, among others: [String]) -> String? {
  if pattern.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
    return "A pattern is one line of letters, signs and wildcards."
  }
  if pattern.allSatisfy({ "*?/~.".contains($0) }) { return "This would leave out everything. Name what it is about." }
  return others.contains(pattern) ? "It is on the list already." : nil
}

extension ScanSettings {
  /// The settings with those values that differ between an old and a new version: limits, order of keepers, preferred
  /// folders, ratings.
  package func following(_ new: ScanSettings, changedFrom old: ScanSettings) -> ScanSettings {
    var followed = self
    for limit in [\ScanSettings.blurThreshold, \.similarThreshold, \.duplicateThreshold]
    where new[keyPath: limit] != old[keyPath: limit] {
      followed[keyPath: limit] = new[keyPath: limit]
    }
    if new.keeperOrder != old.keeperOrder { followed.keeperOrder = new.keeperOrder }
    if new.preferredFolders != old.preferredFolders { followed.preferredFolders = new.preferredFolders }
    if new.ratingsAreSacred != old.ratingsAreSacred { followed.ratingsAreSacred = new.ratingsAreSacred }
    return followed
  }
}
