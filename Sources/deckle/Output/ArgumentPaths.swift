import Glibc
import PhotoModel
import SystemPackage

/// The paths that a person named on the command line, byte for byte.
///
/// Arguments reach the parser as text, where a byte that is no UTF-8 has become U+FFFD. Such a name is looked up
/// among the arguments as the system passed them.
func argumentPaths(_ names: [String]) -> [FilePath] {
  guard names.contains(where: isRepaired) else { return names.map { FilePath($0) } }
  var raw = rawArguments()
  return names.map { name in
    guard isRepaired(name), let index = raw.firstIndex(where: { String(decoding: $0, as: UTF8.self) == name }) else {
      return FilePath(name)
    }
    // Two names that look the same are taken one after the other.
    return FilePath(bytes: raw.remove(at: index))
  }
}

private func isRepaired(_ name: String) -> Bool { name.unicodeScalars.contains("\u{FFFD}") }

/// What was passed, and of `--option=value` also the value alone.
private func rawArguments() -> [[UInt8]] {
  var all: [[UInt8]] = []
  for pointer in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst() {
    guard let pointer else { continue }
    let bytes = UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
    all.append(bytes)
    if bytes.starts(with: Array("--".utf8)), let equals = bytes.firstIndex(of: UInt8(ascii: "=")) {
      all.append(Array(bytes[(equals + 1)...]))
    }
  }
  return all
}
