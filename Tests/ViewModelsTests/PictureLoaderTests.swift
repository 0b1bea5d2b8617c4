import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

@MainActor @Suite struct PictureLoaderTests {
  private let work = WorkCounter()
  private let area = Size(columns: 30, rows: 10)

  private func loader(
    capacity: Int = 24, lanes: Int = 3, preview: @escaping @Sendable (PictureRequest) async -> CardPicture
  ) -> PictureLoader {
    var dependencies = Dependencies.untouched
    dependencies.pictures.preview = preview
    return PictureLoader(dependencies: dependencies, work: work, capacity: capacity, lanes: lanes)
  }

  @Test func `a picture is decoded once and remembered`() async {
    let asked = Mutex(0)
    let loader = loader { request in
      asked.withLock { $0 += 1 }
      return .ready(Surface(request.area))
    }

    #expect(loader.picture(of: Sample.photos[0], in: area) == .loading(since: .zero))
    #expect(loader.picture(of: Sample.photos[0], in: area) == .loading(since: .zero))
    await work.idle()

    #expect(loader.picture(of: Sample.photos[0], in: area) == .ready(Surface(area)))
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `the thumbnail inside a HEIC stands there until the picture comes, and no other file is asked for one`()
    async
  {
    let gate = Gate()
    let asked = Mutex<[FilePath]>([])
    var dependencies = Dependencies.untouched
    let (small, large) = (Surface(Size(columns: 4, rows: 2)), Surface(area))
    dependencies.pictures.preview = { _ in
      await gate.pass()
      return .ready(large)
    }
    dependencies.pictures.thumbnail = { request in
      asked.withLock { $0.append(request.path) }
      return .ready(small)
    }
    let loader = PictureLoader(dependencies: dependencies, work: work)
    var shown: [CardPicture] = []
    var photo = Sample.photos[0]
    photo.features = PhotoFeatures(format: .heic, pixelSize: PixelSize(width: 4032, height: 3024))
    loader.onArrival = { [area] in
      shown.append(loader.picture(of: photo, in: area))
      gate.open()
    }
    _ = loader.picture(of: photo, in: area)
    _ = loader.picture(of: photo, in: area, region: .detail(center: RelativePoint(x: 0.5, y: 0.5), zoom: 1))
    _ = loader.picture(of: Sample.photos[1], in: area)
    await work.idle()

    #expect(shown.first == .ready(small) && shown.last == .ready(large))
    #expect(asked.withLock { $0 } == [photo.path])
  }

  @Test func `a picture that comes for a card that is gone is dropped`() async {
    let gate = Gate()
    let loader = loader(capacity: 2) { request in
      if request.path == Sample.photos[0].path { await gate.pass() }
      return .ready(Surface(request.area))
    }
    var arrivals = 0
    loader.onArrival = { arrivals += 1 }
    _ = loader.picture(of: Sample.photos[0], in: area)
    _ = loader.picture(of: Sample.photos[1], in: area)
    _ = loader.picture(of: Sample.photos[2], in: area)

    gate.open()
    await work.idle()

    #expect(arrivals == 2)
    #expect(loader.picture(of: Sample.photos[0], in: area) == .loading(since: .zero))
    await work.idle()
  }

  @Test func `another size and a changed file are other pictures`() async {
    let loader = loader { request in .unavailable("\(request.identity.modified) \(request.area.columns)") }
    var changed = Sample.photos[0]
    changed.identity.modified = 99
    let wide = Size(columns: 60, rows: 10)
    for photo in [Sample.photos[0], changed] { for area in [area, wide] { _ = loader.picture(of: photo, in: area) } }
    await work.idle()

    #expect(loader.picture(of: Sample.photos[0], in: area) == .unavailable("1 30"))
    #expect(loader.picture(of: changed, in: area) == .unavailable("99 30"))
    #expect(loader.picture(of: changed, in: wide) == .unavailable("99 60"))
  }

  @Test func `without room nothing is decoded`() {
    var dependencies = Dependencies.untouched
    dependencies.environment.now = { .zero }
    let loader = PictureLoader(dependencies: dependencies, work: work)

    #expect(
      loader.picture(of: Sample.photos[0], in: Size(columns: 0, rows: 5)) == .unavailable("no room for the picture"))
    #expect(work.isIdle)
  }

