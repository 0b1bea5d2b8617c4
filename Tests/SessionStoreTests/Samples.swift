import FileSafety
import Foundation
import GRDB
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport

@testable import SessionStore

/// The stamp that every test hands in, instead of a clock.
let timestamp = "20260131-120000"

/// Values that no well-behaved library has, made from a seed.
enum Samples {
  static func identity(_ number: UInt64) -> FileIdentity {
    FileIdentity(
      device: number, inode: UInt64.max - number, size: Int64(number % 1_000_000), modified: -Int64(number),
      changed: Int64.max - Int64(number))
  }

  /// Names that are no text, hold line breaks and quotes, or look like options.
  static let hostilePaths: [FilePath] = [
    FilePath("/photos/plain.jpg"), FilePath(bytes: Array("/photos/".utf8) + [0xFF, 0xFE, 0x80]),
    FilePath("/photos/new\nline'\"; DROP TABLE inspection; --.jpg"), FilePath("/photos/-rf"),
    FilePath("/photos/e\u{301}.jpg"), FilePath("/photos/\u{E9}.jpg"),
    FilePath(bytes: Array("/photos/".utf8) + [UInt8](repeating: 0x01, count: 240)),
  ]

  static func facts() -> CaptureFacts {
    var facts = CaptureFacts()
    facts.orientation = .leftMirrored
    facts.capturedAt = CaptureTime(milliseconds: -12_345)
    facts.make = "Ma'ker"
    facts.model = "Mod\tel 🐈"
    facts.lens = "50 mm"
    facts.software = ""
    facts.userComment = "höher"
    facts.exposureSeconds = 1.0 / 3
    facts.fNumber = 1.8
    facts.iso = 64
    facts.focalLength = 4.25
    facts.exposureBias = -0.7
    return facts
  }

  static func features(full: Bool = true) -> PhotoFeatures {
    guard full else { return PhotoFeatures(format: .png, pixelSize: PixelSize(width: 1, height: 1)) }
    return PhotoFeatures(
      format: .jpeg, pixelSize: PixelSize(width: 65_500, height: 3), facts: facts(), decodeWarnings: 7,
      perceptualHash: UInt64.max - 1, descriptor: [-128, 127, 0, -1] + [Int8](repeating: 5, count: 508),
      lumaThumbnail: [0, 255, 128] + [UInt8](repeating: 9, count: 253),
      pdqHash: [0, 255] + [UInt8](repeating: 3, count: 30), windowDescriptors: [UInt8](repeating: 0xA5, count: 1344),
      sharpness: 0.1 + 0.2, screenEvidence: 1, regionSharpness: [UInt8](0...15),
      sharpestRegion: RelativePoint(x: 0.1 + 0.2, y: 1),
      tones: Tones(mean: 99, shadow: 0, light: 255, nearBlack: 100, clippedWhite: 7))
  }

  static func digest(_ byte: UInt8) -> ContentDigest? { ContentDigest(bytes: [UInt8](repeating: byte, count: 32)) }

  static func cached(_ path: FilePath, number: UInt64 = 1) -> CachedInspection {
    CachedInspection(
      path: path, identity: identity(number), inspection: Inspection(digest: digest(9), features: features()))
  }

  static func item(
    _ path: FilePath, _ decision: UserDecision, was previous: UserDecision = .pending,
    in category: IssueCategory = .similar, number: UInt64 = 1
  ) -> DecisionAction.Item {
    DecisionAction.Item(
      path: path, identity: identity(number), category: category, decision: decision, previous: previous)
  }
}

/// Opens a database as any other program would, to look or to spoil.
func withDatabase<Value>(_ path: FilePath, _ body: (Database) throws -> Value) throws -> Value {
  let queue = try DatabaseQueue(path: path.string)
  return try queue.writeWithoutTransaction(body)
}

/// What lies beside a database, by name.
func companions(of name: String, in folder: TemporaryFolder) -> [String] {
  folder.listing().filter { $0.hasPrefix(name) && $0 != name && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
}

extension CheckedTable {
  /// Gives every row the checksum of what is in it.
  func seal(_ database: Database) throws {
    let sum = DatabaseFunction("row_checksum", pure: true) { RowChecksum($0).value }
    database.add(function: sum)
    defer { database.remove(function: sum) }
    try database.execute(sql: "UPDATE \(name) SET checksum = row_checksum(\(columns.joined(separator: ", ")))")
  }
}
