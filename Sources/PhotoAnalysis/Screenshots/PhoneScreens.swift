/// Whether the picture has exactly the size of a phone's screen, upright or lying.
///
/// A hint only where other programs make pictures of that size too: such sizes (videos, wallpapers, sensors) are left
/// out here.
package func isPhoneScreen(width: Int, height: Int) -> Bool {
  phoneScreens.contains([min(width, height), max(width, height)])
}

/// The picture has exactly the size of a tablet or a desktop display: a bonus at most.
func isLargeScreen(width: Int, height: Int) -> Bool {
  largeScreens.contains([min(width, height), max(width, height)])
}

/// Short side, long side; from the makers' technical specifications. No size of common photos or videos
/// (1080 × 1920, 1536 × 2048, 3:2 and 4:3 sensors) is listed.
private let phoneScreens: Set<[Int]> = [
  // iPhone
  [640, 1136], [750, 1334], [828, 1792], [1080, 2340], [1125, 2436], [1170, 2532], [1179, 2556], [1206, 2622],
  [1242, 2208], [1242, 2688], [1260, 2736], [1284, 2778], [1290, 2796], [1320, 2868],
  // Apple Watch
  [368, 448], [396, 484], [410, 502],
  // Android phones
  [720, 1480], [720, 1520], [720, 1560], [720, 1600], [720, 1612], [720, 1640], [720, 1650], [1080, 2160],
  [1080, 2220], [1080, 2240], [1080, 2246], [1080, 2248], [1080, 2280], [1080, 2310], [1080, 2312], [1080, 2316],
  [1080, 2376], [1080, 2388], [1080, 2400], [1080, 2404], [1080, 2408], [1080, 2412], [1080, 2424], [1080, 2460],
  [1080, 2520], [1080, 2640], [1084, 2412], [1116, 2480], [1200, 2640], [1200, 2670], [1216, 2640], [1220, 2712],
  [1240, 2772], [1256, 2760], [1264, 2780], [1280, 2772], [1280, 2800], [1280, 2856], [1344, 2992], [1440, 2880],
  [1440, 2960], [1440, 3040], [1440, 3088], [1440, 3120], [1440, 3168], [1440, 3200], [1440, 3216],
  // Folding phones, open and closed
  [832, 2268], [884, 2208], [904, 2316], [968, 2376], [1768, 2208], [1812, 2176], [1856, 2160], [2076, 2152],
  [1840, 2208],
]

/// Short side, long side.
private let largeScreens: Set<[Int]> = [
  // iPad
  [1488, 2266], [1620, 2160], [1640, 2360], [1668, 2224], [1668, 2388], [1668, 2420], [2048, 2732], [2064, 2752],
  // Android tablets
  [1200, 1920], [1600, 2560], [1752, 2800], [1848, 2960],
  // Displays
  [768, 1366], [800, 1280], [900, 1440], [900, 1600], [1050, 1680], [1080, 1920], [1440, 2560], [1440, 3440],
  [1664, 2560], [1800, 2880], [1964, 3024], [2160, 3840], [2234, 3456], [2880, 5120],
]
