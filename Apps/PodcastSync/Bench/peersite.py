"""The site that every tool asks, and what it was asked."""

import json
import subprocess
import threading
import time
import urllib.request


class Site:
    """`podcast-bench serve`, and the log of its answers."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdout=subprocess.PIPE, text=True)
        self.origin = self.process.stdout.readline().strip()
        self.lines = []
        self.grown = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.grown:
                self.lines.append(json.loads(line))
                self.grown.notify_all()

    @property
    def port(self):
        return int(self.origin.rsplit(":", 1)[1])

    def fetch(self, path):
        with urllib.request.urlopen(self.origin + path) as answer:
            return answer.read()

    def log(self):
        """The requests since the last call. One of our own, the last, shows that all are in."""
        mark = f"/mark-{time.monotonic_ns()}"
        try:
            self.fetch(mark)
        except urllib.error.HTTPError:
            pass
        with self.grown:
            self.grown.wait_for(lambda: any(line["path"] == mark for line in self.lines), 60)
            log, self.lines = [line for line in self.lines if line["path"] != mark], []
        return log

    def stop(self):
        self.process.kill()
        self.process.wait()
