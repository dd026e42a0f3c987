"""A terminal as a picture."""

from xml.sax.saxutils import escape

WIDTH, LINE, LEFT, TOP = 8.43, 20, 20, 52
COLOURS = {"prompt": "#7ee787", "typed": "#f0f6fc", "said": "#c9d1d9", "failed": "#ffa657", "progress": "#79c0ff"}


def rows(shown):
    """Each row with its kind, up to the command whose progress is to be seen."""
    for line, seen in shown:
        yield "typed", line
        moment = seen.moment()
        if moment:
            yield "progress", moment
            return
        for row in seen.rows():
            yield "failed" if row.startswith("podcast-sync: ") else "said", row.expandtabs()


def draw(shown):
    lines = list(rows(shown))
    columns = max(len(text) + 2 for _, text in lines)
    width, height = LEFT * 2 + columns * WIDTH, TOP + LINE * len(lines) + 12
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14">',
        '<title>podcast-sync at work in a terminal</title>',
        f'<rect width="{width:.0f}" height="{height}" rx="8" fill="#0d1117"/>']
    out += [
        f'<circle cx="{22 + 18 * place}" cy="22" r="6" fill="{colour}"/>'
        for place, colour in enumerate(("#ff5f56", "#ffbd2e", "#27c93f"))]
    for place, (kind, text) in enumerate(lines):
        y = TOP + LINE * place + 10
        prompt = f'<tspan fill="{COLOURS["prompt"]}">$ </tspan>' if kind == "typed" else ""
        out.append(
            f'<text x="{LEFT}" y="{y}" xml:space="preserve" fill="{COLOURS[kind]}">{prompt}{escape(text)}</text>')
    return "\n".join([*out, "</svg>", ""])
