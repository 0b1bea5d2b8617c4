import PhotoModel
import SystemPackage
import TextSurface
import ViewModels
import Views

/// States as they stand in the middle of a real session: what goldens and mouse tests look at.
enum Sample {
  /// The actions that the hint line of a deck leaves out; that of a category has no columns left for more.
  private static func idleInDeck(_ route: Route) -> Set<Action> {
    let idle: Set<Action> = [.chooseParts, .acceptRemaining]
    return route == .deck(.browse) ? idle : idle.union([.moveToFolder, .showSet, .search])
  }

  /// Home after a scan, the first card highlighted.
  static func app(_ route: Route, change: (inout AppState) -> Void = { _ in }) -> AppState {
    let context = route.keyContext
    let keys = KeyTable()
    var state = AppState(route: route)
    state.home = home
    state.scanning = scanning
    state.deck = deck
    state.bin = bin
    state.browse = browse
    state.large = large
    state.contactSheet = contactSheet
    state.confirmation = confirmation
    state.moving = moving
    state.done = done
    state.history = history
    state.settings = settings
    state.apps = apps
    state.ledger = ledger
    state.loupe = loupe
    state.compare = compare
    state.unread = unread
    state.hints = keys.hints(in: context, without: context == .deck ? idleInDeck(route) : [])
    state.help = keys.help(first: context)
    if route == .goalDeck {
      state.deck.goal = GoalProgress(title: "Free 2.0 GB", progress: "1.2 GB of 2.0 GB", fraction: 0.6)
    }
    change(&state)
    return state
  }

  static var home: HomeState {
    var home = HomeState()
    home.libraryTitle = "~/Pictures"
    home.trashLine = "trash ready"
    home.storage = StorageFigures(used: ByteCount(412_000_000_000), capacity: ByteCount(1_000_000_000_000))
    home.lastScanLine = "last scan today 14:02 · 41 s"
    home.photosToGain = 754
    home.reclaimable = ByteCount(3_800_000_000)
    home.keptCount = 412
    home.gained = HistoryState.Gained(bytes: ByteCount(172_000_000), gone: ByteCount(48_200_000))
    home.cards = [
      HomeState.Card(category: .duplicate, photos: 214, sets: 98, bytes: ByteCount(1_100_000_000), decided: 150),
      HomeState.Card(category: .similar, photos: 531, sets: 160, bytes: ByteCount(2_000_000_000), decided: 38),
      HomeState.Card(category: .blurry, photos: 187, sets: 0, bytes: ByteCount(512_000_000), decided: 0),
      HomeState.Card(category: .screenshot, photos: 272, sets: 0, bytes: ByteCount(201_000_000), decided: 272),
    ]
    home.allPhotos = HomeState.AllPhotos(photos: 12_408, bytes: ByteCount(41_300_000_000), viewed: 990)
    home.large = HomeState.Large(photos: 12_408, bytes: ByteCount(41_300_000_000))
    home.focus = .card(.duplicate)
    home.binCount = 38
    home.binBytes = ByteCount(124_000_000)
    return home
  }

  /// Home with the pictures that its cards have space for, of upright and of wide photos.
  static func pictured(_ home: HomeState, for size: Size) -> HomeState {
    let area = AppView.homeLayout(in: size).picture
    guard area.columns > 0 else { return home }
    var home = home
    let pictures = [0, 1, 2].map { number in
      let upright = number == 1
      var picture = Surface(
        Size(columns: upright ? area.rows : area.columns, rows: upright ? area.rows : area.rows - 1))
      let style = Style(foreground: RGB(hex: 0x6688AA), background: RGB(hex: 0x223344))
      picture.fill(picture.bounds, ["▚", "▞", "▒"][number], style: style)
      return CardPicture.ready(picture)
    }
    for target in home.cardTargets { home.pictures[target] = pictures }
    return home
  }

  static var scanning: ScanningState {
    var scanning = ScanningState()
    scanning.progress = ScanProgress(
      processed: 3204, total: 12_408, stage: .reading, skipped: 3)
    scanning.found = [.duplicate: 42, .similar: 118, .blurry: 31]
    scanning.currentName = "2024/05/IMG_0413.JPG"
    scanning.photosPerSecond = 310.4
    scanning.secondsLeft = 30
    scanning.libraryTitle = "~/Pictures"
    scanning.canReview = true
    scanning.picture = .ready(picture)
    return scanning
  }

