package import PhotoModel
package import SystemPackage

/// The first steps: one screen for each thing to set up or check.
package struct OnboardingState: Equatable, Sendable {
  /// The type of `step`.
  package typealias Step = FirstStep

  /// A folder that can be chosen.
  package struct Folder: Hashable, Sendable {
    /// The path of the folder.
    package var path: FilePath
    /// The path, shortened and escaped.
    package var title: String
    /// The pictures in the folder; nil while they are counted.
    package var count: PictureCount?
  }

  /// The step that is shown.
  package var step: Step = .folder
  /// The folders to choose from: those of the library first, then the suggestions.
  package var folders: [Folder] = []
  /// Index into `folders`; 0 when empty.
  package var selection = 0
  /// Whether more folders are being looked for.
  package var isSearching = false
  /// The findings of the check of this step; nil before it.
  package var results: [CheckLine]?
  /// Whether the check of this step is running.
  package var isChecking = false
  /// Whether the trash was tested since the first steps began, so that its state is more than a promise.
  package var isTrashTested = false
  /// The sentence about the step that was skipped last, or about a folder that cannot be chosen; nil where there is
  /// none.
  package var note: String?

  /// The highlighted folder; nil where there is none.
  package var chosen: Folder? { folders.indices.contains(selection) ? folders[selection] : nil }

  /// The label of the button that Enter presses: "Choose this folder".
  package var button: String {
    switch step {
    case .folder: chosen == nil ? "Choose a photo folder" : "Choose this folder"
    case .trash: results == nil ? "Test the trash" : "Go on"
    case .apps: results == nil ? "Look at installed apps" : "Begin"
    }
  }
}

extension OnboardingState: ListState {
  /// The note, if any, the step, and its promises.
  package var listLines: [String] {
    [note, "Step \(step.number) of \(Step.allCases.count): \(step.title)"].compactMap(\.self) + step.promises
  }
  /// The number of folders; 0 after the first step.
  package var rowCount: Int { step == .folder ? folders.count : 0 }
  /// A folder and the number of its pictures.
  package func rowText(_ index: Int) -> String {
    "\(folders[index].title), \(folders[index].count?.text ?? "counting")"
  }
}

extension FirstStep {
  /// The title of the step, one line.
  package var title: String {
    switch self {
    case .folder: "Your photos stay where they are"
    case .trash: "What goes, goes to the trash"
    case .apps: "Apps that nobody uses"
    }
  }

  /// The promises of the step, one line each.
  package var promises: [String] {
    switch self {
    case .folder:
      [
        "Deckle reads pictures to find copies, blur and screenshots", "Nothing is changed until you confirm a batch",
        "Nothing ever leaves this machine",
      ]
    case .trash:
      [
        "A confirmed batch goes to the trash that your desktop uses", "Deckle never erases a photo by itself",
        "Every batch can be put back from the history",
      ]
    case .apps:
      [
        "To judge apps, Deckle reads the list of what is installed", "Removing stays with the package manager",
        "Here it only looks whether that list can be read",
      ]
    }
  }

  /// The promises for a narrow screen.
  package var shortPromises: [String] {
    switch self {
    case .folder:
      ["Reads pictures, to find copies", "Nothing changes until you confirm", "Nothing leaves this machine"]
    case .trash: ["Batches go to the desktop's trash", "Deckle never erases by itself", "Every batch can be put back"]
    case .apps:
      ["Reads the list of installed apps", "The package manager removes them", "Here it only looks at the list"]
    }
  }

  /// Further uses, with the keys that lead there, in one line of at most 60 columns; nil for none.
  package func tip(_ keys: KeyTable) -> String? {
    switch self {
    case .folder:
      "\(keys.title(of: .showAllPhotos, in: .home)) goes through all photos by month, "
        + "\(keys.title(of: .search, in: .home)) narrows any list"
    case .trash: "\(keys.title(of: .moveToFolder, in: .deck)) sends a photo to a folder of yours instead"
    case .apps: nil
    }
  }

  /// The consequence of a skip, in one line.
  package var missed: String {
    switch self {
    case .folder: "Skipped: the folder stays as it is; another can be chosen on Home."
    case .trash: "Skipped: whether photos can be moved shows before the first move."
    case .apps: "Skipped: the list of apps was not looked at; photos do not need it."
    }
  }
}
