import Synchronization

/// Work waiting for a worker; each piece is handed out once.
final class WorkQueue<Item: Sendable>: Sendable {
  private let items: [Item]
  private let next = Atomic<Int>(0)

  init(_ items: [Item]) { self.items = items }

  func take() -> Item? {
    let index = next.add(1, ordering: .relaxed).oldValue
    return index < items.count ? items[index] : nil
  }

  /// The item that will be handed out after `count` others; nil past the end.
  func item(after count: Int) -> Item? {
    let index = next.load(ordering: .relaxed) + count
    return index < items.count ? items[index] : nil
  }
}

/// Works on each item, at most `jobs` at a time, begun in their order; after a stop no more are begun.
func concurrently<Item: Sendable>(
  _ items: [Item], jobs: Int, stop: CancellationFlag, _ body: @escaping @Sendable (Item) async -> Void
) async {
  let _: [Never] = await concurrentResults(of: items, jobs: jobs, stop: stop) { item in
    await body(item)
    return nil
  }
}

/// The results of work on each item, at most `jobs` at a time, in no particular order; nil is left out.
///
/// - Parameter stop: The flag after which no more items are begun; nil works on all.
func concurrentResults<Item: Sendable, Result: Sendable>(
  of items: [Item], jobs: Int, stop: CancellationFlag?, _ body: @escaping @Sendable (Item) async -> Result?
) async -> [Result] {
  let queue = WorkQueue(items)
  return await withTaskGroup(of: [Result].self) { group in
    for _ in 0..<min(jobs, items.count) {
      group.addTask {
        var results: [Result] = []
        while stop?.isRaised != true, let item = queue.take() {
          if let result = await body(item) { results.append(result) }
        }
        return results
      }
    }
    return await group.reduce(into: []) { $0 += $1 }
  }
}
