import PhotoModel
import Synchronization
import SystemPackage
import Testing
import TextSurface
import ViewModels

@MainActor @Suite struct PictureLoaderTests {
  private let work = WorkCounter()
  private let area = Size(columns: 30, rows: 10)

  private func loader(
    capacity: Int = 24, preview: @escaping @Sendable (FilePath, FileIdentity, Size) async -> CardPicture
  ) -> PictureLoader {
    var effects = Effects.untouched
    effects.pictures.preview = preview
    return PictureLoader(effects: effects, work: work, capacity: capacity)
  }

  @Test func `a picture is decoded once and remembered`() async {
    let asked = Mutex(0)
    let loader = loader { _, _, area in
      asked.withLock { $0 += 1 }
      return .ready(Surface(area))
    }

    #expect(loader.picture(of: Sample.photos[0], in: area) == .loading(since: .zero))
    #expect(loader.picture(of: Sample.photos[0], in: area) == .loading(since: .zero))
    await work.idle()

    #expect(loader.picture(of: Sample.photos[0], in: area) == .ready(Surface(area)))
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `a picture that comes for a card that is gone is dropped`() async {
    let gate = Gate()
    let loader = loader(capacity: 2) { path, _, area in
      if path == Sample.photos[0].path { await gate.pass() }
      return .ready(Surface(area))
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
    let loader = loader { path, identity, area in .unavailable("\(identity.modified) \(area.columns)") }
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
    var effects = Effects.untouched
    effects.surroundings.now = { .zero }
    let loader = PictureLoader(effects: effects, work: work)

    #expect(
      loader.picture(of: Sample.photos[0], in: Size(columns: 0, rows: 5)) == .unavailable("no room for the picture"))
    #expect(work.isIdle)
  }

  @Test func `what could not be shown is tried again after a return, what stands is not`() async {
    let asked = Mutex<[FilePath]>([])
    let loader = loader { path, _, area in
      let count = asked.withLock { asked in
        asked.append(path)
        return asked.count
      }
      return path == Sample.photos[0].path && count < 3 ? .unavailable("away") : .ready(Surface(area))
    }
    for photo in Sample.photos.prefix(2) { _ = loader.picture(of: photo, in: area) }
    await work.idle()

    loader.retryFailures()
    for photo in Sample.photos.prefix(2) { _ = loader.picture(of: photo, in: area) }
    await work.idle()

    #expect(loader.picture(of: Sample.photos[0], in: area) == .ready(Surface(area)))
    #expect(asked.withLock { $0.count } == 3)
  }
}
