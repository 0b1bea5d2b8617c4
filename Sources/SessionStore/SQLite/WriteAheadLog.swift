import Foundation
import SystemPackage

/// The `-wal` file beside a database: pages that were written and not yet taken over into it.
///
/// Source: "WAL-mode File Format", sqlite.org/walformat.html.
struct WriteAheadLog {
  private let bytes: [UInt8]
  private let pageSize: Int
  /// The offset of the newest version of each page, by its number from 1, as of the last transaction that was ended.
  private let pages: [Int: Int]
  /// The size of the database after that transaction, in bytes.
  let databaseSize: Int

  /// Reads the log beside a database; nil where there is none.
  ///
  /// - Throws: `Errno` where it cannot be read.
  init?(beside database: FilePath) throws {
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(database.adding(ending: "-wal"), .readOnly, options: [.closeOnExec])
      bytes = try file.closeAfter {
        let size = try Int(file.seek(offset: 0, from: .end))
        return try [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
          while filled < size {
            let part = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
            let count = try file.read(fromAbsoluteOffset: Int64(filled), into: part)
            if count == 0 { break }
            filled += count
          }
        }
      }
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
    self.init(bytes)
  }

  /// Reads a log; nil where it holds no finished transaction.
  init?(_ bytes: [UInt8]) {
    func word(_ index: Int) -> UInt32 { Self.word(in: bytes, at: index) }
    guard bytes.count >= Self.headerSize, word(0) & ~1 == 0x377F_0682, word(4) == 3_007_000 else { return nil }
    let pageSize = Int(word(8))
    guard (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    var sum = Sum(isBigEndian: word(0) & 1 == 1)
    sum.add(bytes[..<24])
    guard sum.first == word(24), sum.second == word(28) else { return nil }
    var (open, ended): ([Int: Int], [Int: Int]) = ([:], [:])
    var pageCount = 0
    var frame = Self.headerSize
    while frame + Self.frameHeaderSize + pageSize <= bytes.count {
      let page = frame + Self.frameHeaderSize
      // Frames of an earlier round of the log have other salts.
      guard word(frame) > 0, word(frame + 8) == word(16), word(frame + 12) == word(20) else { break }
      sum.add(bytes[frame..<frame + 8])
      sum.add(bytes[page..<page + pageSize])
      guard sum.first == word(frame + 16), sum.second == word(frame + 20) else { break }
      open[Int(word(frame))] = page
      let pagesAfter = Int(word(frame + 4))
      if pagesAfter > 0 {
        ended.merge(open) { $1 }
        open = [:]
        pageCount = pagesAfter
      }
      frame = page + pageSize
    }
    guard pageCount > 0 else { return nil }
    (self.bytes, self.pageSize, pages, databaseSize) = (bytes, pageSize, ended, pageCount * pageSize)
  }

  /// Puts every page in its place in the bytes of the database.
  func apply(to image: UnsafeMutableRawBufferPointer) {
    for (number, index) in pages where number * pageSize <= image.count {
      let target = UnsafeMutableRawBufferPointer(rebasing: image[(number - 1) * pageSize..<number * pageSize])
      target.copyBytes(from: bytes[index..<index + pageSize])
    }
  }

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  private static func word(in bytes: [UInt8], at index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[index + $1]) }
  }

  /// The checksum that goes on from frame to frame.
  private struct Sum {
    let isBigEndian: Bool
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// - Parameter part: Bytes whose number is a multiple of 8.
    mutating func add(_ part: ArraySlice<UInt8>) {
      part.withUnsafeBytes { part in
        for index in stride(from: 0, to: part.count, by: 8) {
          first &+= word(part, index) &+ second
          second &+= word(part, index + 4) &+ first
        }
      }
    }

    private func word(_ part: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
      let word = part.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
  }
}
