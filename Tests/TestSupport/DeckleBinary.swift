import Foundation
package import SystemPackage

/// The program under test: `DECKLE_BINARY` in the environment, else the product beside the test bundle.
///
/// The end-to-end tests do not import the executable; the package manager builds it with the tests all the same.
package let deckleBinary: FilePath = builtProduct("deckle", override: "DECKLE_BINARY")

/// A product of this package, in the folder that the tests were built into.
package func builtProduct(_ name: String, override variable: String) -> FilePath {
  if let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty { return FilePath(path) }
  let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
  let running = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  let folders = [running, bundle].compactMap { $0.map { FilePath($0).removingLastComponent() } }
  let candidates = folders.map { $0.appending(name) }
  return candidates.first { FileManager.default.isExecutableFile(atPath: $0.string) } ?? candidates.last
    ?? FilePath(name)
}
