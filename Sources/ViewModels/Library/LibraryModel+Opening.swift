import Review
package import SystemPackage

/// Coming to a library: what the last session left of it, and whether its folders may be read.
extension LibraryModel {
  /// Reads what the last session left, and looks at the folders.
  ///
  /// - Throws: What the session store says, as a sentence.
  package func open() throws {
    let saved = try dependencies.session.load(roots)
    review = Review(saved: saved)
    review.arrange(by: saved.cardOrder)
    bookmarks = saved.bookmarks
    ledger = try dependencies.session.ledger()
    ledgerMark = saved.ledgerMark
    lastScan = saved.lastScan
    lastScanElapsed = saved.lastScanElapsed
    skipped = saved.skipped
    if isBegun {
      let generation = libraryGeneration
      isReadingKnown = true
      work.run { [self] in
        defer {
          if generation == libraryGeneration {
            isReadingKnown = false
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
        guard photos.isEmpty, run == nil, generation == libraryGeneration else { return }
        unseen = Set(cached.unseen).subtracting(skipped.map(\.path))
        cached.unseen = []
        leftOut = cached.leftOut
        cached.leftOut = []
        knownBeforeWalk = LargeValue([])
        if !cached.photos.isEmpty {
          stoppedScan = lastScan == nil ? StoppedScan(looked: cached.photos.count, left: unseen.count) : nil
        }
        await refreshFindings(with: cached)
      }
    }
    // Somebody may have written a pattern or a folder into the file meanwhile.
    work.run { [self] in await releaseForbidden(by: request.real) }
    checkAccess()
  }

  /// Goes over to other folders, with what an earlier session left of them; the next start opens them, too.
  ///
  /// - Returns: Nil, or the sentence that says why not; then nothing has changed.
  package func change(roots: [FilePath]) -> String? {
    guard run == nil else { return "A scan is under way. Stop it first." }
    do {
      _ = try dependencies.session.load(roots)
      if readOnlyReason == nil { try dependencies.session.setLastLibrary(roots) }
    } catch { return Self.sentence(error) }
    guard roots != self.roots else {
      checkAccess()
      return nil
    }
    libraryGeneration += 1
    findingsGeneration += 1
    self.roots = roots
    rootStates = []
    storage = nil
    skipped = []
    leftOut = []
    stoppedScan = nil
    photos = []
    verified = .none
    keptBefore = [:]
    takenOff = [:]
    cameBack = []
    returned = nil
    agreementsEnded += 1
    hasFindings = false
    isReadingKnown = false
    gone = [:]
    unseen = []
    absent = AbsentPhotos()
    isAbsenceKnown = false
    absenceChecks += 1
    knownBeforeWalk = nil
    do { try open() } catch { return Self.sentence(error) }
    onChange(.review)
    return nil
  }

  /// Looks whether photos that were moved are back, put there by somebody else.
  package func checkReturned() {
    guard !gone.isEmpty, !isScanning else { return }
    let generation = libraryGeneration
    work.run { [self] in
      var back: Set<FilePath> = []
      for path in gone.keys where await dependencies.pictures.identity(path) != nil { back.insert(path) }
      // Meanwhile a scan may have begun, which finds them.
      guard generation == libraryGeneration, !isScanning, !back.isEmpty else { return }
      unseen.formUnion(back.filter { gone[$0] != nil && review.photos[$0] == nil })
      onChange(.roots)
    }
  }

  /// Asks the folders again whether they may be read, and where removed photos would go.
  package func checkAccess() {
    guard let first = roots.first else { return }
    let generation = libraryGeneration
    work.run { [self] in
      let states = await dependencies.scan.roots(roots)
      let figures = await dependencies.scan.storage(first)
      guard generation == libraryGeneration else { return }
      rootStates = states
      storage = figures
      onChange(.roots)
    }
  }
}
