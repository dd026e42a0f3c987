/// What a page does when it is used. It reads nothing but the page, and holds no sign that XML would escape.
enum Script {
    /// What the page's policy knows it by.
    static let hash = "sha256-jC3EAxuaEuewxESF9q7p3rItd1jbHdTqWycQEJU1s2s="

    static let text = #"""

        "use strict";
        (() => {
          const id = (name) => document.getElementById(name);
          const all = (query) => Array.from(document.querySelectorAll(query));
          const numbers = (text) => text ? text.split(" ").map(Number) : [];
          const svg = id("graph"), frame = id("frame"), panel = id("why"), rows = Array.from(id("rows").children);
          document.documentElement.classList.add("live");
          ["tools", "zoom", "hint"].forEach((name) => { id(name).hidden = false; });

          // What reads what, both ways, from the table.
          const reads = rows.map((row) => numbers(row.dataset.reads));
          const readers = rows.map(() => []);
          reads.forEach((list, reader) => list.forEach((read) => {
            if (readers[read]) readers[read].push(reader);
          }));

          let boxes, lines, turn = null, asked = null;
          const look = () => {
            boxes = new Map(all("#boxes .box").map((box) => [Number(box.dataset.place), box]));
            lines = all("#lines .line").map((line) => [Number(line.dataset.from), Number(line.dataset.to), line]);
          };
          look();

          // Moving: the part of the drawing that is seen.
          const size = () => svg.dataset.size.split(" ").map(Number);
          svg.dataset.size = svg.getAttribute("viewBox").split(" ").slice(2).join(" ");
          let seen = { x: 0, y: 0, w: 1, h: 1 };
          const show = (next) => {
            seen = next;
            svg.setAttribute("viewBox", [seen.x, seen.y, seen.w, seen.h].join(" "));
          };
          const fit = () => {
            const [w, h] = size();
            const wide = Math.max(w / frame.clientWidth, 1);
            // A small graph takes no more room than it needs.
            frame.style.flexBasis = Math.min(h / wide + 16, window.innerHeight * 0.66) + "px";
            const readable = Math.min(Math.max(wide, h / frame.clientHeight), 2.2);
            const [vw, vh] = [frame.clientWidth * readable, frame.clientHeight * readable];
            show({ x: w > vw ? 0 : (w - vw) / 2, y: h > vh ? 0 : (h - vh) / 2, w: vw, h: vh });
          };
          const follow = () => {
            const h = seen.w * frame.clientHeight / frame.clientWidth;
            show({ ...seen, y: seen.y + (seen.h - h) / 2, h });
          };
          const zoom = (factor, at) => {
            const box = frame.getBoundingClientRect();
            const px = at ? (at.clientX - box.left) / box.width : 0.5;
            const py = at ? (at.clientY - box.top) / box.height : 0.5;
            const w = Math.min(Math.max(seen.w * factor, 160), 60000), h = seen.h * w / seen.w;
            show({ x: seen.x + (seen.w - w) * px, y: seen.y + (seen.h - h) * py, w, h });
          };
          const reveal = (place) => {
            const box = boxes.get(place);
            if (!box) return;
            const at = box.getBBox(), x = at.x + at.width / 2, y = at.y + at.height / 2;
            const inside = x > seen.x ? seen.x + seen.w > x ? y > seen.y ? seen.y + seen.h > y : false : false : false;
            if (!inside) show({ x: x - seen.w / 2, y: y - seen.h / 2, w: seen.w, h: seen.h });
          };
          frame.addEventListener("wheel", (event) => {
            event.preventDefault();
            if (event.shiftKey) {
              show({ ...seen, x: seen.x + (event.deltaX + event.deltaY) * seen.w / frame.clientWidth });
            } else {
              zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 400))), event);
            }
          }, { passive: false });
          let hold = null;
          frame.addEventListener("pointerdown", (event) => {
            if (event.button === 0) hold = { x: event.clientX, y: event.clientY, from: seen, moved: false };
          });
          window.addEventListener("pointermove", (event) => {
            if (!hold) return;
            const dx = event.clientX - hold.x, dy = event.clientY - hold.y;
            if (Math.abs(dx) + Math.abs(dy) > 4) { hold.moved = true; frame.classList.add("held"); }
            if (!hold.moved) return;
            const scale = hold.from.w / frame.clientWidth;
            show({ ...hold.from, x: hold.from.x - dx * scale, y: hold.from.y - dy * scale });
          });
          let dragged = false;
          window.addEventListener("pointerdown", () => { dragged = false; }, true);
          window.addEventListener("pointerup", () => {
            dragged = hold ? hold.moved : false;
            hold = null;
            frame.classList.remove("held");
          });
          frame.addEventListener("dragstart", (event) => event.preventDefault());
          id("closer").addEventListener("click", () => zoom(0.75));
          id("farther").addEventListener("click", () => zoom(1.34));
          id("fit").addEventListener("click", fit);
          new ResizeObserver(follow).observe(frame);

          // Where not everything is drawn: one place with what it reads and what reads it, in five columns.
          const element = (name, attributes, text) => {
            const made = document.createElementNS("http://www.w3.org/2000/svg", name);
            Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
            if (text) made.textContent = text;
            return made;
          };
          const draw = (place) => {
            const column = new Map([[place, 0]]);
            const step = (from, next, by) => {
              let found = [];
              from.forEach((one) => next[one].forEach((other) => {
                if (column.has(other) ? true : !rows[other]) return;
                if (found.length === 14) return;
                column.set(other, by);
                found.push(other);
              }));
              return found;
            };
            step(step([place], reads, -1), reads, -2);
            step(step([place], readers, 1), readers, 2);
            const columns = [-2, -1, 0, 1, 2].map((by) => Array.from(column.keys()).filter((one) => column.get(one) === by));
            const height = Math.max(...columns.map((list) => list.length)) * 62 + 40;
            const at = new Map();
            columns.filter((list) => list.length).forEach((list, number) => list.forEach((one, line) => {
              at.set(one, [24 + number * 290, height / 2 + (line - list.length / 2) * 62 + 8]);
            }));
            const last = Math.max(...Array.from(at.values()).map((one) => one[0])) + 250;
            const arrows = [], made = [];
            at.forEach(([x, y], one) => {
              reads[one].forEach((read) => {
                const from = at.get(read);
                if (!from) return;
                const [fx, fy] = [from[0] + 226, from[1] + 23], middle = (fx + x) / 2;
                arrows.push(element("path", { class: "line", "data-from": read, "data-to": one,
                  d: `M${fx} ${fy}C${middle} ${fy} ${middle} ${y + 23} ${x} ${y + 23}` }));
              });
              const row = rows[one], name = row.querySelector(".name").textContent;
              const value = row.querySelector("td.value").textContent;
              const box = element("a", { href: "#r" + one, class: "box " + row.className.split(" ")[0], "data-place": one });
              const short = (text) => text.length > 28 ? text.slice(0, 28) + "…" : text;
              box.append(
                element("title", {}, name),
                element("rect", { x, y, width: 226, height: 46, rx: 6 }),
                element("path", { class: "kind", d: `M${x + 9} ${y + 9}V${y + 37}` }),
                element("text", { x: x + 18, y: y + 19 }, short(name)),
                element("text", { class: "value", x: x + 18, y: y + 36 }, short(value)));
              made.push(box);
            });
            id("lines").replaceChildren(...arrows);
            id("boxes").replaceChildren(...made);
            svg.dataset.size = [last, height].join(" ");
            look();
            fit();
          };

          // Picking.
          const clear = () => {
            const styles = ["asked", "way", "near", "wrote", "ran", "told"];
            boxes.forEach((box) => box.classList.remove(...styles));
            lines.forEach((line) => line[2].classList.remove(...styles));
            all("tr.asked, #turns .now, #turns .by").forEach((one) => one.classList.remove("asked", "now", "by"));
            svg.classList.remove("picked");
            panel.hidden = true;
            id("hint").hidden = false;
            panel.replaceChildren();
            asked = turn = null;
          };
          const add = (name, text, style) => {
            const made = document.createElement(name);
            made.textContent = text;
            if (style) made.className = style;
            panel.append(made);
            return made;
          };
          const addList = (verb, list) => {
            if (!list.length) return;
            const line = add("p", "");
            const label = document.createElement("span");
            label.className = "verb";
            label.textContent = verb;
            line.append(label);
            list.slice(0, 24).forEach((place, number) => {
              const link = document.createElement("a");
              link.href = "#r" + place;
              link.textContent = rows[place].querySelector(".name").textContent;
              line.append(number ? ", " : " ", link);
            });
            if (list.length > 24) line.append(" and " + (list.length - 24) + " more");
          };
          const pickRow = (place) => {
            const row = rows[place];
            if (!row) return;
            clear();
            asked = place;
            if (!boxes.has(place)) draw(place);
            row.classList.add("asked");
            const way = numbers(row.dataset.path);
            const near = new Set([...reads[place], ...readers[place], ...way]);
            boxes.forEach((box, one) => { if (near.has(one)) box.classList.add("near"); });
            way.forEach((one) => { if (boxes.has(one)) boxes.get(one).classList.add("way"); });
            if (boxes.has(place)) boxes.get(place).classList.add("asked", "near");
            lines.forEach(([from, to, line]) => {
              const step = way.indexOf(to);
              if (step >= 0 ? way[step + 1] === from : false) line.classList.add("way");
              if (from === place ? true : to === place) line.classList.add("near");
            });
            svg.classList.add("picked");
            const of = row.dataset.turn ? id("t" + row.dataset.turn) : null;
            if (of) of.classList.add("by");
            add("h3", row.querySelector(".name").textContent);
            add("p", [row.querySelector(".badge").textContent, row.querySelector("td.value").textContent]
              .filter(Boolean).join(" · "), "soft");
            add("p", row.querySelector("td.why").textContent, "story");
            if (of) {
              const link = document.createElement("a");
              link.href = "#" + of.id;
              link.textContent = "Show what turn " + of.id.slice(1) + " did";
              add("p", "").append(link);
            }
            addList("reads", reads[place].filter((one) => rows[one]));
            addList("read by", readers[place]);
            panel.hidden = false;
            id("hint").hidden = true;
            id("aside").scrollTop = 0;
            reveal(place);
          };
          const pickTurn = (item) => {
            clear();
            turn = item;
            item.classList.add("now");
            [["wrote", "wrote"], ["ran", "ran"], ["told", "told"]].forEach(([name, style]) => {
              numbers(item.dataset[name]).forEach((place) => {
                if (boxes.has(place)) boxes.get(place).classList.add(style, "near");
              });
            });
            lines.forEach(([from, to, line]) => {
              if (boxes.get(from).classList.contains("near") ? boxes.get(to).classList.contains("ran") : false) {
                line.classList.add("near");
              }
            });
            svg.classList.add("picked");
            const first = numbers(item.dataset.wrote).concat(numbers(item.dataset.ran)).find((one) => boxes.has(one));
            if (first !== undefined) reveal(first);
            item.scrollIntoView({ block: "nearest" });
          };
          const pick = (name) => {
            const found = name.match(/^([rt])(\d+)$/);
            if (!found) return clear();
            if (found[1] === "r") return pickRow(Number(found[2]));
            const item = id(name);
            if (item) pickTurn(item);
          };
          const go = (name) => {
            pick(name);
            try { history.replaceState(null, "", "#" + name); } catch (refused) { /* The page goes on without. */ }
          };
          document.addEventListener("click", (event) => {
            const link = event.target.closest("a");
            if (!link) return;
            event.preventDefault();
            if (dragged) { dragged = false; return; }
            go(link.getAttribute("href").slice(1));
          });
          // An address leads to the graph, not to the line of the table that bears the name.
          const arrive = () => {
            if (!location.hash) return;
            pick(location.hash.slice(1));
            id("table").scrollTo(0, 0);
            window.scrollTo(0, 0);
          };
          window.addEventListener("hashchange", arrive);
          window.addEventListener("load", arrive);

          // Filtering.
          const names = rows.map((row) => row.querySelector(".name").textContent.toLowerCase());
          const filter = id("filter"), found = id("found");
          filter.addEventListener("input", () => {
            const part = filter.value.trim().toLowerCase();
            let count = 0;
            rows.forEach((row, place) => {
              const fits = names[place].includes(part);
              if (fits) count += 1;
              row.classList.toggle("out", !fits);
              if (boxes.has(place)) boxes.get(place).classList.toggle("faint", !fits);
            });
            found.textContent = part ? count + " of " + rows.length : "";
          });
          filter.addEventListener("keydown", (event) => {
            if (event.key === "Enter") {
              const first = names.findIndex((name) => name.includes(filter.value.trim().toLowerCase()));
              if (first >= 0) go("r" + first);
            }
          });
          document.addEventListener("keydown", (event) => {
            if (event.key === "Escape") {
              if (filter.value) { filter.value = ""; filter.dispatchEvent(new Event("input")); }
              return clear();
            }
            if (event.target === filter ? true : event.ctrlKey ? true : event.metaKey ? true : event.altKey) return;
            const items = all("#turns > li");
            const place = turn ? items.indexOf(turn) : items.length;
            const move = (by) => { const next = items[place + by]; if (next) go(next.id); };
            const keys = {
              "/": () => filter.focus(), "+": () => zoom(0.75), "-": () => zoom(1.34), "0": fit,
              "[": () => move(-1), "]": () => move(1),
            };
            if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
          });
          fit();
        })();

        """#
}
