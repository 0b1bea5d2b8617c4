import FileSafety
import Foundation
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import SystemPackage

/// What the measuring scripts run: the raw measures behind a verdict, or the time of each stage of a scan.
struct Tool {
  static let usage = """
    usage: deckle-measure blur FOLDER              raw blur measures of each picture, as CSV
           deckle-measure screens FOLDER           raw measures of an interface, as CSV
           deckle-measure reader FOLDER            one-pass JPEG reader against libjpeg-turbo, in pairs
           deckle-measure stages FOLDER DATABASE   processor time a photo by stage of the scan; DATABASE is a new file
           deckle-measure sliders COUNT            time of each step of the sliders over COUNT photos made of numbers
           deckle-measure grouping COUNT           time and memory of grouping COUNT photos made of numbers
           deckle-measure candidates DATABASE COUNT  pairs by index and by all pairs, among COUNT strangers, as CSV
    """

  private enum Task {
    case blur
    case screens
    case reader
    case stages(FilePath)
    case sliders(Int)
    case grouping(Int)
    case candidates(FilePath, Int)
  }

  private let task: Task
  private let folder: FilePath

  init(arguments: [String]) throws(ToolError) {
    switch (arguments.first, arguments.count) {
    case ("blur", 2): task = .blur
    case ("screens", 2): task = .screens
    case ("reader", 2): task = .reader
    case ("stages", 3): task = .stages(FilePath(arguments[2]))
    case ("sliders", 2):
      guard let count = Int(arguments[1]), (1...1_000_000).contains(count) else { throw .usage }
      task = .sliders(count)
    case ("grouping", 2):
      guard let count = Int(arguments[1]), (1...10_000_000).contains(count) else { throw .usage }
      task = .grouping(count)
    case ("candidates", 3):
      guard let count = Int(arguments[2]), (0...1_000_000).contains(count) else { throw .usage }
      task = .candidates(FilePath(arguments[1]), count)
    default: throw .usage
    }
    folder = FilePath(arguments[1])
  }

  func run() throws(ToolError) {
    switch task {
    case .blur: try table { bytes, _ throws(DecodingError) in try blurMeasures(of: bytes) }
    case .screens: try table { bytes, name throws(DecodingError) in try screenMeasures(of: bytes, name: name) }
    case .reader:
      var clock = ReaderClock()
      for path in try files() {
        if let bytes = try? readContents(of: path), imageFormat(of: bytes) == .jpeg { clock.read(bytes) }
      }
      write(clock.document)
    case .stages(let database):
      var clock = try StageClock(database: database)
      for path in try files() { clock.scan(path) }
      write(clock.document)
    case .sliders(let count): write(SliderClock(photos: count).document())
    case .grouping(let count): GroupingClock(photos: count).run(write)
    case .candidates(let database, let count): write(try CandidateTable(database: database, strangers: count).document)
    }
  }

  /// One line of a table: its values by name, or none where the regression is not asked.
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
      let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
      write(([quoted, line.isEligible ? "1" : "0"] + line.values.map { "\($0.value)" }).joined(separator: ",") + "\n")
    }
  }

  private func blurMeasures(of bytes: [UInt8]) throws(DecodingError) -> Line? {
    let luma = try decodeLuma(bytes, minimumLongSide: 1024).luma
    return BlurMeasures(of: luma).map { Line(isEligible: $0.canTell, values: $0.named) }
  }

  /// Only of pictures that nothing but their pixels can decide.
  private func screenMeasures(of bytes: [UInt8], name: String) throws(DecodingError) -> Line? {
    let decoded = try decodePicture(bytes, minimumLongSide: nil)
    guard !decoded.facts.hasCameraMetadata, !nameSaysScreenshot(name) else { return nil }
    return ScreenMeasures(of: decoded.picture).named.map { Line(isEligible: true, values: $0) }
  }

  /// In byte order, without folders inside.
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

  var sentence: String {
    switch self {
    case .usage: Tool.usage
    case .unreadableFolder(let path): "The folder \(path) cannot be read. Check its name and its permissions."
    case .unusableDatabase(let path): "The database \(path) cannot be made. Name a new file in a folder of yours."
    }
  }

  var exitCode: Int32 {
    if case .usage = self { return 64 }
    return 1
  }
}
