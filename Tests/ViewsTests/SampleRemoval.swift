import PhotoModel
import SystemPackage
import TextSurface
import Views

@testable import ViewModels

/// The bin, the move and what was moved before.
extension Sample {
  static var bin: BinState {
    var bin = BinState()
    for index in 0..<9 {
      let folder = index < 5 ? "~/Pictures/2024/05 Harbour" : "~/Pictures/2024/06"
      let item = BinState.Item(
        path: FilePath("/photos/\(index).jpg"), name: "IMG_04\(10 + index).JPG", folder: folder,
        category: index % 3 == 0 ? .blurry : .similar, size: ByteCount(Int64(2_100_000 + index * 433_000)),
        isOnlyOne: index % 3 == 0,
        problem: index == 3 ? "It has changed since it was looked at. Scan again to see it as it is." : nil)
      bin.items.append(item)
    }
    bin.selection = 2
    bin.bytes = ByteCount(34_500_000)
    bin.picture = .ready(picture)
    return bin
  }

  /// The hints where a yes is not enough.
  static var hintsOfLargeMove: [Hint] {
    [Hint(key: "0…9", title: "type the number")] + KeyTable().hints(in: .confirmation, without: [.confirm])
  }

  static var confirmation: ConfirmationState {
    var confirmation = ConfirmationState()
    confirmation.photos = 38
    confirmation.bytes = ByteCount(124_000_000)
    confirmation.exactCopies = 26
    confirmation.similar = 11
    confirmation.onlyOnes = 1
    confirmation.volumes = 2
    confirmation.refused = [
      Refusal(name: "IMG_0001.JPG", reason: "It has changed since it was looked at."),
      Refusal(name: "IMG_0002.JPG", reason: "It lies in a protected folder, so it stays."),
    ]
    return confirmation
  }

  /// Photos that are measured, one of them chosen as a smaller picture, one not chosen.
  static var large: LargeState {
    var large = LargeState()
    let sizes: [(Double, Double)] = [
      (31.2, 22.4), (18.4, 12.1), (9.7, 7.2), (8.1, 7.3), (6.6, 5.9), (5.2, 4.7), (4.4, 4.0), (3.1, 2.8),
    ]
    large.rows = sizes.enumerated().map { number, size in
      LargeState.Row(
        name: number == 1 ? "Screenshot 2024-05-12 at 18.03.21.png" : "IMG_04\(number + 12).JPG",
        folder: ["2024/05 Harbour", "", "Family/Grandma's albums/1998 Summer"][number % 3],
        before: ByteCount(Int64(size.0 * 1_000_000)), after: ByteCount(Int64(size.1 * 1_000_000)),
        mark: number == 3 ? .none : number == 5 ? .otherWay : .chosen)
    }
    large.selection = 2
    large.listed = ShrinkGain(photos: 1204, before: ByteCount(8_200_000_000), after: ByteCount(5_900_000_000))
    large.lossless = ShrinkGain(photos: 1202, before: ByteCount(8_190_000_000), after: ByteCount(5_890_000_000))
    large.fitted = ShrinkGain(photos: 1, before: ByteCount(5_200_000), after: ByteCount(1_100_000))
    large.hasPhotos = true
    return large
  }

  /// The question before photos are made smaller.
  static var shrinking: ConfirmationState {
    var question = ConfirmationState()
    question.shrink = ConfirmationState.Shrink()
    question.shrink?.lossless = ShrinkGain(
      photos: 1202, before: ByteCount(8_190_000_000), after: ByteCount(5_890_000_000))
    question.shrink?.fitted = ShrinkGain(photos: 12, before: ByteCount(62_000_000), after: ByteCount(13_000_000))
    question.photos = 1214
    question.bytes = ByteCount(8_252_000_000)
    question.refused =
      (1...310).map { Refusal(name: "IMG_\(2000 + $0).JPG", reason: "There is less than 5 % to gain.") }
      + (1...22).map { Refusal(name: "DSC0\(100 + $0).NEF", reason: "RAW files are left as they are.") }
      + [Refusal(name: "IMG_0415.JPG", reason: "You did not choose it.")]
    return question
  }

  static var moving: MovingState {
    var moving = MovingState()
    moving.done = 12
    moving.total = 38
    moving.currentName = "IMG_0413.JPG"
    return moving
  }

  static var done: DoneState {
    var done = DoneState()
    done.moved = 38
    done.bytes = ByteCount(124_000_000)
    done.locations = [
      DoneState.TrashLocation("~/.local/share/Trash", free: ByteCount(588_000_000_000)),
      DoneState.TrashLocation("/media/camera/.Trash-1000", free: ByteCount(2_100_000_000)),
    ]
    let reason = "It has changed since it was looked at. Scan again to see it as it is."
    done.refused =
      [Refusal(name: "IMG_0001.JPG", reason: reason), Refusal(name: "IMG_0002.JPG", reason: reason)]
      + [Refusal(name: "IMG_0003.JPG", reason: "It is not in the backup /media/me/Backup/Pictures, so it stays.")]
    done.canRestore = true
    done.shownAt = .seconds(10)
    return done
  }

  /// All went well, with pictures of some; one of them cannot be shown.
  static var doneWell: DoneState {
    var done = done
    done.locations = [DoneState.TrashLocation("~/.local/share/Trash", free: ByteCount(588_000_000_000))]
    done.refused = []
    done.thumbnails = (1...8).map { number in
      Thumbnail(name: "IMG_04\(number + 10).JPG", picture: number == 3 ? .unavailable("damaged") : .ready(smallPicture))
    }
    return done
  }

  static var history: HistoryState {
    var history = HistoryState()
    history.rows = [
      HistoryState.Row(
        batchID: "c", date: "today 14:02", count: "38 photos", bytes: ByteCount(124_000_000), status: "in the trash",
        canRestore: true),
      HistoryState.Row(
        batchID: "b", date: "yesterday 09:40", count: "12 photos", bytes: ByteCount(48_200_000),
        status: "3 of 12 put back",
        canRestore: true),
      HistoryState.Row(
        batchID: "a", date: "3 May 2024 18:11", count: "1 photo", bytes: ByteCount(3_100_000), status: "put back",
        canRestore: false),
    ]
    history.totalBytes = ByteCount(172_200_000)
    history.movedBatches = 2
    history.months = [
      HistoryState.Month(title: "2024-02", bytes: ByteCount(48_200_000)),
      HistoryState.Month(title: "2024-03", bytes: .zero),
      HistoryState.Month(title: "2024-04", bytes: ByteCount(3_100_000)),
      HistoryState.Month(title: "2024-05", bytes: ByteCount(124_000_000)),
    ]
    history.batch = HistoryState.Batch(
      batchID: "c", title: "today 14:02 · 38 photos · 124 MB",
      files: (1...38).map { number in
        let path = FilePath("/trash/files/\(number)")
        let identity = FileIdentity(device: 1, inode: UInt64(number), size: 1, modified: 1, changed: 1)
        let isGone = number == 3
        return HistoryState.Batch.File(
          name: "IMG_04\(number + 10).JPG", folder: "~/Pictures/2024/\(number < 20 ? "05 Harbour" : "06")",
          size: ByteCount(3_100_000 + Int64(number) * 9999),
          status: isGone ? "no longer in the trash" : number % 9 == 0 ? "put back" : "in the trash",
          shortStatus: isGone ? "left the trash" : nil,
          now: isGone ? nil : ScannedPhoto(path: path, identity: identity))
      })
    history.batch?.picture = .ready(picture)
    return history
  }
}
