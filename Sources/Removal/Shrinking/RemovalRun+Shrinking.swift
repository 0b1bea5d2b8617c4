package import FileSafety
package import PhotoModel
package import SystemPackage

/// Smaller files in the place of photos, and their measurement.
extension RemovalRun {
  /// Puts a smaller file in the place of each photo of the plan; the originals go to the trash.
  ///
  /// - Parameters:
  ///   - isStopped: Called before each photo; true leaves all others as they are.
  ///   - progress: Called after each file.
  /// - Returns: Outcomes `shrunk` with both sizes.
  /// - Throws: Only errors of the journal when the batch is begun; then nothing was touched.
  package func shrink(
    _ plan: RemovalPlan, by shrinking: Shrinking, isStopped: () -> Bool, progress: (RemovalProgress) -> Void = { _ in }
  ) throws -> RemovalReceipt {
    let batch = BatchID(startedAt: trash.now())
    var receipt = try move(plan, as: batch, shrinking, isStopped, progress)
    for file in (try? journal.batch(batch))?.files ?? [] where file.smallerFile != nil && file.state == .moved {
      receipt.replaced[file.path] = FileVersion(at: file.path, digest: file.replacement?.digest)
    }
    return receipt
  }

  /// The encoder that makes each photo of the plan smaller by its own method.
  func shrinking(_ plan: RemovalPlan, _ shrinks: [FilePath: PlannedShrink]) -> Shrinking {
    Shrinking(
      isLossy: { shrinks[$0].map { $0.way != .lossless } ?? true },
      encode: encoder(plan.items.compactMap { item in shrinks[item.path].map { (item.path, item.identity, $0.way) } }))
  }

  /// The sentence about too little space for the smaller files beside their originals; nil where there is enough, as
  /// far as the disks tell.
  func spaceText(for shrinks: [FilePath: PlannedShrink]) -> String? {
    var needed: [UInt64: ByteCount] = [:]
    var volumes: [FilePath: Volume] = [:]
    for (path, shrink) in shrinks {
      let folder = path.removingLastComponent()
      guard let volume = volumes[folder] ?? (try? Volume.containing(folder)) else { continue }
      volumes[folder] = volume
      needed[volume.mountID, default: .zero] += shrink.bytesAfter
    }
    let tight = volumes.values.first { $0.capacity > .zero && $0.available < needed[$0.mountID] ?? .zero }
    return tight.map { volume in
      "Until the trash is emptied both files of each photo are there: that needs "
        + "\((needed[volume.mountID] ?? .zero).formatted), and \(volume.available.formatted) are free on "
        + "\(naming(volume.mountPoint)). What has no room stays as it is."
    }
  }
}

/// A photo that is to be made smaller.
package struct PlannedShrink: Hashable, Sendable {
  /// The method by which the photo is made smaller.
  package var way: ShrinkWay
  /// The measured size of the smaller file.
  package var bytesAfter: ByteCount

  /// Creates the plan for a photo.
  package init(_ way: ShrinkWay, bytesAfter: ByteCount) {
    self.way = way
    self.bytesAfter = bytesAfter
  }
}

extension FileVersion {
  /// Creates the version that is at a path; nil where the file or its digest is not known.
  init?(at path: FilePath, digest: ContentDigest?) {
    guard let digest, let status = try? fileStatus(of: path) else { return nil }
    self.init(identity: status.identity, digest: digest)
  }
}

extension RemovalReceipt {
  /// The encoder of a file that is open: writes into the other descriptor, or measures where there is none.
  package typealias Encoder =
    @Sendable (_ original: OpenFile, _ output: CInt?) async -> Result<ShrinkResult, ShrinkRefusal>

  /// Measures the sizes of the smaller files, several at a time; changes nothing.
  ///
  /// - Parameters:
  ///   - jobs: The number of photos encoded at the same time.
  ///   - isStopped: Called before each photo; true ends the measurement.
  ///   - progress: Called after each photo with the number of those that are done, and its outcome.
  /// - Returns: Outcomes `shrunk` with both sizes, of those that could be made smaller.
  package static func measuring(
    _ items: [RemovalItem], by encode: @escaping Encoder, jobs: Int, naming: (FilePath) -> String,
    isStopped: () -> Bool, progress: (Int, FileOutcome) -> Void = { _, _ in }
  ) async -> RemovalReceipt {
    var receipt = RemovalReceipt()
    await withTaskGroup(of: (RemovalItem, Result<ShrinkResult, FileSafetyError>).self) { group in
      var left = items.makeIterator()
      func begin() {
        guard !isStopped(), let item = left.next() else { return }
        group.addTask { (item, await measured(item, by: encode)) }
      }
      for _ in 0..<max(1, jobs) { begin() }
      var done = 0
      for await (item, result) in group {
        done += 1
        let outcome: FileOutcome
        switch result {
        case .success(let result): outcome = receipt.foresee(item, result)
        case .failure(let obstacle):
          outcome = FileOutcome(item.path, .failed, at: nil, unless: obstacle, naming: naming)
        }
        receipt.outcomes[item.path] = outcome
        progress(done, outcome)
        begin()
      }
      receipt.wasStopped = left.next() != nil
    }
    receipt.moved.sort(by: precedesInByteOrder)
    return receipt
  }

  private static func measured(
    _ item: RemovalItem, by encode: Encoder
  ) async -> Result<ShrinkResult, FileSafetyError> {
    let opened = await onDiskThread { () -> Result<OpenFile, FileSafetyError> in
      Result { () throws(FileSafetyError) in
        let file = try openForReading(item.path, expecting: item.identity, limit: ByteCount(.max))
        if file.status.linkCount > 1 { throw .hasOtherNames(item.path, file.status.linkCount) }
        return file
      }
    }
    guard case .success(let file) = opened else { return opened.flatMap { _ in .failure(.changed(item.path)) } }
    return await encode(file, nil).mapError { .leftAsItIs(item.path, $0) }
  }

  /// Adds a photo that could be made smaller.
  ///
  /// - Returns: Its outcome.
  private mutating func foresee(_ item: RemovalItem, _ result: ShrinkResult) -> FileOutcome {
    var outcome = FileOutcome(item.path, .shrunk)
    (outcome.bytesBefore, outcome.bytesAfter) = (result.bytesBefore, result.bytesAfter)
    moved.append(item.path)
    files += 1
    bytes += result.bytesBefore
    freed += result.gain
    return outcome
  }
}
