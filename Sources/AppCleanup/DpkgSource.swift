import Foundation
import Glibc

/// A source of installed applications. A missing one has none, and reports nothing.
protocol AppSource: Sendable {
  /// - Parameter traces: The evidence of the use of programs.
  func apps(_ traces: UsageTraces) -> [InstalledApp]
}

/// Debian's packages: `/var/lib/dpkg` and what apt keeps beside it.
struct DpkgSource: AppSource {
  let locations: AppLocations
  /// The release of the running kernel, as uname(2) gives it.
  var kernelRelease: String = runningKernelRelease()

  private static let folder = "/var/lib/dpkg"

  private struct Package {
    var name: String
    var architecture: String
    var fields: ControlParagraph
    var isForeign: Bool
    /// The name for apt, with the architecture of a foreign one.
    var installName: String { isForeign ? "\(name):\(architecture)" : name }
  }

  func apps(_ traces: UsageTraces) -> [InstalledApp] {
    let packages = installed
    guard !packages.isEmpty else { return [] }
    let automatic = automaticallyInstalled
    let needed = needs(packages)
    let ancestors = traces.ownAncestors
    return packages.map { package in
      let files = files(of: package, traces, ancestors)
      let entry = files.entries.first
      let programs = files.programs + files.entries.compactMap(\.program).filter { $0.hasPrefix("/") }
      let (use, note) =
        files.isRunning
        ? (AppInfo.LastUse?.some(AppInfo.LastUse(date: traces.present, evidence: "running now")), nil)
        : traces.lastUse(programs: programs, desktopIDs: files.entries.map(\.id))
      let size = package.fields["installed-size"].flatMap { Int64($0) }.flatMap {
        $0 >= 0 && $0 < 1 << 40 ? $0 * 1024 : nil
      }
      var app = InstalledApp(
        info: AppInfo(
          id: package.installName, name: entry?.name ?? package.name, source: .dpkg, sizeBytes: size, lastUse: use),
        isInMenu: entry != nil, isAutomatic: automatic.contains("\(package.name):\(package.architecture)"),
        neededBy: needed[package.name] ?? [], protection: protection(of: package, files),
        removal: locations.asRoot(["apt-get", "remove", package.installName]), useNote: note)
      app.desktopIDs = files.entries.map(\.id)
      return app
    }
  }

  // MARK: The database

  private var installed: [Package] {
    guard let bytes = locations.contents(of: Self.folder + "/status") else { return [] }
    let wanted: Set = [
      "package", "status", "architecture", "installed-size", "essential", "protected", "priority", "depends",
      "pre-depends", "provides",
    ]
    let paragraphs = ControlParagraph.all(in: bytes, wanted: wanted).filter {
      $0["status"]?.hasSuffix(" installed") == true
    }
    let native = paragraphs.first { $0["package"] == "dpkg" }?["architecture"]
    return paragraphs.compactMap { fields in
      guard let name = fields["package"], !name.isEmpty, !name.contains("/") else { return nil }
      let architecture = fields["architecture"] ?? ""
      return Package(
        name: name, architecture: architecture, fields: fields,
        isForeign: architecture != "all" && native != nil && architecture != native)
    }
  }

  /// "gimp:amd64" of everything that apt would take away again when nothing needs it.
  private var automaticallyInstalled: Set<String> {
    let bytes = locations.contents(of: "/var/lib/apt/extended_states") ?? []
    let paragraphs = ControlParagraph.all(in: bytes, wanted: ["package", "architecture", "auto-installed"])
    return Set(
      paragraphs.compactMap { fields in
        guard fields["auto-installed"] == "1", let name = fields["package"] else { return nil }
        return "\(name):\(fields["architecture"] ?? "")"
      })
  }

