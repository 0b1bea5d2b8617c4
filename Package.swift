// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Whether an optional library is read by: its header is there, and nothing says to do without.
func has(_ header: String, without switchedOff: String) -> Bool {
  FileManager.default.fileExists(atPath: header) && Context.environment[switchedOff] == nil
}

/// Formats that few photos have: without their libraries they are named and not read (docs/decisions/0023).
let hasJXL = has("/usr/include/jxl/decode.h", without: "DECKLE_WITHOUT_JXL")
let hasJP2 = has("/usr/include/openjpeg-2.5/openjpeg.h", without: "DECKLE_WITHOUT_JP2")

/// Every Swift target of ours: language mode 6, and a warning is an error.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"), .treatAllWarnings(as: .error),
]

/// The headers and link flags of a C library, as its Debian package installs them.
func systemLibrary(_ name: String, pkgConfig: String, debian: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}

/// C of ours over system libraries. They are linked by name: what pkg-config names besides a library differs between releases.
func shim(
  _ name: String, _ headers: [Target.Dependency], links libraries: [String], path: String? = nil
) -> Target {
  .target(name: name, dependencies: headers, path: path, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// As `shim`, over a library that a build may do without: then the one file that says so takes its place.
func optionalShim(_ name: String, _ header: Target.Dependency, links library: String, isThere: Bool) -> Target {
  .target(
    name: name, dependencies: isThere ? [header] : [],
    exclude: [isThere ? "absent.c" : "\(name.dropFirst().lowercased())reader.c"],
    linkerSettings: isThere ? [.linkedLibrary(library)] : [])
}

/// Modules that work through every pixel or every cell are optimised in every build, and so are what draws the pictures of
/// tests and the moves that they stop at each call: without it a test run takes minutes more.
let optimised: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Not optimised in a debug build, also where scripts/test has the packages that we use optimised.
let plain: [SwiftSetting] = strict + [.unsafeFlags(["-Xfrontend", "-Onone"], .when(configuration: .debug))]

/// A module of the package (docs/ARCHITECTURE.md), with its dependencies.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, isHot: Bool = false
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: isHot ? optimised : plain)
}

/// A test suite; texts that screens are held against lie beside it in Goldens.
func tests(_ name: String, _ dependencies: [Target.Dependency], goldens: Bool = false) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: goldens ? ["Goldens"] : [], swiftSettings: plain)
}

