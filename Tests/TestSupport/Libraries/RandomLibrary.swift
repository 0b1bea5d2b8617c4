package import PhotoModel
package import SystemPackage

/// Twelve photos with copies, hard links and protected ones among them, in random groups.
package struct RandomLibrary {
  /// The twelve photos.
  package var photos: [ScannedPhoto]
  /// Random sets and issues of them.
  package var findings: Findings

  /// A library of one seed.
  package init(_ random: inout SeededGenerator) {
    var photos: [ScannedPhoto] = []
    for number in 0..<12 {
      let isLink = number > 0 && Int.random(in: 0..<6, using: &random) == 0
      var photo = Sample.photo(
        "photo\(10 + number)", number: UInt64(number + 1), bytes: UInt8.random(in: 0..<5, using: &random),
        isProtected: Int.random(in: 0..<8, using: &random) == 0)
      if isLink { (photo.identity, photo.digest) = (photos[number - 1].identity, photos[number - 1].digest) }
      if Int.random(in: 0..<6, using: &random) == 0 { photo.digest = nil }
      photos.append(photo)
    }
    self.photos = photos
    var groups: [PhotoGroup] = []
    for category in [IssueCategory.duplicate, .similar] {
      var left = photos.shuffled(using: &random)
      while left.count > 3 {
        let members = (0..<Int.random(in: 2...4, using: &random)).compactMap { _ in left.popLast() }
        groups.append(
          PhotoGroup(
            id: PhotoGroup.ID("\(category)-\(groups.count)"), category: category, keeper: members[0].path, reason: "",
            members: members.map { PhotoGroup.Member(path: $0.path, similarity: 0.9, size: $0.size) }))
      }
    }
    findings = Findings()
    findings.groups = groups
    findings.issues = Self.issues(of: groups, photos)
    for category in [IssueCategory.blurry, .screenshot] {
      for photo in photos where !photo.isProtected && Bool.random(using: &random) {
        findings.issues.append(Self.issue(photo, category))
      }
    }
  }

  /// The findings of a library that has lost some photos.
  ///
  /// - Parameter isKnown: Whether a photo is still there.
  package func findings(_ isKnown: (FilePath) -> Bool) -> Findings {
    var left = findings
    for index in left.groups.indices {
      left.groups[index].members.removeAll { !isKnown($0.path) }
      if let first = left.groups[index].members.first, !isKnown(left.groups[index].keeper) {
        left.groups[index].keeper = first.path
      }
    }
    left.groups.removeAll { $0.members.count < 2 }
    left.issues = Self.issues(of: left.groups, photos)
    left.issues += findings.issues.filter { $0.group == nil && isKnown($0.path) }
    return left
  }

  private static func issues(of groups: [PhotoGroup], _ photos: [ScannedPhoto]) -> [PhotoIssue] {
    groups.flatMap { group in
      group.members.filter { $0.path != group.keeper }.compactMap { member in
        photos.first { $0.path == member.path && !$0.isProtected }.map { issue($0, group.category, group: group.id) }
      }
    }
  }

  private static func issue(_ photo: ScannedPhoto, _ category: IssueCategory, group: PhotoGroup.ID? = nil) -> PhotoIssue
  {
    PhotoIssue(
      path: photo.path, category: category, confidence: 0.5, score: 0.5, threshold: 0.5, size: photo.size, group: group)
  }
}
