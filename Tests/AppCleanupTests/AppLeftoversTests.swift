import Foundation
import Glibc
import TestSupport
import Testing

@testable import AppCleanup

/// What an app left behind is told by its exact name, and nothing that others share is ever among it.
@Suite struct AppLeftoversTests {
  private let folder = TemporaryFolder()

  private var locations: AppLocations { AppLocations(root: folder.path.string, home: "/home/ada") }

  private func app(_ id: String, _ source: AppInfo.Source = .dpkg, desktopIDs: [String] = []) -> InstalledApp {
    var app = InstalledApp(info: AppInfo(id: id, name: id, source: source))
    app.desktopIDs = desktopIDs
    return app
  }

  private func found(
    _ app: InstalledApp, besides others: [InstalledApp] = [], sparing guarded: [String] = []
  ) -> [String] {
    AppLeftovers(locations, sparing: guarded.map { folder[$0] }).folders(of: app, besides: others).map {
      String($0.path.string.dropFirst(folder.path.string.count))
    }
  }

  private func make(_ names: String...) throws {
    for name in names { try folder.write(Array("data".utf8), to: "home/ada/\(name)/file") }
  }

  @Test func `folders of exactly its name are found in every base folder, and no others`() throws {
    try make(
      ".config/gimp", ".cache/gimp", ".local/share/gimp", ".local/state/gimp", ".config/gimp-2", ".config/GIMP",
      ".config/org.gimp.GIMP", ".var/app/gimp", "gimp", ".gimp", ".config/other")

    #expect(
      found(app("gimp"))
        == [
          "/home/ada/.config/gimp", "/home/ada/.cache/gimp", "/home/ada/.local/share/gimp",
          "/home/ada/.local/state/gimp",
        ])
    #expect(found(app("gimp", desktopIDs: ["org.gimp.GIMP"])).contains("/home/ada/.config/org.gimp.GIMP"))
    #expect(found(app("gim")).isEmpty)
    let sizes = AppLeftovers(locations, sparing: []).folders(of: app("gimp"), besides: []).map(\.size.bytes)
    #expect(sizes.allSatisfy { $0 > 0 })
  }

  @Test func `Flatpaks and Snaps have their one folder, an AppImage none`() throws {
    try make(".var/app/org.gimp.GIMP", ".config/org.gimp.GIMP", "snap/gimp", ".config/gimp")

    #expect(found(app("org.gimp.GIMP", .flatpak)) == ["/home/ada/.var/app/org.gimp.GIMP"])
    #expect(found(app("gimp", .snap)) == ["/home/ada/snap/gimp"])
    #expect(found(app("/home/ada/gimp.AppImage", .appimage)).isEmpty)
  }

  @Test func `what others share, and the folders of other apps, are nobody's leftovers`() throws {
    let shared = ["applications", "Trash", "fonts", "flatpak", "deckle", "systemd", "autostart", "icons"]
    for name in shared { try make(".local/share/\(name)", ".config/\(name)", ".cache/\(name)") }
    for name in shared + ["", ".", "..", "share", "a/b", "gimp:i386"] {
      #expect(found(app(name)).isEmpty, "\(name)")
      #expect(found(app("x", desktopIDs: [name])).isEmpty, "\(name)")
    }
    for name in ["", ".", "..", "app/x"] { #expect(found(app(name, .flatpak)).isEmpty) }
    try make(".config/paint")
    #expect(found(app("paint"), besides: [app("kolourpaint", desktopIDs: ["paint"])]).isEmpty)
  }

  @Test func `what is, holds or lies in a protected folder or the library is no leftover`() throws {
    try make(".var/app/org.foo.Bar/data/Photos", ".var/app/org.foo.Bar/config", ".var/app/org.foo.Other")
    let app = app("org.foo.Bar", .flatpak)

    #expect(found(app, sparing: ["home/ada/.var/app/org.foo.Other"]) == ["/home/ada/.var/app/org.foo.Bar"])
    for guarded in ["home/ada/.var/app/org.foo.Bar/data/Photos", "home/ada/.var/app/org.foo.Bar", "home/ada"] {
      #expect(found(app, sparing: [guarded]).isEmpty, "\(guarded)")
    }
    #expect(symlink(folder["home/ada/.var/app/org.foo.Bar/data"].string, folder["link"].string) == 0)
    #expect(found(app, sparing: ["link/Photos"]).isEmpty)
  }

  @Test func `a folder that holds a picture is no leftover`() throws {
    try make(".config/gimp", ".cache/gimp")
    try folder.write(Array("x".utf8), to: "home/ada/.config/gimp/a/b/scan.TIFF")
    #expect(found(app("gimp")) == ["/home/ada/.cache/gimp"])
  }

  @Test func `what an AppImage of the same app still uses is no leftover`() throws {
    try make(".config/gimp")
    func image(_ name: String) -> InstalledApp {
      InstalledApp(info: AppInfo(id: "/home/ada/bin/\(name).AppImage", name: name, source: .appimage))
    }
    for name in ["gimp", "GIMP-3.0-x86_64", "gimp_2"] {
      #expect(found(app("gimp"), besides: [image(name)]).isEmpty, "\(name)")
    }
    #expect(found(app("gimp", desktopIDs: ["org.foo.Paint"]), besides: [image("Paint-1")]).isEmpty)
    for name in ["gimpel", "my-gimp"] { #expect(!found(app("gimp"), besides: [image(name)]).isEmpty, "\(name)") }
  }

  @Test func `links and files stay out, and so does what holds a base folder`() throws {
    try make(".config/real")
    #expect(symlink("real", folder["home/ada/.config/linked"].string) == 0)
    try folder.write(Array("x".utf8), to: "home/ada/.config/plain")
    #expect(found(app("linked")).isEmpty && found(app("plain")).isEmpty)
    // The data folder lies in a folder of the app's name.
    try make(".config/holder/share/x")
    var locations = self.locations
    locations.dataHome = "/home/ada/.config/holder/share"
    #expect(AppLeftovers(locations, sparing: []).folders(of: app("holder"), besides: []).isEmpty)
  }
}
