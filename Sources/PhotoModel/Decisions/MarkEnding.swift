package import SystemPackage

/// When a mark ends: it counts only if nothing later was said to stay about its file, in any category or library and under
/// any of its names, whatever state the mark was in meanwhile.
extension DecisionAction.Item {
  /// By this word the photo stays, or one half of it.
  package var isStaying: Bool { decision != .delete || parts != .all }

  /// Said later about the same file, it ends a mark: something stays by it that would go by the mark.
  package func endsMark(for going: PhotoParts) -> Bool {
    decision != .delete || parts.union(going) != parts
  }

  /// It is about the same file, whatever that was called: place on the disk, size and time of writing tell, and the bytes
  /// where both are known. Where a drive gives files other numbers each time it is mounted, the time of change and the last
  /// part of the name stand in for the place.
  package func isAboutSameFile(as other: Self) -> Bool { isAbout(other.path, other.identity, other.digest) }

  /// - Parameter digest: Nil asks for the file, whatever bytes it has by now.
  package func isAbout(_ path: FilePath, _ identity: FileIdentity, _ digest: ContentDigest?) -> Bool {
    if let own = self.digest, let digest, own != digest { return false }
    return self.identity.underAnyName == identity.underAnyName
      || self.identity.hasSameContent(as: identity) && self.path.nameBytes == path.nameBytes
  }
}

extension SavedSession {
  /// Ends the marks that later words of other libraries are against.
  package mutating func endMarks(with later: [DecisionAction]) {
    guard !later.isEmpty else { return }
    let decisions = later.flatMap { action in action.items.map { (item: $0, action: action.id) } }
    let byName = Dictionary(grouping: decisions, by: \.item.path)
    let byFile = Dictionary(grouping: decisions, by: \.item.identity.sizeAndTime)
    func isEnded(_ mark: DecisionAction.Item, _ action: Int64, _ going: PhotoParts) -> Bool {
      let isAgainst = { (decision: DecisionAction.Item, number: Int64) in
        number > action && decision.endsMark(for: going)
      }
      return byName[mark.path]?.contains { isAgainst($0.item, $0.action) } == true
        || byFile[mark.identity.sizeAndTime]?.contains {
          isAgainst($0.item, $0.action) && $0.item.isAboutSameFile(as: mark)
        } == true
    }
    for place in actions.indices {
      let action = actions[place].id
      for index in actions[place].items.indices {
        let item = actions[place].items[index]
        if item.decision == .delete, isEnded(item, action, item.parts) {
          (actions[place].items[index].decision, actions[place].items[index].parts) = (.pending, .all)
        }
        if item.previous == .delete, isEnded(item, action, item.previousParts) {
          (actions[place].items[index].previous, actions[place].items[index].previousParts) = (.pending, .all)
        }
      }
    }
  }
}

extension FileIdentity {
  /// Files that may be one by this are many; what `DecisionAction.Item.isAbout` says is asked of those alone.
  package var sizeAndTime: FileIdentity {
    FileIdentity(device: 0, inode: 0, size: size, modified: modified, changed: 0)
  }
}
