import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing

@testable import AppCleanup
@testable import ViewModels

/// The values that the models of the program, the deck, the settings and the apps are made of, each by itself.
@MainActor @Suite struct ModelPartsTests {
  // MARK: The program

  @Test func `a key counts for what the last whole frame showed, and for anything where nothing draws`() {
    let home = FrameSubject(.home, nil)
    let bin = FrameSubject(.bin, nil)
    var frame = LastFrame()
    #expect(frame.shows(home) && frame.shows(bin))

    frame.present(home, isWhole: true)
    #expect(frame.shows(home) && !frame.shows(bin))
    frame.present(home, isWhole: false)
    #expect(!frame.shows(home) && frame.isHidden)
  }

  @Test func `keys that came too early are counted until one is performed`() {
    var frame = LastFrame()
    #expect([frame.dropKey(), frame.dropKey()] == [1, 2])
    frame.performKey()
    #expect(frame.dropKey() == 1)
  }

  @Test func `Esc for a screen that has closed by itself leads nowhere, once`() {
    var frame = LastFrame()
    frame.closeByItself()
    #expect(frame.absorbsBack() && !frame.absorbsBack())
  }

  @Test func `the bin leads back to where it was opened from, also by way of the question and of its decks`() {
    var routes = ReturnRoutes()
    routes.openBin(from: .deck(.blurry))
    #expect(routes.bin == .deck(.blurry))
    routes.openBin(from: .confirmation)
    #expect(routes.bin == .deck(.blurry))
    routes.isDeckOfBin = true
    routes.openBin(from: .deck(.similar))
    #expect(routes.bin == .deck(.blurry) && !routes.isDeckOfBin)
    routes.confirmation = .goalDeck
    routes.openBinFromConfirmation()
    #expect(routes.bin == .goalDeck)
  }

  @Test(arguments: [
    (Route.batchPhoto, Route.batch), (.batch, .history), (.history, .history), (.done, .done), (.home, .done),
  ])
  func `a restore leads back among the batches`(from: Route, to: Route) {
    var routes = ReturnRoutes()
    routes.confirmation = from
    #expect(routes.afterRestore == to)
  }

  @Test func `screens follow once at the end of an act, and at once without one`() {
    var act = ActTransaction()
    #expect(act.reviewChanged() == true)
    #expect(act.begin() && !act.begin())
    #expect(!act.reviewChanged() && !act.reviewChanged())
    #expect(act.end() && act.reviewChanged())
    #expect(act.begin() && !act.end())
  }

  // MARK: The deck

  private func issue(_ confidence: Double, isProposed: Bool = true) -> PhotoIssue {
    PhotoIssue(
      path: Sample.path("b1"), category: .blurry, confidence: confidence, score: 1, threshold: 0.5, size: .zero,
      isPreselected: isProposed)
  }

  @Test func `a quick pass begins no row of agreements, and ends one`() {
    var agreements = Agreements()
    agreements.decided(issue(0.9), .delete, in: nil)
    #expect(agreements.streak(in: .blurry).count == 0)
    agreements.decided(issue(0.9), .delete, in: .blurry)
    agreements.decided(issue(0.8), .delete, in: nil)
    #expect(agreements.streak(in: .blurry).count == 2 && agreements.streak(in: .blurry).margin == 0.8)
    agreements.decided(issue(0.9), .keep, in: nil)
    #expect(agreements.streak(in: .blurry).count == 0)
  }

  @Test func `a mark that is taken back elsewhere ends all rows, and one of this deck none`() {
    var agreements = Agreements()
    agreements.decided(issue(0.9), .delete, in: .blurry)
    agreements.beginWithdrawal()
    agreements.follow(1)
    agreements.endWithdrawal(at: 1)
    agreements.follow(1)
    #expect(agreements.streak(in: .blurry).count == 1)
    agreements.follow(2)
    #expect(agreements.streak(in: .blurry).count == 0)
  }