  static func issue(
    _ name: String, category: IssueCategory = .similar,
    why: String = "another shot of the same scene, 2 s after the keeper; the keeper is sharper (0.81 to 0.44)"
  ) -> PhotoIssue {
    var issue = PhotoIssue(
      path: FilePath("/photos/\(name)"), category: category, confidence: 0.9, score: 0.96, threshold: 0.8,
      size: ByteCount(3_100_000))
    issue.explain(why, asText: why.replacing(" (0.81 to 0.44)", with: ""))
    return issue
  }

  static func card(_ name: String = "IMG_0413.JPG", picture: CardPicture = .ready(picture)) -> DeckState.Card {
    DeckState.Card(
      issue: issue(name), name: name, folder: "~/Pictures/2024/05 Harbour",
      facts: [
        "4032×3024", "3.1 MB", "12 May 2024 18:03:21", "iPhone 13", "ƒ/1.6", "1/120", "ISO 64",
      ], picture: picture, badge: "proposed", decision: .pending)
  }

  static var picture: Surface {
    var cells = Surface(Size(columns: 24, rows: 6))
    for y in 0..<6 {
      for x in 0..<24 {
        let shade = RGB(UInt8(x * 10), UInt8(y * 40), 120)
        cells[x, y] = Cell(
          (x + y) % 2 == 0 ? "▀" : "▄", style: Style(foreground: shade, background: RGB(hex: 0x203040)))
      }
    }
    return cells
  }

  static var deck: DeckState {
    var deck = DeckState(category: .similar)
    deck.position = 38
    deck.total = 531
    deck.decided = 37
    deck.binCount = 12
    deck.binBytes = ByteCount(48_200_000)
    deck.card = card()
    deck.filmstrip = [
      filmstrip("a", decision: .delete), filmstrip("b"), filmstrip("c", isCurrent: true),
      filmstrip("d", decision: .keep),
      filmstrip("e", isKeeper: true),
    ]
    deck.message = "Kept."
    return deck
  }

  static var smallPicture: Surface {
    var cells = Surface(Size(columns: 16, rows: 6))
    cells.fill(cells.bounds, "▚", style: Style(foreground: RGB(hex: 0x88AACC)))
    return cells
  }

  static var stripThumbnail: Surface {
    var cells = Surface(Size(columns: 9, rows: 4))
    cells.fill(cells.bounds, "▚", style: Style(foreground: RGB(hex: 0x88AACC)))
    return cells
  }

  /// The upper left quarter differs.
  static var map: DifferenceMap? {
    let plain = PhotoFeatures(
      format: .jpeg, pixelSize: PixelSize(width: 4, height: 3), lumaThumbnail: [UInt8](repeating: 100, count: 256))
    var other = plain
    for y in 0..<8 { for x in 0..<8 { other.lumaThumbnail[y * 16 + x] = 200 } }
    return try? DifferenceMap(plain, other, relation: nil)
  }

  static var loupe: LoupeState {
    var loupe = LoupeState()
    loupe.name = "IMG_0413.JPG"
    loupe.picture = .ready(picture)
    loupe.zoom = .full
    loupe.positionTitle = "across 42 %, down 31 %"
    loupe.canFlip = true
    loupe.scale = .characters(PixelSize(width: 8, height: 16))
    loupe.sharpness = LoupeSharpness(value: "0.44", other: "0.81", limit: "0.30")
    return loupe
  }

