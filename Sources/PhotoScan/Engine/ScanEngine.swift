package import FileSafety
package import PhotoModel
package import SystemPackage

/// The scan engine: walks, looks files up in the cache, inspects new ones and compares all, as a stream of events.
package struct ScanEngine: Sendable {
  private let decoder: any PhotoDecoder
  private let cache: (any FeatureCache)?
  private let trash: TrashEnvironment
  private let naming: @Sendable (FilePath) -> String
  private let operations: FileOperations
  private let timeout: ScanTimeouts
  private let fewFiles: Int

  /// - Parameters:
  ///   - cache: The cache; nil decodes everything anew and stores nothing.
  ///   - naming: The text of a path, fit for a message.
  ///   - operations: The calls to the disk, for the walk.
  ///   - fewFiles: The number of new files below which they are read at once; more are first searched for in the cache
  ///     under other names.
  package init(
    decoder: any PhotoDecoder, cache: (any FeatureCache)?, trash: TrashEnvironment,
    naming: @escaping @Sendable (FilePath) -> String, operations: FileOperations = .live,
    timeout: ScanTimeouts = ScanTimeouts(), fewFiles: Int = 500
  ) {
    self.fewFiles = fewFiles
    self.operations = operations
    self.timeout = timeout
    self.decoder = decoder
    self.cache = cache
    self.trash = trash
    self.naming = naming
  }

  /// Begins at once; the stream buffers all events until they are read.
  ///
  /// A disk that hangs is waited for and reported (`.waiting`). A scan that is cancelled meanwhile ends at once: the
  /// hanging call is left to its thread.
  package func scan(_ request: ScanRequest) -> ScanRun {
    let stop = CancellationFlag()
    let (events, continuation) = AsyncStream.makeStream(of: ScanEvent.self)
    let running = RunningScan(request)
    let first = FirstAnswer<ScanReport>()
    let task = Task.detached(priority: .utility) {
      let work = Task {
        first.give(await self.report(of: request, stop: stop, running) { continuation.yield($0) })
      }
      let watcher = Task { await watchdog(running, stop, first) { continuation.yield($0) } }
      let report = await first.value
      watcher.cancel()
      continuation.yield(.finished(report))
      continuation.finish()
      await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
      }
    }
    // Nobody reads the events any more: the work under way is not worth finishing.
    continuation.onTermination = { reason in
      if case .cancelled = reason {
        stop.raise()
        task.cancel()
      }
    }
    return ScanRun(events: events, stop: stop)
  }

  /// The photos that this request would find, as an earlier scan left them in the cache, in byte order. The folders are
  /// walked, with every rule of a scan, and no file is opened; one that is new or changed waits for the next scan.
  package func cachedPhotos(_ request: ScanRequest) async -> ScannedLibrary {
    let request = await onDiskThread { request.withRealPaths }
    async let walked = onDiskThread {
      Inventory(request: request, trash: trash).take(stop: CancellationFlag()) { _, _ in }
    }
    let known = await known(of: request)
    // The verifications are read while the photos are assembled, so for more contents than are still there; the others
    // are not used.
    async let verified = onDiskThread {
      KeypointVerification(decoder: nil, cache: cache).remembered(among: known.contents)
    }
    let inventory = await walked
    let (photos, unseen) = photos(of: inventory, known, request)
    var forks: [FilePath: Int] = [:]
    for file in inventory.files where file.needsSniffing && isNamedAsResourceFork(file.path) {
      if known[file]?.isOfNoPicture == true { forks[FilePath(bytes: folderBytes(of: file.path)), default: 0] += 1 }
    }
    return ScannedLibrary(
      photos: photos, verified: await verified, unseen: unseen, leftOut: leftOut(inventory.leftOut, forks))
  }

  /// The photos that are known, and the files of which nothing is.
  private func photos(
    of inventory: Inventory, _ known: KnownFiles, _ request: ScanRequest
  ) -> ([ScannedPhoto], unseen: [FilePath]) {
    guard !known.isEmpty else { return ([], inventory.files.map(\.path)) }
    var photos: [ScannedPhoto] = []
    var unseen: [FilePath] = []
    photos.reserveCapacity(inventory.files.count)
    for file in inventory.files {
      guard let inspection = known[file], inspection.serves(request.settings) else {
        unseen.append(file.path)
        continue
      }
      if inspection.isMatchable { photos.append(request.photo(of: file, inspection)) }
    }
    photos.sortByPath()
    let digests = CompanionDigests(cache: cache, cached: known, of: inventory.besides).known
    let companions = CompanionFiles(of: inventory, known, cache: cache, decoder: nil)
    return (companions.photos(of: photos, digests: digests), unseen)
  }

  /// Reports while the disk does not answer, and gives the results so far where the scan has to end nevertheless.
  private func watchdog(
    _ running: RunningScan, _ stop: CancellationFlag, _ first: FirstAnswer<ScanReport>,
    notify: @Sendable (ScanEvent) -> Void
  ) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: timeout.pulse)
      guard !Task.isCancelled, let (path, stall) = running.watchdog.longest, stall >= timeout.limit else { continue }
      if stop.isRaised { return first.give(running.report(hungAt: path, naming)) }
      notify(.waiting(for: path, stall))
    }
  }

  private func report(
    of given: ScanRequest, stop: CancellationFlag, _ running: RunningScan,
    notify: @escaping @Sendable (ScanEvent) -> Void
  ) async -> ScanReport {
    let clock = ContinuousClock()
    let start = clock.now
    let request = await onDiskThread {
      let call = running.watchdog.begin(at: given.roots.first ?? "/")
      return withExtendedLifetime(call) { given.withRealPaths }
    }
    // While one core walks, another reads the cache.
    async let cached = known(of: request)
    let inventory = await onDiskThread {
      let call = running.watchdog.begin(at: request.roots.first ?? "/")
      let inventory = Inventory(request: request, trash: trash, operations: operations)
      return inventory.take(stop: stop, call: call) { found, path in
        notify(.progress(ScanProgress(processed: 0, total: found, stage: .finding), current: path))
      }
    }
    let known = await cached
    let companions = CompanionFiles(of: inventory, known, cache: cache, decoder: decoder)
    let collector = Collector(
      request: request, total: inventory.files.count, companions, firstSnapshot: timeout.firstSnapshot, notify: notify)
    running.keep(collector, inventory.skipped)
    let unknown = join(inventory.files, known, request, collector)
    let new = await onDiskThread { withoutMoved(unknown, request, collector, stop: stop) }
    let misses = readingOrder(new, isRotating: RotatingDisks().contains)
    let early = EarlyKeypoints(
      capacity: KeypointVerification.memory / 2,
      disk: cache?.keypointStore(of: request.scope, isToBegin: !misses.isEmpty))
    // The sidecars of photos that are inspected are read with these.
    let beside = inventory.besides.isEmpty ? [] : companions.pairing.sidecars(without: Set(misses.lazy.map(\.path)))
    await companions.sidecars.read(beside, jobs: request.jobs, stop: stop, running.watchdog)
    await FileReading(
      request: request, decoder: decoder, cache: cache, collector: collector, early: early,
      watchdog: running.watchdog, stop: stop
    ).read(misses)

    let outcome = collector.outcome
    notify(.progress(outcome.progress(stage: .comparing), current: nil))
    let photos = await photos(
      of: outcome.photos, companions, CompanionDigests(cache: cache, cached: known, of: inventory.besides),
      jobs: request.jobs, stop: stop)
    // A RAW that belongs to a JPEG is part of a photo that was found and read; its own picture is not needed.
    let raws = Set(photos.compactMap { $0.raw?.path })
    var skipped = inventory.skipped + outcome.skipped.filter { $0.reason != .unsupported || !raws.contains($0.path) }
    let rereadRAWs = Set(misses.lazy.map(\.path).filter(raws.contains))
    let knownRAWs = outcome.photos.count {
      $0.features != nil && raws.contains($0.path) && !rereadRAWs.contains($0.path)
    }
    let compared = await KeypointVerification(decoder: decoder, cache: cache, early: early).verified(
      photos, jobs: request.jobs, stop: stop,
      snapshot: { collector.snapshotIfDue($0, $1, share: timeout.snapshotShare) },
      progress: { notify(.progress(outcome.progress(of: $0), current: nil)) })
    let listed = Set(skipped.map(\.path))
    skipped += compared.skipped(photos).filter { !listed.contains($0.path) }
    let roots = await RootCheck(trash: trash, naming: naming, operations: operations).answers(
      of: request.roots, skipped: skipped, timeout: timeout.ofRoots)
    let rootsNow = await onDiskThread(timeout: timeout.ofRoots) { inventory.rootsStillPresent(roots, naming) }
    var report = ScanReport(
      roots: rootsNow ?? roots, photos: compared.photos, verified: compared.verified,
      skipped: skipped.sorted { precedesInByteOrder($0.path, $1.path) },
      foundCount: outcome.total - raws.count, fromCacheCount: outcome.fromCache - knownRAWs,
      isInterrupted: stop.isRaised, elapsed: start.duration(to: clock.now))
    report.leftOut = leftOut(inventory.leftOut, outcome.resourceForks)
    report.excludedCount = inventory.excludedCount
    report.unusedPatterns = Set(inventory.unusedPatterns.map(\.text))
    return report
  }

  /// The photos of all files that were read, in byte order, after reading the companions that are not known yet.
  private func photos(
    of files: [ScannedPhoto], _ companions: CompanionFiles, _ digests: CompanionDigests, jobs: Int,
    stop: CancellationFlag
  ) async -> [ScannedPhoto] {
    var (files, digests) = (files, digests)
    files.sortByPath()
    await companions.movies.complete(
      files.flatMap { companions.pairing.movies(beside: $0.path) }, digests: digests.known, jobs: jobs, stop: stop)
    let named = companions.photos(of: files, digests: digests.known)
    await digests.complete(for: named, movies: companions.movies, jobs: jobs, stop: stop)
    return companions.photos(of: files, digests: digests.known)
  }

  /// The left-out folders, with the files that hold no picture and the AppleDouble files beside pictures; a folder
  /// whose own files are left out appears once.
  private func leftOut(_ locations: [LeftOutPlace], _ resourceForks: [FilePath: Int]) -> [LeftOutPlace] {
    var forks = resourceForks
    var all = locations
    for index in all.indices where !all[index].isWhole {
      all[index].files += forks.removeValue(forKey: all[index].path) ?? 0
    }
    all += forks.map { LeftOutPlace(path: $0.key, kind: .other, files: $0.value, isWhole: false) }
    return all.sorted { precedesInByteOrder($0.path, $1.path) }
  }

  /// The contents of the cache for these folders.
  private func known(of request: ScanRequest) async -> KnownFiles {
    await onDiskThread { KnownFiles((try? cache?.inspections(under: request.roots)) ?? CachedInspections()) }
  }

  /// Uses the cache for unchanged files, and returns the files that must be inspected.
  private func join(
    _ files: [Inventory.File], _ known: KnownFiles, _ request: ScanRequest, _ collector: Collector
  ) -> [Inventory.File] {
    files.compactMap { file in
      guard let inspection = known[file] else { return file }
      if inspection.isOfNoPicture {
        // By its present name the file is a picture.
        guard file.needsSniffing else { return file }
        collector.drop(file.path)
        return nil
      }
      if let problem = inspection.problem, !problem.isLasting || problem.isOfAnotherBuild {
        var file = file
        file.earlierCrashes = problem.crashes
        return file
      }
      guard inspection.serves(request.settings) else { return file }
      collector.add(file.path, request.photo(of: file, inspection), inspection, isFromCache: true)
      return nil
    }
  }

  /// Uses the cache for files that only have another path by now, and returns the others: a folder was renamed, or its
  /// drive is mounted elsewhere.
  private func withoutMoved(
    _ files: [Inventory.File], _ request: ScanRequest, _ collector: Collector, stop: CancellationFlag
  ) -> [Inventory.File] {
    guard let cache, files.count >= fewFiles else { return files }
    let wanted = Set(files.lazy.map(\.identity).filter(\.identifiesFile).map(\.onAnyDevice))
    guard let paths = try? cache.paths(ofFiles: wanted), !paths.isEmpty else { return files }
    var moved: [CachedInspection] = []
    let left = files.filter { file in
      guard !stop.isRaised, !file.needsSniffing, let path = paths[file.identity.onAnyDevice],
        let known = try? cache.inspection(at: path), known.identity.onAnyDevice == file.identity.onAnyDevice,
        known.inspection.isWhole, known.inspection.serves(request.settings)
      else { return true }
      var inspection = known.inspection
      moved.append(CachedInspection(path: file.path, identity: file.identity, inspection: inspection))
      if moved.count == CachedInspection.mostStoredTogether {
        cache.storeInParts(moved)
        moved = []
      }
      cache.forgetWindows(of: &inspection)
      collector.add(file.path, request.photo(of: file, inspection), inspection, isFromCache: true)
      return false
    }
    cache.storeInParts(moved)
    return left
  }
}
