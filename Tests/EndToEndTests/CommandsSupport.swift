import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// A computer of a test's own: a home folder with nothing in it, a library, and Deckle's commands.
struct CommandFixture {
  let folder = TemporaryFolder()

  init() throws {
    try folder.makeFolder("home")
    try folder.makeFolder("photos")
  }

  var photos: FilePath { folder["photos"] }

  var environment: [String: String] {
    [
      "HOME": folder["home"].string, "XDG_CONFIG_HOME": folder["home/config"].string,
      "XDG_STATE_HOME": folder["home/state"].string, "XDG_CACHE_HOME": folder["home/cache"].string,
      "XDG_DATA_HOME": folder["home/data"].string,
    ]
  }

  /// Runs the program to its end, without a terminal.
  ///
  /// - Parameter adding: More of the environment, before what is there.
  func deckle(
    _ arguments: String..., adding: [String: String] = [:], input: [UInt8] = []
  ) throws -> FinishedProcess {
    try runProcess(
      deckleBinary, arguments, environment: environment.merging(adding) { $1 }, input: input, directory: folder.path)
  }

  /// Runs a line of the shell in which `$deckle` is the program.
  func shell(_ line: String) throws -> FinishedProcess {
    try runProcess(
      "/bin/bash", ["-c", line], environment: environment.merging(["deckle": deckleBinary.string]) { $1 },
      directory: folder.path)
  }

  /// A photo of a scene; the same seed gives the same bytes.
  @discardableResult
  func addPhoto(_ name: String, seed: UInt64) throws -> FilePath {
    try folder.write(Self.photo(seed: seed), to: "photos/\(name)")
  }

  /// So many photos of which each has to be decoded, because its bytes are its own, and none is held against another, because
  /// they are flat.
  func addFlatPhotos(_ count: Int) throws {
    let (width, height) = (640, 480)
    let flat = jpegData(
      of: RGBPicture(width: width, height: height, pixels: [UInt8](repeating: 90, count: width * height * 3)))
    for number in 0..<count {
      try folder.write(flat + [UInt8(number % 256), UInt8(number / 256)], to: "photos/\(number).jpg")
    }
  }

  static func photo(seed: UInt64) -> [UInt8] { jpegData(of: TestPictures.scene(seed: seed)) }

  /// With a time of capture, in milliseconds of the camera's clock.
  static func photo(seed: UInt64, at time: Int64) -> [UInt8] {
    jpegData(of: TestPictures.scene(seed: seed), exif: exifBlock(capturedAt: CaptureTime(milliseconds: time)))
  }

  /// Everything in the library with its content.
  func content() throws -> [[UInt8]: [UInt8]] {
    let prefix = Array("photos/".utf8)
    var content: [[UInt8]: [UInt8]] = [:]
    for name in folder.list() where name.starts(with: prefix) && name.last != UInt8(ascii: "/") {
      content[name] = try readFile(folder[nameBytes: name])
    }
    return content
  }
}

extension FilePath {
  /// From raw bytes without NUL.
  init(raw bytes: [UInt8]) {
    self = (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
    }
  }
}

/// A JSON document, with the questions that a test asks of it.
struct Document {
  let object: [String: Any]

  /// - Throws: Where the output is not one JSON object with one newline behind it.
  init(_ process: FinishedProcess) throws {
    try #require(process.output.last == UInt8(ascii: "\n"))
    try #require(process.output.dropLast().last != UInt8(ascii: "\n"))
    object = try #require(try JSONSerialization.jsonObject(with: Data(process.output)) as? [String: Any])
  }

  init(_ object: [String: Any]) { self.object = object }

  func list(_ key: String) throws -> [Document] {
    try #require(object[key] as? [[String: Any]]).map(Document.init)
  }

  func part(_ key: String) throws -> Document { Document(try #require(object[key] as? [String: Any])) }
  func text(_ key: String) -> String? { object[key] as? String }
  func number(_ key: String) -> Double? { (object[key] as? NSNumber)?.doubleValue }
  func flag(_ key: String) -> Bool? { object[key] as? Bool }
  func isNull(_ key: String) -> Bool { object[key] is NSNull }
  var keys: Set<String> { Set(object.keys) }

  /// The path of an entry, byte for byte.
  func pathBytes() throws -> [UInt8] {
    if let base64 = text("pathBytes") { return Array(try #require(Data(base64Encoded: base64))) }
    return Array(try #require(text("path")).utf8)
  }
}

/// A permission bit stops everybody but root: `setpriv` makes a process of nobody's, where the tests run as root.
struct PlainUser {
  /// In front of a command; nil where there is no way.
  let prefix: [String]?
  private let isRoot: Bool

  init() {
    isRoot = getuid() == 0
    let program = "/usr/bin/setpriv"
    let isThere = FileManager.default.isExecutableFile(atPath: program)
    prefix = !isRoot ? [] : isThere ? [program, "--reuid=65534", "--regid=65534", "--clear-groups", "--"] : nil
  }

  /// Gives a tree to the plain user.
  func own(_ folder: TemporaryFolder) throws {
    guard isRoot else { return }
    _ = try runProcess("/bin/chown", ["-R", "65534:65534", folder.path.string])
  }

  /// - Returns: Nil, with a word about it, where the program cannot be run by a plain user here.
  func deckle(_ fixture: CommandFixture, _ arguments: String...) throws -> FinishedProcess? {
    guard let prefix else {
      print("skipped: setpriv is not installed")
      return nil
    }
    let whole = prefix + [deckleBinary.string] + arguments
    let process = try runProcess(
      FilePath(whole[0]), Array(whole.dropFirst()), environment: fixture.environment, directory: fixture.folder.path)
    if case .exited(let code) = process.status, code == 126 || code == 127 {
      print("skipped: a plain user cannot run \(deckleBinary)")
      return nil
    }
    return process
  }
}
