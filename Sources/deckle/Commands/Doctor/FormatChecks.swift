import DecodeWorker
import FileSafety
import ImageDecoding
import PhotoModel
import TextSurface

/// The checks of the formats that are read here, with their libraries.
struct FormatChecks {
  typealias Check = DoctorDocument.Check

  /// The abilities of a locked process; nil where none can be started, and nothing is read.
  let report: SandboxReport?

  var all: [Check] {
    FormatSupport.all.map(check) + [
      Check("formats", "XMP", .ok, "read by \(FormatSupport.descriptionReader)"),
      Check(
        "formats", "recognised only", .ok,
        "\(FormatSupport.otherFormats.joined(separator: ", ")) are listed as not read, and stay"),
    ] + ownLibraries
  }

  /// The portable build has its libraries beside it, with a list of their versions.
  private var ownLibraries: [Check] {
    guard let program = try? realPath("/proc/self/exe") else { return [] }
    let folder = program.removingLastComponent().removingLastComponent().appending("lib")
    guard let list = try? readContents(of: folder.appending("VERSIONS"), limit: ByteCount(65_536)) else { return [] }
    let versions = SafeText(String(decoding: list, as: UTF8.self).split(separator: "\n").joined(separator: ", ")).text
    return [Check("formats", "libraries", .ok, "libraries of its own, in \(SafeText(folder.string).text): \(versions)")]
  }

  private func check(_ support: FormatSupport) -> Check {
    let title = support.format.title
    guard FormatSupport.isBuiltIn(support.format) else {
      let library = FormatSupport.library(of: support.format)
      return Check("formats", title, .ok, "not read: this build is without \(library); such files are listed, and stay")
    }
    guard let report else { return Check("formats", title, .problem, "not read: see \"opened in\" below") }
    let kinds = TinyPicture.all.filter { $0.format == support.format }.compactMap(\.kind)
    let unread = report.unread[support.format] ?? []
    if report.decoded.contains(support.format), unread.isEmpty {
      let also = kinds.isEmpty ? "" : " (also \(kinds.joined(separator: ", ")))"
      return Check("formats", title, .ok, "read by \(support.reader)\(also)")
    }
    if report.decoded.contains(support.format) {
      return Check(
        "formats", title, .warning,
        "read by \(support.reader), but not of these kinds: \(unread.joined(separator: ", "))",
        advice:
          "Such pictures are listed as not read, and stay. A newer \(support.reader.prefix { $0 != " " }) reads them.")
    }
    return Check(
      "formats", title, .warning, "\(support.reader) is there and decodes none of it",
      advice: DecodingError.unsupported(support.format).sentence)
  }
}