  static var compare: CompareState {
    var compare = CompareState()
    compare.left = CompareState.Side(
      name: "IMG_0410.JPG", folder: "~/Pictures", picture: .ready(picture), decision: .pending)
    compare.right = CompareState.Side(
      name: "IMG_0413.JPG", folder: "~/Pictures/Copies", picture: .ready(picture), decision: .keep)
    compare.rows = [
      CompareState.Row("Sharpness", "0.81", "0.44", better: .left, advantage: "sharper"),
      CompareState.Row("Pixels", "3024×4032", "4032×3024"),
      CompareState.Row("Taken", "12 May 2024 18:03:19", "12 May 2024 18:03:21"),
      CompareState.Row("Size", "3.1 MB", "3.4 MB", better: .right, advantage: "less compressed"),
    ]
    compare.same = [Detail("Format", "JPEG"), Detail("Camera", "Apple iPhone 13")]
    compare.mapLine = "They differ in 5 % of the picture, mostly at the top left"
    compare.position = "2 of 5"
    return compare
  }

  static func filmstrip(
    _ name: String, isKeeper: Bool = false, isCurrent: Bool = false, decision: UserDecision = .pending
  ) -> DeckState.FilmstripItem {
    DeckState.FilmstripItem(
      path: FilePath("/photos/\(name)"), isKeeper: isKeeper, isCurrent: isCurrent, decision: decision)
  }

  static var bin: BinState {
    var bin = BinState()
    for index in 0..<9 {
      let folder = index < 5 ? "~/Pictures/2024/05 Harbour" : "~/Pictures/2024/06"
      let item = BinState.Item(
        path: FilePath("/photos/\(index).jpg"), name: "IMG_04\(10 + index).JPG", folder: folder,
        category: index % 3 == 0 ? .blurry : .similar, size: ByteCount(Int64(2_100_000 + index * 433_000)),
        isOnlyOne: index % 3 == 0,
        problem: index == 3 ? "It has changed since it was looked at. Scan again to see it as it is." : nil)
      bin.items.append(item)
    }
    bin.selection = 2
    bin.bytes = ByteCount(34_500_000)
    bin.picture = .ready(picture)
    return bin
  }

  /// Months, the second one highlighted. The grid of a real screen is as large as that: here it is of usual size.
  static var browse: BrowseState {
    var browse = BrowseState()
    browse.hasPhotos = true
    browse.matches.photos = 12_408
    browse.matches.bytes = ByteCount(41_300_000_000)
    func row(_ title: String, _ heading: String, _ depth: Int, _ photos: Int, _ gone: Int) -> BrowseState.Row {
      BrowseState.Row(
        title: title, heading: heading, depth: depth, photos: photos, goneThrough: gone,
        bytes: ByteCount(Int64(photos) * 3_300_000))
    }
    browse.rows = [
      row("All photos", "All photos", 0, 12_408, 990), row("Not looked at", "Not looked at yet", 0, 11_418, 0),
      row("On this day", "On this day", 0, 31, 0), row("2023", "2023", 0, 2310, 990),
      row("July", "July 2023", 1, 340, 38), row("March", "March 2023", 1, 952, 952),
      row("2022", "2022", 0, 9000, 0), row("Without a date", "Without a date", 0, 1098, 0),
    ]
    browse.selection = 4
    browse.grid.replace(count: 340)
    browse.grid.capacity = GridCapacity(columns: 2, tile: Size(columns: 21, rows: 6), rows: 16)
    let marks: [PhotoGrid.Mark] = [.viewed, .inBin, .kept, .none]
    for number in browse.grid.visible {
      browse.grid.tiles[number] = PhotoGrid.Tile(
        name: "IMG_04\(number + 10).JPG", facts: number % 4 == 3 ? "3.1 MB · ★★★ · set" : "3.1 MB",
        mark: marks[number % 4], picture: number == 1 ? nil : .ready(smallPicture))
    }
    return browse
  }

  /// A burst of seven, two of which stay. As in `browse`, `laidOut(for:)` gives the grid its size.
  static var contactSheet: ContactSheetState {
    var sheet = ContactSheetState()
    (sheet.title, sheet.category, sheet.bytes) = ("Set of 7", "Similar", ByteCount(15_500_000))
    sheet.grid.replace(count: 7, cursor: 3)
    sheet.grid.choose([0, 3])
    for number in 0..<7 {
      sheet.grid.tiles[number] = PhotoGrid.Tile(
        name: "IMG_04\(number + 10).JPG", facts: number == 0 ? "keeper · 3.1 MB" : "3.1 MB",
        mark: [0, 3].contains(number) ? .staying : .going, picture: .ready(smallPicture))
    }
    sheet.rows = (0..<7).map { "IMG_04\($0 + 10).JPG, \($0 == 0 ? "keeper, " : "")3.1 MB" }
    return sheet
  }

