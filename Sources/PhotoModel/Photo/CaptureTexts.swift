import Glibc
import Synchronization

/// The texts that a camera wrote into a file. Photos of one camera have the same, and share one of these.
final class CaptureTexts: Sendable {
  /// The five texts, each with its length in front (`RecordWriter`), as they stand in the record of a photo.
  let bytes: [UInt8]
  private let make: String?
  private let model: String?
  private let lens: String?
  private let software: String?
  private let userComment: String?

  private init(_ facts: CaptureFacts, _ bytes: [UInt8]) {
    self.bytes = bytes
    make = facts.make
    model = facts.model
    lens = facts.lens
    software = facts.software
    userComment = facts.userComment
  }

  private convenience init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = RecordReader(bytes)
    var facts = CaptureFacts()
    facts.make = reader.text()
    facts.model = reader.text()
    facts.lens = reader.text()
    facts.software = reader.text()
    facts.userComment = reader.text()
    guard reader.isAtEnd else { return nil }
    self.init(facts, Array(bytes))
  }

  func write(to facts: inout CaptureFacts) {
    facts.make = make
    facts.model = model
    facts.lens = lens
    facts.software = software
    facts.userComment = userComment
  }

  var hasCamera: Bool { make != nil || model != nil }

  /// Whether none is longer than a decode worker sends: names are cut at 256 bytes and comments at 1024, and a
  /// character that is not UTF-8 grows to three.
  var areShort: Bool { [make, model, lens, software, userComment].allSatisfy { $0?.utf8.count ?? 0 <= 4096 } }

  /// The same object for the same texts, if they came up lately: neighbours in a library are mostly of one camera.
  static func shared(of facts: CaptureFacts) -> CaptureTexts {
    var writer = RecordWriter()
    for text in [facts.make, facts.model, facts.lens, facts.software, facts.userComment] { writer.write(text) }
    let bytes = writer.bytes
    return recent.withLock { recent in
      bytes.withUnsafeBytes { recent.known($0) } ?? recent.add(CaptureTexts(facts, bytes))
    }
  }

  /// The shared texts of these bytes, as `shared(of:)`, decoded only where they were not used lately; nil for bytes
  /// that are not five texts.
  static func shared(_ bytes: UnsafeRawBufferPointer) -> CaptureTexts? {
    recent.withLock { recent in recent.known(bytes) ?? CaptureTexts(bytes).map { recent.add($0) } }
  }

  private static let recent = Mutex(Recent())

  private struct Recent {
    private static let most = 8
    private var texts: [CaptureTexts] = []
    private var oldest = 0

    func known(_ bytes: UnsafeRawBufferPointer) -> CaptureTexts? {
      guard let start = bytes.baseAddress else { return nil }
      return texts.first { $0.bytes.count == bytes.count && memcmp($0.bytes, start, bytes.count) == 0 }
    }

    mutating func add(_ new: CaptureTexts) -> CaptureTexts {
      if texts.count < Self.most {
        texts.append(new)
      } else {
        texts[oldest] = new
        oldest = (oldest + 1) % Self.most
      }
      return new
    }
  }
}
