#!/usr/bin/env python3
"""usage: try-advice.py DECKLE ROOM: the trial of scripts/advice, with ROOM/tiny.gguf as its model."""
import os
import pty
import signal
import socket
import subprocess
import sys
import tempfile
import time

MARK = b"Advice of the model at 127.0.0.1:"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def serve(room, port):
    command = [sys.executable, "-m", "llama_cpp.server", "--model", os.path.join(room, "tiny.gguf"),
               "--host", "127.0.0.1", "--port", str(port), "--n_ctx", "8192", "--n_threads", "1"]
    log = open(os.path.join(room, "server.log"), "wb")
    server = subprocess.Popen(command, stdout=log, stderr=log)
    for _ in range(600):
        if server.poll() is not None:
            sys.exit(f"advice: the server ended; see {room}/server.log")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return server
        time.sleep(0.1)
    sys.exit("advice: the server does not answer")


def ask(deckle, environment, stop_after=None):
    """The pieces that came with their times, and the exit code; Ctrl-C once so many bytes of advice were seen."""
    process, terminal = pty.fork()
    if process == 0:
        os.execve(deckle, [deckle, "apps", "--tips", "--all"], environment)
    pieces, whole, stopped = [], b"", None
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        whole += piece
        advice = whole.partition(MARK)[2].partition(b"\n")[2]
        if advice:
            pieces.append((time.monotonic(), len(advice)))
        if stop_after and stopped is None and len(advice) >= stop_after:
            stopped = time.monotonic()
            os.kill(process, signal.SIGINT)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return whole, pieces, code, time.monotonic() - stopped if stopped else None


def main(deckle, room):
    failures = []

    def check(holds, words):
        print(("ok    " if holds else "NOT SO ") + words)
        if not holds:
            failures.append(words)

    with tempfile.TemporaryDirectory(prefix="deckle-advice.") as home:
        port = free_port()
        os.makedirs(f"{home}/.config/deckle")
        with open(f"{home}/.config/deckle/config.toml", "w") as settings:
            settings.write(f'adviceEndpoint = "http://127.0.0.1:{port}/v1"\n')
        environment = {"HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        server = serve(room, port)
        try:
            whole, pieces, code, _ = ask(deckle, environment)
            times = len({round(when, 3) for when, _ in pieces})
            check(MARK in whole and b"which may be wrong" in whole, "the answer stands under its mark")
            check(code == 0, f"a whole answer ends with exit code 0 ({code})")
            check(times > 1, f"{pieces[-1][1] if pieces else 0} bytes of it came in {times} pieces")
            raw = whole.partition(MARK)[2]
            check(b"\x1b" not in raw and b"\x9b" not in raw.replace(b"\xc2\x9b", b""), "no byte of it steers the terminal")
            _, _, code, wait = ask(deckle, environment, stop_after=20)
            check(code == 130 and wait is not None and wait < 2, f"Ctrl-C ends it: exit code {code}")
        finally:
            server.terminate()
            server.wait()
        whole, _, code, _ = ask(deckle, environment)
        check(code != 0 and b"No model answers at" in whole, f"a server that is gone is said: exit code {code}")
    return 1 if failures else 0


if len(sys.argv) != 3:
    sys.exit(__doc__)
sys.exit(main(*sys.argv[1:]))
