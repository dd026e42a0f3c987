/// How a page looks.
enum Style {
    /// What the page's policy knows it by.
    static let hash = "sha256-TcyMJEG3Z5exl7hELZ3vxbbAa7xO1N5iXQDB80BFvvg="

    static let text = drawing + page

    /// What a drawing by itself needs, too.
    static let drawing = """

        :root { color-scheme: light dark;
          --back: #faf9f7; --panel: #ffffff; --ink: #22262b; --soft: #6a7078; --line: #e4e1db; --edge: #bdb8af;
          --source: #2c7a57; --computed: #35659c; --status: #72559f; --terminal: #a3641c; --pick: #c2364b;
          --glow: #fbeaec; --mark: #fdf3d7; }
        @media (prefers-color-scheme: dark) { :root {
          --back: #15171a; --panel: #1c1f23; --ink: #e4e3df; --soft: #979da5; --line: #2c3036; --edge: #535962;
          --source: #66c095; --computed: #7dafe6; --status: #b79ce0; --terminal: #dfa45a; --pick: #ff8b99;
          --glow: #3a2227; --mark: #37301b; } }
        .source { --kind: var(--source); } .computed { --kind: var(--computed); }
        .status { --kind: var(--status); } .terminal { --kind: var(--terminal); }
        svg text { font-size: 13px; font-weight: 550; fill: var(--ink); unicode-bidi: plaintext;
          font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        svg .value { font-size: 11.5px; font-weight: 400; fill: var(--soft);
          font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
        svg rect { fill: var(--panel); stroke: var(--edge); }
        svg .kind { fill: none; stroke: var(--kind); stroke-width: 3; stroke-linecap: round; }
        svg a { text-decoration: none; cursor: pointer; outline: none; }
        svg a:hover rect, svg a:focus-visible rect { stroke: var(--kind); stroke-width: 2; }
        .line { fill: none; stroke: var(--edge); stroke-width: 1.3; marker-end: url(#tip); }
        #tip path { fill: none; stroke: var(--edge); stroke-width: 1.3; }
        svg a, .line { transition: opacity 0.15s; }
        @media (prefers-reduced-motion: reduce) { svg a, .line { transition: none; } }

        """

