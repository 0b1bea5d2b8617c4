package import PhotoModel
import SystemPackage

/// The findings as bytes, to be read again for the same photos: a fingerprint of the rest, the groups, the issues.
/// Photos are named by their indices.
extension Findings {
  /// The findings as bytes; nil where one is about none of the photos, or was decided already: such findings are not as
  /// they were made.
  package func bytes(of photos: [ScannedPhoto]) -> [UInt8]? {
    let indices = Dictionary(photos.indices.map { (photos[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
    let numbers = Dictionary(groups.indices.map { (groups[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    var writer = FindingsWriter()
    writer.write(groups.count)
    for group in groups {
      guard let keeper = indices[group.keeper] else { return nil }
      writer.write(group.id.text)
      writer.write(category: group.category)
      writer.write(keeper)
      writer.write(group.reason)
      writer.write(group.members.count)
      for member in group.members {
        guard let index = indices[member.path], let similarity = member.similarity else { return nil }
        writer.write(index)
        writer.write(similarity)
        writer.write(member.size.bytes)
        writer.write((member.isKept ? 1 : 0) | (member.isNew ? 2 : 0))
        writer.write(number(of: member.set))
        writer.write(number(of: member.onlyHere))
      }
    }
    writer.write(issues.count)
    for issue in issues {
      guard let index = indices[issue.path], issue.decision == .pending else { return nil }
      writer.write(index)
      writer.write(category: issue.category)
      for number in [issue.confidence, issue.score, issue.threshold] { writer.write(number) }
      writer.write(issue.size.bytes)
      if let group = issue.group {
        guard let number = numbers[group] else { return nil }
        writer.write(number + 1)
      } else {
        writer.write(0)
      }
      writer.write(issue.proposal.rawValue)
      writer.write(number(of: issue.onlyHere))
      writer.write(issue.why)
      writer.write(issue.whyText == issue.why ? "" : issue.whyText)
    }
    writer.write(keptWhole.count)
    for (path, kind) in keptWhole.sorted(by: { precedesInByteOrder($0.key, $1.key) }) {
      guard let index = indices[path] else { return nil }
      writer.write(index)
      writer.write(number(of: kind))
    }
    return writer.sealed()
  }

  /// A bit for each, in the order of `Holding`.
  private func number(of holdings: [Holding]) -> Int {
    Holding.allCases.enumerated().reduce(0) { $0 | (holdings.contains($1.element) ? 1 << $1.offset : 0) }
  }

  private func number(of set: SetKind?) -> Int {
    set.flatMap { SetKind.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
  }

  /// Reads findings from bytes; nil for bytes that are damaged, or about other photos.
  package init?(bytes: [UInt8], photos: [ScannedPhoto]) {
    let read = bytes.withUnsafeBytes { bytes -> Findings? in
      guard var reader = FindingsReader(bytes) else { return nil }
      return try? reader.findings(of: photos)
    }
    guard let read else { return nil }
    self = read
  }
}

private let lengthOfFingerprint = 16

private struct FindingsWriter {
  /// The bytes, preceded by those of the fingerprint.
  private var content = [UInt8](repeating: 0, count: lengthOfFingerprint)

  /// The whole bytes with their fingerprint, once everything is written.
  mutating func sealed() -> [UInt8] {
    var fingerprint = Fingerprint()
    content.withUnsafeBytes { fingerprint.add(UnsafeRawBufferPointer(rebasing: $0[lengthOfFingerprint...])) }
    content.replaceSubrange(..<lengthOfFingerprint, with: fingerprint.bytes)
    return content
  }

  mutating func write(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { content.append(contentsOf: $0) } }
  mutating func write(_ number: Int) { write(Int64(number)) }
  mutating func write(_ number: Double) { write(Int64(bitPattern: number.bitPattern)) }
  mutating func write(category: IssueCategory) { write(IssueCategory.allCases.firstIndex(of: category) ?? 0) }
  mutating func write(_ text: String) {
    write(text.utf8.count)
    content.append(contentsOf: text.utf8)
  }
}

private struct FindingsReader {
  private struct Damage: Error {}

  private let bytes: UnsafeRawBufferPointer
  private var index = lengthOfFingerprint

  /// Creates a reader; nil where the fingerprint differs.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= lengthOfFingerprint else { return nil }
    var fingerprint = Fingerprint()
    fingerprint.add(UnsafeRawBufferPointer(rebasing: bytes[lengthOfFingerprint...]))
    guard bytes.starts(with: fingerprint.bytes) else { return nil }
    self.bytes = bytes
  }

  mutating func findings(of photos: [ScannedPhoto]) throws -> Findings {
    var findings = Findings()
    for _ in 0..<(try count()) { findings.groups.append(try group(of: photos)) }
    let issues = try count()
    findings.issues.reserveCapacity(issues)
    for _ in 0..<issues { findings.issues.append(try issue(of: photos, findings.groups)) }
    for _ in 0..<(try count()) { findings.keptWhole[try path(photos)] = try setKind() }
    return findings
  }

  private mutating func group(of photos: [ScannedPhoto]) throws -> PhotoGroup {
    var group = PhotoGroup(
      id: GroupID(try text()), category: try category(), keeper: try path(photos), reason: try text(), members: []
    )
    for _ in 0..<(try count()) {
      var member = PhotoGroup.Member(
        path: try path(photos), similarity: try real(), size: ByteCount(try number()))
      let marks = try number()
      (member.isKept, member.isNew) = (marks & 1 != 0, marks & 2 != 0)
      member.set = try setKind()
      member.onlyHere = try holdings()
      group.members.append(member)
    }
    return group
  }

  private mutating func issue(of photos: [ScannedPhoto], _ groups: [PhotoGroup]) throws -> PhotoIssue {
    var issue = PhotoIssue(
      path: try path(photos), category: try category(), confidence: try real(), score: try real(),
      threshold: try real(), size: ByteCount(try number()))
    let group = Int(try number()) - 1
    guard group < groups.count else { throw Damage() }
    issue.group = group < 0 ? nil : groups[group].id
    guard let proposal = PhotoIssue.Proposal(rawValue: try number()) else { throw Damage() }
    issue.proposal = proposal
    issue.onlyHere = try holdings()
    issue.explain(try text(), asText: try text())
    return issue
  }

  private mutating func holdings() throws -> [Holding] {
    let bits = try number()
    return Holding.allCases.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element)
  }

  private mutating func setKind() throws -> SetKind? {
    let set = Int(try number()) - 1
    return SetKind.allCases.indices.contains(set) ? SetKind.allCases[set] : nil
  }

  private mutating func number() throws -> Int64 {
    guard index + 8 <= bytes.count else { throw Damage() }
    defer { index += 8 }
    return Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: Int64.self))
  }

  private mutating func real() throws -> Double { Double(bitPattern: UInt64(bitPattern: try number())) }

  /// The number of elements that follow, which cannot exceed the number of bytes left.
  private mutating func count() throws -> Int {
    let count = try number()
    guard count >= 0, count <= bytes.count - index else { throw Damage() }
    return Int(count)
  }

  private mutating func text() throws -> String {
    let length = try count()
    defer { index += length }
    return String(decoding: bytes[index..<index + length], as: UTF8.self)
  }

  private mutating func category() throws -> IssueCategory {
    let number = Int(try number())
    guard IssueCategory.allCases.indices.contains(number) else { throw Damage() }
    return IssueCategory.allCases[number]
  }

  private mutating func path(_ photos: [ScannedPhoto]) throws -> FilePath {
    let number = Int(try number())
    guard photos.indices.contains(number) else { throw Damage() }
    return photos[number].path
  }
}