let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "deckle",
  products: [.executable(name: "deckle", targets: ["deckle"])],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
  ],
  targets: [
    // C: system headers (CSys…) and the shims that keep macros, variadics and setjmp out of Swift.
    systemLibrary("CSysJPEG", pkgConfig: "libjpeg", debian: "libjpeg62-turbo-dev"),
    systemLibrary("CSysTurboJPEG", pkgConfig: "libturbojpeg", debian: "libturbojpeg0-dev"),
    systemLibrary("CSysPNG", pkgConfig: "libpng", debian: "libpng-dev"),
    systemLibrary("CSysDeflate", pkgConfig: "libdeflate", debian: "libdeflate-dev"),
    systemLibrary("CSysHeif", pkgConfig: "libheif", debian: "libheif-dev"),
    systemLibrary("CSysHEVC", pkgConfig: "libde265", debian: "libde265-dev"),
    systemLibrary("CSysWebP", pkgConfig: "libwebpdemux", debian: "libwebp-dev"),
    // jxl stands where every compiler looks, and the package manager refuses its pkg-config's flags.
    .systemLibrary(name: "CSysJXL", providers: [.apt(["libjxl-dev"])]),
    systemLibrary("CSysJP2", pkgConfig: "libopenjp2", debian: "libopenjp2-7-dev"),
    systemLibrary("CSysExif", pkgConfig: "libexif", debian: "libexif-dev"),
    systemLibrary("CSysTIFF", pkgConfig: "libtiff-4", debian: "libtiff-dev"),
    // vl has no pkg-config, and stands where every compiler looks.
    .systemLibrary(name: "CSysVLFeat", providers: [.apt(["libvlfeat-dev"])]),
    systemLibrary("CSysExpat", pkgConfig: "expat", debian: "libexpat1-dev"),
    systemLibrary("CSysChafa", pkgConfig: "chafa", debian: "libchafa-dev"),
    systemLibrary("CSysCrypto", pkgConfig: "libcrypto", debian: "libssl-dev"),
    // Of tests only: without pkg-config nobody who wants to run the program is asked for it.
    .systemLibrary(name: "CSysVTerm"),
    shim("CTurboJPEG", ["CSysJPEG", "CSysTurboJPEG"], links: ["jpeg", "turbojpeg"]),
    // Optimised in every build: its filters go through every byte of a picture.
    .target(
      name: "CPNG", dependencies: ["CSysPNG", "CSysDeflate"], cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("deflate")]),
    // Optimised in every build, like the module above it: it goes through every pixel.
    .target(
      name: "CHeif", dependencies: ["CSysHeif", "CSysHEVC"], cxxSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("heif"), .linkedLibrary("de265")]),
    shim("CWebP", ["CSysWebP"], links: ["webpdemux", "webp"]),
    optionalShim("CJXL", "CSysJXL", links: "jxl", isThere: hasJXL),
    optionalShim("CJP2", "CSysJP2", links: "openjp2", isThere: hasJP2),
    shim("CTIFF", ["CSysTIFF"], links: ["tiff"]),
    shim("CEXIF", ["CSysExif"], links: ["exif"]),
    shim("CExpat", ["CSysExpat"], links: ["expat"]),
    shim("CVLFeat", ["CSysVLFeat"], links: ["vl"]),
    shim("CChafa", ["CSysChafa"], links: ["chafa"]),
    shim("CFileSystem", ["CSysCrypto"], links: ["crypto"]),
    .target(name: "CSandbox"),
    .target(name: "CProcessor"),
    // Optimised in every build, like the module above it.
    .target(name: "CHamming", dependencies: ["CProcessor"], cSettings: [.unsafeFlags(["-O2"])]),
    .target(name: "CPixels", dependencies: ["CProcessor"], cSettings: [.unsafeFlags(["-O2"])]),
    // pkg-config's flags for ncursesw are refused by the package manager, so that it has no headers here.
    shim("CNcurses", [], links: ["ncursesw", "tinfo"]),
    .target(
      name: "CTestImages",
      dependencies: ["CSysJPEG", "CSysPNG", "CSysHeif", "CSysWebP", "CSysTIFF"] + (hasJXL ? ["CSysJXL"] : [])
        + (hasJP2 ? ["CSysJP2"] : []),
      path: "Tests/CTestImages", exclude: [hasJXL ? "absentjxl.c" : "testjxl.c", hasJP2 ? "absentjp2.c" : "testjp2.c"],
      linkerSettings: ["jpeg", "png16", "heif", "webp", "webpmux", "tiff"].map { .linkedLibrary($0) }
        + (hasJXL ? [.linkedLibrary("jxl")] : []) + (hasJP2 ? [.linkedLibrary("openjp2")] : [])),
    shim("CVTerm", ["CSysVTerm"], links: ["vterm", "util"], path: "Tests/CVTerm"),

    // 0
    module("PhotoModel", ["CPixels", system], isHot: true),
    module("TextSurface", isHot: true),
    // 1
    module("FileSafety", ["PhotoModel", "CFileSystem", system], isHot: true),
    module(
      "ImageDecoding",
      ["PhotoModel", "CPixels", "CTurboJPEG", "CPNG", "CHeif", "CWebP", "CJXL", "CJP2", "CTIFF", "CEXIF", "CExpat"],
      isHot: true),
    module("PhotoAnalysis", ["PhotoModel", "CHamming", "CPixels", "CProcessor", "CVLFeat", system], isHot: true),
    // 2
    module("Review", ["PhotoModel", "PhotoAnalysis", "FileSafety", "TextSurface", system]),
    module("AppCleanup", ["FileSafety", "PhotoModel", system]),
    // 3
    module("PhotoScan", ["PhotoModel", "PhotoAnalysis", "ImageDecoding", "FileSafety", "Review", system]),
    // 4
    module(
      "Removal",
      ["PhotoModel", "PhotoAnalysis", "PhotoScan", "ImageDecoding", "FileSafety", "Review", "TextSurface", system]),
    module("SessionStore", ["PhotoModel", "PhotoScan", "FileSafety", "Review", "TextSurface", grdb, sqlite, system]),
    module(
      "DecodeWorker",
      ["PhotoModel", "PhotoAnalysis", "PhotoScan", "ImageDecoding", "FileSafety", "CSandbox", system]),
    // 5
    module(
      "ViewModels",
      [
        "PhotoModel", "PhotoAnalysis", "PhotoScan", "FileSafety", "Removal", "AppCleanup", "Review", "TextSurface",
        system,
      ]),
    module("PhotoArt", ["PhotoModel", "TextSurface", "CChafa", "CPNG"], isHot: true),
    module("TerminalDriver", ["TextSurface", "CNcurses"]),
    // 6
    module("Views", ["ViewModels", "TextSurface", "PhotoModel", system]),
    module("SettingsFile", ["ViewModels", "AppCleanup", "FileSafety", "PhotoModel", "TextSurface", toml, system]),
    // 7
    module("Shell", ["Views", "ViewModels", "Review", "TextSurface", "PhotoModel"]),
    // 8
    .executableTarget(
      name: "deckle",
      dependencies: [
        "Shell", "TerminalDriver", "Views", "ViewModels", "PhotoArt", "SettingsFile", "SessionStore", "DecodeWorker",
        "PhotoScan", "Review", "Removal", "AppCleanup", "PhotoAnalysis", "ImageDecoding", "FileSafety", "PhotoModel",
        "TextSurface",
        "CProcessor", argumentParser, logging, system,
      ], swiftSettings: plain),

    // What the measuring scripts run: raw measures, and the time of each stage.
    .executableTarget(
      name: "deckle-measure",
      dependencies: [
        "PhotoScan", "SessionStore", "PhotoAnalysis", "ImageDecoding", "FileSafety", "PhotoModel", "TextSurface",
        system,
      ],
      path: "Tests/deckle-measure", swiftSettings: optimised),

    // Tests
    // A decode worker that misbehaves where the bytes ask it to.
    .executableTarget(
      name: "TestDecodeWorker", dependencies: ["DecodeWorker", "PhotoScan", "ImageDecoding", "PhotoModel"],
      path: "Tests/TestDecodeWorker", swiftSettings: plain),
    module(
      "TestSupport", ["PhotoModel", "TextSurface", "CVTerm", "CTestImages", system], path: "Tests/TestSupport",
      isHot: true),
    tests("PhotoModelTests", ["PhotoModel", "TestSupport", system]),
    tests("TextSurfaceTests", ["TextSurface", "TestSupport"], goldens: true),
    tests("FileSafetyTests", ["FileSafety", "PhotoModel", "TestSupport", system]),
    tests("ImageDecodingTests", ["ImageDecoding", "PhotoModel", "TestSupport", system]),
    tests(
      "PhotoAnalysisTests",
      ["PhotoAnalysis", "PhotoModel", "CHamming", "CPixels", "CProcessor", "TestSupport", system]),
    tests("PhotoScanTests", ["PhotoScan", "PhotoAnalysis", "FileSafety", "PhotoModel", "TestSupport", system]),
    tests(
      "DecodeWorkerTests",
      [
        "DecodeWorker", "PhotoScan", "ImageDecoding", "FileSafety", "PhotoModel", "TestSupport", "TestDecodeWorker",
        system,
      ]),
    tests("ReviewTests", ["Review", "FileSafety", "PhotoModel", "TestSupport", system]),
    tests(
      "RemovalTests",
      [
        "Removal", "Review", "PhotoScan", "PhotoAnalysis", "ImageDecoding", "FileSafety", "PhotoModel", "SessionStore",
        "TestSupport", system,
      ]),
    tests("AppCleanupTests", ["AppCleanup", "TestSupport", system]),
    tests(
      "SessionStoreTests",
      ["SessionStore", "PhotoScan", "FileSafety", "PhotoModel", "TestSupport", grdb, system]),
    tests(
      "ViewModelsTests",
      [
        "ViewModels", "Review", "Removal", "PhotoScan", "AppCleanup", "FileSafety", "PhotoModel", "TextSurface",
        "TestSupport",
        system,
      ]),
    tests(
      "ViewsTests", ["Views", "ViewModels", "Review", "Removal", "TextSurface", "PhotoModel", "TestSupport", system],
      goldens: true
    ),
    tests("PhotoArtTests", ["PhotoArt", "ImageDecoding", "PhotoModel", "TextSurface", "TestSupport"]),
    tests("TerminalDriverTests", ["TerminalDriver", "TextSurface", "TestSupport"]),
    tests(
      "JourneyTests",
      [
        "Shell", "SessionStore", "Removal", "PhotoScan", "PhotoAnalysis", "ImageDecoding", "AppCleanup",
        "FileSafety", "ViewModels", "Views", "TextSurface", "PhotoModel", "TestSupport", system,
      ]),
    tests("EndToEndTests", ["FileSafety", "PhotoModel", "SessionStore", "TestSupport", "TextSurface", system]),
    tests("ArchitectureTests", []),
    // Run by scripts/torture: mutated bytes against everything that reads what nobody vouches for.
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "AppCleanup", "PhotoScan", "PhotoAnalysis", "ImageDecoding", "FileSafety", "SettingsFile", "TextSurface",
        "TerminalDriver", "PhotoModel", system,
      ],
      path: "Tests/Fuzzing", swiftSettings: plain),
    // Run by scripts/torture, too: decisions to be killed in the middle, plans, and pictures through their processes.
    .executableTarget(
      name: "Trials",
      dependencies: [
        "ViewModels", "Review", "Removal", "SessionStore", "DecodeWorker", "PhotoScan", "AppCleanup", "FileSafety",
        "TextSurface",
        "PhotoModel", system,
      ],
      path: "Tests/Trials", swiftSettings: plain),
  ]
)