  @Test func `the question after the samples comes again for the same photos only`() throws {
    var review = Review()
    let photos = (0..<14).map { Sample.photo("x\($0)", number: UInt64(100 + $0)) }
    review.replaceFindings(Findings(), photos: photos)
    let paths = photos.map(\.path)
    var agreements = Agreements()
    let sampling = try #require(Sampling(paths, in: review, margin: 0.7))
    agreements.begin(sampling)
    for path in sampling.left.dropLast() { #expect(agreements.agree(to: path) == nil) }
    agreements.withdrawSample()
    for path in try #require(agreements.sampling?.left).dropLast() { #expect(agreements.agree(to: path) == nil) }

    let last = try #require(agreements.sampling?.left.first)
    #expect(agreements.agree(to: last)?.remaining == sampling.remaining && agreements.sampling == nil)
    #expect(agreements.sampledBefore(sampling.remaining.reversed(), margin: 0.7) != nil)
    #expect(agreements.sampledBefore(sampling.remaining, margin: 0.6) == nil)
    #expect(agreements.sampledBefore(paths, margin: 0.7) == nil)
    agreements.endSampling(in: .blurry)
    #expect(agreements.sampledBefore(sampling.remaining, margin: 0.7) == nil)
  }

  // MARK: The settings

  private func listing(_ count: Int) -> SliderListing {
    SliderListing(
      figures: [.blurry: .init(photos: count)],
      crossings: count == 0 ? [] : [.init(category: .blurry, isListed: true, count: count, photos: [])])
  }

  @Test func `the first answer shows no crossing, and one without a crossing leaves the last in sight`() {
    var steps = SliderSteps()
    steps.step(.blurThreshold)
    #expect(steps.ask() && steps.isOpen)
    #expect(steps.answer(listing(0), isOutdated: false) && steps.row == nil && !steps.goesOn())

    steps.step(.blurThreshold)
    #expect(steps.ask() && steps.answer(listing(3), isOutdated: false) && !steps.goesOn())
    #expect(steps.row == .blurThreshold && steps.listing == listing(3) && !steps.isOpen)
    steps.step(.blurThreshold)
    #expect(steps.ask() && steps.answer(listing(0), isOutdated: false))
    #expect(steps.listing?.crossings == listing(3).crossings && steps.listing?.figures == listing(0).figures)
  }

  @Test func `an answer to a step before is dropped, and then the next one stands as it is`() {
    var steps = SliderSteps()
    #expect(steps.ask() && steps.answer(listing(3), isOutdated: false) && !steps.goesOn())
    steps.step(.blurThreshold)
    #expect(steps.ask() == true)
    steps.step(.blurThreshold)
    #expect(steps.ask() == false, "only one is asked for at a time")
    #expect(!steps.answer(listing(5), isOutdated: true) && steps.goesOn())
    #expect(steps.answer(listing(0), isOutdated: false) && !steps.goesOn())
    #expect(steps.listing?.crossings.isEmpty == true)
    #expect(steps.ask() == true)
  }

  @Test func `the crossings go when the highlight leaves the slider, or another is moved`() {
    var steps = SliderSteps()
    #expect(steps.ask() && steps.answer(listing(0), isOutdated: false) && !steps.goesOn())
    steps.step(.blurThreshold)
    #expect(steps.ask() && steps.answer(listing(2), isOutdated: false))
    #expect(!steps.highlight(.blurThreshold) && steps.listing?.crossings.isEmpty == false)
    #expect(steps.highlight(.theme) && steps.listing?.crossings.isEmpty == true && steps.row == nil)
    #expect(steps.highlight(.theme) == false)
  }

  // MARK: The apps

  @Test func `an app is gone once its command has run and it is not installed any more`() {
    let (app, other) = (AppsModelTests.app("gimp"), AppsModelTests.app("paint"))
    var removal = AppRemoval()
    removal.ask(about: app)
    #expect(removal.removed(from: [other]) == nil, "the command has not run")
    removal.ran()
    #expect(removal.removed(from: [other])?.id == app.id && removal.removed(from: [other]) == nil)

    removal.ask(about: app)
    removal.ran()
    #expect(removal.removed(from: [app, other]) == nil)
  }

  @Test func `more leftovers than fit into a question come with the next, each after one yes`() {
    let folders = (0..<8).map {
      AppLeftover(path: FilePath("/home/me/.config/\($0)"), identity: Sample.photos[0].identity, size: ByteCount(1))
    }
    var removal = AppRemoval()
    let first = removal.ask(about: folders, of: AppsModelTests.app("gimp"))
    #expect(first.folders.count == 6 && first.later.count == 2)
    #expect(removal.confirmed()?.folders.count == 6 && removal.confirmed() == nil)
  }
}
