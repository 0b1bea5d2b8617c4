import Synchronization
import Testing

@testable import TextSurface

/// Rings and lines as pixels, in place of the characters that stand for them.
@Suite struct PixelDrawingsTests {
  private let ground = RGB(15, 15, 23)
  private let cell = CellPixels(width: 10, height: 20)
  private let ring = Drawing.rings([Ring(segments: [.init(part: 0.5, color: RGB(200, 0, 0))], track: RGB(0, 0, 200))])

  private final class Encoder: Sendable {
    let rasters = Mutex<[Raster]>([])
    func encode(_ raster: Raster, _ size: Size) -> EncodedImage? {
      rasters.withLock { $0.append(raster) }
      return EncodedImage(size: size, tile: CellPixels(width: 10, height: 20), bytes: [1])
    }
  }

  @Test func `a ring is filled on one half, and smooth at its edges`() {
    let raster = ring.raster(Size(columns: 20, rows: 10), cell: cell, on: ground)
    #expect(raster.width == 200 && raster.height == 200)
    // Right of the top the segment, left of it the track, in the corners and in the hole the background.
    #expect(raster[190, 100] == RGB(200, 0, 0) && raster[10, 100] == RGB(0, 0, 200))
    #expect(raster[0, 0] == ground && raster[100, 100] == ground && raster[199, 199] == ground)
    let row = (0..<200).map { raster[$0, 60] }
    let mixed = row.filter { ![ground, RGB(200, 0, 0), RGB(0, 0, 200)].contains($0) }
    #expect((2...12).contains(mixed.count), "\(mixed)")
  }

  @Test func `lines are round, as thick as asked, and go from one colour to the other`() {
    let strokes = Strokes(
      segments: [.init(from: SIMD2(0.2, 0.5), to: SIMD2(0.8, 0.5))], thickness: 0.1,
      colors: [RGB(200, 0, 0), RGB(0, 0, 200)])
    let raster = Drawing.strokes(strokes).raster(Size(columns: 10, rows: 5), cell: cell, on: ground)
    #expect((0..<100).count { raster[50, $0] != ground } == 10)
    #expect(raster[25, 50] == RGB(200, 0, 0) && raster[75, 50] == RGB(0, 0, 200))
    #expect(raster[10, 50] == ground && raster[90, 50] == ground)
  }

  @Test func `what stands in the hole keeps its characters, and a drawing is encoded once`() {
    let (store, encoder) = (ImageStore(), Encoder())
    let drawings = PixelDrawings(store: store, cutsPictures: false, encode: encoder.encode)
    let (rect, hole) = (Rect(x: 2, y: 1, width: 20, height: 10), Rect(x: 8, y: 4, width: 8, height: 3))
    var surface = Surface(Size(columns: 30, rows: 12))
    surface.write("half", x: 10, y: 5)
    drawings.attach(ring, in: rect, around: hole, cell: cell, on: ground, to: &surface)

    #expect(surface.images.map(\.rect.height).reduce(0, +) == 3 + 3 + 3 + 4 && surface.images.count == 4)
    #expect(surface.images.allSatisfy { $0.rect.intersection(hole).isEmpty && $0.column == 0 && $0.row == 0 })
    let cells = surface.images.reduce(0) { $0 + $1.rect.width * $1.rect.height }
    #expect(cells == 20 * 10 - 8 * 3 && surface.text.contains("half"))

    var again = Surface(surface.size)
    drawings.attach(
      ring, in: Rect(x: 5, y: 0, width: 20, height: 10), around: Rect(x: 11, y: 3, width: 8, height: 3),
      cell: cell, on: ground, to: &again)
    #expect(again.images.map(\.image) == surface.images.map(\.image))
    #expect(encoder.rasters.withLock(\.count) == 4)
    drawings.attach(ring, in: rect, cell: cell, on: RGB(0, 0, 0), to: &again)
    #expect(encoder.rasters.withLock(\.count) == 5)
  }

  @Test func `a drawing that the terminal does not take is tried once`() {
    let tried = Mutex(0)
    let drawings = PixelDrawings(store: ImageStore(), cutsPictures: false) { _, _ in
      tried.withLock { $0 += 1 }
      return nil
    }
    var surface = Surface(Size(columns: 20, rows: 10))
    for _ in 0..<3 { drawings.attach(ring, in: surface.bounds, cell: cell, on: ground, to: &surface) }
    #expect(surface.images.isEmpty && tried.withLock { $0 } == 1)
  }

  @Test func `what the store has dropped is made again, and what does not fit the screen is left out`() {
    let (store, encoder) = (ImageStore(mostPixels: 1), Encoder())
    let drawings = PixelDrawings(store: store, cutsPictures: false, encode: encoder.encode)
    var surface = Surface(Size(columns: 20, rows: 10))
    drawings.attach(ring, in: surface.bounds, cell: cell, on: ground, to: &surface)
    let first = surface.images.map(\.image)
    _ = store.add(EncodedImage(size: Size(columns: 1, rows: 1), tile: cell, bytes: [2]))
    drawings.attach(ring, in: surface.bounds, cell: cell, on: ground, to: &surface)
    #expect(surface.images.map(\.image) != first && surface.images.count == 1)
    surface.detachImages()
    drawings.attach(ring, in: Rect(x: 5, y: 0, width: 20, height: 10), cell: cell, on: ground, to: &surface)
    #expect(surface.images.isEmpty)
  }
}
