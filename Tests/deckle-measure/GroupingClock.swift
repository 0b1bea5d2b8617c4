import Foundation
import PhotoAnalysis
import PhotoModel
import SessionStore
import SystemPackage

/// The time of grouping a library made up of numbers, stage by stage, and its memory.
struct GroupingClock {
  private let photos: Int
  private let mostMemory: Int
  private let clock = ContinuousClock()

  /// - Parameter mostMemory: The number of bytes of features, and of signatures, that stay in memory; the rest goes to
  ///   files.
  init(photos: Int, mostMemory: Int = .max) {
    self.photos = photos
    self.mostMemory = mostMemory
  }

  /// Measures the stages, and reports a line for each as soon as it ends.
  func run(_ report: (String) -> Void) {
    var library: [ScannedPhoto] = []
    var windows: WindowReader?
    let folder = FilePath(FileManager.default.temporaryDirectory.path)
    let pool = FeaturePool(limit: mostMemory, spill: makeSpillAllocator(in: folder))
    let spill = spillAllocatorForTables(in: folder, above: mostMemory)
    var found = VerificationCandidates()
    stage("made of numbers", report) {
      let maker = SyntheticLibrary(seed: 1)
      let made = mostMemory == .max ? maker.made(photos) : maker.made(photos, holding: pool.pooled)
      library = made.photos
      windows = made.windows.reader(of: library)
      return "\(library.count) photos"
    }
    stage("candidates of all", report) {
      found = verificationCandidates(of: library, windows: windows, spill: spill)
      return "\(found.pairs.count) pairs"
    }
    let fresh = library[(library.count - library.count / 10_000)...].compactMap(\.digest)
    stage("candidates of the last \(fresh.count)", report) {
      let before = found.reaches.filter { !fresh.contains($0.key) }
      found = verificationCandidates(of: library, searched: before, windows: windows, spill: spill)
      return "\(found.pairs.count) pairs"
    }
    found = VerificationCandidates()
    windows = nil
    var index = FindingsIndex(photos: [])
    stage("similarities", report) {
      index = FindingsIndex(photos: library)
      return ""
    }
    stage("groups and issues", report) {
      let findings = index.findings(settings: ScanSettings())
      return "\(findings.groups.count) groups, \(findings.issues.count) issues"
    }
  }

  private func stage(_ name: String, _ report: (String) -> Void, _ work: () -> String) {
    let start = Spent.processorTime
    var result = ""
    let wall = clock.measure { result = work() }
    let processor = Spent.processorTime - start
    report(
      "\(name): \((wall.seconds * 10).rounded() / 10) s, of processors \((processor.seconds * 10).rounded() / 10) s, "
        + "at most \(Spent.peakMegabytes) MB so far; \(result)\n")
  }
}
