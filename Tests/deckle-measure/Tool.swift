import FileSafety
import Foundation
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import SystemPackage

/// The program of the measuring scripts: the raw measures behind a verdict, or the time of each stage of a scan.
struct Tool {
  static let usage = """
    usage: deckle-measure blur FOLDER              raw blur measures of each picture, as CSV
           deckle-measure screens FOLDER           raw measures of an interface, as CSV
           deckle-measure pairs FOLDER             the verification of each pair of pictures, as CSV
           deckle-measure reader FOLDER [energies] our readers of JPEG and PNG against the libraries, in pairs; or of
                                                   each JPEG one pass at 1/8 with energies only
           deckle-measure kernels FOLDER           time of hashes and descriptor of each picture, and of comparing screens
           deckle-measure join COUNT               time of finding all near pairs of COUNT hashes
           deckle-measure cached FOLDER DATABASE   walks FOLDER and joins it with a cache; the time is that of the process
           deckle-measure copies FOLDER            digests every file; the time is that of the process
           deckle-measure stages FOLDER DATABASE   processor time a photo by stage of the scan; DATABASE is a new file
           deckle-measure sliders COUNT            time of each step of the sliders over COUNT photos made of numbers
           deckle-measure library COUNT FOLDER     a library of COUNT photos made of numbers, as a finished scan leaves it
           deckle-measure grouping COUNT [MEGABYTES]  time and memory of grouping COUNT photos made of numbers; more
                                                   than so much of features, or of signatures, goes to files
           deckle-measure limits FOLDER            processor time of inspecting each picture, beside what it may take
           deckle-measure samples FOLDER           writes the tiny picture of each format that decoders are tried by
           deckle-measure shrink FOLDER OUTPUT [LONGSIDE [BYTES]]  the smaller file of each JPEG and PNG into the
                                                   folder OUTPUT, without loss or fitted, as CSV
           deckle-measure candidates DATABASE COUNT  pairs by index and by all pairs, among COUNT strangers, as CSV
    """

  private enum Task {
    case blur
    case screens
    case pairs
    case reader(onlyEnergies: Bool)
    case kernels
    case join(Int)
    case cached(FilePath)
    case copies
    case stages(FilePath)
    case sliders(Int)
    case library(Int)
    case grouping(Int, mostMemory: Int)
    case limits
    case samples
    case shrink(ShrinkTable)
    case candidates(FilePath, Int)
  }

  private let task: Task
  private let folder: FilePath

  init(arguments: [String]) throws(ToolError) {
    switch (arguments.first, arguments.count) {
    case ("blur", 2): task = .blur
    case ("screens", 2): task = .screens
    case ("pairs", 2): task = .pairs
    case ("reader", 2): task = .reader(onlyEnergies: false)
    case ("reader", 3) where arguments[2] == "energies": task = .reader(onlyEnergies: true)
    case ("kernels", 2): task = .kernels
    case ("join", 2): task = .join(try Self.count(arguments[1]))
    case ("cached", 3): task = .cached(FilePath(arguments[2]))
    case ("copies", 2): task = .copies
    case ("stages", 3): task = .stages(FilePath(arguments[2]))
    case ("sliders", 2): task = .sliders(try Self.count(arguments[1]))
    case ("library", 3): task = .library(try Self.count(arguments[1]))
    case ("grouping", 2): task = .grouping(try Self.count(arguments[1]), mostMemory: .max)
    case ("grouping", 3):
      task = .grouping(try Self.count(arguments[1]), mostMemory: try Self.count(arguments[2]) * 1_000_000)
    case ("limits", 2): task = .limits
    case ("samples", 2): task = .samples
    case ("shrink", 3): task = .shrink(ShrinkTable(way: .lossless, output: FilePath(arguments[2])))
    case ("shrink", 4), ("shrink", 5):
      let limit = arguments.count == 5 ? ByteCount(Int64(try Self.count(arguments[4]))) : nil
      let way = ShrinkWay.fit(longSide: try Self.count(arguments[3]), byteLimit: limit)
      task = .shrink(ShrinkTable(way: way, output: FilePath(arguments[2])))
    case ("candidates", 3): task = .candidates(FilePath(arguments[1]), try Self.count(arguments[2]))
    default: throw .usage
    }
    folder = FilePath(arguments[arguments.first == "library" ? 2 : 1])
  }

