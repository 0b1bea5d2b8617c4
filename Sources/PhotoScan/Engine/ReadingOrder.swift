/// The files in the order in which they are best read. Files that share a size come first: they may be copies, which
/// people look for, may lie far apart, and need only be read once where the content is known. The others keep their
/// order. On a rotating disk files come in order of their inodes, which is nearly that on the disk; only enough sets of
/// equal size come first there for a review to begin with.
func readingOrder(_ files: [Inventory.File], isRotating: (UInt64) -> Bool) -> [Inventory.File] {
  let devices = Set(files.map(\.identity.device)).filter(isRotating)
  guard !devices.isEmpty else { return copiesFirst(files) }
  let turning = files.filter { devices.contains($0.identity.device) }
    .sorted { ($0.identity.device, $0.identity.inode) < ($1.identity.device, $1.identity.inode) }
  return copiesFirst(files.filter { !devices.contains($0.identity.device) })
    + copiesFirst(turning, mostSets: setsToBeginWith)
}

/// The number of photos read between the first of a size and the next: several are read at a time, and the content of
/// the first should be known by then.
let photosBeforeCopies = 16

/// The number of sets read first on a rotating disk. Each costs some more movements of the heads: a second or two in
/// all.
let setsToBeginWith = 100

private func copiesFirst(_ files: [Inventory.File], mostSets: Int = .max) -> [Inventory.File] {
  // Files that may be no pictures cost little, and nobody waits for them.
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