    private static let page = """
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--ink);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 20px; padding: 18px 24px 12px; }
        h1 { margin: 0; font-size: 20px; font-weight: 650; letter-spacing: -0.01em; }
        h2 { margin: 0 0 8px; font-size: 13px; font-weight: 600; color: var(--soft); text-align: start; }
        p { margin: 0 0 6px; }
        header p { margin: 0; }
        a { color: inherit; text-decoration-color: var(--edge); text-underline-offset: 2px; }
        a:hover { text-decoration-color: currentColor; }
        :focus-visible { outline: 2px solid var(--computed); outline-offset: 2px; border-radius: 4px; }
        .soft { color: var(--soft); }
        main { display: grid; grid-template-columns: minmax(0, 1fr) 380px; gap: 16px; padding: 0 24px 32px; }
        section, aside { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px;
          min-width: 0; }
        #table, #scopes { grid-column: 1 / -1; }
        #view { position: relative; padding: 0; overflow: hidden; display: flex; flex-direction: column; }
        #part { padding: 12px 160px 0 16px; min-height: 48px; }
        #frame { overflow: auto; max-height: 78vh; flex: 1; }
        #graph { display: block; margin: auto; }
        .live #frame { position: relative; flex: 1 0 66vh; min-height: 260px; max-height: none; overflow: hidden;
          cursor: grab; touch-action: none; }
        .live #frame.held { cursor: grabbing; }
        .live #graph { position: absolute; inset: 0; width: 100%; height: 100%; }
        #legend { display: flex; flex-wrap: wrap; gap: 2px 18px; margin: 0; padding: 10px 16px; list-style: none;
          color: var(--soft); font-size: 13px; border-top: 1px solid var(--line); }
        #legend li::before { content: ""; display: inline-block; width: 3px; height: 12px; border-radius: 2px;
          background: var(--kind); margin-inline-end: 7px; vertical-align: -1px; }
        #zoom { position: absolute; right: 12px; top: 12px; display: flex; gap: 6px; margin: 0; }
        #zoom[hidden], #tools[hidden] { display: none; }
        button { font: inherit; font-size: 13px; min-width: 32px; padding: 3px 9px; color: var(--ink); cursor: pointer;
          background: var(--panel); border: 1px solid var(--line); border-radius: 7px; }
        button:hover { border-color: var(--edge); }
        #tools { display: flex; align-items: baseline; gap: 8px; margin-inline-start: auto; color: var(--soft);
          font-size: 13px; }
        input { font: inherit; font-size: 14px; width: 220px; padding: 4px 10px; color: var(--ink);
          background: var(--panel); border: 1px solid var(--line); border-radius: 7px; }
        .picked .box, .picked .line { opacity: 0.28; }
        .picked .near { opacity: 1; }
        .picked .way { opacity: 1; }
        .way rect { stroke: var(--pick); stroke-width: 1.6; }
        .line.way { stroke: var(--pick); stroke-width: 2; }
        .asked rect { fill: var(--glow); stroke: var(--pick); stroke-width: 2; }
        .wrote rect { fill: var(--mark); stroke: var(--kind); stroke-width: 2; }
        .ran rect { stroke: var(--kind); stroke-width: 2; }
        .told rect { stroke-dasharray: 5 3; }
        .out { display: none; }
        .faint { opacity: 0.15; }
        aside { display: flex; flex-direction: column; max-height: calc(78vh + 44px); overflow: auto; font-size: 14px; }
        .live aside { max-height: calc(66vh + 44px); }
        #why { border-bottom: 1px solid var(--line); margin-bottom: 12px; padding-bottom: 10px; }
        #why[hidden], #hint[hidden] { display: none; }
        #hint { font-size: 13px; margin-bottom: 12px; }
        #why h3 { margin: 0 0 2px; font-size: 16px; overflow-wrap: anywhere; }
        #why p { overflow-wrap: anywhere; }
        #why .story { margin: 8px 0; padding-inline-start: 10px; border-inline-start: 3px solid var(--pick); }
        ol, .scopes { list-style: none; margin: 0; padding: 0; }
        #turns > li { padding: 5px 8px; margin: 0 -8px; border-radius: 7px; overflow-wrap: anywhere; }
        #turns p { margin: 0; font-size: 13px; padding-inline-start: 34px; }
        .turn { font-weight: 550; text-decoration: none; display: flex; gap: 8px; }
        .turn:hover bdi { text-decoration: underline; }
        .number { min-width: 26px; text-align: end; color: var(--soft); font-weight: 400;
          font-variant-numeric: tabular-nums; }
        .verb { color: var(--soft); }
        .live #turns .did { display: none; }
        .live #turns .now .did { display: block; }
        #turns .now { background: var(--mark); }
        #turns .by { box-shadow: -3px 0 0 var(--pick); border-radius: 0; }
        #table { overflow: auto; max-height: 80vh; }
        table { border-collapse: collapse; width: 100%; min-width: 1080px; table-layout: fixed; font-size: 13px; }
        caption { text-align: start; }
        thead th { position: sticky; top: -14px; background: var(--panel); color: var(--soft); font-weight: 500;
          box-shadow: inset 0 -1px 0 var(--line); z-index: 1; }
        th, td { text-align: start; vertical-align: top; padding: 6px 12px 6px 0; overflow-wrap: anywhere; }
        tbody tr + tr > * { border-top: 1px solid var(--line); }
        tbody th { font-weight: 550; }
        th.name { width: 15%; } th.kind { width: 8%; } th.value { width: 12%; } th.revisions { width: 9%; }
        th.kept { width: 14%; } th.reads { width: 14%; }
        tr.asked > * { background: var(--glow); }
        td.value, span.value { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
          font-size: 12.5px; }
        td.kept, td.reads, td.revisions { color: var(--soft); }
        .badge { color: var(--kind); font-weight: 550; }
        .flag { margin-inline-start: 6px; padding: 0 6px; font-size: 12px; color: var(--soft);
          border: 1px solid var(--line); border-radius: 9px; white-space: nowrap; }
        .scopes .scopes { margin-inline-start: 18px; }
        .scopes li { padding: 2px 0; }
        .scopes p { margin: 0; font-size: 13px; }
        @media (max-width: 960px) { #part { padding: 52px 16px 0; } main { grid-template-columns: minmax(0, 1fr); padding: 0 12px 24px; gap: 12px; }
          header { padding: 14px 16px 10px; } aside, .live aside { max-height: none; }
          #tools { margin-inline-start: 0; } }
        @media print { main { display: block; } section, aside { max-height: none; overflow: visible; border: 0; } }

        """
}
