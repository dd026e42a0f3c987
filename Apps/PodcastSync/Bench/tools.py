"""How each tool is set up and called, by one who wants what podcast-sync does of itself.

A tool has a home of its own.
"""

import os
import re
import shutil
import subprocess


class Tool:
    name = ""
    # How many transfers it has at once, as it was set up.
    at_once = 1
    # Whether a command ends when its work is done; one that does not is watched, and then ended.
    ends = True
    # What has to be pressed before it goes on with what was begun.
    keys_to_go_on = ()

    def __init__(self, home, site, group):
        self.home, self.site, self.group = home, site, group
        os.makedirs(home)
        self.opml = os.path.join(home, "feeds.opml")
        with open(self.opml, "wb") as file:
            file.write(site.fetch(f"/{group}.opml"))
        self.urls = re.findall(r'xmlUrl="([^"]*)"', open(self.opml).read())
        self.prepare()

    def environment(self):
        kept = {key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ}
        return {**kept, "HOME": self.home, "TERM": "xterm"}

    def write(self, name, text):
        path = os.path.join(self.home, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def quietly(self, *command):
        subprocess.run(command, env=self.environment(), check=True, stdout=subprocess.DEVNULL)

    def prepare(self):
        pass

    def go_on(self):
        """What is run when it was killed at a download."""
        return self.download()

    def files(self):
        """Every file in the home, by path."""
        for folder, _, names in os.walk(self.home):
            for name in names:
                yield os.path.join(folder, name)


class PodcastSync(Tool):
    name = "podcast-sync"
    at_once = 2
    program = ""

    def prepare(self):
        self.quietly(self.program, "import", self.opml)
        self.quietly(self.program, "policy", "all")

    def cold(self):
        return [self.program, "refresh"]

    refresh = cold

    def download(self):
        return [self.program, "sync", "--once"]


class Newsboat(Tool):
    name = "newsboat"
    at_once = 2
    ends = False
    # Download, and down to the next, for each of the four.
    keys_to_go_on = (b"d", b"\x1bOB", b"d", b"\x1bOB", b"d", b"\x1bOB", b"d")

    def prepare(self):
        os.makedirs(os.path.join(self.home, "files"))
        self.write(".newsboat/urls", "".join(url + "\n" for url in self.urls))
        self.write(
            ".newsboat/config",
            f'reload-threads {self.at_once}\nmax-downloads {self.at_once}\n'
            f'download-path "{self.home}/files/"\npodcast-auto-enqueue yes\n')

    def cold(self):
        return ["newsboat", "-x", "reload"]

    refresh = cold

    def download(self):
        return ["podboat", "-a"]

    def go_on(self):
        return ["podboat"]


class NewsboatAlone(Newsboat):
    """As it comes: one thread."""

    name = "newsboat, one thread"
    at_once = 1


class Gpo(Tool):
    name = "gpo"

    def cold(self):
        return ["gpo", "-q", "import", self.opml]

    def refresh(self):
        return ["gpo", "-q", "update"]

    def download(self):
        return ["gpo", "-q", "download"]


def missing():
    """The packages that are not there."""
    needs = {"newsboat": "newsboat", "podboat": "newsboat", "gpo": "gpodder", "unshare": "util-linux",
             "ip": "iproute2", "ss": "iproute2", "tc": "iproute2"}
    return sorted({package for tool, package in needs.items() if not shutil.which(tool)})
