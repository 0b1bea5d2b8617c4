import FileSafety
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SessionStore

/// Findings made before, in the cache: a library in which nothing has changed need not be compared again.
///
/// The key covers all inputs, including the program file itself, so that cached findings equal those that would be
/// made.
struct FindingsCache: Sendable {
  /// Findings of fewer photos are made as fast as they are read.
  static let fewestPhotos = 2000

  private let store: FeatureStore?
  private let maker: [UInt8]?

  init(_ store: FeatureStore?) {
    self.store = store
    maker = (try? fileStatus(of: realPath("/proc/self/exe")).identity).map { program in
      Array("\(analysisVersion) \(program.inode) \(program.size) \(program.modified) \(program.changed)".utf8)
    }
  }

  /// The key of the findings; nil where nothing is read or kept.
  func findingsKey(_ library: ScannedLibrary, _ settings: ScanSettings, _ ledger: Ledger) -> FindingsCacheKey? {
    guard let maker, store != nil, library.photos.count >= Self.fewestPhotos else { return nil }
    return FindingsCacheKey(of: library, settings: settings, ledger: ledger, maker: maker)
  }

  func findings(on findingsKey: FindingsCacheKey, of photos: [ScannedPhoto]) -> Findings? {
    guard let bytes = try? store?.findings(on: findingsKey.bytes) else { return nil }
    return Findings(bytes: bytes, photos: photos)
  }

  /// A cache that cannot be written costs the next start time, nothing else.
  func keep(_ findings: Findings, on findingsKey: FindingsCacheKey, of photos: [ScannedPhoto]) {
    guard let bytes = findings.bytes(of: photos) else { return }
    try? store?.store(findings: bytes, on: findingsKey.bytes)
  }
}
