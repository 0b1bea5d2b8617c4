import PhotoModel
import Testing

@testable import TextSurface
@testable import ViewModels
@testable import Views

/// Where the pixels of pictures stand: what a terminal with a picture protocol is told.
@Suite struct DeckImageTests {
  private let size = Size(columns: 120, rows: 40)
  private let top = ImageID(1)
  private let leaving = ImageID(2)

  /// A picture that fills the card.
  private func picture(_ id: ImageID) -> CardPicture {
    var cells = Surface(AppView.pictureAreas(in: size).cardWithFilmstrip.below)
    cells.fill(cells.bounds, "▀", style: .plain)
    cells.attach(id)
    return .ready(cells)
  }

  private func state(change: (inout AppState) -> Void = { _ in }) -> AppState {
    Sample.app(.deck(.similar)) { state in
      state.deck.card?.picture = picture(top)
      state.deck.message = nil
      change(&state)
    }
  }

  private func motion(_ kind: DeckState.Motion.Kind) -> DeckState.Motion {
    DeckState.Motion(kind: kind, card: Sample.card("B.JPG", picture: picture(leaving)), startedAt: .zero)
  }

  @Test func `on a card of Home pixels of one picture stand alone, and characters as a fan`() throws {
    func home(_ first: CardPicture) throws -> (images: [ImagePart], second: Bool) {
      var cells = Surface(Size(columns: 9, rows: 4))
      cells.fill(cells.bounds, "%", style: .plain)
      let state = Sample.app(.home) { state in
        for target in state.home.cardTargets { state.home.pictures[target] = [first, .ready(cells)] }
      }
      let surface = drawn(state, size: size)
      return (surface.images, surface.text.contains("%%%"))
    }
    var cells = Surface(Size(columns: 9, rows: 4))
    cells.fill(cells.bounds, "▀", style: .plain)
    let characters = try home(.ready(cells))
    #expect(characters.images.isEmpty && characters.second)

    cells.attach(top)
    let pixels = try home(.ready(cells))
    #expect(
      pixels.images.count == 6 && pixels.images.allSatisfy { $0.rect.width == 9 && $0.rect.height == 4 }
        && !pixels.second)
  }

  @Test func `on a terminal that cuts pictures the fan is pixels, and rings and signs are on each that has them`()
    throws
  {
    var theme = Theme(.dark)
    func images(_ state: AppState, cuts: Bool) -> [ImagePart] {
      theme.drawings = PixelDrawings(store: ImageStore(firstNumber: 500), cutsPictures: cuts) { _, size in
        EncodedImage(size: size, tile: .standard, bytes: [0])
      }
      return drawn(state, size: size, theme: theme).images
    }
    var cells = Surface(Size(columns: 9, rows: 4))
    cells.attach(top)
    var behind = Surface(Size(columns: 9, rows: 4))
    behind.attach(leaving)
    let home = Sample.app(.home) { state in
      for target in state.home.cardTargets { state.home.pictures[target] = [.ready(cells), .ready(behind)] }
    }
    let cut = images(home, cuts: true)
    #expect(cut.contains { $0.image == leaving } && cut.contains { $0.image == top })
    #expect(!images(home, cuts: false).contains { $0.image == leaving })
    // Above, left and right of the words in the ring, and below.
    #expect(cut.count { $0.image.number >= 500 } == 4)

    var unread = Sample.app(.unread)
    unread.unread.rows = []
    let check = images(unread, cuts: false)
    #expect(check.count == 1 && check[0].rect.width == 2 * check[0].rect.height)
    theme = Theme(.dark, depth: .ansi16)
    #expect(images(unread, cuts: false).isEmpty)
  }

  @Test func `at rest the picture fills the inside of the card`() {
    #expect(drawn(state(), size: size).images == [ImagePart(image: top, rect: DeckLayout(size, hasSets: true).picture)])
  }

  @Test(arguments: [UserDecision.delete, .keep])
  func `a card that leaves takes its picture along, cut by the edge of the stage and by the word`(
    decision: UserDecision
  ) {
    let space = DeckLayout(size, hasSets: true).picture
    let state = state { $0.deck.motion = motion(.leaving(decision)) }

    for milliseconds in stride(from: 0, through: 210, by: 30) {
      let surface = drawn(state, size: size, now: .milliseconds(milliseconds))
      let parts = surface.images

      for part in parts {
        #expect(part.rect.intersection(DeckLayout(size, hasSets: true).stage) == part.rect)
        #expect(part.rect.y - part.row == space.y && part.rect.bottom <= space.bottom)
        let moves = part.rect.x - part.column - space.x
        #expect(part.image == leaving ? (decision == .keep ? moves >= 0 : moves <= 0) : moves == 0)
      }
      let offsets = Set(parts.filter { $0.image == leaving }.map { $0.rect.x - $0.column })
      #expect(offsets.count < 2, "the picture is torn: \(offsets)")
      // The word on the edge is never below a picture.
      #expect(milliseconds == 0 || surface.text.contains(decision == .keep ? " KEEP" : " DELETE "))
      #expect(surface.text.hasBraille == (milliseconds > 0), "after \(milliseconds) ms")
    }
    let last = drawn(state, size: size, now: .milliseconds(219)).images.filter { $0.image == top }
    #expect(!last.isEmpty)
  }

  @Test func `no picture stands behind a dialog, and beside the details it is cut`() {
    let help = drawn(state { $0.overlay = .help() }, size: size)
    let asking = drawn(
      state {
        $0.overlay = .question(
          Question(subject: .leaveScan, title: "Leave?", lines: [], safeButton: "Stay", actButton: "Leave"))
      }, size: size)
    let details = drawn(state { $0.deck.details = [Detail("Camera", "iPhone 13")] }, size: size)

    #expect(help.images.isEmpty && asking.images.isEmpty)
    #expect(!details.images.isEmpty)
    for part in details.images {
      for y in part.rect.y..<part.rect.bottom {
        for x in part.rect.x..<part.rect.right { #expect(details[x, y].scalar == "▀") }
      }
    }
  }

  @Test func `where two pictures differ is drawn in characters, because pixels would cover it`() {
    let pictures = Sample.app(.compare) { $0.compare.right?.picture = picture(top) }
    var differences = pictures
    differences.compare.view = .map
    differences.compare.map = Sample.map

    #expect(drawn(pictures, size: size).images.contains { $0.image == top })
    #expect(!drawn(differences, size: size).images.contains { $0.image == top })
  }
}
