import PhotoModel
import SystemPackage
import TextSurface
import Views

@testable import ViewModels

/// The settings, the first steps, and the lists that are opened from them.
extension Sample {
  static func onboarding(_ step: OnboardingState.Step) -> OnboardingState {
    var state = OnboardingState()
    state.step = step
    state.folders = [
      OnboardingState.Folder(
        path: "/home/me/Pictures", title: "~/Pictures", count: PictureCount(pictures: 12_408)),
      OnboardingState.Folder(
        path: "/media/me/EOS", title: "/media/me/EOS", count: PictureCount(pictures: 214_000, isAtLeast: true)),
      OnboardingState.Folder(path: "/home/me/DCIM", title: "~/DCIM"),
    ]
    if step == .trash {
      state.results = [
        CheckLine(isGood: true, text: "~/Pictures: photos go to your trash"),
        CheckLine(isGood: false, text: "~/Pictures/nas is on a read-only volume."),
        CheckLine(isGood: true, text: "They stay until you, or a rule of your desktop, empty the trash"),
      ]
    }
    if step == .apps { state.note = OnboardingState.Step.trash.missed }
    return state
  }

  static var crossings: [SettingsState.Crossing] {
    [
      SettingsState.Crossing(
        title: "+ 12 photos now under Blurry", count: 12,
        photos: (1...5).map {
          Detail("IMG_020\($0).JPG", "perhaps blurry: sharpness 0.3\($0), your limit is 0.35; leaves the list at 0.30")
        })
    ]
  }

  /// With their pictures, of which one has not come and one cannot be shown; and two lists at once.
  static var picturedCrossings: [SettingsState.Crossing] {
    var crossing = crossings[0]
    crossing.pictures = (1...5).map { number in
      number == 3 ? .unavailable("damaged") : number == 5 ? .loading(since: .zero) : .ready(smallPicture)
    }
    return [crossing]
  }

  static var twoCrossings: [SettingsState.Crossing] {
    let pair = [CardPicture](repeating: .ready(smallPicture), count: 2)
    return [
      SettingsState.Crossing(
        title: "+ 14 photos now under Duplicates", count: 14,
        photos: (1...5).map { Detail("IMG_030\($0).JPG", "96 % alike, your limit is 0.95") }, pictures: pair),
      SettingsState.Crossing(
        title: "− 2 photos no longer under Similar", count: 2,
        photos: (1...2).map { Detail("IMG_030\($0).JPG", "96 % alike; a duplicate from 0.95 on") }, pictures: pair),
    ]
  }

  static var ledger: LedgerState {
    var ledger = LedgerState()
    ledger.title = "2 to keep, 1 not the same"
    ledger.rows = [
      LedgerState.Row(
        name: "IMG_0413.JPG", folder: "~/Pictures/2024/05 Harbour", text: "kept among similar photos",
        date: "today 14:02"),
      LedgerState.Row(
        name: "IMG_0200.JPG", folder: "~/Pictures/2023/Night", text: "kept although blurry", date: "12 May 2024 18:03"),
      LedgerState.Row(
        name: "IMG_0099.JPG", folder: "~/Pictures/2023", text: "not the same as IMG_0098.JPG",
        date: "yesterday 09:30"),
    ]
    ledger.selection = 1
    return ledger
  }

  static var unread: UnreadState {
    var unread = UnreadState()
    unread.title = "3 files in 2 folders · 1 folder that could not be opened"
    unread.rows = [
      UnreadState.Row(
        name: "IMG_0099.JPG", folder: "~/Pictures/2023",
        reason: "The picture is damaged (it ends in the middle); a backup may have a whole one."),
      UnreadState.Row(
        name: "IMG_0300.HEIC", folder: "~/Pictures/2024/05 Harbour",
        reason: "This kind of HEIC picture cannot be opened; a copy saved as JPEG or PNG can."),
      UnreadState.Row(
        name: "a.psd", folder: "~/Pictures/2024/05 Harbour",
        reason: "Photoshop (PSD) files are not read; a copy saved as JPEG, PNG or TIFF can be."),
      UnreadState.Row(name: "private/", folder: "~/Pictures", reason: "You have no permission to read it."),
    ]
    unread.selection = 1
    return unread
  }

  static var settings: SettingsState {
    var settings = SettingsState()
    settings.sections = [
      SettingsState.Section(
        title: "Sensitivity",
        rows: [
          SettingsState.Row(
            id: .blurThreshold, title: "Blurry below", control: .slider(position: 0.29, value: "0.30"),
            facts: "Higher lists more. Now 187 photos."),
          SettingsState.Row(
            id: .similarThreshold, title: "Similar from", control: .slider(position: 0.61, value: "0.80"),
            facts: "Lower lists more. Now 531 photos in 160 sets."),
          SettingsState.Row(
            id: .duplicateThreshold, title: "Duplicate from", control: .slider(position: 0.92, value: "0.95"),
            facts: "Lower lists more. Now 214 photos in 98 sets."),
        ]),
      SettingsState.Section(
        title: "Look",
        rows: [
          SettingsState.Row(
            id: .theme, title: "Theme", control: .choice("dark"), facts: "Dark, light, high contrast, no colour."),
          SettingsState.Row(
            id: .reducedMotion, title: "Reduced motion", control: .choice("off"),
            facts: "Nothing slides or gleams."),
        ]),
      SettingsState.Section(
        title: "Privacy",
        rows: [
          SettingsState.Row(
            id: .privacy, title: "Where things happen", control: .text("on this machine"),
            facts: "All processing happens on this machine. No data is sent anywhere. No account.")
        ]),
    ]
    return settings
  }
}
