import FileSafety

/// Files in the order in which they are best read. Those that have the size of another one come first: they may be copies,
/// which are what people look for, may lie far apart, and need only be read where the first is known. The others as they
/// come; those of a disk that turns by the numbers of their inodes, which lie on it nearly in that order.
func readingOrder(_ files: [Inventory.File], isRotating: (UInt64) -> Bool) -> [Inventory.File] {
  let devices = Set(files.map(\.identity.device)).filter(isRotating)
  guard !devices.isEmpty else { return copiesFirst(files) }
  let turning = files.filter { devices.contains($0.identity.device) }
    .sorted { ($0.identity.device, $0.identity.inode) < ($1.identity.device, $1.identity.inode) }
  return copiesFirst(files.filter { !devices.contains($0.identity.device) }) + turning
}

/// So many photos are read between the first of a size and the next one: several are read at a time, and what is in the first
/// should be known by then.
let photosBeforeCopies = 16

private func copiesFirst(_ files: [Inventory.File]) -> [Inventory.File] {
  var sets: [[Inventory.File]] = []
  var places: [Int64: Int] = [:]
  // What may be no picture at all costs little, and nobody waits for it.
  for file in files where !file.needsSniffing {
    if let place = places[file.identity.size] {
      sets[place].append(file)
    } else {
      places[file.identity.size] = sets.count
      sets.append([file])
    }
  }
  let first = sets.filter { $0.count > 1 } + sets.filter { $0.count == 1 }
  var order: [Inventory.File] = []
  order.reserveCapacity(files.count)
  for place in 0..<first.count + photosBeforeCopies {
    if place < first.count { order.append(first[place][0]) }
    let earlier = place - photosBeforeCopies
    if first.indices.contains(earlier) { order += first[earlier].dropFirst() }
  }
  return order + files.filter(\.needsSniffing)
}
