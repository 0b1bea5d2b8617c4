import Dispatch
import Glibc
package import PhotoModel
package import SystemPackage

/// Has the disk begin to read a file that will be asked for soon, and waits for nothing: while one picture is decoded,
/// the next ones come into memory. What goes wrong shows when the file is read.
package func readAhead(_ path: FilePath, expecting identity: FileIdentity) {
  readAhead(path, size: identity.size, expecting: identity)
}

/// Has the disk begin to read a file of up to 64 MB.
///
/// - Parameter size: The size in bytes, as far as it is known.
func readAhead(_ path: FilePath, size: Int64, expecting identity: FileIdentity? = nil) {
  // Larger files are few, and would push others out of memory.
  guard size > 0, size <= 64_000_000 else { return }
  DispatchQueue(label: "deckle.ahead").async {
    guard let file = try? openForReading(path, expecting: identity) else { return }
    _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_WILLNEED)
  }
}

/// The disks that rotate: seeking from one file to the next costs more there than reading a file.
package struct RotatingDisks: Sendable {
  private let devices: FilePath

  /// - Parameter devices: The folder in which the kernel describes block devices by their numbers.
  package init(devices: FilePath = "/sys/dev/block") { self.devices = devices }

  /// Whether a device is a rotating disk.
  ///
  /// - Parameter device: The number, as in `FileIdentity`. A volume without a disk of its own, as on a network, does
  ///   not rotate.
  package func contains(device: UInt64) -> Bool {
    let entry = devices.appending("\(device >> 32):\(device & 0xFFFF_FFFF)")
    // A partition has the queue of its disk, one folder above.
    return [entry.appending("queue/rotational"), entry.appending("../queue/rotational")].contains { path in
      guard let file = path.withPlatformString({ fopen($0, "re") }) else { return false }
      defer { fclose(file) }
      return fgetc(file) == Int32(UInt8(ascii: "1"))
    }
  }
}
