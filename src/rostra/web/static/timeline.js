// -- the timeline of a run -----------------------------------------------------------------------

const LABELS = 92;
const ROW = 16;
const LANE_GAP = 10;
const AXIS = 24;
const POINTS = new Set(["gate", "step"]);
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5, 72e5, 216e5, 864e5];

// Rows within a lane so that nothing lies over another: turns share the lane as its ground.
const packLane = (spans, least) => {
  const ends = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to || (a.id < b.id ? -1 : 1))) {
    const until = Math.max(span.to, span.from + least);
    let row = ends.findIndex((end) => end <= span.from);
    if (row < 0) row = ends.length;
    ends[row] = until;
    span.row = row;
  }
  return Math.max(1, ends.length);
};

const layoutLanes = (timeline, width) => {
  const least = (timeline.to - timeline.from) / Math.max(1, width - LABELS) * 9;
  let y = AXIS;
  return timeline.lanes.map((lane) => {
    const mine = timeline.spans.filter((span) => span.lane === lane.key);
    const turns = mine.filter((span) => span.kind === "turn");
    const isCrowded = turns.length > 12; // many turns of one sort are what the lane is about
    const bars = mine.filter((span) => !POINTS.has(span.kind) && (isCrowded || span.kind !== "turn"));
    const points = mine.filter((span) => POINTS.has(span.kind));
    for (const span of turns) span.row = 0;
    const rows = bars.length ? Math.min(12, packLane(bars, least)) : 0;
    for (const span of bars) span.row %= 12;
    for (const span of points) span.row = rows; // rulings and remarks share the row below the calls
    const top = turns.length && !isCrowded ? 16 : 4;
    const made = { ...lane, y, top, h: top + Math.max(1, rows + (points.length ? 1 : 0)) * ROW + 4, spans: mine, isCrowded };
    y += made.h + LANE_GAP;
    return made;
  });
};

const clockText = (at, step) => {
  const date = new Date(at);
  const text = CLOCK.format(date);
  return step < 1000 ? text + "." + String(date.getMilliseconds()).padStart(3, "0") : text;
};
const lengthText = (ms) => ms >= 60000 ? (ms / 60000).toFixed(1) + " min" : ms >= 1000 ? (ms / 1000).toFixed(2) + " s" : ms.toFixed(0) + " ms";

