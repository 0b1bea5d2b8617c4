import PhotoModel

extension KnownPlaces {
  /// The names that other programs give to their own folders and files, each with its origin. `*` stands at the
  /// beginning or at the end of a name; with a slash the name of the folder around it counts, too.
  ///
  /// Case is ignored where the maker's own disks ignore it (Windows, Apple, Android), and for trashes, which travel on
  /// cards that know no capitals.
  static let table: [Row] = [
    // Removed files.
    Row(
      ".Trash*", .folder(.bin), "freedesktop.org trash specification, macOS (.Trashes), phones (.trashBin)",
      anyCase: true),
    Row("$RECYCLE.BIN", .folder(.bin), "Windows since Vista", anyCase: true),
    // A person may give the other spellings to a folder of pictures.
    Row("RECYCLER", .folder(.bin), "Windows XP"),
    Row("RECYCLED", .folder(.bin), "Windows 95"),
    Row(".recycle", .folder(.bin), "Samba, vfs_recycle(8)", anyCase: true),
    Row("#recycle", .folder(.bin), "Synology DSM", anyCase: true),
    Row("@Recycle", .folder(.bin), "QNAP QTS", anyCase: true),
    Row("Network Trash Folder", .folder(.bin), "Netatalk", anyCase: true),
    Row(".dtrash", .folder(.bin), "digiKam"),
    Row("files_trashbin", .folder(.bin), "Nextcloud, ownCloud"),
    Row("lost+found", .folder(.bin), "fsck of ext file systems: pieces without names"),

    // Old states of the same files.
    Row("files_versions", .folder(.versions), "Nextcloud, ownCloud"),
    Row(".stversions", .folder(.versions), "Syncthing"),
    Row(".sync/Archive", .folder(.versions), "Resilio Sync", anyCase: true),
    Row(".dropbox.cache", .folder(.versions), "Dropbox", anyCase: true),
    Row(".snapshot", .folder(.versions), "NetApp over NFS"),
    Row("~snapshot", .folder(.versions), "NetApp over SMB", anyCase: true),
    Row(".snapshots", .folder(.versions), "snapper"),
    Row("#snapshot", .folder(.versions), "Synology DSM", anyCase: true),
    Row("@Recently-Snapshot", .folder(.versions), "QNAP QTS", anyCase: true),
    Row(".zfs", .folder(.versions), "OpenZFS, property snapdir"),
    Row("@GMT-*", .folder(.versions), "Samba, vfs_shadow_copy2(8)", anyCase: true),
    Row(".DocumentRevisions-V100", .folder(.versions), "macOS", anyCase: true),

    // Photos that a program manages as a whole.
    Row("*.photoslibrary", .bundle(.library), "Apple Photos", anyCase: true),
    Row("*.photolibrary", .bundle(.library), "Apple iPhoto", anyCase: true),
    Row("*.migratedphotolibrary", .bundle(.library), "Apple iPhoto, taken over by Photos", anyCase: true),
    Row("*.aplibrary", .bundle(.library), "Apple Aperture", anyCase: true),
    Row("*.migratedaplibrary", .bundle(.library), "Apple Aperture, taken over by Photos", anyCase: true),
    Row("*.apvault", .bundle(.library), "Apple Aperture, vault", anyCase: true),
    Row("iPhoto Library", .folder(.library), "Apple iPhoto before 2011", anyCase: true),
    Row("Photo Booth Library", .folder(.library), "Apple Photo Booth", anyCase: true),
    Row("*.lrlibrary", .bundle(.library), "Adobe Lightroom", anyCase: true),
    Row("*.cocatalog", .bundle(.library), "Capture One", anyCase: true),
    Row(".picasaoriginals", .folder(.library), "Picasa: originals of what was edited", anyCase: true),
    Row("[Originals]", .folder(.library), "ACDSee: originals of what was edited", anyCase: true),
    Row(".comments", .folder(.library), "gThumb"),
    Row("immich/library", .folder(.library), "immich, UPLOAD_LOCATION"),
    Row("immich/upload", .folder(.library), "immich, UPLOAD_LOCATION"),
    Row("immich/backups", .folder(.library), "immich, UPLOAD_LOCATION"),
    Row("immich-app/library", .folder(.library), "immich, UPLOAD_LOCATION of its docker-compose"),
    Row("photoprism/storage", .folder(.library), "PhotoPrism, storage of its docker-compose"),

    // Small pictures made of the photos.
    Row("*.lrdata", .bundle(.previews), "Adobe Lightroom Classic: previews", anyCase: true),
    Row("*.lrcat-data", .bundle(.previews), "Adobe Lightroom Classic: data of the catalog", anyCase: true),
    Row("CaptureOne/Cache", .folder(.previews), "Capture One sessions", anyCase: true),
    Row("iPod Photo Cache", .folder(.previews), "Apple iTunes", anyCase: true),
    Row("@eaDir", .folder(.previews), "Synology DSM"),
    Row(".@__thumb", .folder(.previews), "QNAP QTS"),
    Row(".thumbnails", .folder(.previews), "Android, desktops before 2012, KPhotoAlbum", anyCase: true),
    Row(".thumbs", .folder(.previews), "Android apps", anyCase: true),
    Row(".xvpics", .folder(.previews), "xv, GIMP 1"),
    Row("immich/thumbs", .folder(.previews), "immich"),
    Row("immich/encoded-video", .folder(.previews), "immich"),
    Row("immich/profile", .folder(.previews), "immich"),
    Row(".photoprism", .folder(.previews), "PhotoPrism: sidecar pictures beside the originals"),
    Row("photoprism/cache", .folder(.previews), "PhotoPrism"),
    Row("photoprism/sidecar", .folder(.previews), "PhotoPrism"),
    Row("cache/thumbnails", .folder(.previews), "PhotoPrism, in its storage folder"),
    Row(".shotwell", .folder(.previews), "Shotwell before 0.13"),
    Row("shotwell/thumbs", .folder(.previews), "Shotwell"),
    Row("appdata_*", .folder(.previews), "Nextcloud: previews"),
    Row("_data/i", .folder(.previews), "Piwigo"),

    // The inside of programs and systems.
    Row(".git", .folder(.other), "Git"),
    Row(".hg", .folder(.other), "Mercurial"),
    Row(".svn", .folder(.other), "Subversion"),
    Row(".bzr", .folder(.other), "Bazaar"),
    Row("System Volume Information", .folder(.other), "Windows", anyCase: true),
    Row(".Spotlight-V100", .folder(.other), "macOS", anyCase: true),
    Row(".fseventsd", .folder(.other), "macOS", anyCase: true),
    Row(".TemporaryItems", .folder(.other), "macOS", anyCase: true),
    Row(".tmp.drivedownload", .folder(.other), "Google Drive", anyCase: true),
    Row(".tmp.driveupload", .folder(.other), "Google Drive", anyCase: true),
    Row(".~tmp~", .folder(.other), "rsync --delay-updates"),
    Row(".rsync-partial", .folder(.other), "rsync --partial-dir"),

    // Files that may vanish by themselves: scanned, but not counted as a lasting copy of others.
    Row(".cache", .cache, "XDG base directory specification"),
    Row("Library/Caches", .cache, "macOS", anyCase: true),
    Row("tmp", .cache, "file system hierarchy standard", anyCase: true),
    Row("Local/Temp", .cache, "Windows", anyCase: true),
    Row("Cache_Data", .cache, "Chromium"),
    Row("Code Cache", .cache, "Chromium"),
    Row("GPUCache", .cache, "Chromium"),
    Row("Media Cache", .cache, "Chromium"),
    Row("Application Cache", .cache, "Chromium"),
    Row("CacheStorage", .cache, "Chromium, Safari"),
    Row("cache2", .cache, "Firefox"),
    Row("OfflineCache", .cache, "Firefox"),
    Row("Temporary Internet Files", .cache, "Internet Explorer", anyCase: true),
    Row("INetCache", .cache, "Internet Explorer, Edge", anyCase: true),
    Row("Content.IE5", .cache, "Internet Explorer", anyCase: true),

    // Files.
    Row(".trashed-*", .trashedFile, "Android 11, MediaStore", anyCase: true),
    Row(".pending-*", .trashedFile, "Android 11, MediaStore", anyCase: true),
    Row(".syncthing.*", .unfinishedFile, "Syncthing"),
    Row("~syncthing~*", .unfinishedFile, "Syncthing on Windows", anyCase: true),
    Row("*.partial", .unfinishedFile, "rclone, browsers", anyCase: true),
    Row("*.filepart", .unfinishedFile, "WinSCP", anyCase: true),
    Row("*.tmp", .unfinishedFile, "programs that write under another name first", anyCase: true),
    Row("*.!sync", .unfinishedFile, "Resilio Sync", anyCase: true),
    Row(".goutputstream-*", .unfinishedFile, "GLib"),
    Row(".deckle-unfinished-*", .unfinishedFile, "Deckle: a copy or a smaller file that is being written"),
    Row(".nfs*", .unfinishedFile, "NFS: removed while it was open"),
    Row(".fuse_hidden*", .unfinishedFile, "libfuse: removed while it was open"),
    Row("*_original", .backupFile, "ExifTool", anyCase: true),
    Row("*~", .backupFile, "editors, cp(1) --backup"),
    Row("*.bak", .backupFile, "editors", anyCase: true),
    Row("*.orig", .backupFile, "patch(1), merge tools", anyCase: true),
    Row("*.part", .backupFile, "Firefox, KDE, wget", anyCase: true),
    Row("*.crdownload", .backupFile, "Chromium", anyCase: true),
  ]

  /// The programs whose folders may have any name, and are recognised by the names in them.
  static let marks: [(names: [String], kind: LeftOutPlace.Kind, origin: String)] = [
    ([".immich"], .library, "immich, system integrity checks"),
    (["encoded-video", "thumbs"], .library, "immich, UPLOAD_LOCATION"),
    ([".ppstorage"], .library, "PhotoPrism, storage folder"),
  ]
}
