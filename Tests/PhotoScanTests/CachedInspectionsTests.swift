import PhotoModel
import PhotoScan
import SystemPackage
import Testing

@Suite struct CachedInspectionsTests {
  @Test(arguments: [0, 1, 4095, 4096, 4097, 9000]) func `a long list is what was appended, in order`(count: Int) {
    let problem = Inspection.Problem(reason: .corrupt, message: "")
    let all = (0..<count).map { number in
      CachedInspection(
        path: FilePath("/p/\(number)"),
        identity: FileIdentity(device: 1, inode: UInt64(number), size: 0, modified: 0, changed: 0),
        inspection: Inspection(problem: problem))
    }
    let list = CachedInspections(all)
    #expect(list.count == count && list.isEmpty == (count == 0) && Array(list) == all)
    #expect(list.indices.allSatisfy { list[$0].path == FilePath("/p/\($0)") })
  }
}
