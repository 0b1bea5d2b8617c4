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
    ledger = try dependencies.session.ledger()
    ledgerMark = saved.ledgerMark
    last.result = saved.lastScan
    last.elapsed = saved.lastScanElapsed
    skipped = saved.skipped
    if isBegun {
      let generation = changes.roots
      last.isBeingRead = true
      work.run { [self] in
        defer {
          if generation == changes.roots {
            last.isBeingRead = false
            onChange(.roots)
          }
        }
        let asked = request
        var cached = await dependencies.scan.cachedPhotos(asked)
        tellRemark()
        if !asked.hasSameFolders(as: request) {
          cached.photos = await request.real.following(cached.photos)
        }
        // A scan that was started meanwhile knows better, and another library is none of its business.
        guard photos.isEmpty, scan.run == nil, generation == changes.roots else { return }
        missing.unseen = Set(cached.unseen).subtracting(skipped.map(\.path))
        cached.unseen = []
        last.leftOut = cached.leftOut
        cached.leftOut = []
        scan.knownBefore = LargeValue([])
        if !cached.photos.isEmpty {
          last.stopped = last.result == nil ? StoppedScan(looked: cached.photos.count, left: missing.unseen.count) : nil
        }
        await refreshFindings(with: cached)
      }
    }
    // Somebody may have written a pattern or a folder into the file meanwhile.
    work.run { [self] in await releaseForbidden(by: request.real) }
    checkAccess()
  }

  /// Changes the folders of the library, and reads their last session; the next start opens them, too.
  ///
  /// - Returns: Nil, or the sentence that says why not; then nothing has changed.
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
    changes.roots += 1
    changes.findings += 1
    self.roots = roots
    rootStates = []
    storage = nil
    skipped = []
    last.leftOut = []
    last.stopped = nil
    photos = []
    verified = .none
    last.keptBefore = [:]
    takenOff = [:]
    cameBack = []
    returned = nil
    changes.agreements += 1
    hasFindings = false
    last.isBeingRead = false
    missing.moved = [:]
    missing.unseen = []
    missing.absent = AbsentPhotos()
    missing.isComplete = false
    changes.missing += 1
    scan.knownBefore = nil
    do { try open() } catch { return Self.sentence(error) }
    onChange(.review)
    return nil
  }

  /// Checks whether photos that were moved are back, put there by another program.
  package func checkReturned() {
    guard !missing.moved.isEmpty, !isScanning else { return }
    let generation = changes.roots
    work.run { [self] in
      var back: Set<FilePath> = []
      for path in missing.moved.keys where await dependencies.pictures.identity(path) != nil { back.insert(path) }
      // Meanwhile a scan may have begun, which finds them.
      guard generation == changes.roots, !isScanning, !back.isEmpty else { return }
      missing.unseen.formUnion(back.filter { missing.moved[$0] != nil && review.photos[$0] == nil })
      onChange(.roots)
    }
  }

  /// Asks the folders again whether they may be read, and where removed photos would go.
  package func checkAccess() {
    guard let first = roots.first else { return }
    let generation = changes.roots
    work.run { [self] in
      let states = await dependencies.scan.roots(roots)
      let figures = await dependencies.scan.storage(first)
      guard generation == changes.roots else { return }
      rootStates = states
      storage = figures
      onChange(.roots)
    }
  }
}
