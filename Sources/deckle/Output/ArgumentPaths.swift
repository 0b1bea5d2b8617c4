import FileSafety
import PhotoModel
import SystemPackage

/// The arguments behind the name of the program, as the parser takes them: bytes that are no UTF-8 are escaped.
let commandLineArguments = processArguments.dropFirst().map { String(escaping: $0) }

/// The paths that a person named on the command line, byte for byte.
func argumentPaths(_ names: [String]) -> [FilePath] { names.map(argumentPath) }

/// The path that one argument names, byte for byte.
func argumentPath(_ name: String) -> FilePath { FilePath(bytes: name.unescapedBytes) }
