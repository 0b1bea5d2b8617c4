/// Which target may import what: docs/ARCHITECTURE.md as data.
///
/// The compiler lets a target import whatever its dependencies bring along, so the arrows hold only because the
/// suite in this folder reads every `import` line against this table.
struct TargetTable {
  /// A Swift target: the targets of ours it may import, and the modules from outside beyond the language's own.
  struct Target {
    let ours: Set<String>
    let outside: Set<String>

    init(_ ours: Set<String> = [], outside: Set<String> = []) {
      self.ours = ours
      self.outside = outside
    }
  }

  /// The Swift targets by name.
  var targets: [String: Target]

  /// The C targets: module maps of system libraries (`CSys…`) and the shims over them.
  var cTargets: Set<String>

  /// Modules that every Swift target may import.
  var everywhere: Set<String>

  /// C headers that may be included by the named C targets only, by the start of the header's path.
  var headerOwners: [String: Set<String>]

  /// Targets that know no clock, no file and no environment: what they compute follows from their arguments.
  var pureTargets: Set<String>

  /// Targets that may remove, move or truncate files.
  var targetsThatMayRemoveFiles: Set<String>

  static let deckle = TargetTable(
    targets: [
      "PhotoModel": Target(["CPixels"], outside: ["SystemPackage"]),
      "TextSurface": Target(),

      "PhotoAnalysis": Target(
        ["PhotoModel", "CHamming", "CPixels", "CProcessor", "CVLFeat"], outside: ["SystemPackage"]),
      "ImageDecoding": Target([
        "PhotoModel", "CPixels", "CTurboJPEG", "CPNG", "CHeif", "CWebP", "CJXL", "CJP2", "CTIFF", "CEXIF", "CExpat",
      ]),
      "FileSafety": Target(["PhotoModel", "CFileSystem"], outside: ["SystemPackage"]),

      "Review": Target(["PhotoModel", "PhotoAnalysis", "FileSafety", "TextSurface"], outside: ["SystemPackage"]),
      "PhotoScan": Target(
        ["PhotoModel", "PhotoAnalysis", "ImageDecoding", "FileSafety", "Review"], outside: ["SystemPackage"]),
      "AppCleanup": Target(["FileSafety", "PhotoModel"], outside: ["SystemPackage"]),

      "Removal": Target(
        ["PhotoModel", "PhotoAnalysis", "PhotoScan", "ImageDecoding", "FileSafety", "Review", "TextSurface"],
        outside: ["SystemPackage"]),
      "SessionStore": Target(
        ["PhotoModel", "PhotoScan", "FileSafety", "Review", "TextSurface"],
        outside: ["GRDB", "GRDBSQLite", "SystemPackage"]),
      "DecodeWorker": Target(
        ["PhotoModel", "PhotoAnalysis", "PhotoScan", "ImageDecoding", "FileSafety", "CSandbox"],
        outside: ["SystemPackage"]),
      "ViewModels": Target(
        ["PhotoModel", "PhotoAnalysis", "PhotoScan", "FileSafety", "AppCleanup", "Review", "Removal", "TextSurface"],
        outside: ["SystemPackage"]),

      "Views": Target(["PhotoModel", "ViewModels", "TextSurface"], outside: ["SystemPackage"]),
      "PhotoArt": Target(["PhotoModel", "TextSurface", "CChafa", "CPNG"]),
      "TerminalDriver": Target(["TextSurface", "CNcurses"]),
      "SettingsFile": Target(
        ["ViewModels", "AppCleanup", "FileSafety", "PhotoModel", "TextSurface"], outside: ["TOMLKit", "SystemPackage"]),

      "Shell": Target(["PhotoModel", "Review", "Views", "ViewModels", "TextSurface"]),

      "deckle": Target(
        [
          "AppCleanup", "FileSafety", "ImageDecoding", "PhotoAnalysis", "PhotoArt", "DecodeWorker",
          "PhotoModel", "PhotoScan", "Review", "Removal", "SessionStore", "SettingsFile", "Shell", "TerminalDriver",
          "TextSurface",
          "ViewModels", "Views", "CProcessor",
        ],
        outside: ["ArgumentParser", "Logging", "SystemPackage"]),
    ],
    cTargets: [
      "CSysJPEG", "CSysTurboJPEG", "CSysPNG", "CSysDeflate", "CSysHeif", "CSysHEVC", "CSysWebP", "CSysJXL", "CSysJP2",
      "CSysTIFF", "CSysExif", "CSysExpat", "CSysVLFeat",
      "CSysChafa",
      "CSysCrypto",
      "CSysVTerm",
      "CTurboJPEG", "CPNG", "CHeif", "CWebP", "CJXL", "CJP2", "CTIFF", "CEXIF", "CExpat", "CVLFeat", "CChafa",
      "CFileSystem",
      "CProcessor",
      "CHamming",
      "CPixels",
      "CSandbox", "CNcurses",
    ],
    everywhere: ["Foundation", "Glibc", "Dispatch", "Synchronization"],
    headerOwners: [
      "curses.h": ["CNcurses"], "ncurses": ["CNcurses"], "term.h": ["CNcurses"],
      "jpeglib.h": ["CSysJPEG", "CTurboJPEG"], "turbojpeg.h": ["CSysTurboJPEG", "CTurboJPEG"],
      "png.h": ["CSysPNG", "CPNG"], "libdeflate.h": ["CSysDeflate", "CPNG"],
      "libheif": ["CSysHeif", "CHeif"], "libde265": ["CSysHEVC", "CHeif"],
      "webp/": ["CSysWebP", "CWebP"],
      "jxl/": ["CSysJXL", "CJXL"], "openjpeg": ["CSysJP2", "CJP2"],
      "tiff": ["CSysTIFF", "CTIFF"], "libexif": ["CSysExif", "CEXIF"],
      "expat.h": ["CSysExpat", "CExpat"],
      "vl/": ["CSysVLFeat", "CVLFeat"],
      "chafa": ["CSysChafa", "CChafa"],
      "openssl/": ["CSysCrypto", "CFileSystem"],
      "vterm.h": ["CSysVTerm"],
      "linux/seccomp.h": ["CSandbox"], "linux/filter.h": ["CSandbox"], "linux/landlock.h": ["CSandbox"],
    ],
    pureTargets: ["PhotoModel", "TextSurface", "PhotoAnalysis", "Review", "Views"],
    targetsThatMayRemoveFiles: ["FileSafety", "CFileSystem"]
  )
}
