import Foundation

/// The memory that a program may use: the bytes that the system has left, and the limits of a container or a service.
struct AvailableMemory {
  /// Contents of a file; nil where there is none.
  var read: (_ path: String) -> String? = { try? String(contentsOfFile: $0, encoding: .utf8) }

  /// The number of bytes; nil where the system does not tell.
  var bytes: Int? { ([ofSystem] + limitsOfGroups).compactMap { $0 }.min() }

  private var ofSystem: Int? {
    let line = lines(of: "/proc/meminfo").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// The limits in bytes of the control groups of this process, of either version, and of those around them.
  private var limitsOfGroups: [Int?] {
    lines(of: "/proc/self/cgroup").flatMap { line -> [Int?] in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      if fields[1].isEmpty { return limits(fields[2], below: "/sys/fs/cgroup", named: "memory.max") }
      guard fields[1].split(separator: ",").contains("memory") else { return [] }
      return limits(fields[2], below: "/sys/fs/cgroup/memory", named: "memory.limit_in_bytes")
    }
  }

  private func limits(_ group: Substring, below root: String, named name: String) -> [Int?] {
    var parts = group.split(separator: "/")
    var limits: [Int?] = []
    while true {
      let folder = ([root] + parts.map(String.init)).joined(separator: "/")
      // "max" where there is no limit.
      limits.append(lines(of: "\(folder)/\(name)").first.flatMap { Int($0) })
      guard parts.popLast() != nil else { return limits }
    }
  }

  private func lines(of path: String) -> [Substring] { read(path)?.split(separator: "\n") ?? [] }
}
