import Review
package import SystemPackage

/// Opening a library: its last session, and the access to its folders.
extension LibraryModel {
  /// Reads the last session of the library, and checks the access to its folders.
  ///
  /// - Throws: The error of the session store, with a sentence.
  package func open() throws {
    let saved = try dependencies.session.load(roots)
    review = Review(saved: saved)
    review.arrange(by: saved.cardOrder)
    bookmarks = saved.bookmarks
    remembered = RememberedDecisions(try dependencies.session.ledger(), newestInFindings: saved.ledgerMark)
    lastScan.result = saved.lastScan
    lastScan.elapsed = saved.lastScanElapsed
    skipped = saved.skipped
    if isBegun {
      let generation = changeCounts.roots
      lastScan.isBeingRead = true
      work.run { [self] in
        defer {
          if generation == changeCounts.roots {
            lastScan.isBeingRead = false
            onChange(.roots)
          }
        }
        let asked = request
        var cached = await dependencies.scan.cachedPhotos(asked)
        showRemark()
        if !asked.hasSameFolders(as: request) {
          cached.photos = await request.real.following(cached.photos)
        }
        // A scan that was started meanwhile has newer results, and those of another library do not matter.
        guard known.photos.isEmpty, scan.run == nil, generation == changeCounts.roots else { return }
        pathChanges.unseen = Set(cached.unseen).subtracting(skipped.map(\.path))
        cached.unseen = []
        lastScan.leftOut = cached.leftOut
        cached.leftOut = []
        scan.findsMissing = true
        if !cached.photos.isEmpty {
          lastScan.stopped =
            lastScan.result == nil ? StoppedScan(known: cached.photos.count, left: pathChanges.unseen.count) : nil
        }
        await refreshFindings(with: cached)
      }
    }
    // Somebody may have written a pattern or a folder into the file meanwhile.
    work.run { [self] in await releaseForbidden(by: request.real) }
    work.run { [self] in
      await readEarlierMeasurements()
      onChange(.roots)
    }
    checkAccess()
  }

  /// Reads what earlier sessions measured of smaller files, beside the main actor: it may be about many libraries.
  func readEarlierMeasurements() async {
    let generation = changeCounts.roots
    let earlier = await ShrinkMeasurements(earlier: dependencies.shrinking)
    guard generation == changeCounts.roots, !measurements.hasEarlier else { return }
    measurements.add(earlier: earlier)
  }

  /// Changes the folders of the library, and reads their last session; the next start opens them, too.
  ///
  /// - Returns: Nil, or the reason as a sentence; then nothing has changed.
  package func change(roots: [FilePath]) -> String? {
    guard scan.run == nil else { return "A scan is under way. Stop it first." }
    do {
      _ = try dependencies.session.load(roots)
      if readOnlyReason == nil { try dependencies.session.setLastLibrary(roots) }
    } catch { return Self.sentence(error) }
    guard roots != self.roots else {
      checkAccess()
      return nil
    }
    changeCounts.roots += 1
    changeCounts.agreements += 1
    changeCounts.missing += 1
    folders.change(to: roots)
    lastScan = LastScan()
    findings.reset()
    pathChanges = LibraryChanges()
    measurements = ShrinkMeasurements()
    scan.findsMissing = false
    do { try open() } catch { return Self.sentence(error) }
    onChange(.review)
    return nil
  }

  /// Checks whether photos that were moved are back, put there by another program.
  package func checkReturned() {
    guard !pathChanges.moved.isEmpty, !isScanning else { return }
    let generation = changeCounts.roots
    work.run { [self] in
      var back: Set<FilePath> = []
      for path in pathChanges.moved.keys where await dependencies.pictures.identity(path) != nil { back.insert(path) }
      // Meanwhile a scan may have begun, which finds them.
      guard generation == changeCounts.roots, !isScanning, !back.isEmpty else { return }
      pathChanges.unseen.formUnion(back.filter { pathChanges.moved[$0] != nil && review.photos[$0] == nil })
      onChange(.roots)
    }
  }

  /// Asks the folders again whether they may be read, and where removed photos would go.
  package func checkAccess() {
    guard let first = roots.first else { return }
    let generation = changeCounts.roots
    work.run { [self] in
      let states = await dependencies.scan.roots(roots)
      let figures = await dependencies.scan.storage(first)
      guard generation == changeCounts.roots else { return }
      folders.states = states
      folders.storage = figures
      onChange(.roots)
    }
  }
}
