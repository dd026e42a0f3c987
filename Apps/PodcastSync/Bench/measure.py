"""One command after another: what each took, and what is there when one is killed at work."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time


# Seconds after which something hangs.
PATIENCE = 300


class Taken:
    """Wall and processor time in seconds, and the most memory that the process had, in bytes."""

    def __init__(self, wall, cpu, peak):
        self.wall, self.cpu, self.peak = wall, cpu, peak


class Running:
    """A process on a terminal of its own, whose output is thrown away."""

    def __init__(self, command, environment):
        self.began = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)

    def drain(self, seconds):
        """Reads away what it writes; false when it has ended."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return True
        try:
            return bool(os.read(self.terminal, 65536))
        except OSError:
            return False

    def reap(self):
        _, status, usage = os.wait4(self.pid, 0)
        wall = time.perf_counter() - self.began
        os.close(self.terminal)
        return status, Taken(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def run(command, environment, is_done=None, keys=()):
    """Runs a command to its end, or until `is_done`: then it is asked to quit.

    The keys are pressed one by one, one a second.
    """
    process = Running(command, environment)
    done_after = None
    pressed = 0
    while process.drain(0.005):
        if time.perf_counter() - process.began > PATIENCE:
            os.kill(process.pid, signal.SIGKILL)
            sys.exit(f"{' '.join(command)}: did not end within {PATIENCE} s")
        if pressed < len(keys) and time.perf_counter() - process.began > pressed + 1:
            os.write(process.terminal, keys[pressed])
            pressed += 1
        if is_done and not done_after and is_done():
            done_after = time.perf_counter() - process.began
            os.write(process.terminal, b"q")
    status, taken = process.reap()
    if status and not done_after:
        sys.exit(f"{' '.join(command)}: ended with {os.waitstatus_to_exitcode(status)}")
    taken.wall = done_after or taken.wall
    return taken


def received(port):
    """What each connection to the port has brought to its process: what waits in the kernel is not read."""
    text = subprocess.run(
        ["ss", "-Htin", "dst", f"127.0.0.1:{port}"], capture_output=True, text=True, check=True).stdout
    counts = []
    for head, facts in re.findall(r"(ESTAB.*)\n(.*)", text):
        arrived = re.search(r"bytes_received:(\d+)", facts)
        if arrived:
            counts.append(int(arrived.group(1)) - int(head.split()[1]))
    return counts


def kill_at(command, environment, port, bytes):
    """Kills a command once it has read so much, and says how much each running transfer had by then."""
    process = Running(command, environment)
    while sum(received(port)) < bytes:
        if not process.drain(0.02):
            sys.exit(f"{' '.join(command)}: ended before it could be killed")
    os.kill(process.pid, signal.SIGSTOP)
    # Until all its threads stand still it may read on.
    os.waitpid(process.pid, os.WUNTRACED)
    # Below a KiB it is the head of an answer without a body.
    counts = [count for count in received(port) if count > 1024]
    os.kill(process.pid, signal.SIGKILL)
    process.reap()
    return counts
