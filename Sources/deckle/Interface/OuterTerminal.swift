import AppCleanup
import Glibc
import TerminalDriver

/// The terminal around tmux, as tmux reports it; nil outside of tmux, or where tmux does not answer.
func outerTerminal(_ environment: [String: String]) -> OuterTerminal? {
  guard let server = environment["TMUX"], !server.isEmpty,
    let program = (["/usr/bin/tmux", "/usr/local/bin/tmux"] as [String]).first(where: { access($0, X_OK) == 0 })
  else { return nil }
  let variables = ["TMUX=\(server)"] + (environment["TMUX_PANE"].map { ["TMUX_PANE=\($0)"] } ?? [])
  let question = "#{allow-passthrough} #{?client_termtype,#{client_termtype},#{client_termname}}"
  let asked = Subprocess(
    program: program, arguments: ["display-message", "-p", question], variables: variables
  ).run(timeout: .milliseconds(500))
  guard let asked, asked.status == 0 else { return nil }
  let fields = asked.text.prefix { !$0.isNewline }.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
  guard fields.count == 2, !fields[1].isEmpty else { return nil }
  let name = fields[1].hasPrefix("xterm-") ? fields[1].dropFirst("xterm-".count) : fields[1]
  return OuterTerminal(name: String(name), passesThrough: ["1", "on", "all"].contains(fields[0]))
}
