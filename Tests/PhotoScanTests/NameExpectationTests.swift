import PhotoScan
import SystemPackage
import Testing

@Suite struct NameExpectationTests {
  @Test(arguments: [
    ("/a/IMG_1.JPG", NameExpectation.picture), ("/a/b.heic", .picture), ("/a/c.tar.png", .picture),
    ("/a/.hidden.jpg", .picture), ("/a/film.MOV", .otherKind), ("/a/b.jpg.xmp", .otherKind),
    ("/a/notes.txt", .otherKind),
    ("/a/b.DNG", .picture), ("/a/b.psd", .picture), ("/a/b.jxl", .picture), ("/a/b.avif", .picture),
    ("/a/noending", .unknown), ("/a/.jpg", .unknown), ("/a/odd.xyz", .unknown), ("/a/dot.", .unknown),
    ("/a/.DS_Store", .otherKind), ("/a/.nomedia", .unknown),
    ("/folder.jpg/file", .unknown),
  ]) func `the last component tells what to expect`(path: String, expected: NameExpectation) {
    #expect(nameExpectation(of: FilePath(path)) == expected)
  }
}
