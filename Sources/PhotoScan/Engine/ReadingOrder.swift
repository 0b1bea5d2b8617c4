/// Files in the order in which they are best read. Those that have the size of another one come first: they may be
/// copies, which are what people look for, may lie far apart, and need only be read where the first is known. The
/// others as they come. A disk that turns has its files in order of their inodes, which lie on it nearly in that order;
/// there only so many come first that a review can begin with them.
func readingOrder(_ files: [Inventory.File], isRotating: (UInt64) -> Bool) -> [Inventory.File] {
  let devices = Set(files.map(\.identity.device)).filter(isRotating)
  guard !devices.isEmpty else { return copiesFirst(files) }
  let turning = files.filter { devices.contains($0.identity.device) }
    .sorted { ($0.identity.device, $0.identity.inode) < ($1.identity.device, $1.identity.inode) }
  return copiesFirst(files.filter { !devices.contains($0.identity.device) })
    + copiesFirst(turning, mostSets: setsToBeginWith)
}

/// So many photos are read between the first of a size and the next one: several are read at a time, and what is in the
/// first should be known by then.
let photosBeforeCopies = 16

/// Each costs a disk that turns some movements of its heads more: a second or two in all.
let setsToBeginWith = 100

private func copiesFirst(_ files: [Inventory.File], mostSets: Int = .max) -> [Inventory.File] {
  // What may be no picture at all costs little, and nobody waits for it.
  let counts = files.reduce(into: [Int64: Int]()) { if !$1.needsSniffing { $0[$1.identity.size, default: 0] += 1 } }
  var sets: [[Inventory.File]] = []
  var indices: [Int64: Int] = [:]
  var others: [Inventory.File] = []
  for file in files {
    if file.needsSniffing || counts[file.identity.size] == 1 {
      others.append(file)
    } else if let index = indices[file.identity.size] {
      sets[index].append(file)
    } else if sets.count < mostSets {
      indices[file.identity.size] = sets.count
      sets.append([file])
    } else {
      others.append(file)
    }
  }
  let first = sets.map { $0[0] } + others
  var order: [Inventory.File] = []
  order.reserveCapacity(files.count)
  for index in 0..<first.count + photosBeforeCopies {
    if index < first.count { order.append(first[index]) }
    let earlier = index - photosBeforeCopies
    if sets.indices.contains(earlier) { order += sets[earlier].dropFirst() }
  }
  return order
}
