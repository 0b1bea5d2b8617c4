import PhotoModel
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

/// The rings of Home: the disk with what is left to gain and what is in the bin, and the review within.
@Suite struct HomeRingTests {
  private func home(gain: Double, bin: Double = 0) -> HomeState {
    var home = HomeState()
    home.storage = StorageFigures(used: ByteCount(600_000_000_000), capacity: ByteCount(1_000_000_000_000))
    home.reclaimable = ByteCount(Int64(gain * 1_000_000_000_000))
    home.binBytes = ByteCount(Int64(bin * 1_000_000_000_000))
    return home
  }

  private func drawn(_ home: HomeState, rows: Int, depth: ColorDepth = .direct24) throws -> Surface {
    var surface = Surface(Size(columns: rows * 2, rows: rows))
    HomeRing(state: home, storage: try #require(home.storage))
      .draw(in: surface.bounds, theme: Theme(.dark, depth: depth), into: &surface)
    return surface
  }

  /// The part of the blocks that are drawn in a colour.
  private func part(of surface: Surface, where isColor: (RGB) -> Bool) -> Double {
    let ground = Theme(.dark, depth: .direct24).ground
    // A figure stands in the hole; a ring is made of blocks.
    let colors: [RGB] = surface.cells.filter { $0.scalar.map { ("▀"..."▟").contains($0) } ?? false }
      .flatMap { [$0.style.foreground, $0.style.background] }.compactMap(\.self).filter { $0 != ground }
    return Double(colors.count(where: isColor)) / Double(max(1, colors.count))
  }

  private func isAccent(_ color: RGB) -> Bool { Int(color.blue) - Int(min(color.red, color.green)) > 100 }
  private func isRed(_ color: RGB) -> Bool { Int(color.red) - Int(max(color.green, color.blue)) > 60 }
  private func isGreen(_ color: RGB) -> Bool { Int(color.green) - Int(max(color.red, color.blue)) > 40 }

  @Test(arguments: [9, 19, 26], [0.000_02, 0.012])
  func `a part that would vanish is drawn larger, and the words say so`(
    rows: Int, share: Double
  ) throws {
    let gain = home(gain: share)
    #expect(part(of: try drawn(gain, rows: rows), where: isAccent) > 0.005)
    #expect(gain.storageTexts.first == "600 GB of 1.0 TB used · what is left drawn larger")

    let bin = home(gain: 0.2, bin: share)
    #expect(part(of: try drawn(bin, rows: rows), where: isRed) > 0.005)
    #expect(bin.storageTexts.first == "600 GB of 1.0 TB used · the bin drawn larger")
    #expect(
      home(gain: share, bin: share).storageTexts.first?.hasSuffix("what is left and the bin drawn larger") == true)
  }

  @Test(arguments: [9, 19, 26]) func `nothing to gain and an empty bin have no colour`(rows: Int) throws {
    let surface = try drawn(home(gain: 0), rows: rows)

    #expect(part(of: surface, where: isAccent) == 0 && part(of: surface, where: isRed) == 0)
    #expect(home(gain: 0).storageTexts == ["600 GB of 1.0 TB used"])
  }

  @Test(arguments: [9, 19, 26], [0.05, 0.1, 0.2]) func `what can be seen is as long as it is`(
    rows: Int, share: Double
  ) throws {
    let surface = try drawn(home(gain: share, bin: share), rows: rows)

    for shown in [part(of: surface, where: isAccent), part(of: surface, where: isRed)] {
      #expect(shown > share / 3 && shown < share + 0.03, "\(shown) for \(share)")
    }
  }

  @Test func `the inner ring grows with the review, and the figure in it is the part that is settled`() throws {
    var home = home(gain: 0)
    (home.binCount, home.keptCount, home.photosToGain) = (10, 30, 60)

    let surface = try drawn(home, rows: 19)

    #expect(surface.text.contains("40 %") && surface.text.contains("reviewed"))
    #expect(part(of: surface, where: isGreen) > 2 * part(of: surface, where: isRed))
    #expect(part(of: surface, where: isRed) > 0.01)
  }

  @Test(arguments: [9, 11, 14, 19, 26])
  func `where a ring has pixels, nothing of its characters stands beside the figure`(rows: Int) throws {
    var theme = Theme(.dark)
    theme.drawings = PixelDrawings(store: ImageStore(), cutsPictures: false) { _, size in
      EncodedImage(size: size, tile: .standard, bytes: [0])
    }
    var home = home(gain: 0.2, bin: 0.2)
    (home.binCount, home.keptCount, home.photosToGain) = (1, 0, 99)
    var surface = Surface(Size(columns: rows * 2, rows: rows))

    HomeRing(state: home, storage: try #require(home.storage)).draw(in: surface.bounds, theme: theme, into: &surface)

    let uncovered = surface.cells.filter { $0.tile == nil }.compactMap(\.scalar)
    #expect(!uncovered.isEmpty && !uncovered.contains { ("▀"..."▟" as ClosedRange<Unicode.Scalar>).contains($0) })
  }

  @Test func `without colours the parts have dots of their own`() throws {
    var home = home(gain: 0.2, bin: 0.2)
    (home.binCount, home.keptCount, home.photosToGain) = (10, 30, 60)

    let scalars = Set(try drawn(home, rows: 26, depth: .none).text.unicodeScalars)

    for texture in [Ring.Segment.Texture.solid, .checker, .sparse] {
      #expect(scalars.isSuperset(of: texture.cell.unicodeScalars), "\(texture)")
    }
  }
}