const drawTimeline = (place, words) => {
  const frame = place.querySelector(".lanes");
  const canvas = shape("svg", { class: "main-lanes", role: "group", "aria-label": place.dataset.label });
  const strip = shape("svg", { class: "overview", height: 44, role: "img", "aria-label": place.dataset.overview });
  const view = { from: 0, to: 1, timeline: null, lanes: [], width: 800, isWhole: true, picked: "" };
  const toX = (at) => LABELS + (at - view.from) / (view.to - view.from) * (view.width - LABELS - 8);
  const kindOf = (span) => {
    if (span.kind !== "tool") return span.kind + (span.outcome === "refuse" ? " refuse" : "") + (span.kind === "model" && span.outcome !== "ok" ? " failed" : "");
    return "tool" + (span.outcome !== "ok" ? " failed" : span.answered_by === "tool" ? "" : " memory");
  };
  const nameOf = (span) => {
    const failed = span.kind === "tool" && span.outcome !== "ok";
    const kind = span.kind === "tool" ? (failed ? words.span_failed : span.answered_by === "tool" ? words.span_outside : words.span_memory) : words["span_" + span.kind];
    return kind + " · " + span.name;
  };
  const laneName = (key) => view.timeline.lanes.find((lane) => lane.key === key)?.name || words["lane_" + key] || key;

  const drawSpan = (span, lane) => {
    const [a, b] = [toX(span.from), toX(span.to)];
    if (b < LABELS - 4 || a > view.width) return null;
    const isTurn = span.kind === "turn" && !lane.isCrowded;
    const y = lane.y + (isTurn ? 0 : lane.top + span.row * ROW);
    const group = shape("g", { class: "span " + kindOf(span) + (span.id === view.picked ? " picked" : ""), role: "button", tabindex: "-1", "data-id": span.id });
    if (POINTS.has(span.kind)) group.append(shape("path", { d: `M${a},${y + 1} l5,5 l-5,5 l-5,-5 Z` }));
    else {
      const left = clamp(a, LABELS, view.width);
      const width = Math.max(3, Math.min(b, view.width) - left);
      group.append(shape("rect", { x: left, y, width, height: isTurn ? lane.h : ROW - 4, rx: isTurn ? 4 : 2 }));
      if (span.kind === "turn" && width > 60) group.append(shape("text", { x: left + 5, y: isTurn ? y + 12 : y + 10 }, wrap(span.name, (width - 8) / 11, 1)[0]));
    }
    group.setAttribute("aria-label", [group.textContent, laneName(span.lane), nameOf(span), clockText(span.from, 1), span.to > span.from ? lengthText(span.to - span.from) : "", span.ended, span.detail].filter(Boolean).join(", ").slice(0, 400));
    return group;
  };

  const drawAxis = () => {
    const axis = shape("g", { "aria-hidden": "true" });
    const step = STEPS.find((one) => (view.to - view.from) / one < Math.max(2, (view.width - LABELS) / 110)) || STEPS.at(-1);
    const height = Number(canvas.getAttribute("height"));
    for (let at = Math.ceil(view.from / step) * step; at <= view.to; at += step) {
      axis.append(shape("line", { class: "rule", x1: toX(at), x2: toX(at), y1: AXIS - 6, y2: height }), shape("text", { class: "tick", x: toX(at) + 3, y: 14 }, clockText(at, step)));
    }
    return axis;
  };

  // Money and tokens as they add up, along the foot of the lanes.
  const drawSpend = (y) => {
    const paid = view.timeline.spans.filter((span) => span.tokens).sort((a, b) => a.to - b.to);
    if (!paid.length) return null;
    const all = paid.reduce((sum, span) => sum + span.tokens, 0);
    let sum = 0;
    let path = `M${toX(view.timeline.from)},${y + 30}`;
    for (const span of paid) { path += ` H${toX(span.to).toFixed(1)}`; sum += span.tokens; path += ` V${(y + 30 - 26 * sum / all).toFixed(1)}`; }
    const made = shape("g", { "aria-hidden": "true" });
    made.append(shape("path", { class: "spend", d: path + ` H${view.width}` }), shape("rect", { class: "lane-back", x: 0, y, width: LABELS - 4, height: 34 }), shape("text", { class: "lane-name", x: 8, y: y + 20 }, words.tokens));
    return made;
  };

  const draw = () => {
    if (!view.timeline) return;
    const lanes = view.lanes;
    const last = lanes.at(-1);
    const foot = last ? last.y + last.h + LANE_GAP : AXIS + 20;
    const hasSpend = view.timeline.spans.some((span) => span.tokens);
    canvas.setAttribute("height", foot + (hasSpend ? 40 : 0));
    canvas.setAttribute("viewBox", `0 0 ${view.width} ${foot + (hasSpend ? 40 : 0)}`);
    const focused = canvas.contains(document.activeElement) ? document.activeElement.dataset.id : "";
    const hatch = shape("defs");
    const pattern = shape("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
    pattern.append(shape("line", { class: "hatch-line", x1: 0, y1: 0, x2: 0, y2: 6 }));
    hatch.append(pattern);
    const parts = [hatch, drawAxis()];
    for (const lane of lanes) {
      const group = shape("g");
      group.append(shape("line", { class: "lane-line", x1: 0, x2: view.width, y1: lane.y + lane.h + LANE_GAP / 2, y2: lane.y + lane.h + LANE_GAP / 2 }));
      const layer = (span) => ["turn", "step"].indexOf(span.kind) + 1 || 3;
      for (const span of [...lane.spans].sort((a, b) => layer(a) - layer(b))) {
        const made = drawSpan(span, lane);
        if (made) group.append(made);
      }
      group.append(shape("rect", { class: "lane-back", x: 0, y: lane.y - 4, width: LABELS - 4, height: lane.h + 8 }), shape("text", { class: "lane-name", x: 8, y: lane.y + lane.h / 2 + 4 }, wrap(laneName(lane.key), (LABELS - 14) / 12, 1)[0]));
      parts.push(group);
    }
    if (hasSpend) parts.push(drawSpend(foot));
    canvas.replaceChildren(...parts.filter(Boolean));
    const again = focused && canvas.querySelector(`[data-id="${CSS.escape(focused)}"]`);
    const stop = again || canvas.querySelector(".span");
    if (stop) stop.setAttribute("tabindex", "0");
    if (again) again.focus({ preventScroll: true });
    drawStrip();
  };

  const stripX = (at) => (at - view.timeline.from) / (view.timeline.to - view.timeline.from) * view.width;
  const drawStrip = () => {
    strip.setAttribute("viewBox", `0 0 ${view.width} 44`);
    const bins = new Array(120).fill(0);
    for (const span of view.timeline.spans) if (span.kind !== "turn") bins[clamp(Math.floor((span.from - view.timeline.from) / (view.timeline.to - view.timeline.from) * 120), 0, 119)] += 1;
    const most = Math.max(1, ...bins);
    const made = bins.map((count, at) => count ? shape("rect", { class: "dot", x: at * view.width / 120, width: view.width / 120 - 1, y: 40 - 34 * count / most, height: 34 * count / most }) : null).filter(Boolean);
    const [a, b] = [stripX(view.from), stripX(view.to)];
    strip.replaceChildren(...made, shape("rect", { class: "shade", x: 0, y: 0, width: Math.max(0, a), height: 44 }), shape("rect", { class: "shade", x: b, y: 0, width: Math.max(0, view.width - b), height: 44 }), shape("rect", { class: "window", x: a + 1, y: 1, width: Math.max(2, b - a - 2), height: 42, rx: 3 }));
  };

  let waiting = 0;
  const soon = () => { if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; draw(); }); };
  const look = (from, to) => {
    const { from: low, to: high } = view.timeline;
    const length = clamp(to - from, Math.min(20, high - low), high - low);
    view.from = clamp(from, low, high - length);
    view.to = view.from + length;
    view.isWhole = length >= high - low;
    soon();
  };
  const zoom = (factor, share = 0.5) => {
    const length = (view.to - view.from) / factor;
    const at = view.from + (view.to - view.from) * share;
    look(at - length * share, at + length * (1 - share));
  };
  const pan = (part) => look(view.from + (view.to - view.from) * part, view.to + (view.to - view.from) * part);

  const open = (id) => {
    const span = view.timeline.spans.find((one) => one.id === id);
    view.picked = id;
    const rung = span.answered_by ? words["rung_" + span.answered_by] || (span.answered_by === "tool" ? words.span_outside : span.answered_by) : "";
    showPanel(place.querySelector(".details"), laneName(span.lane), nameOf(span), [
      [words.starts, clockText(span.from, 1)], [words.lasts, span.to > span.from ? lengthText(span.to - span.from) : ""], [words.answered_by, rung],
      [words.outcome, span.ended], [words.tokens, span.tokens || ""], [words.money, span.cost === null ? "" : "US$" + span.cost.toFixed(6)], [words.why, span.detail],
    ], span.event ? [[words.open_log, "/runs/" + pathPart(place.dataset.run) + "?event=" + span.event + "#event-" + span.event]] : []);
    soon();
  };

  const step = (from, key) => {
    const span = view.timeline.spans.find((one) => one.id === from.dataset.id);
    if (key === "Enter" || key === " ") { open(span.id); return null; }
    const at = view.lanes.findIndex((lane) => lane.key === span.lane);
    const near = (lane, fits) => lane && lane.spans.filter(fits).sort((a, b) => Math.abs(a.from - span.from) - Math.abs(b.from - span.from))[0];
    const index = view.lanes[at].spans.indexOf(span);
    const target = { ArrowRight: view.lanes[at].spans[index + 1], ArrowLeft: view.lanes[at].spans[index - 1], ArrowDown: near(view.lanes[at + 1], () => true), ArrowUp: near(view.lanes[at - 1], () => true), Home: view.timeline.spans[0], End: view.timeline.spans.at(-1) }[key];
    if (!target) return null;
    if (target.from < view.from || target.from > view.to) { const half = (view.to - view.from) / 2; look(target.from - half, target.from + half); draw(); }
    return canvas.querySelector(`[data-id="${CSS.escape(target.id)}"]`);
  };
  const move = roving(canvas, step);

  canvas.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") zoom(1.5);
    else if (event.key === "-") zoom(1 / 1.5);
    else if (event.key === "0") look(view.timeline.from, view.timeline.to);
    else if (event.key !== " ") return;
    event.preventDefault();
  });
  const drag = { from: null, moved: false, fingers: new Map(), spread: 0 };
  canvas.addEventListener("click", (event) => {
    const span = event.target.closest(".span");
    if (span && !drag.moved) { move(span); open(span.dataset.id); }
  });
  const spreadOf = ([a, b]) => b === undefined ? 0 : Math.abs(a - b);
  // How far along what is shown a point of the window is.
  const shareAt = (x) => {
    const bounds = canvas.getBoundingClientRect();
    return clamp((x - bounds.left - LABELS) / (bounds.width - LABELS), 0, 1);
  };
  frame.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.metaKey) zoom(Math.exp(-event.deltaY * 0.003), shareAt(event.clientX));
    else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan((event.deltaX || event.deltaY) / 1200);
    else return;
    event.preventDefault();
  }, { passive: false });
  keepPinch(canvas);
  canvas.addEventListener("pointerdown", (event) => {
    drag.fingers.set(event.pointerId, event.clientX);
    drag.spread = spreadOf([...drag.fingers.values()]);
    drag.moved = false;
    drag.from = { x: event.clientX, view: [view.from, view.to] };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag.fingers.has(event.pointerId)) return;
    drag.fingers.set(event.pointerId, event.clientX);
    const xs = [...drag.fingers.values()];
    if (xs.length === 2) {
      const spread = spreadOf(xs);
      if (drag.spread > 10 && spread > 10) zoom(spread / drag.spread, shareAt((xs[0] + xs[1]) / 2));
      drag.spread = spread;
    } else if (drag.from && Math.abs(event.clientX - drag.from.x) > 3) {
      drag.moved = true;
      const shift = (drag.from.x - event.clientX) / (view.width - LABELS) * (drag.from.view[1] - drag.from.view[0]);
      look(drag.from.view[0] + shift, drag.from.view[1] + shift);
    }
  });
  const lift = (event) => { drag.fingers.delete(event.pointerId); drag.spread = 0; drag.from = null; };
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) canvas.addEventListener(name, lift);

  // Brush a stretch of the whole run, or move the window by its middle.
  const brush = { from: null, held: null };
  const stripTime = (event) => {
    const bounds = strip.getBoundingClientRect();
    return view.timeline.from + clamp((event.clientX - bounds.left) / bounds.width, 0, 1) * (view.timeline.to - view.timeline.from);
  };
  strip.addEventListener("pointerdown", (event) => {
    strip.setPointerCapture(event.pointerId);
    const at = stripTime(event);
    brush.from = at;
    brush.held = !view.isWhole && at > view.from && at < view.to ? [view.from, view.to] : null;
  });
  strip.addEventListener("pointermove", (event) => {
    if (brush.from === null) return;
    const at = stripTime(event);
    if (brush.held) look(brush.held[0] + at - brush.from, brush.held[1] + at - brush.from);
    else if (Math.abs(stripX(at) - stripX(brush.from)) > 4) look(Math.min(at, brush.from), Math.max(at, brush.from));
  });
  strip.addEventListener("pointerup", () => { brush.from = null; });

  const acts = { "zoom-in": () => zoom(1.6), "zoom-out": () => zoom(1 / 1.6), fit: () => look(view.timeline.from, view.timeline.to) };
  place.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button) acts[button.dataset.act]();
  });

  const arrange = () => {
    view.width = Math.max(320, frame.clientWidth);
    if (view.timeline) { view.lanes = layoutLanes(view.timeline, view.width); soon(); }
  };
  const take = (timeline) => {
    for (const span of timeline.spans) { span.from = Date.parse(span.start); span.to = Date.parse(span.end); }
    timeline.from = Date.parse(timeline.began);
    timeline.to = Math.max(Date.parse(timeline.ended), timeline.from + 20);
    const follows = view.isWhole;
    view.timeline = timeline;
    if (follows) { view.from = timeline.from; view.to = timeline.to; }
    const total = place.querySelector("[data-total]");
    total.textContent = fill(total.dataset.total, { tokens: timeline.tokens.toLocaleString(), cost: "US$" + timeline.cost.toFixed(timeline.cost > 0 && timeline.cost < .01 ? 4 : 2) });
    arrange();
    place.dataset.drawn = timeline.spans.length;
  };
  const load = async () => {
    const { timeline } = await fetchJson(place.dataset.timeline);
    take(timeline);
    if (timeline.is_live) setTimeout(() => load().catch((error) => complain(error.message)), 2000);
  };
  frame.replaceChildren(canvas, strip);
  new ResizeObserver(arrange).observe(frame);
  load().catch((error) => complain(error.message));
};