  @Test func `what could not be shown is tried again after a return, what stands is not`() async {
    let asked = Mutex<[FilePath]>([])
    let loader = loader { request in
      let count = asked.withLock { asked in
        asked.append(request.path)
        return asked.count
      }
      return request.path == Sample.photos[0].path && count < 3 ? .unavailable("away") : .ready(Surface(request.area))
    }
    for photo in Sample.photos.prefix(2) { _ = loader.picture(of: photo, in: area) }
    await work.idle()

    loader.retryFailures()
    for photo in Sample.photos.prefix(2) { _ = loader.picture(of: photo, in: area) }
    await work.idle()

    #expect(loader.picture(of: Sample.photos[0], in: area) == .ready(Surface(area)))
    #expect(asked.withLock { $0.count } == 3)
  }

  @Test func `what the user waits for comes first, then what was asked for last`() async {
    let asked = Mutex<[FilePath]>([])
    let gate = Gate()
    let loader = loader(lanes: 1) { request in
      asked.withLock { $0.append(request.path) }
      await gate.pass()
      return .ready(Surface(request.area))
    }
    let photos = Sample.photos

    _ = loader.picture(of: photos[0], in: area)
    loader.prepare(photos[1], in: area, urgency: .beside)
    loader.prepare(photos[2], in: area)
    loader.prepare(photos[3], in: area)
    loader.prepare(photos[4], in: area, urgency: .beside)
    _ = loader.picture(of: photos[4], in: area)
    gate.open()
    await work.idle()

    #expect(asked.withLock { $0 } == [0, 4, 3, 2, 1].map { photos[$0].path })
  }

  @Test func `one lane stays free for what the user waits for`() async {
    let gate = Gate()
    let begun = Mutex<[FilePath]>([])
    let loader = loader(lanes: 2) { request in
      begun.withLock { $0.append(request.path) }
      if request.path != Sample.photos[3].path { await gate.pass() }
      return .ready(Surface(request.area))
    }
    for photo in Sample.photos[0...2] { loader.prepare(photo, in: area) }
    for _ in 0..<1000 where begun.withLock({ $0.isEmpty }) { await Task.yield() }

    _ = loader.picture(of: Sample.photos[3], in: area)
    for _ in 0..<1000 where begun.withLock({ $0.count }) < 2 { await Task.yield() }

    #expect(begun.withLock { $0 } == [Sample.photos[2].path, Sample.photos[3].path])
    gate.open()
    await work.idle()
  }

  @Test func `looks and cells of other sizes are other pictures`() async {
    let loader = loader { request in .unavailable("\(request.region) \(request.cell.width)") }
    let detail = PictureRegion.detail(center: RelativePoint(x: 0.5, y: 0.5), zoom: 1)
    let photo = Sample.photos[0]
    for region in [PictureRegion.whole, detail] { _ = loader.picture(of: photo, in: area, region: region) }
    await work.idle()

    let whole = loader.picture(of: photo, in: area)
    #expect(loader.picture(of: photo, in: area, region: detail) != whole)
    loader.cell = CellPixels(width: 11, height: 22)
    #expect(loader.picture(of: photo, in: area) == .loading(since: .zero))
    await work.idle()
  }

  @Test func `many large pictures are forgotten before memory runs out, the wanted one last`() async {
    let loader = PictureLoader(dependencies: dependenciesWithPictures, work: work, cellCapacity: 700)
    for photo in Sample.photos[0...2] { _ = loader.picture(of: photo, in: area) }
    await work.idle()

    #expect(loader.picture(of: Sample.photos[2], in: area) == .ready(Surface(area)))
    #expect(loader.picture(of: Sample.photos[1], in: area) == .ready(Surface(area)))
    #expect(loader.picture(of: Sample.photos[0], in: area) == .loading(since: .zero))
    let huge = Size(columns: 100, rows: 100)
    _ = loader.picture(of: Sample.photos[0], in: huge)
    await work.idle()
    #expect(loader.picture(of: Sample.photos[0], in: huge) == .ready(Surface(huge)))
  }

  private var dependenciesWithPictures: Dependencies {
    var dependencies = Dependencies.untouched
    dependencies.pictures.preview = { .ready(Surface($0.area)) }
    return dependencies
  }
}
