package import FileSafety
package import PhotoModel
package import SystemPackage

/// Smaller files in the place of photos, and what they would be.
extension RemovalRun {
  /// Puts a smaller file in the place of each photo of the plan; the originals go to the trash.
  ///
  /// - Parameters:
  ///   - isStopped: Called before each photo; true leaves all others as they are.
  ///   - progress: Called after each file.
  /// - Returns: Outcomes `shrunk` with both sizes.
  /// - Throws: Only what the journal throws when the batch is begun; then nothing was touched.
  package func shrink(
    _ plan: RemovalPlan, by shrinking: Shrinking, isStopped: () -> Bool, progress: (RemovalProgress) -> Void = { _ in }
  ) throws -> RemovalReceipt {
    try move(plan, as: BatchID(startedAt: trash.now()), shrinking, isStopped, progress)
  }
}

extension RemovalReceipt {
  /// The encoder of a file that is open: writes into the other descriptor, or measures where there is none.
  package typealias Encoder =
    @Sendable (_ original: OpenFile, _ output: CInt?) async -> Result<ShrinkResult, ShrinkRefusal>

  /// Measures what the photos would become, several at a time; changes nothing.
  ///
  /// - Parameters:
  ///   - jobs: Photos that are encoded at the same time.
  ///   - isStopped: Called before each photo; true ends the measurement.
  ///   - progress: Called after each photo with the number of those that are done.
  /// - Returns: Outcomes `shrunk` with both sizes, of those that could be made smaller.
  package static func measuring(
    _ items: [RemovalItem], by encode: @escaping Encoder, jobs: Int, naming: (FilePath) -> String,
    isStopped: () -> Bool, progress: (Int) -> Void = { _ in }
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
        progress(done)
        switch result {
        case .success(let result): receipt.foresee(item, result)
        case .failure(let obstacle):
          receipt.outcomes[item.path] = FileOutcome(
            item.path, .failed, at: nil, unless: obstacle, naming: naming)
        }
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
  private mutating func foresee(_ item: RemovalItem, _ result: ShrinkResult) {
    var outcome = FileOutcome(item.path, .shrunk)
    (outcome.bytesBefore, outcome.bytesAfter) = (result.bytesBefore, result.bytesAfter)
    outcomes[item.path] = outcome
    moved.append(item.path)
    files += 1
    bytes += result.bytesBefore
    freed += result.gain
  }
}
