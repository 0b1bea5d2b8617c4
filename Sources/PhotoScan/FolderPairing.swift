import PhotoModel
import SystemPackage

/// Which files of one folder make one photo, by their names alone.
///
/// Exactly one of each, or not paired: two RAWs of one name, a JPEG and a PNG of one name, or two sidecars that differ
/// only in capitals belong to nobody. Capitals make no difference, unless the folder has pictures that differ in them.
/// What belongs to no picture is left out: a movie or a sidecar alone is nothing to Deckle.
struct FolderPairing {
  /// A Live Photo's movie has three seconds. What is larger than this was filmed for its own sake.
  static let largestMovie = ByteCount(40_000_000)

  private struct Group {
    var camera: [Int] = []
    var others: [Int] = []
    var raws: [Int] = []
    var movies: [Int] = []
    var sidecars: [Int] = []

    /// The file that is shown; nil where there is none, or more than one that may be it.
    var shown: Int? {
      switch (camera.count, others.count, raws.count) {
      case (1, 0, 0), (1, 0, 1): camera[0]
      case (0, 1, 0): others[0]
      case (0, 0, 1): raws[0]
      default: nil
      }
    }
  }

  private let files: [(file: Inventory.File, name: FileNameParts)]
  /// By the whole name, and by the whole name in small letters where that is one picture's only.
  private var pictures: [[UInt8]: Int] = [:]
  /// Stems in small letters that pictures have in several spellings.
  private var contested: Set<[UInt8]> = []
  private var groups: [[UInt8]: Group] = [:]
  /// Sidecars that name a whole file, by the place of that file.
  private var ownSidecars: [Int: [Int]] = [:]
  /// Names of pictures in byte order, for titles that were cut.
  private var sortedPictures: [(name: [UInt8], index: Int)] = []

  init(_ files: [Inventory.File]) {
    // The order of the walk must not matter.
    self.files = files.compactMap { file in FileNameParts(file.path).map { (file, $0) } }
      .sorted { $0.name.name.lexicographicallyPrecedes($1.name.name) }
    indexPictures()
    for (index, entry) in self.files.enumerated() where !entry.name.isPicture {
      switch entry.name.kind {
      case .movie: groups[key(entry.name.stem)]?.movies.append(index)
      default: placeSidecar(index)
      }
    }
  }

  /// One for each picture that something belongs to; no file is in two of them.
  func units() -> [PhotoUnit] {
    var units: [PhotoUnit] = []
    for group in groups.values {
      let pair = group.shown.flatMap { shown in
        group.raws.first.flatMap { $0 != shown && isBesides(shown, $0) ? $0 : nil }
      }
      let isOnePhoto = group.shown != nil && (group.raws.isEmpty || group.camera.isEmpty || pair != nil)
      for picture in group.camera + group.others + group.raws where picture != pair {
        var unit = PhotoUnit(shown: files[picture].file.path)
        add(
          ownSidecars[picture, default: []], .sidecar, files[picture].name.kind == .raw ? .raw : .shown, to: &unit,
          picture)
        if isOnePhoto, picture == group.shown {
          add(group.sidecars, .sidecar, .photo, to: &unit, picture)
          if files[picture].name.kind == .cameraPicture, group.movies.count == 1 {
            add(group.movies.filter { isShort($0) }, .movie, .shown, to: &unit, picture)
          }
          if let pair {
            add([pair], .raw, .raw, to: &unit, picture)
            add(ownSidecars[pair, default: []], .sidecar, .raw, to: &unit, picture)
          }
        }
        unit.companions.sort { precedesInByteOrder($0.path, $1.path) }
        if !unit.companions.isEmpty { units.append(unit) }
      }
    }
    return units
  }

  // MARK: Private

  private mutating func indexPictures() {
    // A RAW may be spelled unlike its JPEG; two JPEGs of two spellings are two photos.
    var spellings: [Bool: [[UInt8]: [UInt8]]] = [:]
    var folded: [[UInt8]: [Int]] = [:]
    for (index, entry) in files.enumerated() where entry.name.isPicture {
      let stem = foldedASCII(entry.name.stem)
      let isRAW = entry.name.kind == .raw
      if let other = spellings[isRAW, default: [:]].updateValue(entry.name.stem, forKey: stem), other != entry.name.stem
      {
        contested.insert(stem)
      }
      folded[foldedASCII(entry.name.name), default: []].append(index)
      sortedPictures.append((entry.name.name, index))
    }
    for (name, places) in folded where places.count == 1 { pictures[name] = places[0] }
    for (index, entry) in files.enumerated() where entry.name.isPicture {
      pictures[entry.name.name] = index
      let key = key(entry.name.stem)
      switch entry.name.kind {
      case .cameraPicture: groups[key, default: Group()].camera.append(index)
      case .raw: groups[key, default: Group()].raws.append(index)
      default: groups[key, default: Group()].others.append(index)
      }
    }
  }

  private func key(_ stem: [UInt8]) -> [UInt8] {
    let folded = foldedASCII(stem)
    return contested.contains(folded) ? stem : folded
  }

  /// A sidecar belongs to the file whose whole name it bears, or to what is called like it; to nobody if both are there.
  private mutating func placeSidecar(_ index: Int) {
    let name = files[index].name
    let whole = picture(named: name)
    let key = key(name.originalOfAdjustment ?? name.stem)
    switch (whole, groups[key] != nil) {
    case (let picture?, false): ownSidecars[picture, default: []].append(index)
    case (nil, true): groups[key]?.sidecars.append(index)
    default: break
    }
  }

  private func picture(named name: FileNameParts) -> Int? {
    guard name.kind == .sidecar("json") else { return pictures[name.stem] ?? pictures[foldedASCII(name.stem)] }
    let takeout = TakeoutName(stem: name.stem)
    for whole in takeout.wholeNames {
      if let picture = pictures[whole] ?? pictures[foldedASCII(whole)] { return picture }
    }
    return takeout.cutTitle.flatMap { picture(withCutTitle: $0, takeout) }
  }

  /// The one picture whose name begins so. Found by halving, because a folder may hold a hundred thousand.
  private func picture(withCutTitle title: [UInt8], _ takeout: TakeoutName) -> Int? {
    let first = firstIndex(count: sortedPictures.count) { !sortedPictures[$0].name.lexicographicallyPrecedes(title) }
    var found: Int?
    let near = sortedPictures[first...].prefix(16).prefix { $0.name.starts(with: title) }
    for (_, index) in near where takeout.fitsCutTitle(stem: files[index].name.stem) {
      if found != nil { return nil }
      found = index
    }
    // Where so many begin alike, nobody can tell whose it is.
    return near.count < 16 ? found : nil
  }

  private func add(
    _ indices: [Int], _ role: Companion.Role, _ owner: Companion.Owner, to unit: inout PhotoUnit, _ picture: Int
  ) {
    let names = Dictionary(grouping: indices) { foldedASCII(files[$0].name.name) }
    for index in indices where names[foldedASCII(files[index].name.name)]?.count == 1 && isBesides(picture, index) {
      let file = files[index].file
      unit.companions.append(
        Companion(
          path: file.path, identity: file.identity, role: role, owner: owner, hasOtherNames: file.hasOtherNames))
    }
  }

  private func isShort(_ movie: Int) -> Bool { ByteCount(files[movie].file.identity.size) <= Self.largestMovie }

  /// Reached through one mount, and both protected or neither.
  private func isBesides(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (files[one].file, files[other].file)
    return left.mountID == right.mountID && left.identity.device == right.identity.device
      && left.isProtected == right.isProtected
  }
}