  /// The hints where a yes is not enough.
  static var hintsOfLargeMove: [Hint] {
    [Hint(key: "0…9", title: "type the number")] + KeyTable().hints(in: .confirmation, without: [.confirm])
  }

  static var confirmation: ConfirmationState {
    var confirmation = ConfirmationState()
    confirmation.photos = 38
    confirmation.bytes = ByteCount(124_000_000)
    confirmation.exactCopies = 26
    confirmation.similar = 11
    confirmation.onlyOnes = 1
    confirmation.volumes = 2
    confirmation.refused = [
      Refusal(name: "IMG_0001.JPG", reason: "It has changed since it was looked at."),
      Refusal(name: "IMG_0002.JPG", reason: "It lies in a protected folder, so it stays."),
    ]
    return confirmation
  }

  /// Photos that are measured, one of them chosen as a smaller picture, one not chosen.
  static var large: LargeState {
    var large = LargeState()
    let sizes: [(Double, Double)] = [
      (31.2, 22.4), (18.4, 12.1), (9.7, 7.2), (8.1, 7.3), (6.6, 5.9), (5.2, 4.7), (4.4, 4.0), (3.1, 2.8),
    ]
    large.rows = sizes.enumerated().map { number, size in
      LargeState.Row(
        name: number == 1 ? "Screenshot 2024-05-12 at 18.03.21.png" : "IMG_04\(number + 12).JPG",
        folder: ["2024/05 Harbour", "", "Family/Grandma's albums/1998 Summer"][number % 3],
        before: ByteCount(Int64(size.0 * 1_000_000)), after: ByteCount(Int64(size.1 * 1_000_000)),
        mark: number == 3 ? .none : number == 5 ? .otherWay : .chosen)
    }
    large.selection = 2
    large.listed = ShrinkGain(photos: 1204, before: ByteCount(8_200_000_000), after: ByteCount(5_900_000_000))
    large.lossless = ShrinkGain(photos: 1202, before: ByteCount(8_190_000_000), after: ByteCount(5_890_000_000))
    large.fitted = ShrinkGain(photos: 1, before: ByteCount(5_200_000), after: ByteCount(1_100_000))
    large.left = 11_204
    large.hasPhotos = true
    return large
  }

  /// The question before photos are made smaller.
  static var shrinking: ConfirmationState {
    var question = ConfirmationState()
    question.shrink = ConfirmationState.Shrink()
    question.shrink?.lossless = ShrinkGain(
      photos: 1202, before: ByteCount(8_190_000_000), after: ByteCount(5_890_000_000))
    question.shrink?.fitted = ShrinkGain(photos: 12, before: ByteCount(62_000_000), after: ByteCount(13_000_000))
    question.photos = 1214
    question.bytes = ByteCount(8_252_000_000)
    question.refused =
      (1...310).map { Refusal(name: "IMG_\(2000 + $0).JPG", reason: "There is less than 5 % to gain.") }
      + (1...22).map { Refusal(name: "DSC0\(100 + $0).NEF", reason: "RAW files are left as they are.") }
      + [Refusal(name: "IMG_0415.JPG", reason: "You did not choose it.")]
    return question
  }

  static var moving: MovingState {
    var moving = MovingState()
    moving.done = 12
    moving.total = 38
    moving.currentName = "IMG_0413.JPG"
    return moving
  }

  static var done: DoneState {
    var done = DoneState()
    done.moved = 38
    done.bytes = ByteCount(124_000_000)
    done.locations = [
      DoneState.TrashLocation("~/.local/share/Trash", free: ByteCount(588_000_000_000)),
      DoneState.TrashLocation("/media/camera/.Trash-1000", free: ByteCount(2_100_000_000)),
    ]
    let reason = "It has changed since it was looked at. Scan again to see it as it is."
    done.refused =
      [Refusal(name: "IMG_0001.JPG", reason: reason), Refusal(name: "IMG_0002.JPG", reason: reason)]
      + [Refusal(name: "IMG_0003.JPG", reason: "It is not in the backup /media/me/Backup/Pictures, so it stays.")]
    done.canRestore = true
    done.shownAt = .seconds(10)
    return done
  }

