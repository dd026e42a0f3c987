"""A shell on a terminal, and what is to be seen there."""

import os
import pty
import re
import subprocess
import sys


class Server:
    """The feeds of the folder, on loopback."""

    def __init__(self, program, here, port):
        self.process = subprocess.Popen(
            [program, "serve", os.path.join(here, "feeds"), "--port", str(port), "--script",
             os.path.join(here, "slow.json")],
            stdout=subprocess.PIPE, text=True)
        for _ in os.listdir(os.path.join(here, "feeds")):
            if not self.process.stdout.readline():
                sys.exit(f"record: the server did not start; is port {port} taken?")
        # Nobody reads on: what it has to say of each request must not fill the pipe.
        self.drain = subprocess.Popen(
            ["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.drain.wait()


class Shell:
    """bash, whose prompt is a mark that nothing else writes."""

    MARK = b"\x01ready\x02"

    def __init__(self, environment):
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.execvpe("bash", ["bash", "--noprofile", "--norc", "--noediting"], environment)
        os.write(self.terminal, b"stty -echo cols 100; PS1='\\001ready\\002'; HISTFILE=; PS2=\n")
        self.until_ready()

    def until_ready(self):
        seen = b""
        while not seen.endswith(self.MARK):
            seen += os.read(self.terminal, 65536)
        return seen[: -len(self.MARK)]

    def type(self, line):
        os.write(self.terminal, line.encode() + b"\n")
        return Seen(self.until_ready().decode())


class Seen:
    """What one command wrote, with what it wrote over."""

    ERASED = re.compile("\r\x1b\\[K")

    def __init__(self, text):
        *overwritten, rest = self.ERASED.split(text)
        self.progress = [part for part in overwritten if part and "\n" not in part]
        head = [part for part in overwritten if "\n" in part]
        self.text = "".join(head) + rest

    def moment(self):
        """The line about progress when half was done; nothing where none says how much is left."""
        telling = [line for line in self.progress if line.endswith(" left")]
        return telling[len(telling) // 2] if telling else None

    def rows(self):
        return self.text.replace("\r\n", "\n").rstrip("\n").split("\n")
