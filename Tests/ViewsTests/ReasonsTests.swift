import PhotoModel
import SystemPackage
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// The reasons below a card: whole, or not there.
@Suite struct ReasonsTests {
  private static let why =
    "the same picture, changed a little; the keeper is larger: 539×379 to 481×321; match 0.94, limit 0.80; "
    + "leaves the list at 0.95; 170 details in common"

  @Test(arguments: 12...140, [1, 2]) func `a reason stands whole or not at all, and the first is always there`(
    columns: Int, rows: Int
  ) {
    let lines = reasons(Self.why, columns: columns, rows: rows)
    let shown = lines.joined(separator: " ").split(separator: "; ")

    #expect(!lines.isEmpty && lines.count <= rows && lines.allSatisfy { displayWidth($0) <= columns })
    let isWhole = Self.why.split(separator: "; ").allSatisfy(shown.contains)
    #expect(isWhole != lines.last?.hasSuffix("…"), "what is left out is missed: \(lines)")
    for reason in shown.dropFirst() where reason != "…" { #expect(Self.why.contains("; \(reason)"), "\(lines)") }
    guard let first = shown.first, first != Self.why.split(separator: "; ")[0] else { return }
    // Where even the first has no room, it says so and ends with a word.
    #expect(shown.count == 1 && first.hasSuffix(" …"), "\(lines)")
    let parts = first.dropLast(2).split(separator: " ").map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    #expect(parts.allSatisfy(Set(Self.why.split { " ,;".contains($0) }).contains), "\(lines)")
  }

  @Test func `what comes first is kept, and what is shorter fills the room`() {
    #expect(
      reasons(Self.why, columns: 71, rows: 2) == [
        "the same picture, changed a little; the keeper is larger: 539×379 to",
        "481×321; match 0.94, limit 0.80; leaves the list at 0.95; …",
      ])
    #expect(reasons(Self.why, columns: 31, rows: 1) == ["the same picture …"])
    #expect(reasons("", columns: 31, rows: 1) == [])
    #expect(
      reasons("the same picture, saved again; very dark; the keeper is larger", columns: 45, rows: 2)
        == ["the same picture, saved again; very dark;", "the keeper is larger"])
  }

  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func `a keeper in the bin is no keeper that stays`(size: Size) {
    let state = Sample.app(.deck(.similar)) {
      for index in $0.deck.filmstrip.indices where $0.deck.filmstrip[index].isKeeper {
        $0.deck.filmstrip[index].decision = .delete
      }
      $0.deck.card?.issue.why = "its keeper is in the bin, 2 others are not; the keeper is sharper (0.81 to 0.44)"
      $0.deck.isWithoutKeeper = true
      $0.deck.message = nil
    }

    let text = drawn(state, size: size).text

    #expect(text.contains("why ⚠ its keeper is in the bin"), "\(text)")
    #expect(text.contains("☆") && !text.contains("★"), "\(text)")
    #expect(text.contains("☆ keeper, in the bin"), "\(text)")
  }

  @Test func `the names in the bin are cut alike, in the middle, with their endings`() {
    let state = Sample.app(.bin) {
      $0.bin.items = (0..<9).map { index in
        BinState.Item(
          path: FilePath("/p/\(index)"), name: "A long name of a holiday \(index).jpeg", folder: "~/Pictures",
          category: .similar,
          size: ByteCount(1000))
      }
      $0.bin.capacity = AppView.gridCapacity(in: Size(columns: 80, rows: 24))
      $0.bin.grid = PictureGrid(folders: $0.bin.items.map(\.folder), columns: $0.bin.capacity.columns)
      $0.bin.selection = 6
    }

    let text = drawn(state, size: Size(columns: 80, rows: 24)).text
    let names = text.split(separator: "\n").flatMap { $0.split(separator: "  ") }.filter { $0.contains("…") }

    #expect(text.contains("7 of 9"), "\(text)")
    #expect(!names.isEmpty && Set(names.map { $0.filter { !"❯ ".contains($0) }.count }).count == 1, "\(names)")
    #expect(names.allSatisfy { $0.contains("A long") && $0.contains(".jpeg") }, "\(names)")
  }

  @Test(arguments: 5...80) func `a fact of a line stands whole or not at all, and the first is always there`(
    columns: Int
  ) {
    let line = "last scan today 14:02 · 12 408 photos · 41 s"

    let shown = facts(line, columns: columns)

    #expect(displayWidth(shown) <= columns)
    if columns >= displayWidth("last scan today 14:02") {
      #expect((line + " · ").hasPrefix(shown + " · "))
      let next = line.dropFirst(shown.count + 3).split(separator: " · ").first ?? ""
      #expect(next.isEmpty || displayWidth("\(shown) · \(next)") > columns)
    } else {
      #expect(shown.hasSuffix("…"))
    }
  }
}
