/// "12 408": thousands set apart by a space, as on every screen.
package func groupedDigits(_ number: Int) -> String {
  let digits = String(abs(number))
  var grouped = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { grouped += " " }
    grouped.append(digit)
  }
  return number < 0 ? "-" + grouped : grouped
}

/// "1 photo", "38 photos".
package func counted(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(groupedDigits(number)) \(number == 1 ? singular : plural ?? singular + "s")"
}
