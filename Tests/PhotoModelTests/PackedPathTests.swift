import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite struct PackedPathTests {
  /// Any bytes but NUL and the slash, also such as are no text.
  private func paths(_ count: Int) -> [FilePath] {
    var random = SeededGenerator(seed: 3)
    return (0..<count).map { _ in
      let names = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        random.bytes(Int.random(in: 1...40, using: &random)).map { $0 == 0 || $0 == 47 ? 97 : $0 }
      }
      return FilePath(bytes: names.flatMap { [47] + $0 })
    }
  }

  @Test(arguments: [1, 64, 1 << 16]) func `a path comes out as it went in, whatever room the others take`(buffer: Int) {
    let packer = PathPacker(availableSize: buffer)
    let paths = paths(400)
    let packed = paths.map { path in path.bytes.withUnsafeBytes { packer.packed($0) } }

    #expect(packed.map(\.path) == paths)
    #expect(packed == paths.map(PackedPath.init) && Set(packed) == Set(paths.map(PackedPath.init)))
  }

  @Test func `it is the same as a path of the same bytes only`() {
    let path = FilePath("/photos/a.jpg")
    let packed = PackedPath(path)
    #expect(packed.isSame(as: path))
    for other: FilePath in ["/photos/a.jp", "/photos/a.jpgg", "/photos/b.jpg", "", "/"] {
      #expect(!packed.isSame(as: other) && packed != PackedPath(other))
    }
    #expect(PackedPath("").isSame(as: ""))
  }
}
