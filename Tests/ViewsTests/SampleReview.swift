import PhotoModel
import SystemPackage
import TextSurface
import Views

@testable import ViewModels

/// The cards and the views of them in the middle of a session.
extension Sample {
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

  static var filmstripThumbnail: Surface {
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
        name: "IMG_04\(number + 10).JPG", facts: number % 4 == 3 ? ["3.1 MB", "★★★", "set"] : ["3.1 MB"],
        size: "3.1 MB",
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
        name: "IMG_04\(number + 10).JPG", facts: number == 0 ? ["keeper", "3.1 MB"] : ["3.1 MB"], size: "3.1 MB",
        mark: [0, 3].contains(number) ? .staying : .going, picture: .ready(smallPicture))
    }
    sheet.rows = (0..<7).map { "IMG_04\($0 + 10).JPG, \($0 == 0 ? "keeper, " : "")3.1 MB" }
    return sheet
  }
}