for (const place of document.querySelectorAll("[data-timeline]")) drawTimeline(place, JSON.parse(place.dataset.words));

// -- how long evidence holds: a line for each piece, now in the middle ---------------------------

const DAY = 864e5;
// Finer the nearer to now: a day is as wide as the month after it.
const nearness = (ms) => Math.sign(ms) * Math.log1p(Math.abs(ms) / DAY);

for (const table of document.querySelectorAll(".ages")) {
  const now = Date.parse(table.dataset.now);
  const rows = [...table.querySelectorAll("tbody tr")];
  const at = (row, name) => row.dataset[name] ? nearness(Date.parse(row.dataset[name]) - now) : null;
  const all = rows.flatMap((row) => ["published", "fetched", "ends"].map((name) => at(row, name))).filter((one) => one !== null);
  const [low, high] = [Math.min(nearness(-DAY), ...all), Math.max(nearness(DAY), ...all)];
  const x = (value) => 8 + (value - low) / (high - low) * 284;
  for (const row of rows) {
    const line = shape("svg", { viewBox: "0 0 300 28", preserveAspectRatio: "none", "aria-hidden": "true" });
    const [published, fetched, ends] = ["published", "fetched", "ends"].map((name) => at(row, name));
    line.append(shape("line", { class: "now-line", x1: x(0), x2: x(0), y1: 0, y2: 28 }));
    line.append(shape("line", { class: "life", x1: x(published ?? fetched), x2: x(ends ?? high), y1: 14, y2: 14 }));
    if (published !== null) line.append(shape("path", { class: "published", d: `M${x(published)},8 l6,6 l-6,6 l-6,-6 Z` }));
    line.append(shape("circle", { class: "fetched", cx: x(fetched), cy: 14, r: 4.5 }));
    if (ends !== null) line.append(shape("rect", { class: "ends", x: x(ends) - 2, y: 6, width: 4, height: 16 }));
    row.querySelector(".age").append(line);
  }
  const head = shape("svg", { viewBox: "0 0 300 28", preserveAspectRatio: "none" });
  for (const days of [-365, -30, -7, -1, 0, 7, 30, 180]) {
    const place = nearness(days * DAY);
    if (place < low || place > high) continue;
    const form = days < 0 ? table.dataset.ago : days ? table.dataset.ahead : table.dataset.nowWord;
    const name = form.replace("{n}", Math.abs(days));
    head.append(shape("text", { x: x(place), y: 18, "text-anchor": "middle" }, name));
  }
  table.querySelector("thead th:last-child").append(head);
}
