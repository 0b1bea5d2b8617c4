import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct KeeperChoiceTests {
  private let scene = Drawn.scene(51, width: 120, height: 90)

  private func photo(
    _ path: String, size: Int64 = 1000, modified: Int64 = 0, isProtected: Bool = false,
    _ change: (inout PhotoFeatures) -> Void = { _ in }
  ) -> ScannedPhoto {
    scanned(path, scene, size: size, modified: modified, isProtected: isProtected) {
      $0.sharpness = 0.5
      change(&$0)
    }
  }

  private func best(_ photos: [ScannedPhoto]) -> (path: String, reason: String) {
    let choice = keeper(among: photos)
    #expect(
      keeper(among: photos.reversed()).map { photos.reversed()[$0.index].path } == choice.map { photos[$0.index].path })
    return (choice.map { photos[$0.index].path.string } ?? "", choice?.reason ?? "")
  }

  @Test func `a clean file wins over a damaged one, whatever else speaks for that`() {
    let damaged = photo("/a", size: 9000, isProtected: true) {
      $0.decodeWarnings = 1
      $0.pixelSize = PixelSize(width: 4000, height: 3000)
    }
    #expect(best([damaged, photo("/b")]).path == "/b")
  }

  @Test func `a protected folder comes before sharpness`() {
    let sharp = photo("/a") { $0.sharpness = 0.9 }
    #expect(best([sharp, photo("/b", isProtected: true)]) == ("/b", "in a protected folder"))
  }

  @Test func `a photo comes before a screenshot of it, but not before a copy of that`() {
    func shown(_ path: String, width: Int, height: Int, onScreen: Bool = false) -> ScannedPhoto {
      photo(path) {
        $0.pixelSize = PixelSize(width: width, height: height)
        $0.screenEvidence = onScreen ? 1 : 0
      }
    }
    let screen = shown("/screen", width: 1170, height: 2532, onScreen: true)
    #expect(
      best([screen, shown("/photo", width: 640, height: 480)]) == ("/photo", "the photo, not a screenshot of it"))
    #expect(best([screen, shown("/messenger", width: 739, height: 1600)]).path == "/screen")
  }

  @Test func `of pictures with the camera's data the one of the size in them comes before others`() {
    let data = photo("/original") {
      $0.facts.model = "X"
      $0.pixelSize = PixelSize(width: 400, height: 300)
      $0.contents.statedSize = $0.pixelSize
    }
    let enlarged = photo("/enlarged", size: 9000) {
      $0.facts.model = "X"
      $0.pixelSize = PixelSize(width: 480, height: 360)
      $0.contents.statedSize = PixelSize(width: 400, height: 300)
    }
    #expect(best([enlarged, data]) == ("/original", "its size is the one in the camera's data"))
    let other = photo("/avif") { $0.format = .avif }
    #expect(best([other, photo("/jpeg") { $0.format = .jpeg }]).path == "/jpeg")
  }

  @Test func `the camera's original comes before a larger re-save, but not before its own thumbnail`() {
    let original = photo("/original") {
      $0.facts.model = "X"
      $0.pixelSize = PixelSize(width: 400, height: 300)
    }
    let upscaled = photo("/upscaled") { $0.pixelSize = PixelSize(width: 480, height: 360) }
    let full = photo("/full") { $0.pixelSize = PixelSize(width: 4000, height: 3000) }
    #expect(best([upscaled, original]).path == "/original")
    #expect(best([full, original]).path == "/full")
  }

  @Test func `sharper by more than noise wins, with both scores in the reason`() {
    let sharp = photo("/sharp") { $0.sharpness = 0.81 }
    let soft = photo("/a") { $0.sharpness = 0.44 }
    #expect(best([soft, sharp]) == ("/sharp", "sharper (0.81 to 0.44)"))
    let hardly = photo("/z") { $0.sharpness = 0.53 }
    #expect(best([photo("/b"), hardly]).path == "/b")
  }

  @Test func `of a burst the frame that is sharper in the same places stays, though both are sharp`() {
    let scene = Drawn.scene(52, width: 480, height: 360).noisy(2, seed: 1)
    let soft = Drawn.plane(480, 360) { x, y in
      let sum = (-1...1).reduce(0.0) { $0 + Double(scene.pixels[y * 480 + min(479, max(0, x + $1))]) }
      return sum / 3
    }
    func frame(_ path: String, _ luma: LumaPlane) -> ScannedPhoto { scanned(path, luma) { $0.sharpness = 0.9 } }
    #expect(best([frame("/a", soft), frame("/z", scene)]) == ("/z", "sharper in the same places"))
    #expect(best([frame("/a", scene.noisy(2, seed: 2)), frame("/z", scene)]).path == "/a")
  }

  @Test func `places are compared only where two pictures show the same piece of a scene`() {
    let sharp = Drawn.scene(53, width: 480, height: 360)
    let elsewhere = Drawn.blurred(Drawn.scene(54, width: 480, height: 360), radius: 1)
    let sharpest = sharpestInTheSameRegions([scanned("/a", sharp), scanned("/b", elsewhere)])
    #expect(sharpest == [0, 1])
    #expect(sharpestInTheSameRegions([scanned("/a", sharp), scanned("/b", sharp.turnedClockwise)]) == [0, 1])
  }

  @Test func `what is smaller and has the camera's data, too, is not said to have none`() {
    let shots = ["/full", "/small"].map { name in
      photo(name) {
        $0.facts.model = "iPhone 13"
        $0.pixelSize = name == "/full" ? PixelSize(width: 800, height: 533) : PixelSize(width: 520, height: 360)
      }
    }
    #expect(best(shots) == ("/full", "larger: 800×533 to 520×360"))
    #expect(keeper(among: shots)?.text == "larger")
  }

  @Test func `a small copy is never sharper than its original`() {
    let original = photo("/original") { $0.pixelSize = PixelSize(width: 4032, height: 3024) }
    let small = photo("/small") {
      $0.pixelSize = PixelSize(width: 500, height: 375)
      $0.sharpness = 0.95
    }
    #expect(best([small, original]) == ("/original", "larger: 4032×3024 to 500×375"))
  }

  @Test func `a copy that was shrunk is never sharper than its original`() {
    let original = photo("/original") { $0.pixelSize = PixelSize(width: 2400, height: 1600) }
    let view = photo("/view") {
      $0.pixelSize = PixelSize(width: 960, height: 640)
      $0.sharpness = 0.95
    }
    #expect(best([view, original]) == ("/original", "larger: 2400×1600 to 960×640"))
    // Beside a third of a size between, too, and where the larger one is the sharper one.
    let third = photo("/third") { $0.pixelSize = PixelSize(width: 1600, height: 1067) }
    #expect(best([view, third, original]).path == "/original")
    let sharp = photo("/sharp") {
      $0.pixelSize = PixelSize(width: 2400, height: 1600)
      $0.sharpness = 0.98
    }
    #expect(best([view, sharp, third]) == ("/sharp", "sharper (0.98 to 0.50)"))
  }

  @Test func `what cannot be told is less sharp than a plainly sharp photo, and than no other`() {
    let untold = photo("/a") { $0.sharpness = nil }
    #expect(best([untold, photo("/b") { $0.sharpness = 0.4 }]).path == "/a")
    #expect(
      best([untold, photo("/b") { $0.sharpness = 0.9 }])
        == ("/b", "sharp (0.90), which cannot be told of the other one"))
  }

  @Test func `then format, compression, age, path and name decide`() {
    #expect(best([photo("/a.jpg"), photo("/b.dng") { $0.format = .raw }]) == ("/b.dng", "RAW, not JPEG"))
    #expect(
      best([photo("/a", size: 1_200_000), photo("/b", size: 3_100_000)]) == ("/b", "less compressed: 3.1 MB to 1.2 MB"))
    // Of two moments one may have more to show.
    let shots = [("/a", Int64(1_200_000)), ("/b", 3_100_000)].enumerated().map { number, file in
      photo(file.0, size: file.1) { $0.facts.capturedAt = CaptureTime(milliseconds: Int64(number) * 1000) }
    }
    #expect(best(shots) == ("/b", "the larger file: 3.1 MB to 1.2 MB"))
    #expect(best([photo("/a", modified: 5_000_000_000), photo("/b")]) == ("/b", "the older file"))
    #expect(best([photo("/pictures/a"), photo("/b")]).path == "/b")
    #expect(best([photo("/b"), photo("/a")]) == ("/a", "the first by name: nothing else tells them apart"))
  }

  @Test(arguments: [
    "copy.jpg", "Copy of IMG_1.jpg", "IMG_1 copy 2.jpg", "IMG_1 - Kopie.jpg", "IMG_1(2).jpg", "IMG_1 (12).JPG", "copy",
    "IMG_1 - コピー.jpg", "IMG_1的副本.jpg", "IMG_1 (копия).jpg", "IMG_1 - másolat.jpg",
  ])
  func `what is named as a copy does not stay for its shorter path`(name: String) {
    #expect(best([photo("/some folder/IMG_2101.JPG"), photo("/\(name)")]).path == "/some folder/IMG_2101.JPG")
    #expect(best([photo("/some folder/IMG_2101.JPG"), photo("/\(name)")]).reason == "not named as a copy")
  }

  @Test(arguments: ["copyright.jpg", "IMG_2.jpg", "a (b).jpg", "().jpg", "2).jpg", "my copyist x.jpg", ".jpg"])
  func `another name is no copy's`(name: String) {
    #expect(best([photo("/some folder/IMG_2101.JPG"), photo("/\(name)")]).path == "/\(name)")
  }

  @Test func `the order is the user's, after damage and protection`() {
    let small = photo("/small") {
      $0.sharpness = 0.9
      $0.facts.capturedAt = CaptureTime(milliseconds: 0)
    }
    let large = photo("/large") {
      $0.pixelSize = PixelSize(width: 125, height: 94)
      $0.facts.capturedAt = CaptureTime(milliseconds: 5000)
    }
    func best(_ photos: [ScannedPhoto], _ order: [KeeperRule]) -> String {
      keeper(among: photos, order: KeeperOrder(order)).map { "\(photos[$0.index].path): \($0.reason)" } ?? ""
    }

    #expect(best([small, large], [.sharper, .larger]) == "/small: sharper (0.90 to 0.50)")
    #expect(best([small, large], [.larger, .sharper]) == "/large: larger: 125×94 to 120×90")
    #expect(best([small, large], []) == "/large: the first by name: nothing else tells them apart")
    let copy = photo("/copy") { $0.sharpness = 0.9 }
    let untimed = photo("/untimed") { $0.pixelSize = PixelSize(width: 125, height: 94) }
    #expect(best([copy, untimed], [.sharper, .larger]) == "/untimed: larger: 125×94 to 120×90")
    let protected = photo("/z", isProtected: true)
    #expect(best([small, protected], [.sharper]) == "/z: in a protected folder")
    let damaged = photo("/a") { $0.decodeWarnings = 1 }
    #expect(best([damaged, photo("/b")], []) == "/b: not damaged; the other one is")
    #expect(best([damaged, photo("/b"), photo("/c")], [.shorterPath]).hasSuffix(": not damaged; one of the others is"))
    var cached = photo("/0")
    cached.permanence.isInCache = true
    #expect(best([cached, photo("/b"), photo("/c")], [.shorterPath]).hasSuffix(": not in a cache"))
  }

  @Test func `an edited picture wins only where the user says so`() {
    let edited = photo("/b") { $0.facts.software = "Adobe Photoshop 25.0" }
    let plain = photo("/a") { $0.facts.software = "17.4.1" }
    #expect(best([plain, edited]).path == "/a")
    let choice = keeper(among: [plain, edited], order: KeeperOrder([.edited] + KeeperRule.standardOrder))
    #expect(choice == KeeperChoice(index: 1, reason: "edited"))
  }

  @Test func `a preferred folder comes after damage, contents and the original, and before every other rule`() {
    let order = KeeperOrder(KeeperRule.standardOrder, preferredFolders: ["/best"])
    func best(_ photos: [ScannedPhoto]) -> String {
      keeper(among: photos, order: order).map { "\(photos[$0.index].path): \($0.reason)" } ?? ""
    }
    let large = photo("/large") { $0.pixelSize = PixelSize(width: 1250, height: 940) }
    #expect(best([large, photo("/best/a/small")]) == "/best/a/small: in a folder you prefer")
    #expect(best([photo("/best2/a"), photo("/a")]).hasPrefix("/a"))
    let damaged = photo("/best/damaged") { $0.decodeWarnings = 1 }
    #expect(best([damaged, photo("/b")]) == "/b: not damaged; the other one is")
    let rated = photo("/rated") {
      $0.contents = PhotoContents()
      $0.contents.metadata.rating = 4
    }
    #expect(best([photo("/best/bare"), rated]).hasPrefix("/rated: holds more"))
    let camera = photo("/camera") { $0.facts.model = "X" }
    #expect(best([photo("/best/bare"), camera]).hasPrefix("/camera: the original"))
    #expect(best([photo("/best/b"), photo("/best/a")]).hasPrefix("/best/a"))
  }

  @Test func `another order chooses other keepers from the same comparison, copies too`() {
    let photos = [
      scanned("/deep/er/a", scene, digest: 1, modified: 0), scanned("/b", scene, digest: 1, modified: 5_000_000_000),
    ]
    let index = FindingsIndex(photos: photos)
    var settings = ScanSettings()
    #expect(index.findings(settings: settings).groups.map(\.keeper) == ["/deep/er/a"])
    settings.keeperOrder = [.shorterPath]
    #expect(index.findings(settings: settings).groups.map(\.keeper) == ["/b"])
    settings.preferredFolders = ["/deep"]
    #expect(index.findings(settings: settings).groups.map(\.keeper) == ["/deep/er/a"])
    settings.preferredFolders = []
    #expect(index.findings(settings: settings) == findings(of: photos.reversed(), settings: settings))
  }

  @Test func `a shot out of focus does not stay for the sake of its size, unless it may be the larger of two copies`() {
    func shot(_ path: String, at second: Int64?, _ sharpness: Double, width: Int) -> ScannedPhoto {
      photo(path) {
        $0.facts.model = "X"
        $0.facts.capturedAt = second.map { CaptureTime(milliseconds: $0 * 1000) }
        $0.pixelSize = PixelSize(width: width, height: width * 3 / 4)
        $0.sharpness = sharpness
      }
    }
    let blurry = shot("/blurry", at: 9, 0.01, width: 800)
    #expect(best([blurry, shot("/sharp", at: 0, 0.95, width: 600)]) == ("/sharp", "sharper (0.95 to 0.01)"))
    // A copy of the very shot at half the size looks sharper than it is.
    for second in [9, nil] as [Int64?] {
      #expect(best([blurry, shot("/small", at: second, 0.95, width: 600)]).path == "/blurry")
    }
    #expect(best([blurry, shot("/thumbnail", at: 0, 0.95, width: 390)]).path == "/blurry")
    #expect(best([shot("/soft", at: 9, 0.11, width: 800), shot("/sharp", at: 0, 0.95, width: 600)]).path == "/soft")
  }

  @Test func `copies made within a second are not older and younger`() {
    let second: Int64 = 1_000_000_000
    #expect(best([photo("/a b", modified: 0), photo("/a", modified: second - 1)]).path == "/a")
    #expect(best([photo("/a b", modified: 0), photo("/a", modified: second)]) == ("/a b", "the older file"))
  }

  @Test func `of one there is one, of none nothing`() {
    #expect(best([photo("/a")]).path == "/a")
    #expect(keeper(among: []) == nil)
  }

  @Test(arguments: ["IMG_1 2.jpg", "IMG_1-1.jpg", "IMG_1~2.JPG", "IMG_1_1.jpg"])
  func `a name of another one with a number behind is that of a copy`(name: String) {
    #expect(best([photo("/\(name)"), photo("/Albums/Wedding/IMG_1.jpg")]).path == "/Albums/Wedding/IMG_1.jpg")
    // By itself it is a name as any.
    #expect(best([photo("/\(name)"), photo("/Albums/Wedding/IMG_7.jpg")]).path == "/\(name)")
  }

  @Test(arguments: [
    ("1987 Oma und Opa Hochzeit.jpg", "IMG_1234.jpg"), ("Hochzeit 1987.jpg", "DSC00012.jpg"),
    ("Oma und Opa - Kopie.jpg", "IMG-20190501-WA0001.jpg"), ("IMG-20190501-WA0001.jpg", "image.jpg"),
    ("2019-05-01 10.10.10.jpg", "f1234.jpg"), ("IMG_1234.jpg", "a.heic"),
  ])
  func `of equal files the one whose name tells more stays before an older one`(clearName: String, other: String) {
    let older = photo("/p/\(other)")
    let newer = photo("/p/x/\(clearName)", modified: 5_000_000_000_000)
    #expect(best([older, newer]).path == newer.path.string)
    #expect(best([newer, older]).path == newer.path.string)
  }

  @Test(arguments: [
    "img_edited_final.jpg", "WhatsApp Image.jpg", "a3fd-bead-feed1.jpg", "Screen Shot.jpg", "beach.jpg",
  ])
  func `what programs write into a name tells nothing`(name: String) {
    #expect(best([photo("/p/\(name)", modified: 5_000_000_000_000), photo("/p/DSC_1.jpg")]).path == "/p/DSC_1.jpg")
  }

  @Test func `a day in the name tells nothing where the file says when it was taken`() {
    let dated = photo("/p/20190501_101010.jpg", modified: 5_000_000_000_000) {
      $0.facts.capturedAt = CaptureTime(milliseconds: 0)
    }
    let older = photo("/p/DSC_1.jpg") { $0.facts.capturedAt = CaptureTime(milliseconds: 0) }
    #expect(best([dated, older]).path == "/p/DSC_1.jpg")
  }

  // MARK: Folders

  @Test(arguments: [
    ("/p/2018/Birthday/a.jpg", "/p/Backup old phone/DCIM/a.jpg"), ("/p/2018/Birthday/a.jpg", "/p/Camera Uploads/a.jpg"),
    ("/p/2018-08 Old Town Prague/a.jpg", "/p/misc/a.jpg"), ("/p/2021 Pixel art show/a.jpg", "/p/Desktop/a.jpg"),
    ("/p/Wedding of Anna/a.jpg", "/p/To delete/a.jpg"), ("/p/Wedding of Anna/a.jpg", "/p/Papierkorb/a.jpg"),
    ("/p/Backup 2019/a.jpg", "/p/rejected/a.jpg"), ("/p/Lake/a.jpg", "/p/New Folder (2)/a.jpg"),
    ("/p/Lake/a.jpg", "/p/WhatsApp Images/Sent/a.jpg"), ("/p/Lake/a.jpg", "/p/Export/a.jpg"),
    ("/p/Lake/deep/down/a.jpg", "/p/DCIM/a.jpg"), ("/p/Lake/a.jpg", "/p/100APPLE/a.jpg"),
    ("/p/2018-07-04 Lake/a.jpg", "/p/x/a.jpg"), ("/p/Sommer 2021/a.jpg", "/p/Download/a.jpg"),
    ("/backup/2018/Birthday/a.jpg", "/backup/Phone/a.jpg"),
    ("/p/Trash the Dress Anna 2018/a.jpg", "/p/DCIM/a.jpg"), ("/p/Cache-cache chez Mamie 2019/a.jpg", "/p/Phone/a.jpg"),
    ("/p/Download Festival 2019/a.jpg", "/p/DCIM/a.jpg"), ("/p/Thumbs up Party 2020/a.jpg", "/p/Neuer Ordner/a.jpg"),
    ("/p/Lake/a.jpg", "/p/Backup Anna/a.jpg"), ("/p/Lake/a.jpg", "/p/Recently Deleted/a.jpg"),
  ])
  func `of equal files the one in a folder that somebody named stays before dumps and backups`(
    named: String, dump: String
  ) throws {
    let scene = Drawn.scene(5, width: 60, height: 40)
    // The other one is even the older file.
    let photos = [scanned(dump, scene, digest: 1), scanned(named, scene, digest: 1)].enumerated().map { number, photo in
      var photo = photo
      photo.identity.modified = Int64(number) * 3_000_000_000_000
      return photo
    }
    #expect(try #require(keeper(among: photos)).index == 1)
    #expect(try #require(keeper(among: photos.reversed())).index == 0)
  }

  @Test func `where nothing tells, the reason says so`() throws {
    let scene = Drawn.scene(5, width: 60, height: 40)
    let photos = [scanned("/p/a/one.jpg", scene, digest: 1), scanned("/p/b/two.jpg", scene, digest: 1)]
    #expect(try #require(keeper(among: photos)).reason.hasSuffix("nothing else tells them apart"))
  }
}
