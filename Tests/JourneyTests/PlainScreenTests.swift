import Foundation
import PhotoModel
import Shell
import SystemPackage
import Testing

@testable import ViewModels

/// What plain mode says, word for word.
struct PlainScreenTests {
  private func state(_ route: Route, _ change: (inout AppState) -> Void = { _ in }) -> AppState {
    var state = AppState(route: route, context: KeyContext(rawValue: "\(route)") ?? .deck)
    state.deck = DeckState(category: .similar)
    change(&state)
    return state
  }

  @Test func `a name that begins with a small letter keeps it`() {
    #expect("iPhone 13 Pro: its screen".sentence == "iPhone 13 Pro: its screen" && "kept".sentence == "Kept")
  }

  private func plainText(_ state: AppState) -> String { PlainScreen.lines(for: state).joined(separator: "\n") }

  @Test func `Home says what can be gained, by category`() {
    let home = state(.home) { state in
      state.home.libraryTitle = "~/Pictures"
      state.home.trashLine = "trash ready"
      state.home.warning = "~/Pictures is read-only."
      state.home.unread = SkippedCount(files: 2, folders: 1)
      state.home.storage = .init(
        used: ByteCount(412_000_000_000), capacity: ByteCount(1_000_000_000_000))
      state.home.lastScanLine = "last scan today 14:02 · 12 408 photos · 41 s"
      state.home.photosToGain = 754
      state.home.reclaimable = ByteCount(3_800_000_000)
      state.home.keptCount = 412
      state.home.gained = HistoryState.Gained(bytes: ByteCount(172_000_000))
      state.home.allPhotos = .init(photos: 12_408, bytes: ByteCount(41_300_000_000), viewed: 990)
      state.home.large = .init(photos: 12_408, bytes: ByteCount(41_300_000_000))
      state.home.cards = [
        .init(category: .duplicate, photos: 214, sets: 98, bytes: ByteCount(1_100_000_000), decided: 150),
        .init(category: .similar, photos: 1, sets: 1, bytes: ByteCount(2_000_000), decided: 1),
        .init(category: .blurry, photos: 187, sets: 0, bytes: ByteCount(512_000_000), decided: 0),
        .init(category: .screenshot, photos: 0, sets: 0, bytes: .zero, decided: 0),
      ]
      state.home.binCount = 38
      state.home.binBytes = ByteCount(124_000_000)
    }

    #expect(
      plainText(home) == """
        Home: ~/Pictures, trash ready
        Note: ~/Pictures is read-only.
        Note: 2 files could not be read, 1 folder could not be opened
        412 GB of 1.0 TB on this volume are used
        Last scan today 14:02, 12 408 photos, 41 s
        3.8 GB left to gain in 754 photos
        412 kept, 754 open
        1 Duplicates: 214 photos in 98 sets, 1.1 GB, 70 % reviewed
        2 Similar: 1 photo in 1 set, 2.0 MB, reviewed
        3 Blurry: 187 photos, 512 MB, new
        4 Screenshots: nothing found
        5 All photos: 12 408 photos, 41.3 GB, 8 % looked at
        6 Large: 41.3 GB in 12 408 photos, not measured
        38 photos in the bin, 124 MB
        172 MB gained once the trash is emptied
        Choices: review; s: scan; a: all photos; z: photos that could be smaller; b: bin; f: a quick pass; y: history; e: files not read; q: quit; ?: all choices
        """, "\(plainText(home))")
  }

  @Test func `photos that were marked and are not there are said at Home and in the bin`() {
    let missing = MissingPhotosNotice(marked: 2, folder: "~/Pictures/Card")
    let home = state(.home) { $0.home.missing = missing }
    let bin = state(.bin) { $0.bin.missing = missing }
    let sentence =
      "2 photos that you marked were not found in ~/Pictures/Card. What you decided is kept, and counts again when they "
      + "are back."
    #expect(plainText(home).hasPrefix("Home\nNote: \(sentence)\n"), "\(plainText(home))")
    #expect(plainText(bin).hasPrefix("Bin: empty\n\(sentence)\n"), "\(plainText(bin))")
  }

  @Test func `a stopped first scan is said before the cards, and marks that cannot be listed are no empty bin`() {
    let home = state(.home) { state in
      state.home.libraryTitle = "~/Pictures"
      state.home.stoppedScanLine = "45 photos looked at · 181 not yet"
      state.home.cards = [
        .init(category: .screenshot, photos: 0, sets: 0, bytes: .zero, decided: 0, isUnfinished: true)
      ]
    }
    #expect(
      plainText(home).hasPrefix(
        """
        Home: ~/Pictures
        The first scan was stopped, 45 photos looked at, 181 not yet; scan goes on
        1 Screenshots: nothing yet
        """), "\(plainText(home))")

    let bin = state(.bin) { $0.bin.waiting = 2 }
    #expect(
      plainText(bin).hasPrefix("Bin: 2 photos marked\nThey are listed as soon as it is known again"),
      "\(plainText(bin))")
  }

  @Test func `what stands in place of the cards says what can be typed for it`() {
    var home = state(.home) { state in
      state.home.libraryTitle = "~/Pictures"
      state.home.trashLine = "no access"
      state.home.cards = [.init(category: .blurry, photos: 187, sets: 0, bytes: ByteCount(512_000_000), decided: 0)]
      state.home.notice = Notice(
        glyph: .warning, title: "The photo folder is away", lines: ["~/Pictures is not there."],
        actions: [
          Hint(key: "s", title: "Try again", action: .scan),
          Hint(key: "o", title: "Choose another folder", action: .chooseFolder),
        ])
      state.unavailable = [.chooseGoal: "nothing was scanned yet", .showUnread: "every file could be read"]
    }
    #expect(
      plainText(home) == """
        Home: ~/Pictures, no access
        The photo folder is away
        ~/Pictures is not there.
        The bin is empty
        Choices: s: scan; b: bin; y: history; o: another folder; q: quit; ?: all choices
        """, "\(plainText(home))")

    home.unavailable[.scan] = "no folder is chosen"
    #expect(!plainText(home).contains("s scan"))
  }

  @Test func `a card says its name, its facts, why it is here and its place in the set`() {
    let keeper = FilePath("/p/IMG_0410.JPG")
    let path = FilePath("/p/IMG_0413.JPG")
    let deck = state(.deck(.similar)) { state in
      state.deck.position = 38
      state.deck.total = 531
      state.deck.binCount = 12
      state.deck.binBytes = ByteCount(48_200_000)
      state.deck.card = DeckState.Card(
        issue: PhotoIssue(
          path: path, category: .similar, confidence: 1, score: 0.96, threshold: 0.8, size: ByteCount(3_100_000),
          why: "2 s after the keeper; the keeper is sharper"), name: "IMG_0413.JPG", folder: "~/Pictures/2024",
        facts: ["4032×3024", "3.1 MB", "12 May 2024 18:03:21", "iPhone 13"], picture: .unavailable(""),
        badge: "proposed", decision: .pending)
      state.deck.filmstrip = [
        .init(path: keeper, isKeeper: true, isCurrent: false, decision: .pending),
        .init(path: path, isKeeper: false, isCurrent: true, decision: .pending),
        .init(path: FilePath("/p/c"), isKeeper: false, isCurrent: false, decision: .delete),
      ]
      state.unavailable = [.chooseParts: "no RAW beside it", .acceptRemaining: "hardly any like these are left"]
    }

    #expect(
      plainText(deck) == """
        Similar, photo 38 of 531, 12 in the bin (48.2 MB)
        IMG_0413.JPG in ~/Pictures/2024
        4032×3024, 3.1 MB, 12 May 2024 18:03:21, iPhone 13
        Proposed: 2 s after the keeper; the keeper is sharper
        Set of 3, this is number 2; the keeper is IMG_0410.JPG; 1 marked
        Choices: h: delete; l: keep; u: undo; s: skip; i: details; b: bin; m: move to trash; c: compare with the keeper; z: sharpness in words; home; q: quit; ?: all choices
        """, "\(plainText(deck))")
  }

  @Test func `a large move is said with its number, and never with yes`() {
    let confirmation = state(.confirmation) { state in
      (state.confirmation.photos, state.confirmation.exactCopies) = (1340, 1340)
      (state.confirmation.needsNumber, state.confirmation.wrongNumber) = (true, "1304")
    }
    let text = plainText(confirmation)
    #expect(text.hasSuffix("1304 is not the number.\nType 1 340 to move them, any word goes back."), "\(text)")
    #expect(!text.contains("yes"))
  }

  @Test func `the confirmation counts honestly and wants the whole word`() {
    let confirmation = state(.confirmation) { state in
      state.confirmation.photos = 38
      state.confirmation.bytes = ByteCount(124_000_000)
      state.confirmation.exactCopies = 26
      state.confirmation.similar = 11
      state.confirmation.onlyOnes = 1
      state.confirmation.volumes = 2
      state.confirmation.refused = [Refusal(name: "a.jpg", reason: "it was changed since")]
    }

    #expect(
      plainText(confirmation) == """
        Move 38 photos to the trash?
        26 are exact copies; a copy of each stays
        11 are similar; the keeper of each stays
        1 is the only one of its kind: look first
        124 MB, 2 volumes
        1 more stays in the bin:
        a.jpg: it was changed since
        They stay in the trash and can be put back.
        That frees nothing now; 124 MB will be free once the trash is emptied
        Type yes to move, anything else goes back.
        """, "\(plainText(confirmation))")
  }

  @Test func `what stays in use is not said to be free`() {
    let confirmation = state(.confirmation) { state in
      state.confirmation.photos = 1
      (state.confirmation.bytes, state.confirmation.inUse) = (ByteCount(137_000), ByteCount(100_000))
      state.confirmation.exactCopies = 1
    }

    #expect(
      plainText(confirmation) == """
        Move 1 photo to the trash?
        1 is an exact copy; a copy of it stays
        137 KB, of which 100 KB stay in use under other names
        It stays in the trash and can be put back.
        That frees nothing now; 37.0 KB will be free once the trash is emptied
        Type yes to move, anything else goes back.
        """, "\(plainText(confirmation))")
  }

  @Test func `the confirmation says what goes without its keeper, what is protected and what the backup has`() {
    let confirmation = state(.confirmation) { state in
      state.confirmation.photos = 40
      state.confirmation.bytes = ByteCount(124_000_000)
      (state.confirmation.similar, state.confirmation.keepersLeaving, state.confirmation.protected) = (38, 2, 1)
      state.confirmation.backup = .known(present: 40, missing: 28, isHolding: true)
    }

    #expect(
      plainText(confirmation) == """
        Move 40 photos to the trash?
        38 are similar; the keeper of each stays
        2 are similar; the keeper of each set goes and another stays: look first
        1 more is protected, so it stays in the bin
        124 MB
        40 of 68 are in the backup; 28 are not, so they stay
        They stay in the trash and can be put back.
        That frees nothing now; 124 MB will be free once the trash is emptied
        Type yes to move, anything else goes back.
        """, "\(plainText(confirmation))")
  }

  @Test func `the confirmation says what was marked for a reason that is none any more`() {
    let confirmation = state(.confirmation) { state in
      state.confirmation.photos = 3
      (state.confirmation.formerCopies, state.confirmation.unreadRests) = (2, 1)
      state.confirmation.otherKeepers = 1
    }

    let lines = plainText(confirmation)
    #expect(lines.contains("2 were marked as duplicates and are none any more: look first"), "\(lines)")
    #expect(lines.contains("1 was marked beside another keeper than the one that stays: look first"), "\(lines)")
    #expect(lines.contains("1 goes in part, and the rest of it could not be read: look first"), "\(lines)")
  }

  @Test func `where nothing can be moved it says why in one sentence`() {
    let confirmation = state(.confirmation) { state in
      state.confirmation.photos = 4
      state.confirmation.bytes = ByteCount(4_000_000)
      state.confirmation.onlyOnes = 4
      state.confirmation.blocked = "Read-only: you can look, but not decide."
    }

    #expect(
      plainText(confirmation) == """
        4 photos in the bin; none can be moved now
        Read-only: you can look, but not decide.
        4 are the only ones of their kind: look first
        4.0 MB
        Type anything to go back.
        """, "\(plainText(confirmation))")
  }

  @Test func `files that were not read are listed with what would help`() {
    let unread = state(.unread) { state in
      state.unread.title = "1 file"
      state.unread.rows = [
        UnreadState.Row(name: "a.psd", folder: "~/Pictures", reason: "Photoshop (PSD) files are not read.")
      ]
    }

    #expect(
      plainText(unread) == """
        Not read: 1 file
        1 a.psd in ~/Pictures: Photoshop (PSD) files are not read. (chosen)
        Choices: s: scan again; home; q: quit; ?: all choices
        """, "\(plainText(unread))")
  }

  @Test func `after the move it says where the photos are and how they come back`() {
    let done = state(.done) { state in
      state.done.moved = 37
      state.done.bytes = ByteCount(123_000_000)
      state.done.sidecars = 7
      state.done.locations = [DoneState.TrashLocation("~/.local/share/Trash", free: ByteCount(588_000_000_000))]
      state.done.refused = [Refusal(name: "a.jpg", reason: "it was changed since")]
      state.done.canRestore = true
    }

    #expect(
      plainText(done) == """
        37 photos moved
        123 MB will be free once the trash is emptied
        Their words are in 7 files beside the photos that stay
        588 GB free now, as before: moving alone frees nothing
        In ~/.local/share/Trash
        1 not moved:
        a.jpg: it was changed since
        Choices: r: restore this batch; home; q: quit; ?: all choices
        """, "\(plainText(done))")
  }

  @Test func `a long list is said by pages`() {
    let bin = state(.bin) { state in
      state.bin.items = (1...45).map {
        .init(path: FilePath("/p/\($0)"), name: "\($0).jpg", folder: "~/p", category: .blurry, size: ByteCount(1000))
      }
      state.bin.selection = 21
    }

    let lines = PlainScreen.lines(for: bin)

    #expect(lines.count == 23)
    #expect(lines[1].hasPrefix("21 21.jpg in ~/p"))
    #expect(lines[2].hasSuffix("(chosen)"))
    #expect(lines[21] == "Rows 21 to 40 of 45; next and previous turn the page")
  }

  @Test func `apps are a numbered list with their reasons, and what is open is said in their place`() {
    let list = state(.apps) { state in
      state.apps.title = "2 apps, 1.2 GB"
      state.apps.rows = [
        .init(
          name: "Gimp", size: "1.2 GB", lastUse: "used 9 days ago", score: "0.54", fraction: 0.54,
          reason: "large; last used 9 days ago (the desktop's own record)"),
        .init(
          name: "Shell", size: "?", lastUse: "use unknown", score: "0.50", fraction: 0.5, isProtected: true,
          reason: "stays: the system needs it"),
      ]
    }
    #expect(
      plainText(list) == """
        Apps, by cleanup score: 2 apps, 1.2 GB; Deckle removes none
        1 Gimp, 1.2 GB, score 0.54, large; last used 9 days ago (the desktop's own record) (chosen)
        2 Shell, size unknown, stays: the system needs it
        Choices: look: look at the details; t: tips from a local model; o: other order; a: all or menu only; home; q: quit; ?: all choices
        """, "\(plainText(list))")

    var open = list
    open.apps.panel = AppPanel(
      subject: .app("dpkg:gimp"), title: "Gimp",
      parts: [
        .init("Debian package gimp", ["1.2 GB on the disk"]), .init("Cleanup score 0.54", ["large", "used today"]),
        .init("The command that removes it", ["sudo apt-get remove gimp"], kind: .command),
      ])
    #expect(
      plainText(open).hasPrefix(
        """
        Gimp
        Debian package gimp: 1.2 GB on the disk
        Cleanup score 0.54:
        large
        used today
        The command that removes it: sudo apt-get remove gimp
        Choices: 
        """), "\(plainText(open))")
  }

  @Test func `a question says what happens otherwise`() {
    var asked = state(.deck(.similar))
    asked.overlay = .question(
      Question(
        subject: .markCategory(.similar), title: "Mark all 3 photos left in Similar?", lines: ["One line."],
        safeButton: "Not yet", actButton: "Mark all"))
    #expect(
      plainText(asked) == """
        Mark all 3 photos left in Similar?
        One line.
        Type yes to go on; anything else: Not yet.
        """)
  }
}
