/// "0.81", cut and not rounded up, so that a score below a limit never reads as the limit.
package func hundredths(_ value: Double) -> String {
  let number = Int((value * 100 + 1e-9).rounded(.down))
  let digits = String(abs(number) % 100)
  return "\(number < 0 ? "-" : "")\(abs(number) / 100).\(digits.count < 2 ? "0" : "")\(digits)"
}
