import AppCleanup
import Glibc

/// The name of the terminal around tmux, else that of its entry; nil outside of tmux, or where tmux does not report it.
func terminalAroundTmux(_ environment: [String: String]) -> String? {
  guard let server = environment["TMUX"], !server.isEmpty,
    let program = (["/usr/bin/tmux", "/usr/local/bin/tmux"] as [String]).first(where: { access($0, X_OK) == 0 })
  else { return nil }
  let variables = ["TMUX=\(server)"] + (environment["TMUX_PANE"].map { ["TMUX_PANE=\($0)"] } ?? [])
  let question = "#{?client_termtype,#{client_termtype},#{client_termname}}"
  let asked = Subprocess(
    program: program, arguments: ["display-message", "-p", question], variables: variables
  ).run(timeout: .milliseconds(500))
  guard let asked, asked.status == 0 else { return nil }
  let name = asked.text.prefix { !$0.isNewline }
  return name.isEmpty ? nil : String(name.hasPrefix("xterm-") ? name.dropFirst("xterm-".count) : name)
}
