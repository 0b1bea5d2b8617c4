import Foundation
import Testing

@testable import SessionStore

@Suite struct LockTableTests {
  private let table = LockTable(
    Data(
      """
      1: POSIX  ADVISORY  WRITE 11 fd:01:12345 0 EOF
      2: FLOCK  ADVISORY  READ 12 fd:01:12345 0 EOF
      3: -> FLOCK  ADVISORY  WRITE 13 fd:01:12345 0 EOF
      4: FLOCK  ADVISORY  WRITE 4711 fd:01:12345 0 EOF
      5: FLOCK  ADVISORY  WRITE 0 00:2f:6 0 EOF
      6: FLOCK  ADVISORY  WRITE 77 103:100:8 0 EOF
      7: FLOCK
      """.utf8))

  @Test func `the holder of a file is who has it to write by flock, and nobody who waits for it`() {
    #expect(table.holder(device: 0xFD01, inode: 12345) == 4711)
    #expect(table.holder(device: 0xFD02, inode: 12345) == nil)
    #expect(table.holder(device: 0xFD01, inode: 1) == nil)
  }

  @Test func `a process that cannot be seen from here is not named`() {
    #expect(table.holder(device: 0x2F, inode: 6) == nil)
  }

  @Test func `large numbers of devices are taken apart as the C library does`() {
    #expect(table.holder(device: 0x11_0300, inode: 8) == 77)
  }
}
