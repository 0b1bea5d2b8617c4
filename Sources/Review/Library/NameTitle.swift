import PhotoModel
package import SystemPackage
import TextSurface

/// The name of a file without its folder, escaped for the screen.
package func nameTitle(_ path: FilePath) -> String { SafeText(bytes: path.nameBytes).text }
