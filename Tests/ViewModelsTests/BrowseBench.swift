import PhotoModel
import TestSupport
import TextSurface
import ViewModels

extension Bench {
  /// The sample, each photo with a time of its own: a1 to e2 in July 2023, the rest in November 2022.
  static let datedPhotos: [ScannedPhoto] = Sample.photos.enumerated().map { number, photo in
    var photo = photo
    let time =
      number < 8
      ? CaptureTime(year: 2023, month: 7, day: 20 - number, hour: 9, minute: 0, second: 0)
      : CaptureTime(year: 2022, month: 11, day: 14, hour: 9, minute: 0, second: number)
    photo.features?.facts.capturedAt = time
    return photo
  }

  /// In all photos of `datedPhotos`, with a grid of three columns.
  static func browsing(readOnly: String? = nil) async throws -> Bench {
    let bench = try await Bench.opened(photos: datedPhotos, readOnly: readOnly)
    bench.app.setGridCapacity(
      .list, browse: GridCapacity(columns: 3, tile: Size(columns: 10, rows: 4), rows: 18))
    await bench.play("a")
    return bench
  }

  var browse: BrowseState { state.browse }
  var groupTitles: [String] { browse.rows.map(\.heading) }
  var tileNames: [String] { browse.grid.tiles.sorted { $0.key < $1.key }.map(\.value.name) }
}
