import PhotoAnalysis
import PhotoModel
import PhotoScan
import SessionStore
import SystemPackage

/// The pairs that a search through the index finds against those of a search through all pairs, for the photos of a
/// cache among many strangers made of numbers.
struct CandidateTable {
  private let photos: [ScannedPhoto]
  private let strangers: Int

  /// - Parameter database: The feature cache of a scan.
  init(database: FilePath, strangers: Int) throws(ToolError) {
    guard let store = try? FeatureStore(path: database, isReadOnly: true, timestamp: "measure"),
      let cached = try? store.inspections(under: [FilePath("/")]),
      let windows = try? store.windowDescriptors(of: Set(cached.compactMap(\.inspection.digest)))
    else { throw .unusableDatabase(database) }
    photos = cached.map { cached in
      let digest = cached.inspection.digest
      var features = cached.inspection.features
      features?.windowDescriptors = digest.flatMap { windows[$0] } ?? []
      return ScannedPhoto(path: cached.path, identity: cached.identity, digest: digest, features: features)
    }
    self.strangers = strangers
  }

  /// `first,second,promising,all,index`, by file names.
  var document: String {
    let exact = Dictionary(pairs(photos, mostPairs: .max), uniquingKeysWith: { first, _ in first })
    let library = photos + SyntheticLibrary(seed: 1).photos(strangers)
    let index = Dictionary(pairs(library, mostPairs: 0), uniquingKeysWith: { first, _ in first })
    let own = index.filter { $0.key.allSatisfy { $0 < photos.count } }
    let all = Set(exact.keys).union(own.keys).sorted { $0.lexicographicallyPrecedes($1) }
    return all.reduce(into: "first,second,promising,all,index\n") { text, pair in
      let names = pair.map { photos[$0].path.lastComponent?.string ?? "" }
      let isPromising = exact[pair] ?? own[pair] ?? false
      text += "\(names[0]),\(names[1]),\(isPromising),\(exact[pair] != nil),\(own[pair] != nil)\n"
    }
  }

  private func pairs(_ photos: [ScannedPhoto], mostPairs: Int) -> [([Int], Bool)] {
    verificationCandidates(of: photos, mostPairs: mostPairs).pairs
      .map { ([$0.first, $0.second].sorted(), $0.isPromising) }
  }
}
