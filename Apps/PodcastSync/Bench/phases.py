"""The work that is measured, and what is kept of it."""

import hashlib
import os
import random
import re
import subprocess
import time

import measure
import tools

ALL = [tools.PodcastSync, tools.Newsboat, tools.NewsboatAlone, tools.Gpo]
AT_WORK = [tools.PodcastSync, tools.Newsboat, tools.Gpo]
# The network while transfers are killed: in MBit/s, so that one is killed in the middle.
RATE = 240
LENGTH = 48 << 20


class Results:
    """Samples by tool, phase and measure."""

    def __init__(self):
        self.samples = {}

    def note(self, tool, phase, **figures):
        for name, value in figures.items():
            self.samples.setdefault((tool, phase, name), []).append(value)

    def get(self, tool, phase, name):
        return self.samples.get((tool, phase, name), [])


class Round:
    """Everything once."""

    def __init__(self, site, room, number, results, served):
        self.site, self.room, self.number, self.results, self.served = site, room, number, results, served

    def measure(self, program):
        chance = random.Random(self.number)
        self.request(program)
        for kind in chance.sample(ALL, len(ALL)):
            self.refresh(self.fresh(kind, "many"))
        for kind in chance.sample(AT_WORK, len(AT_WORK)):
            self.download(self.fresh(kind, "some"))
        limit = ["tc", "qdisc", "add", "dev", "lo", "root", "tbf", "rate", f"{RATE}mbit", "burst", "1mb",
                 "latency", "100ms"]
        subprocess.run(limit, check=True)
        for kind in chance.sample(AT_WORK, len(AT_WORK)):
            self.kill(self.fresh(kind, "large"))
        subprocess.run(["tc", "qdisc", "del", "dev", "lo", "root"], check=True)

    def fresh(self, kind, group):
        return kind(os.path.join(self.room, f"home-{time.monotonic_ns()}"), self.site, group)

    def request(self, program):
        """A process that does no more than one request."""
        taken = measure.run([program, "request", self.site.origin + "/many/1.xml"], dict(os.environ))
        self.results.note("one request", "cold", peak=taken.peak)

    def refresh(self, tool):
        self.timed(tool, "cold", tool.cold())
        # Once more before it counts: newsboat keeps what it needs to ask whether a feed has changed only
        # from its second time on.
        self.run(tool, tool.refresh())
        self.timed(tool, "unchanged", tool.refresh())

    def download(self, tool):
        self.run(tool, tool.cold())
        arrival = Arrival(tool, self.served["some"])
        self.timed(tool, "downloads", tool.download(), None if tool.ends else arrival)
        self.results.note(tool.name, "downloads", damaged=arrival.damaged())

    def kill(self, tool):
        self.run(tool, tool.cold())
        before = measure.kill_at(
            tool.download(), tool.environment(), self.site.port, (20 + 13 * self.number % 24) << 20)
        self.site.log()
        arrival = Arrival(tool, self.served["large"])
        self.run(tool, tool.go_on(), None if tool.ends else arrival, tool.keys_to_go_on)
        after = sum(line["bytes"] for line in self.site.log() if line["path"].startswith("/media/"))
        again = sum(before) + after - len(self.served["large"]) * LENGTH
        self.results.note(
            tool.name, "kill", again=again / len(before), running=len(before), damaged=arrival.damaged())

    def timed(self, tool, phase, command, is_done=None):
        self.site.log()
        taken = self.run(tool, command, is_done)
        log = self.site.log()
        self.results.note(
            tool.name, phase, wall=taken.wall, cpu=taken.cpu, peak=taken.peak, requests=len(log),
            bytes=sum(line["bytes"] for line in log))

    def run(self, tool, command, is_done=None, keys=()):
        return measure.run(command, tool.environment(), is_done, keys)


class Arrival:
    """Whether all files are there, and how many are not as they were served."""

    def __init__(self, tool, served):
        self.tool, self.served = tool, served

    def files(self):
        return [path for path in self.tool.files() if path.endswith(".mp3")]

    def __call__(self):
        return len(self.files()) == len(self.served)

    def damaged(self):
        return len(self.served - {digest(path) for path in self.files()})


def media(site, group):
    """What every file of a group should be."""
    found = set()
    for feed in re.findall(r'xmlUrl="([^"]*)"', site.fetch(f"/{group}.opml").decode()):
        document = site.fetch(feed.removeprefix(site.origin)).decode()
        for url in re.findall(r'<enclosure url="([^"]*)"', document):
            found.add(hashlib.sha256(site.fetch(url.removeprefix(site.origin))).hexdigest())
    return found


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
