import Dispatch
import Synchronization

/// The results of `work` on `0..<count`, in blocks of `size` indices on all cores; in the order of the blocks.
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

/// The values of `0..<count`, each index giving one or none.
func concurrentMap<Value: Sendable>(
  _ count: Int, blocks size: Int, _ value: @Sendable (Int) -> Value?
) -> [Value] {
  concurrentBlocks(of: count, size: size) { $0.compactMap(value) }.flatMap { $0 }
}

/// The results of two independent pieces of work; at the same time, where a core is free.
func concurrently<First: Sendable, Second: Sendable>(
  _ first: @Sendable () -> First, _ second: @Sendable () -> Second
) -> (First, Second) {
  let results = Mutex<(First?, Second?)>((nil, nil))
  DispatchQueue.concurrentPerform(iterations: 2) { number in
    if number == 0 {
      let value = first()
      results.withLock { $0.0 = value }
    } else {
      let value = second()
      results.withLock { $0.1 = value }
    }
  }
  guard case (let value?, let other?) = results.withLock({ $0 }) else {
    preconditionFailure("it returns once both have given what they give")
  }
  return (value, other)
}
