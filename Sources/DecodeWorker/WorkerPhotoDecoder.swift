import FileSafety
package import PhotoAnalysis
package import PhotoModel
package import PhotoScan
package import SystemPackage

/// Decodes photos in locked-down processes: this process opens a file, passes it on, and checks every answer.
///
/// Where no worker can be started, no picture is decoded in this process instead: files are listed with the reason, and
/// matched by their bytes alone, which needs no decoder.
package final class WorkerPhotoDecoder: PhotoDecoder {
  let pool: WorkerPool
  private let limits: WorkerLimits
  let naming: @Sendable (FilePath) -> String
  private let note: @Sendable (String) -> Void

  /// - Parameters:
  ///   - limits: The limits of time and memory for a picture, and whether workers have a low priority.
  ///   - most: The number of workers at the same time, at least 1; more callers wait.
  ///   - naming: The text of a path, fit for a message.
  ///   - note: Called with a sentence for the log when a worker ended over a file. The sentence is not escaped.
  package init(
    program: WorkerProgram = .thisProgram, limits: WorkerLimits = WorkerLimits(), most: Int,
    naming: @escaping @Sendable (FilePath) -> String, note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    pool = WorkerPool(program, limits: limits, most: most)
    self.limits = limits
    self.naming = naming
    self.note = note
  }

  /// Measures a photo in a worker. Where the worker ends over it the result has the problem, and the digest where
  /// that can still be had.
  package func inspect(_ path: FilePath, identity: FileIdentity, wants: Inspection.Options) async -> Inspection {
    await pool.run { [self] slot in
      let job = Job(path: path, identity: identity, slot: slot)
      do throws(JobFailure) {
        return try inspection(job, wants)
      } catch {
        return Inspection(digest: error.keepsDigest ? digest(job) : nil, problem: error.problem(naming))
      }
    }
  }

  /// The keypoints, found in a worker; none where it ended over them, which only the inspection counts against a file.
  package func readKeypoints(at path: FilePath, identity: FileIdentity, wants: KeypointFeatures.Options) async
    -> KeypointFeatures
  {
    func ask() async -> Result<KeypointFeatures, JobFailure> {
      await answer(about: path, identity) { size, _ in
        .keypointFeatures(size: size, wants: wants)
      } found: { answer, _ in
        if case .keypointFeatures(let found) = answer { found } else { nil }
      }
    }
    // One more try: another program may have ended the worker.
    if case .success(let found) = await ask() { return found }
    switch await ask() {
    case .success(let found): return found
    case .failure(let error): return .failed(error.problem(naming))
    }
  }

  /// The scale-invariant keypoints, found in a worker. None where the picture cannot be decoded; nil where the
  /// file cannot be read or the worker ends over it.
  package func siftFeatures(of path: FilePath, identity: FileIdentity) async -> SIFTFeatures? {
    let found = await answer(about: path, identity) { size, _ in
      .siftFeatures(size: size)
    } found: { answer, _ -> SIFTFeatures? in
      if case .siftFeatures(let found) = answer { found } else { nil }
    }
    if case .failure(.picture) = found { return SIFTFeatures.none }
    return try? found.get()
  }

  /// The pixels for a comparison, decoded in a worker; nil also where the worker ends over them.
  package func comparedPixels(of path: FilePath, identity: FileIdentity) async -> ComparedPixels? {
    // Three bytes a pixel: the picture on white and on black, and the part.
    let found = await answer(about: path, identity, pixels: 3 * ComparedPixels.side * ComparedPixels.side) {
      .comparedPixels(size: $0, capacity: $1)
    } found: { answer, memory -> ComparedPixels? in
      guard case .comparedPixels(let shape) = answer, let memory, shape.isPlausible(capacity: memory.size),
        let bytes = memory.bytes(shape.bytes)
      else { return nil }
      return ComparedPixels(shape, bytes)
    }
    return try? found.get()
  }

  /// Reads a sidecar in a worker; tries a second time, since a worker may have been ended by somebody else.
  package func readSidecar(_ path: FilePath, identity: FileIdentity) async -> Inspection {
    await pool.run { [self] slot in
      let job = Job(path: path, identity: identity, slot: slot)
      // One more try: another program may have ended the worker.
      if let found = try? sidecar(job) { return found }
      do throws(JobFailure) {
        return try sidecar(job)
      } catch {
        return Inspection(problem: error.problem(naming))
      }
    }
  }

  /// The changes that add metadata or a verdict to a sidecar.
  ///
  /// - Parameter identity: The identity of the sidecar when it was read; another file gives no changes.
  package func sidecarEdits(
    adding addition: SidecarAddition, to path: FilePath, identity: FileIdentity
  ) async -> Result<[SidecarEdit], SidecarRefusal> {
    await answer(about: path, identity, limit: LocalPhotoDecoder.largestSidecar) { size, _ in
      .sidecarEdits(size: size, addition)
    } found: { answer, _ -> [SidecarEdit]? in
      if case .sidecarEdits(let edits) = answer { edits } else { nil }
    }.mapError { SidecarRefusal($0.problem(naming).message) }
  }

  /// The facts of a movie; nil also where a worker ended over it: then nothing tells which photo it belongs to.
  package func movieFacts(of path: FilePath, identity: FileIdentity) async -> MovieFacts? {
    // Little of a movie is read, so the time allowed does not depend on its size.
    let found = await answer(about: path, identity, timedSize: 0) { size, _ in
      .movie(size: size)
    } found: { answer, _ -> MovieFacts? in
      if case .movie(let facts) = answer, facts.isPlausible { facts } else { nil }
    }
    return try? found.get()
  }

  /// An upright picture for the screen.
  ///
  /// - Parameters:
  ///   - identity: The identity of the file when it was scanned; another file is not shown.
  ///   - minimumLongSide: The least long side in pixels, 1…8192. The picture has at least that where the photo has it,
  ///     and at most twice as much.
  package func picture(of path: FilePath, identity: FileIdentity, minimumLongSide: Int) async -> PreviewOutcome {
    let side = max(1, min(minimumLongSide, 8192))
    let found = await picture(path, identity, side: side) {
      .picture(size: $0, minimumLongSide: side, capacity: $1)
    }
    switch found {
    case .success(let picture): return .picture(picture)
    case .failure(let error): return .unavailable(error.problem(naming).message)
    }
  }

  /// The thumbnail inside a photo, upright and at most 512 pixels long; nil where there is none, or where it shows
  /// another picture than the photo.
  package func thumbnail(of path: FilePath, identity: FileIdentity) async -> RGBPicture? {
    try? await picture(path, identity, side: 256) { .thumbnail(size: $0, capacity: $1) }.get()
  }

  /// A part of a photo at its own resolution.
  ///
  /// - Parameters:
  ///   - identity: The identity of the file when it was scanned; another file is not shown.
  ///   - center: The middle of the part, which is moved so that it lies inside.
  ///   - size: The size of the part in pixels, at most 4096 on a side.
  package func detail(
    of path: FilePath, identity: FileIdentity, around center: RelativePoint, size: PixelSize
  ) async -> DetailOutcome {
    func side(_ length: Int) -> Int { max(1, min(length, 4096)) }
    let part = PixelSize(width: side(size.width), height: side(size.height))
    let found = await answer(about: path, identity, pixels: part.pixels) {
      .detail(size: $0, center: center, pixels: part, capacity: $1)
    } found: { answer, memory -> PhotoDetail? in
      guard case .detail(let area, let whole) = answer, area.lies(in: whole), whole.fits(capacity: .max),
        let picture = memory?.picture(area.size)
      else { return nil }
      return PhotoDetail(picture: picture, area: area, fullSize: whole)
    }
    switch found {
    case .success(let detail): return .detail(detail)
    case .failure(let error): return .unavailable(error.problem(naming).message)
    }
  }

  // MARK: Requests

  struct Job {
    let path: FilePath
    let identity: FileIdentity
    let slot: WorkerPool.Slot
  }

  private func inspection(_ job: Job, _ wants: Inspection.Options) throws(JobFailure) -> Inspection {
    let file = try open(job)
    var crashes = 0
    var tries = 0
    while true {
      tries += 1
      do throws(JobFailure) {
        let digest = try digest(of: file, job)
        if let known = digest.flatMap(wants.known) {
          try unchanged(file)
          return known
        }
        let request = WorkerRequest.inspection(wants.measures)
        switch try ask(request, job, files: [], size: Int(file.status.size.bytes)) {
        case .inspection(let inspection):
          guard let checked = inspection.checked, checked.digest == digest, checked.isOf(wants.measures) else {
            throw .workerEnded(disbelieve(job), crashes: 1)
          }
          try unchanged(file)
          return checked
        case let answer: throw failure(answer, file, job)
        }
      } catch {
        crashes += error.crashes
        // One more try after a crash, which may have had another cause; none after a hang, which costs its full time
        // only once a scan.
        guard error.isCrash, tries < 2 else { throw error.with(crashes: crashes) }
      }
    }
  }

  private func sidecar(_ job: Job) throws(JobFailure) -> Inspection {
    let file = try open(job, limit: LocalPhotoDecoder.largestSidecar)
    let digest = try digest(of: file, job)
    switch try ask(.sidecar, job, files: [], size: Int(file.status.size.bytes)) {
    case .sidecar(let contents):
      try unchanged(file)
      return Inspection(digest: digest, sidecar: contents)
    case let answer: throw failure(answer, file, job)
    }
  }

  /// Has the decode worker read the file and keep it in memory. The digest is nil for an empty file.
  private func digest(of file: OpenFile, _ job: Job) throws(JobFailure) -> ContentDigest? {
    let size = Int(file.status.size.bytes)
    switch try ask(.digest(size: size), job, files: [file.descriptor], size: size) {
    case .digest(let digest): return digest
    case let answer: throw failure(answer, file, job)
    }
  }

  /// The answer of a decode worker about a file, which this process opens.
  ///
  /// - Parameters:
  ///   - pixels: The number of pixels that the worker may write into shared memory.
  ///   - timedSize: The number of bytes that the time limit is for; nil for the whole file.
  ///   - request: Makes the request from the size of the file and the capacity of the memory.
  ///   - found: The requested value in the answer and in the memory; nil where the answer is not plausible.
  private func answer<Found: Sendable>(
    about path: FilePath, _ identity: FileIdentity, limit: ByteCount = LocalPhotoDecoder.largestPicture,
    pixels: Int? = nil, timedSize: Int? = nil,
    to request: @escaping @Sendable (_ size: Int, _ capacity: Int) -> WorkerRequest,
    found: @escaping @Sendable (WorkerAnswer, SharedMemory?) -> Found?
  ) async -> Result<Found, JobFailure> {
    await pool.run { [self] slot in
      Result { () throws(JobFailure) in
        let job = Job(path: path, identity: identity, slot: slot)
        let memory: SharedMemory? = if let pixels { try self.memory(pixels: pixels) } else { nil }
        let file = try open(job, limit: limit)
        let size = Int(file.status.size.bytes)
        let files = [file.descriptor] + (memory.map { [$0.descriptor] } ?? [])
        let answer = try ask(request(size, memory?.size ?? 0), job, files: files, size: timedSize ?? size)
        guard let found = found(answer, memory) else { throw failure(answer, file, job) }
        try unchanged(file)
        return found
      }
    }
  }

  private func picture(
    _ path: FilePath, _ identity: FileIdentity, side: Int,
    request: @escaping @Sendable (_ size: Int, _ capacity: Int) -> WorkerRequest
  ) async -> Result<RGBPicture, JobFailure> {
    await answer(about: path, identity, pixels: side * 2 * side * 2, to: request) { answer, memory in
      if case .picture(let size) = answer { memory?.picture(size) } else { nil }
    }
  }

  func memory(pixels: Int) throws(JobFailure) -> SharedMemory {
    do { return try SharedMemory(size: pixels * 3) } catch { throw .notStarted(reason: "no shared memory") }
  }

  private func open(
    _ job: Job, limit: ByteCount = LocalPhotoDecoder.largestPicture
  ) throws(JobFailure) -> OpenFile {
    do {
      return try openForReading(job.path, expecting: job.identity, limit: limit)
    } catch { throw .file(error) }
  }

  func unchanged(_ file: OpenFile) throws(JobFailure) {
    do { try file.checkUnchanged() } catch { throw .file(error) }
  }

  func ask(
    _ request: WorkerRequest, _ job: Job, files: [CInt], size: Int
  ) throws(JobFailure) -> WorkerAnswer {
    let decoder: WorkerProcess
    do { decoder = try job.slot.startedProcess() } catch { throw .notStarted(reason: error.reason) }
    do {
      return try decoder.ask(request, files: files, timeout: limits.timeout(for: Int64(size)))
    } catch {
      job.slot.vacate()
      notify(error, job)
      throw .workerEnded(error, crashes: error == .endedFromOutside ? 0 : 1)
    }
  }

  /// The failure behind an answer that is not of the kind requested.
  func failure(_ answer: WorkerAnswer, _ file: OpenFile, _ job: Job) -> JobFailure {
    switch answer {
    case .problem(let problem):
      guard let checked = problem.checked else { break }
      return .picture(checked)
    case .unreadable(let errno?): return .file(.operationFailed(.read, job.path, Errno(rawValue: errno)))
    case .unreadable(nil): return .file(.changed(job.path))
    case .digest, .inspection, .sidecar, .sidecarEdits, .picture, .detail, .keypointFeatures, .siftFeatures,
      .comparedPixels, .movie, .shrunken, .shrinkProven, .shrinkRefused, .working, .escapes, .formats:
      break
    }
    return .workerEnded(disbelieve(job), crashes: 1)
  }

  func disbelieve(_ job: Job) -> WorkerProcess.ExitReason {
    guard let exitReason = try? job.slot.startedProcess().discard() else { return .crashed(note: "") }
    job.slot.vacate()
    notify(exitReason, job)
    return exitReason
  }

  private func notify(_ exitReason: WorkerProcess.ExitReason, _ job: Job) {
    note("A decode worker ended over \(naming(job.path)): \(exitReason.cause)")
  }

  /// The digest of a file that no decode worker could decode: it is still matched by its bytes.
  private func digest(_ job: Job) -> ContentDigest? {
    try? contentDigest(of: job.path, expecting: job.identity, limit: LocalPhotoDecoder.largestPicture)
  }
}

extension ComparedPixels {
  /// - Parameter bytes: The planes that the shape describes, one after the other.
  fileprivate init(_ shape: ComparedShape, _ bytes: [UInt8]) {
    let length = shape.picture.pixels * 3
    func picture(_ start: Int) -> RGBPicture {
      RGBPicture(width: shape.picture.width, height: shape.picture.height, pixels: Array(bytes[start..<start + length]))
    }
    let part = bytes.suffix(shape.area.size.pixels)
    self.init(
      picture: picture(0), onBlack: shape.hasBlack ? picture(length) : nil,
      part: LumaPlane(width: shape.area.width, height: shape.area.height, pixels: Array(part)), area: shape.area,
      fullSize: shape.fullSize, orientation: shape.orientation, steps: shape.steps)
  }
}

/// The answer to a request for a picture.
package enum PreviewOutcome: Sendable {
  case picture(RGBPicture)
  /// There is no picture, with the reason as a sentence.
  case unavailable(String)
}