  /// The installed packages that need a package and have no alternative, by package.
  private func needs(_ packages: [Package]) -> [String: [String]] {
    var providers: [String: Set<String>] = [:]
    for package in packages {
      providers[package.name, default: []].insert(package.name)
      for name in Self.names(in: package.fields["provides"]).joined() {
        providers[name, default: []].insert(package.name)
      }
    }
    var needed: [String: Set<String>] = [:]
    for package in packages {
      let clauses = Self.names(in: package.fields["depends"]) + Self.names(in: package.fields["pre-depends"])
      for alternatives in clauses {
        let serving = alternatives.reduce(into: Set<String>()) { $0.formUnion(providers[$1] ?? []) }
        guard serving.count == 1, let only = serving.first, only != package.name else { continue }
        needed[only, default: []].insert(package.name)
      }
    }
    return needed.mapValues { $0.sorted() }
  }

  /// "a (>= 1) | b:any, c": the names of each clause.
  private static func names(in relation: String?) -> [[String]] {
    (relation ?? "").split(separator: ",").map { clause in
      clause.split(separator: "|").compactMap { name in
        name.split(whereSeparator: { " (:[<".contains($0) }).first.map(String.init)
      }
    }
  }

  private func protection(of package: Package, _ files: Files) -> String? {
    if package.fields["essential"] == "yes" || package.fields["protected"] == "yes"
      || package.fields["priority"] == "required"
    {
      return "the system cannot do without it"
    }
    if package.name == "deckle" { return "this is Deckle itself" }
    if package.name.hasPrefix("linux-image-"), !kernelRelease.isEmpty, package.name.contains(kernelRelease) {
      return "the kernel that runs now"
    }
    if files.isAncestor { return "Deckle runs in it now" }
    if files.isRunning, let reason = locations.protection(ofRunning: files.entries) { return reason }
    return files.isShell ? "it is your shell" : nil
  }

  // MARK: Files

  private struct Files {
    var entries: [DesktopEntry] = []
    var programs: [String] = []
    var isRunning = false
    var isAncestor = false
    var isShell = false
  }

  private func files(of package: Package, _ traces: UsageTraces, _ ancestors: Set<String>) -> Files {
    let info = Self.folder + "/info/"
    let list =
      locations.contents(of: info + "\(package.name):\(package.architecture).list")
      ?? locations.contents(of: info + "\(package.name).list") ?? []
    var files = Files()
    for line in list.split(separator: UInt8(ascii: "\n")) {
      guard Self.mayMatter(line) else { continue }
      // Where /bin leads to /usr/bin, the kernel gives the latter path of a process.
      let listed = String(decoding: line, as: UTF8.self)
      let path = listed.hasPrefix("/bin/") || listed.hasPrefix("/sbin/") ? "/usr" + listed : listed
      if traces.running.contains(path) || traces.running.contains(listed) { files.isRunning = true }
      if ancestors.contains(path) || ancestors.contains(listed) { files.isAncestor = true }
      if let shell = locations.shell, shell == listed || shell == path || "/usr" + shell == path {
        files.isShell = true
      }
      if path.hasPrefix("/usr/share/applications/"), path.hasSuffix(".desktop") {
        let id = String(path.dropFirst("/usr/share/applications/".count).dropLast(".desktop".count))
        if let bytes = locations.contents(of: path, limit: 1_000_000), let entry = DesktopEntry(id: id, bytes) {
          files.entries.append(entry)
        }
      } else if Self.programFolders.contains(where: path.hasPrefix) {
        files.programs.append(path)
      }
    }
    return files
  }

  private static let programFolders = ["/usr/bin/", "/usr/sbin/", "/usr/games/", "/usr/local/bin/"]

  /// Most lines of the lists are documentation, translations and icons.
  private static func mayMatter(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: Self.share) { return line.starts(with: Self.applications) }
    return true
  }

  private static let share = Array("/usr/share/".utf8)
  private static let applications = Array("/usr/share/applications/".utf8)
}

/// Empty where it cannot be asked.
private func runningKernelRelease() -> String {
  var name = utsname()
  guard uname(&name) == 0 else { return "" }
  return withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