  func run() async throws(ToolError) {
    switch task {
    case .blur: try table { bytes, _ throws(DecodingError) in try blurMeasures(of: bytes) }
    case .screens: try table { bytes, name throws(DecodingError) in try screenMeasures(of: bytes, name: name) }
    case .pairs:
      var table = PairTable()
      for path in try files() { table.add(path) }
      write(table.document)
    case .kernels:
      var clock = KernelClock()
      for path in try files() { clock.measure(path) }
      clock.measureScreens()
      write(clock.document)
    case .join(let count): write(JoinClock(count: count).document)
    case .cached(let database): write("\(try await TreeClock(folder: folder).cachedPhotos(database: database))\n")
    case .copies: write("\(TreeClock(folder: folder).copies())\n")
    case .reader(let onlyEnergies):
      var clock = ReaderClock(onlyEnergies: onlyEnergies)
      for path in try files() {
        if let bytes = try? readContents(of: path) { clock.read(bytes) }
      }
      write(clock.document)
    case .stages(let database):
      var clock = try StageClock(database: database)
      for path in try files() { clock.scan(path) }
      write(clock.document)
    case .sliders(let count): write(SliderClock(photos: count).document())
    case .library(let count): try LibraryMaker(folder: folder).make(count)
    case .grouping(let count, let most): GroupingClock(photos: count, mostMemory: most).run(write)
    case .limits:
      var table = LimitTable()
      for path in try files() { table.add(path) }
      write(table.document)
    case .samples: try writeSamples()
    case .shrink(let table): write(table.document(of: try files()))
    case .candidates(let database, let count): write(try CandidateTable(database: database, strangers: count).document)
    }
  }

  private func writeSamples() throws(ToolError) {
    for (number, picture) in TinyPicture.all.enumerated() {
      let path = folder.appending("\(number).\(picture.format.rawValue)")
      do { try Data(picture.bytes).write(to: URL(filePath: path.string)) } catch { throw .unusableFolder(folder) }
    }
  }

  private static func count(_ text: String) throws(ToolError) -> Int {
    guard let count = Int(text), (1...4_000_000).contains(count) else { throw .usage }
    return count
  }

  /// One line of a table: its values by name, and whether the regression is used.
  private struct Line {
    var isEligible: Bool
    var values: [(name: String, value: Double)]
  }

  /// `file,eligible,measure,…`; a file that is no picture is passed over.
  private func table(_ measure: ([UInt8], String) throws(DecodingError) -> Line?) throws(ToolError) {
    var names: [String] = []
    for path in try files() {
      let name = path.lastComponent?.string ?? ""
      guard let bytes = try? readContents(of: path), let measured = try? measure(bytes, name) else { continue }
      let line = measured
      if names.isEmpty {
        names = line.values.map(\.name)
        write((["file", "eligible"] + names).joined(separator: ",") + "\n")
      }
      let values = line.values.map { "\($0.value)" }
      write(([inCSV(name), line.isEligible ? "1" : "0"] + values).joined(separator: ",") + "\n")
    }
  }

  private func blurMeasures(of bytes: [UInt8]) throws(DecodingError) -> Line? {
    let luma = try decodeLuma(bytes, minimumLongSide: 1024).luma
    return BlurMeasures(of: luma).map { Line(isEligible: $0.isMeasurable, values: $0.named) }
  }

  /// The measures of a picture whose pixels decide; nil where something else reveals a graphic.
  private func screenMeasures(of bytes: [UInt8], name: String) throws(DecodingError) -> Line? {
    let decoded = try decodePicture(bytes, minimumLongSide: nil)
    let (size, facts) = (decoded.picture.size, decoded.facts)
    func score(_ evidence: Double) -> Double {
      screenshotScore(
        width: size.width, height: size.height, hasCameraMetadata: facts.hasCameraMetadata, name: name,
        userComment: facts.userComment, software: facts.software, format: decoded.format, evidence: evidence)
    }
    guard !facts.hasCameraMetadata, score(0) < 1 else { return nil }
    let onBlack = decoded.alpha == .used ? try decodePicture(bytes, minimumLongSide: nil, ground: 0).picture : nil
    let isGraphic = score(1) == 0 || onBlack.map { isCutOut(onWhite: decoded.picture, onBlack: $0) } == true
    return Line(isEligible: !isGraphic, values: ScreenMeasures(of: decoded.picture).named)
  }

  /// The files in byte order, without folders inside.
  private func files() throws(ToolError) -> [FilePath] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.string) else {
      throw .unreadableFolder(folder)
    }
    return names.sorted().map { folder.appending($0) }
  }

  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}

/// Why the tool could not do what it was asked.
enum ToolError: Error {
  case usage
  case unreadableFolder(FilePath)
  case unusableDatabase(FilePath)
  case unusableFolder(FilePath)

  var sentence: String {
    switch self {
    case .usage: Tool.usage
    case .unreadableFolder(let path): "The folder \(path) cannot be read. Check its name and its permissions."
    case .unusableFolder(let path): "No library can be made in \(path). Name a new folder on a disk with room."
    case .unusableDatabase(let path): "The database \(path) cannot be made. Name a new file in a folder of yours."
    }
  }

  var exitCode: Int32 {
    if case .usage = self { return 64 }
    return 1
  }
}
