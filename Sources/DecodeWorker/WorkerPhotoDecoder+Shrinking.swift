import CSandbox
package import FileSafety
package import PhotoModel
package import SystemPackage

extension WorkerPhotoDecoder {
  /// Makes a smaller file of a photo, in a decode worker, and proves it: a second request reads and compares the
  /// original and the written file. Without an output the same is encoded, and only its size comes back.
  ///
  /// - Parameters:
  ///   - original: The open photo, read by its descriptor alone.
  ///   - output: An empty file, open for reading and writing, at its beginning; the caller syncs, names or removes it.
  ///     Nil to measure. After a refusal its content is undefined.
  ///   - way: The method by which it is made smaller.
  /// - Returns: The smaller file; the original is unchanged since it was opened.
  package func shrink(
    _ original: OpenFile, into output: CInt?, by way: ShrinkWay
  ) async -> Result<ShrinkResult, ShrinkRefusal> {
    await pool.run { [self] slot in
      let job = Job(path: original.path, identity: original.status.identity, slot: slot)
      return Result { () throws(ShrinkRefusal) in try shrunken(original, output, way, job) }
    }
  }

  /// Encodes a smaller file of a photo into memory, in a decode worker.
  func encode(_ original: OpenFile, by way: ShrinkWay) async -> Result<EncodedPhoto, ShrinkRefusal> {
    await pool.run { [self] slot in
      let job = Job(path: original.path, identity: original.status.identity, slot: slot)
      return Result { () throws(ShrinkRefusal) in try encoded(original, way, job) }
    }
  }

  /// Writes an encoded file into an empty one, and has a decode worker prove it.
  func write(
    _ file: EncodedPhoto, of original: OpenFile, into output: CInt, by way: ShrinkWay
  ) async -> Result<ShrinkResult, ShrinkRefusal> {
    await pool.run { [self] slot in
      let job = Job(path: original.path, identity: original.status.identity, slot: slot)
      return Result { () throws(ShrinkRefusal) in
        try write(file, of: original, into: output, way, job)
        return file.result
      }
    }
  }

  /// The upright picture that a photo would be in a smaller file, which is made in memory and decoded from there, in a
  /// decode worker: nothing is written.
  ///
  /// - Parameters:
  ///   - identity: The identity of the file when it was scanned; another file is not shown.
  ///   - minimumLongSide: The least long side, as in `picture(of:identity:minimumLongSide:)`.
  package func picture(
    of path: FilePath, identity: FileIdentity, shrunkenBy way: ShrinkWay, minimumLongSide: Int
  ) async -> PreviewOutcome {
    await pool.run { [self] slot in
      let job = Job(path: path, identity: identity, slot: slot)
      do throws(ShrinkRefusal) {
        return .picture(try shrunkenPicture(job, way, side: max(1, min(minimumLongSide, 8192))))
      } catch { return .unavailable(error.sentence) }
    }
  }

  private func shrunkenPicture(_ job: Job, _ way: ShrinkWay, side: Int) throws(ShrinkRefusal) -> RGBPicture {
    let original: OpenFile
    do throws(FileSafetyError) {
      original = try openForReading(job.path, expecting: job.identity, limit: largestReadableFile)
    } catch { throw .notOpened(JobFailure.file(error).problem(naming).message) }
    let file = try encoded(original, way, job)
    let count = Int(file.result.bytesAfter.bytes)
    do throws(JobFailure) {
      let pixels = try memory(pixels: side * 2 * side * 2)
      let request = WorkerRequest.picture(size: count, minimumLongSide: side, capacity: pixels.size)
      switch try ask(request, job, files: [file.memory.descriptor, pixels.descriptor], size: count) {
      case .picture(let size):
        guard let picture = pixels.picture(size) else { throw .workerEnded(disbelieve(job), crashes: 1) }
        return picture
      case let answer: throw failure(answer, original, job)
      }
    } catch { throw .notOpened(error.problem(naming).message) }
  }

  private func shrunken(
    _ original: OpenFile, _ output: CInt?, _ way: ShrinkWay, _ job: Job
  ) throws(ShrinkRefusal) -> ShrinkResult {
    let file = try encoded(original, way, job)
    if let output { try write(file, of: original, into: output, way, job) }
    return file.result
  }

  /// Encodes a smaller file of a photo into memory.
  private func encoded(_ original: OpenFile, _ way: ShrinkWay, _ job: Job) throws(ShrinkRefusal) -> EncodedPhoto {
    let before = original.status.size
    let most = Int(ShrinkWay.mostBytes(after: before).bytes)
    guard most > 0, before <= largestReadableFile else { throw most > 0 ? .tooLarge : .noGain }
    guard let memory = try? SharedMemory(size: most) else {
      throw .notOpened("There is no memory for the smaller file now. Run it again later.")
    }
    let encoding = WorkerRequest.shrinking(size: Int(before.bytes), way, capacity: most)
    guard case .shrunken(let count, let method) = try answer(to: encoding, original, memory.descriptor, job),
      (1...most).contains(count)
    else { throw disbelieved(job) }
    return EncodedPhoto(
      memory: memory,
      result: ShrinkResult(bytesBefore: before, bytesAfter: ByteCount(Int64(count)), method: method))
  }

  /// Writes an encoded file, and proves it.
  private func write(
    _ file: EncodedPhoto, of original: OpenFile, into output: CInt, _ way: ShrinkWay, _ job: Job
  ) throws(ShrinkRefusal) {
    let (before, after) = (Int(file.result.bytesBefore.bytes), Int(file.result.bytesAfter.bytes))
    let written = sandbox_copy_memory(file.memory.descriptor, after, output)
    if written < 0 { throw .notWritten(errno: -written) }
    // The proof reads the written file by its descriptor: the content of the memory does not count.
    let proof = WorkerRequest.shrinkProof(size: before, sizeAfter: after, way, file.result.method)
    guard case .shrinkProven = try answer(to: proof, original, output, job) else { throw disbelieved(job) }
  }

  /// - Throws: The refusal of the decode worker, or the reason why there is no answer.
  private func answer(
    to request: WorkerRequest, _ original: OpenFile, _ other: CInt, _ job: Job
  ) throws(ShrinkRefusal) -> WorkerAnswer {
    let answer: WorkerAnswer
    do throws(JobFailure) {
      let files = [original.descriptor, other]
      answer = try ask(request, job, files: files, size: Int(original.status.size.bytes))
      try unchanged(original)
      switch answer {
      case .shrunken, .shrinkProven: break
      case .shrinkRefused(let refusal) where refusal.isOfContent: break
      default: throw failure(answer, original, job)
      }
    } catch { throw .notOpened(error.problem(naming).message) }
    guard case .shrinkRefused(let refusal) = answer else { return answer }
    throw refusal
  }

  private func disbelieved(_ job: Job) -> ShrinkRefusal {
    .notOpened(JobFailure.workerEnded(disbelieve(job), crashes: 1).problem(naming).message)
  }
}
