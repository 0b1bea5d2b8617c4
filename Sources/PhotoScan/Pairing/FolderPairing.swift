import PhotoModel
import SystemPackage

/// The pairing of the files of one folder into photos, by their names alone.
///
/// A pair needs exactly one file of each kind: two RAWs of one name, a JPEG and a PNG of one name, or two sidecars that
/// differ only in case belong to no photo; a file that may belong to several photos is listed as a namesake of each.
/// Case is ignored, unless the folder has pictures that differ only in it. A movie or a sidecar without a picture is
/// left out.
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
  /// The index of a picture by its whole name, and by the name in small letters where only one picture has that.
  private var pictures: [[UInt8]: Int] = [:]
  /// Stems in small letters that pictures have in several spellings.
  private var contested: Set<[UInt8]> = []
  private var groups: [[UInt8]: Group] = [:]
  /// Sidecars that name a whole file, by the index of that file.
  private var ownSidecars: [Int: [Int]] = [:]
  /// Sidecars that bear the whole name of a movie.
  private var movieSidecars: [Int: [Int]] = [:]
  private var movies: [[UInt8]: Int] = [:]
  /// The pictures that a JSON file with a cut title may be about, by that title.
  private var cutTitles: [[UInt8]: [Int]] = [:]
  /// The sidecars that may belong to a picture or to another, by the index of the picture.
  private var doubtful: [Int: [Int]] = [:]
  /// The texts and sounds with the name of a picture, by the index of the picture.
  private var notes: [Int: [Int]] = [:]

  init(_ files: [Inventory.File]) {
    // The order of the walk must not matter.
    self.files = files.compactMap { file in FileNameParts(file.path).map { (file, $0) } }
      .sorted { $0.name.name.lexicographicallyPrecedes($1.name.name) }
    indexPictures()
    indexCutTitles()
    for (index, entry) in self.files.enumerated() where entry.name.kind == .movie { movies[entry.name.name] = index }
    for (index, entry) in self.files.enumerated() where !entry.name.isPicture {
      switch entry.name.kind {
      case .movie:
        let photo = entry.name.stemsOfMovie.map(key).first { groups[$0] != nil }
        if let photo { groups[photo]?.movies.append(index) }
      case .note: for picture in pictures(named: entry.name) { notes[picture, default: []].append(index) }
      default: assignSidecar(index)
      }
    }
  }

  /// The units, one for each picture that has companions or namesakes; no companion is in two of them.
  func units() -> [PhotoUnit] {
    var units: [PhotoUnit] = []
    for group in groups.values {
      let pair = group.shown.flatMap { shown in
        group.raws.first.flatMap { $0 != shown && mayBelongTogether(shown, $0) ? $0 : nil }
      }
      let isOnePhoto = group.shown != nil && (group.raws.isEmpty || group.camera.isEmpty || pair != nil)
      for picture in group.camera + group.others + group.raws where picture != pair {
        var unit = PhotoUnit(shown: files[picture].file.path)
        add(
          ownSidecars[picture, default: []], .sidecar, files[picture].name.kind == .raw ? .raw : .shown, to: &unit,
          picture)
        if isOnePhoto, picture == group.shown {
          add(group.sidecars, .sidecar, .photo, to: &unit, picture)
          addMovies(of: group, to: &unit, picture)
          if let pair {
            add([pair], .raw, .raw, to: &unit, picture)
            add(ownSidecars[pair, default: []], .sidecar, .raw, to: &unit, picture)
          }
        }
        addNamesakes(of: group, isOnePhoto: isOnePhoto, to: &unit, picture)
        unit.companions.sort { precedesInByteOrder($0.path, $1.path) }
        if !unit.companions.isEmpty || !unit.namesakes.isEmpty { units.append(unit) }
      }
    }
    return units
  }

  // MARK: Private

  private func addMovies(of group: Group, to unit: inout PhotoUnit, _ picture: Int) {
    guard files[picture].name.kind == .cameraPicture, group.movies.count == 1, let movie = group.movies.first,
      isShort(movie)
    else { return }
    add([movie], .movie, .shown, to: &unit, picture)
    // Without its movie the sidecar would belong to nothing.
    if unit.companions.contains(where: { $0.role == .movie }) {
      add(movieSidecars[movie, default: []], .sidecar, .movie, to: &unit, picture)
    }
  }

  /// Adds the files that have the name of the picture and are no part of the photo.
  private func addNamesakes(of group: Group, isOnePhoto: Bool, to unit: inout PhotoUnit, _ picture: Int) {
    let joined = Set(unit.companions.map(\.path))
    func add(_ indices: [Int], _ reason: (Int) -> NamesakeFile.Reason) {
      for index in indices where !joined.contains(files[index].file.path) && mayBelongTogether(picture, index) {
        unit.namesakes.append(NamesakeFile(path: files[index].file.path, reason: reason(index)))
      }
    }
    add(group.movies) { index in isShort(index) ? .noPart : .tooLarge }
    add(group.sidecars + ownSidecars[picture, default: []] + doubtful[picture, default: []]) { _ in .ambiguous }
    add(notes[picture, default: []]) { _ in .byChance }
    // Two RAWs of one name are photos of their own.
    if isOnePhoto, group.shown == picture { add(group.raws.filter { $0 != picture }) { _ in .ambiguous } }
    unit.namesakes.sort { precedesInByteOrder($0.path, $1.path) }
  }

  /// Indexes the names to which Takeout would have cut the pictures' names, as far as such JSON files exist.
  private mutating func indexCutTitles() {
    var titles: Set<[UInt8]> = []
    for entry in files where entry.name.kind == .sidecar("json") { titles.insert(entry.name.stem) }
    guard !titles.isEmpty else { return }
    for (index, entry) in files.enumerated() where entry.name.isPicture || entry.name.kind == .movie {
      for title in TakeoutName.cutNames(ofPicture: entry.name.name) where titles.contains(title) {
        cutTitles[title, default: []].append(index)
      }
    }
  }

  private mutating func indexPictures() {
    // A RAW may be spelled unlike its JPEG; two JPEGs of two spellings are two photos.
    var spellings: [Bool: [[UInt8]: [UInt8]]] = [:]
    var folded: [[UInt8]: [Int]] = [:]
    for (index, entry) in files.enumerated() where entry.name.isPicture {
      let stem = foldedASCII(entry.name.shot)
      let isRAW = entry.name.kind == .raw
      if let other = spellings[isRAW, default: [:]].updateValue(entry.name.shot, forKey: stem), other != entry.name.shot
      {
        contested.insert(stem)
      }
      folded[foldedASCII(entry.name.name), default: []].append(index)
    }
    for (name, indices) in folded where indices.count == 1 { pictures[name] = indices[0] }
    for (index, entry) in files.enumerated() where entry.name.isPicture {
      pictures[entry.name.name] = index
      let key = key(entry.name.shot)
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

  /// Assigns a sidecar to the file whose whole name it has, or to the file whose stem it has; to none if both exist.
  private mutating func assignSidecar(_ index: Int) {
    let name = files[index].name
    let owners = owners(of: name)
    let key = key(name.originalOfAdjustment ?? name.stem)
    switch (owners.count, groups[key] != nil) {
    case (1, false):
      if files[owners[0]].name.kind == .movie {
        movieSidecars[owners[0], default: []].append(index)
      } else {
        ownSidecars[owners[0], default: []].append(index)
      }
    case (0, true): groups[key]?.sidecars.append(index)
    default: for picture in pictures(named: name) { doubtful[picture, default: []].append(index) }
    }
  }

  /// The pictures that a file beside them names, wholly or without their ending; of very many the first.
  private func pictures(named name: FileNameParts) -> Set<Int> {
    let group = groups[key(name.originalOfAdjustment ?? name.stem)].map { $0.camera + $0.others + $0.raws } ?? []
    return Set((owners(of: name) + group).prefix(16))
  }

  /// The files that a sidecar may belong to: the one whose whole name it has, else those whose name it may have after
  /// cutting.
  private func owners(of name: FileNameParts) -> [Int] {
    func named(_ whole: [UInt8]) -> Int? { pictures[whole] ?? pictures[foldedASCII(whole)] }
    guard name.kind == .sidecar("json") else {
      return [named(name.stem) ?? name.originalOfVersion.flatMap(named)].compactMap(\.self)
    }
    for whole in TakeoutName(stem: name.stem).wholeNames {
      if let file = named(whole) ?? movies[whole] { return [file] }
    }
    let owners = cutTitles[name.stem, default: []]
    guard owners.count > 1 else { return owners }
    // With so many candidates for a cut name, the owner cannot be told.
    guard owners.count <= 16 else { return owners }
    let names = owners.map { files[$0].name.name }
    // An edited picture has none of its own, and a movie none beside its photo.
    let originals = owners.filter { owner in
      let name = files[owner].name.name
      return !names.contains { TakeoutName.isEdited(name, of: $0) }
    }
    let shown = originals.filter { files[$0].name.isPicture }
    return shown.isEmpty ? originals : shown
  }

  private func add(
    _ indices: [Int], _ role: Companion.Role, _ owner: Companion.Owner, to unit: inout PhotoUnit, _ picture: Int
  ) {
    let names = Dictionary(grouping: indices) { foldedASCII(files[$0].name.name) }
    for index in indices
    where names[foldedASCII(files[index].name.name)]?.count == 1 && mayBelongTogether(picture, index) {
      let file = files[index].file
      unit.companions.append(
        Companion(
          path: file.path, identity: file.identity, role: role, owner: owner, hasOtherNames: file.hasOtherNames))
    }
  }

  private func isShort(_ movie: Int) -> Bool { ByteCount(files[movie].file.identity.size) <= Self.largestMovie }

  /// Reached through one mount, and both protected or neither.
  private func mayBelongTogether(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (files[one].file, files[other].file)
    return left.mountID == right.mountID && left.identity.device == right.identity.device
      && left.isProtected == right.isProtected
  }
}