  /// All went well, with pictures of some; one of them cannot be shown.
  static var doneWell: DoneState {
    var done = done
    done.locations = [DoneState.TrashLocation("~/.local/share/Trash", free: ByteCount(588_000_000_000))]
    done.refused = []
    done.thumbnails = (1...8).map { number in
      Thumbnail(name: "IMG_04\(number + 10).JPG", picture: number == 3 ? .unavailable("damaged") : .ready(smallPicture))
    }
    return done
  }

  static var history: HistoryState {
    var history = HistoryState()
    history.rows = [
      HistoryState.Row(
        batchID: "c", date: "today 14:02", count: "38 photos", bytes: ByteCount(124_000_000), status: "in the trash",
        canRestore: true),
      HistoryState.Row(
        batchID: "b", date: "yesterday 09:40", count: "12 photos", bytes: ByteCount(48_200_000),
        status: "3 of 12 put back",
        canRestore: true),
      HistoryState.Row(
        batchID: "a", date: "3 May 2024 18:11", count: "1 photo", bytes: ByteCount(3_100_000), status: "put back",
        canRestore: false),
    ]
    history.totalBytes = ByteCount(172_200_000)
    history.movedBatches = 2
    history.months = [
      HistoryState.Month(title: "2024-02", bytes: ByteCount(48_200_000)),
      HistoryState.Month(title: "2024-03", bytes: .zero),
      HistoryState.Month(title: "2024-04", bytes: ByteCount(3_100_000)),
      HistoryState.Month(title: "2024-05", bytes: ByteCount(124_000_000)),
    ]
    history.batch = HistoryState.Batch(
      batchID: "c", title: "today 14:02 · 38 photos · 124 MB",
      files: (1...38).map { number in
        let path = FilePath("/trash/files/\(number)")
        let identity = FileIdentity(device: 1, inode: UInt64(number), size: 1, modified: 1, changed: 1)
        let isGone = number == 3
        return HistoryState.Batch.File(
          name: "IMG_04\(number + 10).JPG", folder: "~/Pictures/2024/\(number < 20 ? "05 Harbour" : "06")",
          size: ByteCount(3_100_000 + Int64(number) * 9999),
          status: isGone ? "no longer in the trash" : number % 9 == 0 ? "put back" : "in the trash",
          shortStatus: isGone ? "left the trash" : nil,
          now: isGone ? nil : ScannedPhoto(path: path, identity: identity))
      })
    history.batch?.picture = .ready(picture)
    return history
  }

  static func onboarding(_ step: OnboardingState.Step) -> OnboardingState {
    var state = OnboardingState()
    state.step = step
    state.folders = [
      OnboardingState.Folder(
        path: "/home/me/Pictures", title: "~/Pictures", count: PictureCount(pictures: 12_408)),
      OnboardingState.Folder(
        path: "/media/me/EOS", title: "/media/me/EOS", count: PictureCount(pictures: 214_000, isAtLeast: true)),
      OnboardingState.Folder(path: "/home/me/DCIM", title: "~/DCIM"),
    ]
    if step == .trash {
      state.results = [
        CheckLine(isGood: true, text: "~/Pictures: photos go to your trash"),
        CheckLine(isGood: false, text: "~/Pictures/nas is on a read-only volume."),
        CheckLine(isGood: true, text: "They stay until you, or a rule of your desktop, empty the trash"),
      ]
    }
    if step == .apps { state.note = OnboardingState.Step.trash.missed }
    return state
  }

  static var crossings: [SettingsState.Crossing] {
    [
      SettingsState.Crossing(
        title: "+ 12 photos now under Blurry", count: 12,
        photos: (1...5).map {
          Detail("IMG_020\($0).JPG", "perhaps blurry: sharpness 0.3\($0), your limit is 0.35; leaves the list at 0.30")
        })
    ]
  }

