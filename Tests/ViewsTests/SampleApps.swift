@testable import ViewModels

/// The Apps screen in the middle of a session.
extension Sample {
  /// With the keys that work while something is open.
  static func app(_ route: Route, open panel: AppPanel) -> AppState {
    app(route) {
      $0.apps.panel = panel
      $0.hints = KeyTable().hints(in: .apps, without: [.open, .changeOrder, .showAll])
    }
  }

  static var apps: AppsState {
    var apps = AppsState()
    apps.title = "24 apps, 6.1 GB"
    apps.rows = [
      .init(
        name: "GNU Image Manipulation Program", size: "1.2 GB", lastUse: "used 412 days ago", score: "1.08",
        fraction: 1,
        reason: "large; last used 412 days ago (access time of /usr/bin/gimp, kept to within a day)"),
      .init(
        name: "Blender", size: "842 MB", lastUse: "use unknown", score: "0.84", fraction: 0.84,
        reason: "large; last use unknown"),
      .init(
        name: "Inkscape", size: "312 MB", lastUse: "used 61 days ago", score: "0.53", fraction: 0.53,
        reason: "last used 61 days ago (the desktop's own record)"),
    ]
    apps.rows += (4...23).map { number in
      .init(
        name: "Application \(number)", size: "\(100 - number) MB", lastUse: "not opened", score: "0.50", fraction: 0.5,
        reason: "not opened since it was installed or updated")
    }
    apps.rows.append(
      .init(
        name: "Terminal", size: "?", lastUse: "used today", score: "0.00", fraction: 0, isProtected: true,
        reason: "stays: Deckle runs in it; used today (running now)"))
    apps.selection = 1
    return apps
  }

  static let appDetails = AppPanel(
    subject: .app("dpkg:blender"), title: "Blender",
    parts: [
      .init("Debian package blender", ["842 MB on the disk"]),
      .init("Cleanup score 0.84", ["large", "last use unknown"]),
      .init("Removing it would take 2 other packages along", ["blender-addons, blender-luxcore"], kind: .warning),
      .init("The command that removes it", ["sudo apt-get remove blender"], kind: .command),
      .init(
        "38 packages would stay that nothing else needs",
        [(1...38).map { "libblender\($0)" }.joined(separator: ", ")]),
    ])

  static let protectedApp = AppPanel(
    subject: .app("dpkg:terminal"), title: "Terminal",
    parts: [
      .init("Debian package terminal", ["Its size is not known"]),
      .init("What is known of it", ["used today (running now)"]),
      .init("It stays", ["Deckle runs in it"], kind: .warning),
    ])

  static let advice = AppPanel(
    subject: .advice, title: "Tips",
    parts: [
      .init(
        "Advice of the model at 127.0.0.1:8080, which may be wrong",
        [
          "The image editor is large and was not used for more than a year, so it is the first to think about.",
          "Of Blender I do not know when it was used.",
        ])
    ], isWaiting: true)

  static var noApps: AppsState {
    var apps = AppsState()
    apps.notice = Notice(
      glyph: .apps, title: "No app with a menu entry is installed", lines: ["412 packages without one can be listed."],
      actions: [Hint(key: "a", title: "Show everything installed"), Hint(key: "1", title: "Back to photos")])
    return apps
  }
}
