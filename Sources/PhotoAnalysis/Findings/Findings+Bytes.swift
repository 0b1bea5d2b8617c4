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
    var writer = RecordWriter()
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
    return writer.bytes.withUnsafeBytes(fingerprint(of:)) + writer.bytes
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
      var reader = RecordReader(bytes)
      let known = reader.bytes(lengthOfFingerprint)
      guard known.elementsEqual(fingerprint(of: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(lengthOfFingerprint))))
      else { return nil }
      let findings = try? reader.findings(of: photos)
      return reader.isCut ? nil : findings
    }
    guard let read else { return nil }
    self = read
  }
}

private let lengthOfFingerprint = 16

private func fingerprint(of content: UnsafeRawBufferPointer) -> [UInt8] {
  var fingerprint = Fingerprint()
  fingerprint.add(content)
  return fingerprint.bytes
}

extension RecordWriter {
  fileprivate mutating func write(category: IssueCategory) {
    write(IssueCategory.allCases.firstIndex(of: category) ?? 0)
  }
}

extension RecordReader {
  private struct Damage: Error {}

  fileprivate mutating func findings(of photos: [ScannedPhoto]) throws -> Findings {
    var findings = Findings()
    for _ in 0..<(try count()) { findings.groups.append(try group(of: photos)) }
    let issues = try count()
    findings.issues.reserveCapacity(issues)
    for _ in 0..<issues { findings.issues.append(try issue(of: photos, findings.groups)) }
    for _ in 0..<(try count()) { findings.keptWhole[try path(photos)] = setKind() }
    return findings
  }

  private mutating func group(of photos: [ScannedPhoto]) throws -> PhotoGroup {
    var group = PhotoGroup(
      id: GroupID(text() ?? ""), category: try category(), keeper: try path(photos), reason: text() ?? "", members: []
    )
    for _ in 0..<(try count()) {
      var member = PhotoGroup.Member(
        path: try path(photos), similarity: real(), size: ByteCount(integer()))
      let marks = number()
      (member.isKept, member.isNew) = (marks & 1 != 0, marks & 2 != 0)
      member.set = setKind()
      member.onlyHere = holdings()
      group.members.append(member)
    }
    return group
  }

  private mutating func issue(of photos: [ScannedPhoto], _ groups: [PhotoGroup]) throws -> PhotoIssue {
    var issue = PhotoIssue(
      path: try path(photos), category: try category(), confidence: real(), score: real(),
      threshold: real(), size: ByteCount(integer()))
    let group = number() - 1
    guard group < groups.count else { throw Damage() }
    issue.group = group < 0 ? nil : groups[group].id
    guard let proposal = PhotoIssue.Proposal(rawValue: integer()) else { throw Damage() }
    issue.proposal = proposal
    issue.onlyHere = holdings()
    issue.explain(text() ?? "", asText: text() ?? "")
    return issue
  }

  private mutating func holdings() -> [Holding] {
    let bits = number()
    return Holding.allCases.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element)
  }

  private mutating func setKind() -> SetKind? {
    let set = number() - 1
    return SetKind.allCases.indices.contains(set) ? SetKind.allCases[set] : nil
  }

  /// The number of elements that follow, which cannot exceed the number of bytes left.
  private mutating func count() throws -> Int {
    let count = number()
    guard (0...unread).contains(count) else { throw Damage() }
    return count
  }

  private mutating func category() throws -> IssueCategory {
    let number = self.number()
    guard IssueCategory.allCases.indices.contains(number) else { throw Damage() }
    return IssueCategory.allCases[number]
  }

  private mutating func path(_ photos: [ScannedPhoto]) throws -> FilePath {
    let number = self.number()
    guard photos.indices.contains(number) else { throw Damage() }
    return photos[number].path
  }
}
