import PhotoModel
import SystemPackage
import Testing

@Suite struct ImageFormatNamesTests {
  @Test(arguments: [
    (ImageFormat.jpeg, "/a/b.png", "png"), (.jpeg, "/a/b.HEIC", "heic"), (.heic, "/a/b.avif", "avif"),
    (.raw, "/a/b.tif", "tif"), (.png, "/a.b/c.d.jpeg", "jpeg"),
  ]) func `a name that promises another format is told`(format: ImageFormat, path: String, ending: String) {
    #expect(format.misleadingEnding(of: FilePath(path)) == ending)
  }

  @Test(arguments: [
    (ImageFormat.jpeg, "/a/b.JPG"), (.jpeg, "/a/b"), (.jpeg, "/a/.png"), (.jpeg, "/a/b.bak"), (.avif, "/a/b.heif"),
    (.heic, "/a/b.heif"), (.tiff, "/a/b.dng"), (.raw, "/a/b.NEF"),
  ]) func `a name that fits, or says nothing, is no surprise`(format: ImageFormat, path: String) {
    #expect(format.misleadingEnding(of: FilePath(path)) == nil)
  }
}
