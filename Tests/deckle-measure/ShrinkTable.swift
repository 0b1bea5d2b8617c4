import FileSafety
import Foundation
import ImageDecoding
import PhotoModel
import Synchronization
import SystemPackage

/// The smaller file of each JPEG and PNG, proven and written, with the time of each step: what `scripts/eval --shrink`
/// has judged by others.
struct ShrinkTable {
  let way: ShrinkWay
  /// An existing folder for the smaller files.
  let output: FilePath

  /// A CSV line for each file, in the order of the files; all processors work on them.
  func document(of files: [FilePath]) -> String {
    let lines = Mutex([Int: String]())
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      let line = line(files[index])
      lines.withLock { $0[index] = line }
    }
    let header = "file,before,after,outcome,quality,similarity,encoding,proof\n"
    return lines.withLock { lines in header + files.indices.compactMap { lines[$0] }.joined() }
  }

  private func line(_ path: FilePath) -> String {
    let name = inCSV(path.lastComponent?.string ?? "")
    guard let bytes = try? readContents(of: path) else { return "\(name),0,0,unreadable,,,,\n" }
    var outcome = "\(name),\(bytes.count),"
    let clock = ContinuousClock()
    let start = clock.now
    do throws(ShrinkRefusal) {
      let file = try shrunken(bytes, by: way)
      let encoded = clock.now
      try prove(file.bytes, of: bytes, by: way, method: file.method)
      let proven = clock.now
      outcome += "\(file.bytes.count),\(Self.columns(of: file.method)),"
      outcome += "\((encoded - start).seconds),\((proven - encoded).seconds)\n"
      try? Data(file.bytes).write(to: URL(filePath: output.appending(path.lastComponent?.string ?? "").string))
    } catch {
      outcome += "0,\(Self.name(of: error)),,,\((clock.now - start).seconds),\n"
    }
    return outcome
  }

  private static func columns(of method: ShrinkMethod) -> String {
    switch method {
    case .fittedJPEG(let size, let quality, let similarity):
      "fitted \(size.width)x\(size.height),\(quality),\(similarity)"
    default: "\(method),,"
    }
  }

  /// The name of the case.
  private static func name(of refusal: ShrinkRefusal) -> String { "\(refusal)".prefix { $0 != "(" }.description }
}
