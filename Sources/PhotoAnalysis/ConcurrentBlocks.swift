import Dispatch
import Synchronization

/// What `work` makes of `0..<count`, in blocks of so many places on all cores; in the order of the blocks.
package func concurrentBlocks<Result: Sendable>(
  of count: Int, size: Int, _ work: @Sendable (Range<Int>) -> Result
) -> [Result] {
  let results = Mutex<[(block: Int, result: Result)]>([])
  DispatchQueue.concurrentPerform(iterations: (count + size - 1) / size) { block in
    let result = work(block * size..<min(count, (block + 1) * size))
    results.withLock { $0.append((block, result)) }
  }
  return results.withLock { $0 }.sorted { $0.block < $1.block }.map(\.result)
}

/// The same where each place gives one value, or none.
func concurrentMap<Value: Sendable>(
  _ count: Int, blocks size: Int, _ value: @Sendable (Int) -> Value?
) -> [Value] {
  concurrentBlocks(of: count, size: size) { $0.compactMap(value) }.flatMap { $0 }
}
