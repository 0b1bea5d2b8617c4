import DecodeWorker
import FileSafety
import Foundation
import Glibc
import PhotoModel
import PhotoScan
import SystemPackage

/// Broken pictures through the processes that open them in the program itself: whatever they hold, this side goes on.
enum Inspecting {
  static let program = WorkerProgram(path: "/proc/self/exe", argument: "--trials-decode worker")

  /// - Parameter files: Whole pictures; each input is one of them with some bytes changed.
  static func run(_ files: [FilePath], scratch: FilePath, seed: UInt64, count: Int) async throws -> String {
    let decoder = WorkerPhotoDecoder(program: program, most: 2, naming: { $0.string })
    let whole = try files.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0.string))) }
    var random = SplitMix64(seed: seed)
    var ends: [String: Int] = [:]
    for number in 0..<count {
      let path = scratch.appending("input\(number % 8)")
      try Data(broken(whole[number % whole.count], &random)).write(to: URL(fileURLWithPath: path.string))
      let identity = try fileStatus(of: path).identity
      let inspection = await decoder.inspect(path, identity: identity)
      guard inspection.features != nil || inspection.problem != nil else { return "input \(number): no answer at all" }
      if let features = inspection.features, features.pixelSize.width <= 0 || features.pixelSize.height <= 0 {
        return "input \(number): a picture of \(features.pixelSize)"
      }
      let options = KeypointFeatures.Options(features: true, pixelDigest: true)
      _ = await decoder.readKeypoints(at: path, identity: identity, wants: options)
      if case .picture(let picture) = await decoder.picture(of: path, identity: identity, minimumLongSide: 64),
        picture.pixels.count != picture.width * picture.height * 3
      {
        return "input \(number): a picture of \(picture.width)×\(picture.height) in \(picture.pixels.count) bytes"
      }
      ends[inspection.problem?.reason.rawValue ?? "read", default: 0] += 1
    }
    return "ok " + ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  /// - Returns: How many photos were read, to be held against the other way.
  static func scan(_ folder: FilePath, apart: Bool) async -> Int {
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    let decoder: any PhotoDecoder =
      apart
      ? WorkerPhotoDecoder(program: program, most: jobs, naming: { $0.string })
      : LocalPhotoDecoder(naming: { $0.string })
    let trash = TrashEnvironment(homeFolder: "/nonexistent", userID: getuid()) { DeletionDate(secondsSince1970: 0) }
    let run = ScanEngine(decoder: decoder, cache: nil, trash: trash, naming: { $0.string })
      .scan(ScanRequest(roots: [folder], jobs: jobs))
    var read = 0
    for await event in run.events {
      if case .finished(let report) = event { read = report.photos.count { $0.features != nil } }
    }
    return read
  }

  private static func broken(_ whole: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
      let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 1024)
      let index = Int.random(in: 0..<reach, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...64, using: &random)))
      case 2: bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF], at: index)
      default: bytes.removeLast(Int.random(in: 0...bytes.count / 3, using: &random))
      }
    }
    return bytes
  }
}
