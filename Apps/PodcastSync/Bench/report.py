"""The figures as tables, on the terminal and on the page."""

import os
import statistics

COLUMNS = ["podcast-sync", "newsboat", "newsboat, one thread", "gpo"]
ROWS = [
    ("cold", "read for the first time"), ("unchanged", "read again, unchanged"),
    ("downloads", "170 downloads of 1 MiB")]
MIB = 1 << 20


def median(values):
    return statistics.median(values)


def spread(values, scale=1.0, digits=2):
    """The median with the least and the most; nothing more where they are one."""
    if not values:
        return "–"
    middle, least, most = (f"{value / scale:,.{digits}f}" for value in (median(values), min(values), max(values)))
    return middle if least == most else f"{middle} ({least}–{most})"


def lines(results):
    figures = [
        ("wall", "wall, s", 1.0, 2), ("cpu", "processor, s", 1.0, 2), ("requests", "requests", 1.0, 0),
        ("bytes", "bodies, MB", 1e6, 2), ("peak", "peak memory, MB", 1e6, 1)]
    yield ["", "", *COLUMNS]
    yield ["---", "---", *["---:"] * len(COLUMNS)]
    for phase, title in ROWS:
        for name, unit, scale, digits in figures:
            cells = [spread(results.get(tool, phase, name), scale, digits) for tool in COLUMNS]
            yield [title, unit, *cells]
            title = ""
    yield ["", "damaged files, all runs", *total(results, "downloads")]
    yield [
        "killed at 20 to 44 MiB", "fetched again by a transfer, KiB",
        *[spread(results.get(tool, "kill", "again"), 1024, 1) for tool in COLUMNS]]
    yield ["", "damaged files, all runs", *total(results, "kill")]


def total(results, phase):
    damaged = [results.get(tool, phase, "damaged") for tool in COLUMNS]
    return [str(sum(counts)) if counts else "–" for counts in damaged]


def targets(results):
    """What is promised, what came, and whether that is kept."""
    ours = COLUMNS[0]
    for phase, what in (("cold", "read for the first time"), ("unchanged", "read again, unchanged")):
        theirs = min(median(results.get(tool, phase, "wall")) for tool in COLUMNS[1:3])
        wall = median(results.get(ours, phase, "wall"))
        yield f"20 feeds {what}: no longer than newsboat", f"{wall:.3f} of {theirs:.3f} s", wall <= theirs
    requests = results.get(ours, "cold", "requests") + results.get(ours, "unchanged", "requests")
    yield "exactly 20 requests each time", spread(requests, digits=0), set(requests) == {20}
    alone = median(results.get("one request", "cold", "peak"))
    peak = max(median(results.get(ours, phase, "peak")) for phase, _ in ROWS)
    yield (
        "at most 25 MB above a process that made one request",
        f"{(peak - alone) / 1e6:.1f} above {alone / 1e6:.1f} MB", peak - alone <= 25e6)
    damaged = sum(results.get(ours, "downloads", "damaged") + results.get(ours, "kill", "damaged"))
    yield "every file as it was served", f"{damaged} damaged", damaged == 0
    again = max(results.get(ours, "kill", "again"))
    yield "less than 1 MiB fetched again by a transfer", f"at most {again / 1024:.1f} KiB", again < MIB


def table(results, load):
    rows = list(lines(results))
    verdicts = [["Target", "", ""], ["---", "---:", "---"]] + [
        [what, came, "met" if kept else "**missed**"] for what, came, kept in targets(results)]
    runs = len(results.get(COLUMNS[0], "cold", "wall"))
    state = (
        f"{runs} runs of each on {os.cpu_count()} cores; "
        f"the load was {load[0]:.1f} before and {load[1]:.1f} after.")
    return "\n\n".join([state, markdown(rows), markdown(verdicts)])


def markdown(rows):
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def write(page, text):
    """Puts the tables where the page has room for them."""
    with open(page) as file:
        whole = file.read()
    begin, end = "<!-- podcast -->", "<!-- /podcast -->"
    head, rest = whole.split(begin, 1)
    _, tail = rest.split(end, 1)
    with open(page, "w") as file:
        file.write(f"{head}{begin}\n\n{text}\n\n{end}{tail}")
