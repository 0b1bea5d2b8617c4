import FileSafety
import ImageDecoding
import PhotoModel
import SystemPackage

/// The reading of files that the cache does not know, one by one by several decode workers.
struct FileReading: Sendable {
  let request: ScanRequest
  let decoder: any PhotoDecoder
  let cache: (any FeatureCache)?
  let collector: Collector
  let early: EarlyKeypoints
  let watchdog: IOWatchdog
  let stop: CancellationFlag

  private var companions: CompanionFiles { collector.companions }

  /// Inspects files, several at a time. Each result is in the cache before its worker takes the next file.
  func read(_ files: [Inventory.File]) async {
    let queue = WorkQueue(files)
    let contents = KnownContents(cache: cache, settings: request.settings)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(request.jobs, max(1, files.count)) {
        group.addTask {
          var nothing: [Inventory.File] = []
          defer { rememberNoPictures(nothing) }
          while !stop.isRaised, let file = queue.take() {
            if let later = queue.item(after: request.jobs) { readAhead(later.path, expecting: later.identity) }
            let call = watchdog.begin(at: file.path)
            if file.needsSniffing {
              let isPicture = await onDiskThread { holdsPicture(file) }
              guard isPicture == true else {
                if isPicture == false { nothing.append(file) }
                collector.drop(file.path)
                continue
              }
              call.goesOn()
            }
            var inspection = await inspect(file, contents, call)
            withExtendedLifetime(call) {}
            keep(&inspection, of: file, contents)
            collector.add(file.path, request.photo(of: file, inspection), inspection, isFromCache: false)
          }
        }
      }
    }
  }

  /// Measures a file, and reads the files beside it.
  private func inspect(
    _ file: Inventory.File, _ contents: KnownContents, _ call: IOWatchdog.Call
  ) async -> Inspection {
    // The sidecars are read before the photo, because its findings depend on them.
    await companions.sidecars.read(companions.pairing.sidecars(of: file.path), stop: stop)
    let measures = Inspection.Measures(
      localFeatures: early.hasSpace,
      mayBePartial: request.settings.allowPartialFeatures && file.earlierCrashes == 0)
    let options = Inspection.Options(measures) { contents[$0] }
    let inspection = await decoder.inspect(file.path, identity: file.identity, wants: options)
    // The movies are read now, because a snapshot must know which photo each belongs to.
    for movie in companions.pairing.movies(beside: file.path) {
      call.goesOn()
      await companions.movies.readFacts(of: movie)
    }
    return inspection
  }

  /// Stores the inspection of a file in the cache.
  private func keep(_ inspection: inout Inspection, of file: Inventory.File, _ contents: KnownContents) {
    if let digest = inspection.digest, let features = inspection.localFeatures {
      early.keep(features, of: digest)
      inspection.localFeatures = nil
    }
    inspection.count(earlierCrashes: file.earlierCrashes)
    guard inspection.problem?.isRemembered ?? true else { return }
    if cache?.remember(&inspection, of: file.path, file.identity) != true { contents.add(inspection) }
  }

  /// Stores that files are no pictures, all together: losing one costs reading its first bytes again, and there may be
  /// a hundred thousand.
  private func rememberNoPictures(_ files: [Inventory.File]) {
    cache?.storeInParts(
      files.map { CachedInspection(path: $0.path, identity: $0.identity, inspection: .ofNoPicture) })
  }

  /// Whether a file with no telling name begins as a picture; nil where its first bytes cannot be read.
  private func holdsPicture(_ file: Inventory.File) -> Bool? {
    guard let open = try? openForReading(file.path, expecting: file.identity), let head = try? open.read(upTo: 64)
    else {
      return nil
    }
    return imageFormat(of: head) != nil
  }
}

extension ScanRequest {
  /// The photo of a file with its inspection.
  func photo(of file: Inventory.File, _ inspection: Inspection) -> ScannedPhoto {
    var photo = ScannedPhoto(
      path: file.path, identity: file.identity, digest: inspection.digest, features: inspection.features,
      isProtected: isProtected(file.path), permanence: file.permanence, hasOtherNames: file.hasOtherNames)
    photo.hasTags = file.hasTags
    return photo
  }
}

extension CachedInspection {
  /// The most that are stored in one call.
  static let mostStoredTogether = 1024
}

extension FeatureCache {
  /// Stores any number of inspections. A cache that cannot be written costs the next scan time, nothing else.
  func storeInParts(_ inspections: [CachedInspection]) {
    let most = CachedInspection.mostStoredTogether
    for start in stride(from: 0, to: inspections.count, by: most) {
      try? store(Array(inspections[start..<min(inspections.count, start + most)]))
    }
  }
}