  /// With their pictures, of which one has not come and one cannot be shown; and two lists at once.
  static var picturedCrossings: [SettingsState.Crossing] {
    var crossing = crossings[0]
    crossing.pictures = (1...5).map { number in
      number == 3 ? .unavailable("damaged") : number == 5 ? .loading(since: .zero) : .ready(smallPicture)
    }
    return [crossing]
  }

  static var twoCrossings: [SettingsState.Crossing] {
    let pair = [CardPicture](repeating: .ready(smallPicture), count: 2)
    return [
      SettingsState.Crossing(
        title: "+ 14 photos now under Duplicates", count: 14,
        photos: (1...5).map { Detail("IMG_030\($0).JPG", "96 % alike, your limit is 0.95") }, pictures: pair),
      SettingsState.Crossing(
        title: "− 2 photos no longer under Similar", count: 2,
        photos: (1...2).map { Detail("IMG_030\($0).JPG", "96 % alike; a duplicate from 0.95 on") }, pictures: pair),
    ]
  }

  static var ledger: LedgerState {
    var ledger = LedgerState()
    ledger.title = "2 kept, 1 not the same"
    ledger.rows = [
      LedgerState.Row(
        name: "IMG_0413.JPG", folder: "~/Pictures/2024/05 Harbour", text: "kept among similar photos",
        date: "today 14:02"),
      LedgerState.Row(
        name: "IMG_0200.JPG", folder: "~/Pictures/2023/Night", text: "kept although blurry", date: "12 May 2024 18:03"),
      LedgerState.Row(
        name: "IMG_0099.JPG", folder: "~/Pictures/2023", text: "not the same as IMG_0098.JPG",
        date: "yesterday 09:30"),
    ]
    ledger.selection = 1
    return ledger
  }

  static var unread: UnreadState {
    var unread = UnreadState()
    unread.title = "3 files in 2 folders · 1 folder that could not be opened"
    unread.rows = [
      UnreadState.Row(
        name: "IMG_0099.JPG", folder: "~/Pictures/2023",
        reason: "The picture is damaged (it ends in the middle); a backup may have a whole one."),
      UnreadState.Row(
        name: "IMG_0300.HEIC", folder: "~/Pictures/2024/05 Harbour",
        reason: "This kind of HEIC picture cannot be opened; a copy saved as JPEG or PNG can."),
      UnreadState.Row(
        name: "a.psd", folder: "~/Pictures/2024/05 Harbour",
        reason: "Photoshop (PSD) files are not read; a copy saved as JPEG, PNG or TIFF can be."),
      UnreadState.Row(name: "private/", folder: "~/Pictures", reason: "You have no permission to read it."),
    ]
    unread.selection = 1
    return unread
  }

  static var settings: SettingsState {
    var settings = SettingsState()
    settings.sections = [
      SettingsState.Section(
        title: "Sensitivity",
        rows: [
          SettingsState.Row(
            id: .blurThreshold, title: "Blurry below", control: .slider(position: 0.29, value: "0.30"),
            facts: "Higher lists more. Now 187 photos."),
          SettingsState.Row(
            id: .similarThreshold, title: "Similar from", control: .slider(position: 0.61, value: "0.80"),
            facts: "Lower lists more. Now 531 photos in 160 sets."),
          SettingsState.Row(
            id: .duplicateThreshold, title: "Duplicate from", control: .slider(position: 0.92, value: "0.95"),
            facts: "Lower lists more. Now 214 photos in 98 sets."),
        ]),
      SettingsState.Section(
        title: "Look",
        rows: [
          SettingsState.Row(
            id: .theme, title: "Theme", control: .choice("dark"), facts: "Dark, light, high contrast, no colour."),
          SettingsState.Row(
            id: .reducedMotion, title: "Reduced motion", control: .choice("off"),
            facts: "Nothing slides or gleams."),
        ]),
      SettingsState.Section(
        title: "Privacy",
        rows: [
          SettingsState.Row(
            id: .privacy, title: "Where things happen", control: .text("on this machine"),
            facts: "All processing happens on this machine. No data is sent anywhere. No account.")
        ]),
    ]
    return settings
  }
}
