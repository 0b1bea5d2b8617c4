import PhotoModel
import Review
package import SystemPackage
import TextSurface

/// The folders that photos can be moved to, each with its number.
package struct FolderChooser: Hashable, Sendable {
  /// A folder that is offered.
  package struct Option: Hashable, Sendable {
    /// The path of the folder; absolute.
    package var folder: FilePath
    /// The path, shortened and escaped.
    package var title: String

    /// Creates an option; the title is escaped already.
    package init(_ folder: FilePath, title: String) {
      self.folder = folder
      self.title = title
    }
  }

  /// The most folders: one for each digit.
  package static let most = 9

  /// The folders in the order of their numbers.
  package var options: [Option]
  /// The name of the photo that is to move, or the number of several; escaped.
  package var photo: String
  /// Index of the highlighted option; 0 where there is none.
  package var selection = 0
  /// The number of photos that are to move.
  package var count = 1
  /// The sentence about the last key, which did nothing; nil where there is none.
  package var message: String?

  /// The line above the options: "2 photos go there with the next move". A narrow screen cuts its end.
  package var text: String { message ?? "\(photo) \(count == 1 ? "goes" : "go") there with the next move" }
}

/// The third verdict: a photo moves to a folder of the user's, with the next confirmed move.
extension AppModel {
  /// Asks where the photo of the screen moves to; where no folder is remembered, for the first one.
  func askWhereTo() {
    let photos = screens[route].photosToMove
    guard let first = photos.first else { return }
    let home = library.dependencies.environment.home
    let names = (try? library.dependencies.preferences.load().0.moveFolders) ?? []
    let options = names.map { name in
      let path = expandedPath(name, home: home)
      return FolderChooser.Option(path, title: library.title(path))
    }
    let chooser = FolderChooser(
      options: options, photo: photos.count == 1 ? nameTitle(first) : counted(photos.count, "photo"),
      count: photos.count)
    overlay = .folders(chooser)
    if options.isEmpty { askForMoveFolder(chooser) }
  }

  func choose(_ action: Action, from chooser: FolderChooser) -> Request {
    var chooser = chooser
    chooser.message = nil
    switch action {
    case .up: chooser.selection = chooser.options.nearestIndex(to: chooser.selection - 1)
    case .down: chooser.selection = chooser.options.nearestIndex(to: chooser.selection + 1)
    case .open:
      chooseFolder(chooser.selection, from: chooser)
      return .none
    case .addFolder:
      askForMoveFolder(chooser)
      return .none
    case .back:
      overlay = nil
      return .none
    default: break
    }
    overlay = .folders(chooser)
    return .none
  }

  func chooseFolder(_ index: Int, from chooser: FolderChooser) {
    if chooser.options.indices.contains(index) { move(to: chooser.options[index].folder) }
  }

  /// Chooses the folder that was clicked, or typed in plain mode, by its index in the chooser.
  package func chooseFolder(_ index: Int) {
    if case .folders(let chooser) = overlay { chooseFolder(index, from: chooser) }
  }

  /// Marks the photo of the screen for a move to a folder.
  func move(to folder: FilePath) {
    overlay = nil
    let title = library.title(folder)
    if let obstacle = obstacle(toMovingInto: folder) { return screens[route].showMessage(obstacle) }
    acting { screens[route].move(to: folder, title) }
    onChange()
  }

  /// The reason why no photo goes to a folder; nil where one may.
  func obstacle(toMovingInto folder: FilePath) -> String? {
    if folder.components.isEmpty { return "Type a folder of yours, like ~/Family: / is that of the whole machine." }
    return library.dependencies.environment.ownFolders.first { folder.starts(with: $0) }.map {
      "\(library.title($0)) is Deckle's own, so no photo goes there."
    }
  }

  private func askForMoveFolder(_ chooser: FolderChooser) {
    guard chooser.options.count < FolderChooser.most else {
      overlay = nil
      screens[route].showMessage("Nine folders are remembered; Settings takes one off the list")
      return
    }
    overlay = .entry(
      EntryDialog(
        .moveFolder, title: "Move it to which folder?",
        explanation: "A folder of yours, like ~/Family/2024. It is remembered with a number."))
    listFolders()
  }
}
