// -- the graph of claims and evidence ------------------------------------------------------------
// Columns from left to right, nothing moves by itself: the same graph is the same picture.

const FONT = 13;
const LINE = 18;
const GAP = 12;
const HEAD = 34;
const INDENT = 26;
const MARKS = { decisive: "★", contradicted: "≠", answered: "↩", single_source: "①", unverified: "?", expired: "⌛", dissent: "⚑" };
const FOES = new Set(["counterclaim", "rebuttal"]);
const WIDTHS = { publisher: 132, evidence: 212, claim: 330, answer: 190 };
const SPACE = 60;
const MARGIN = 12;
const LARGE = 150; // nodes; from there on not everything is shown at once
const DEPTH = 1000; // pixels from the eye to the picture

const columnOf = (node) => ({ publisher: 0, evidence: 1, answer: 3 }[node.kind] ?? 2);
const shownMarks = (node) => (node.signs || []).filter((sign) => MARKS[sign]);

const sized = (node, width, most = 3) => {
  const lines = wrap(node.text, (width - 30) / FONT, most);
  const head = node.head ? 16 : 0;
  const foot = shownMarks(node).length || node.foot ? 22 : 0;
  return { ...node, w: width, lines, h: 16 + head + Math.max(1, lines.length) * LINE + foot };
};

// Put boxes of a column near where they would like to be, in that order, none over another.
const stack = (boxes, top) => {
  boxes.sort((a, b) => a.wish - b.wish || (a.id < b.id ? -1 : 1));
  let below = top;
  for (const box of boxes) {
    box.y = Math.max(below, box.wish - box.h / 2);
    below = box.y + box.h + GAP;
  }
  // What was pushed down pulls the others up with it, as far as there is room.
  const mean = boxes.reduce((sum, box) => sum + box.wish - (box.y + box.h / 2), 0) / (boxes.length || 1);
  if (mean < 0) for (let at = 0; at < boxes.length; at += 1) {
    const floor = at ? boxes[at - 1].y + boxes[at - 1].h + GAP : top;
    boxes[at].y = Math.max(floor, boxes[at].y + mean);
  }
};

const centre = (box) => box.y + box.h / 2;
const meanOf = (values, otherwise) => values.length ? values.reduce((a, b) => a + b, 0) / values.length : otherwise;

// Where everything goes. `folded` are the claims whose evidence is not shown.
const layoutGraph = (graph, folded) => {
  const sources = new Map();
  const foes = new Map();
  for (const link of graph.links) {
    if (link.kind === "contradicts" || link.kind === "rebuts") (foes.get(link.target) || foes.set(link.target, []).get(link.target)).push(link.source);
    if (link.kind === "supports" || link.kind === "published") (sources.get(link.target) || sources.set(link.target, []).get(link.target)).push(link.source);
  }
  const known = new Map(graph.nodes.map((node) => [node.id, node]));
  const boxes = new Map();
  const heads = [];
  const x = [MARGIN, MARGIN + WIDTHS.publisher + SPACE, MARGIN + WIDTHS.publisher + WIDTHS.evidence + 2 * SPACE, 0];
  x[3] = x[2] + WIDTHS.claim + SPACE;
  let y = HEAD;
  const put = (node, inset, owner) => {
    const box = { ...sized(node, WIDTHS.claim - inset), x: x[2] + inset, y, owner };
    boxes.set(node.id, box);
    y += box.h + GAP;
  };
  const claims = graph.nodes.filter((node) => node.kind === "claim");
  const groups = [...graph.groups.keys()].map((at) => claims.filter((node) => node.group === at));
  groups.push(claims.filter((node) => node.group === null || node.group === undefined));
  groups.forEach((members, at) => {
    if (!members.length) return;
    if (graph.groups[at]) { heads.push({ x: x[2], y: y + 4, w: WIDTHS.claim, group: graph.groups[at] }); y += 30; }
    for (const node of members) {
      put(node, 0, node.id);
      for (const foe of foes.get(node.id) || []) if (known.has(foe) && !boxes.has(foe)) put(known.get(foe), INDENT, node.id);
    }
    y += GAP;
  });
  const shown = [...boxes.values()].filter((box) => !folded.has(box.owner));
  const wishes = (ids, from) => {
    const found = new Map();
    for (const box of ids) for (const source of sources.get(box.id) || []) (found.get(source) || found.set(source, []).get(source)).push(centre(box));
    return [...found].filter(([id]) => known.has(id)).map(([id, ys]) => ({ id, wish: meanOf(ys, HEAD) + from }));
  };
  const column = (at, from) => {
    const made = wishes(from, 0).map(({ id, wish }) => ({ ...sized(known.get(id), [WIDTHS.publisher, WIDTHS.evidence][at], 2), x: x[at], wish }));
    stack(made, HEAD);
    for (const box of made) boxes.set(box.id, box);
    return made;
  };
  column(0, column(1, shown));
  const answer = graph.nodes.find((node) => node.kind === "answer");
  if (answer) {
    const box = { ...sized(answer, WIDTHS.answer, 6), x: x[3] };
    // Level with the first claim that decided it, so that the outcome is seen without scrolling.
    const deciding = graph.links.filter((link) => link.target === answer.id && boxes.has(link.source)).map((link) => centre(boxes.get(link.source)));
    box.y = Math.max(HEAD, (deciding.length ? Math.min(...deciding) : HEAD) - box.h / 2);
    boxes.set(box.id, box);
  }
  const height = Math.max(HEAD, ...[...boxes.values()].map((box) => box.y + box.h)) + GAP;
  return { boxes, heads, x, width: x[3] + WIDTHS.answer + MARGIN, height, titles: ["publisher", "evidence", "claim", "answer"] };
};

// What an artifact rests on and what rests on it: a column for each level.
const layoutChain = (chain) => {
  const levels = [...new Set(chain.nodes.map((node) => node.level))].sort((a, b) => a - b);
  const boxes = new Map();
  const width = 250;
  levels.forEach((level, at) => {
    const made = chain.nodes.filter((node) => node.level === level).map((node) => ({ ...sized(node, width), x: MARGIN + at * (width + SPACE), wish: 0 }));
    for (const box of made) {
      const near = chain.links.flatMap((link) => link.source === box.id ? [link.target] : link.target === box.id ? [link.source] : []);
      box.wish = meanOf(near.filter((id) => boxes.has(id)).map((id) => centre(boxes.get(id))), HEAD + 60);
    }
    stack(made, HEAD);
    for (const box of made) boxes.set(box.id, box);
  });
  const height = Math.max(HEAD, ...[...boxes.values()].map((box) => box.y + box.h)) + GAP;
  const x = levels.map((_, at) => MARGIN + at * (width + SPACE));
  const titles = levels.map((level) => level < 0 ? "below" : level ? "above" : "itself");
  return { boxes, heads: [], x, width: levels.length * (width + SPACE) - SPACE + 2 * MARGIN, height, titles };
};

const linkPath = (link, from, to) => {
  if (link.kind === "contradicts" || link.kind === "rebuts") {
    const gutter = to.x + INDENT / 2;
    return `M${from.x},${centre(from)} H${gutter} V${to.y + to.h}`;
  }
  const [ax, ay, bx, by] = [from.x + from.w, centre(from), to.x, centre(to)];
  const bend = Math.max(24, (bx - ax) / 2);
  return `M${ax},${ay} C${ax + bend},${ay} ${bx - bend},${by} ${bx},${by}`;
};

const outline = (box) => {
  const { w, h } = box;
  if (box.kind === "evidence") return shape("path", { class: "box", d: `M0,0 H${w - 12} L${w},12 V${h} H0 Z M${w - 12},0 V12 H${w}` });
  if (box.kind === "counterclaim") return shape("path", { class: "box", d: `M10,0 H${w - 10} L${w},10 V${h - 10} L${w - 10},${h} H10 L0,${h - 10} V10 Z` });
  if (box.kind === "rebuttal") return shape("path", { class: "box", d: `M12,0 H${w} V${h} H12 L0,${h / 2} Z` });
  return shape("rect", { class: "box", width: w, height: h, rx: box.kind === "publisher" ? Math.min(18, h / 2) : 6 });
};

const drawNode = (box, words, isFolded) => {
  const kinds = ["node", box.kind, ...(box.signs || []), box.side ? "side-" + box.sideNumber : ""].filter(Boolean);
  const group = shape("g", { class: kinds.join(" "), role: "button", tabindex: "-1", transform: `translate(${box.x},${box.y})`, "data-id": box.id });
  group.append(outline(box));
  if (box.side) group.append(shape("rect", { class: "bar", width: 4, height: box.h - 12, y: 6, rx: 2 }));
  const left = box.kind === "rebuttal" ? 22 : 14;
  let y = 8;
  if (box.head) { group.append(shape("text", { class: "lead", x: left, y: y + 12 }, wrap(box.head, (box.w - 60) / 11, 1)[0] || "")); y += 16; }
  for (const line of box.lines) { group.append(shape("text", { x: left, y: y + 14 }, line)); y += LINE; }
  let at = left;
  for (const sign of shownMarks(box)) {
    const word = MARKS[sign] + " " + words["sign_" + sign];
    const width = widthOf(word) * 11 + 12;
    if (at + width > box.w - 8) break;
    group.append(shape("rect", { class: "tag " + sign, x: at, y: y + 3, width, height: 17, rx: 8.5 }), shape("text", { class: "tag-text " + sign, x: at + 6, y: y + 15.5 }, word));
    at += width + 5;
  }
  if (box.foot && at === left) group.append(shape("text", { class: "lead", x: left, y: y + 15 }, wrap(box.foot, (box.w - 28) / 11, 1)[0] || ""));
  if (box.folds) {
    const knob = shape("g", { class: "knob", transform: `translate(0,${box.h / 2})`, "aria-hidden": "true" });
    knob.append(shape("circle", { r: 8 }), shape("path", { d: isFolded ? "M-4,0 H4 M0,-4 V4" : "M-4,0 H4" }));
    group.append(knob);
  }
  // Named by what is seen on it, then by what did not fit.
  const texts = [...group.querySelectorAll("text")];
  for (const one of texts) one.after(" ");
  const seen = texts.map((one) => one.textContent).join(" ");
  const isCut = box.lines.length && box.lines.at(-1).endsWith("…");
  group.setAttribute("aria-label", [seen, box.name, isFolded ? words.folded : "", isCut ? box.text.slice(0, 600) : ""].filter(Boolean).join(", "));
  return group;
};

const prepared = (graph, words) => {
  const sides = new Map((graph.sides || []).map((side, at) => [side.key, { ...side, number: at + 1 }]));
  const grounds = new Set(graph.links.filter((link) => link.kind === "supports").map((link) => link.target));
  for (const node of graph.nodes) {
    const side = sides.get(node.side);
    node.name = words["kind_" + node.kind];
    node.sideName = side ? side.name : node.side;
    node.sideNumber = side ? side.number : 3;
    node.folds = node.kind === "claim" && grounds.has(node.id);
    if (node.kind === "claim") node.head = [node.sideName, node.label].filter(Boolean).join(" · ");
    else if (FOES.has(node.kind)) node.head = [words["kind_" + node.kind], node.sideName].filter(Boolean).join(" · ");
    else if (node.kind === "evidence") node.foot = [node.label && "[" + node.label + "]", node.publisher, node.tier && words.tier + " " + node.tier].filter(Boolean).join(" ");
    else if (node.kind === "publisher") node.foot = node.tier ? words.tier + " " + node.tier + "/5" : "";
    else if (node.kind === "answer") node.head = graph.kind === "debate" ? words["outcome_" + graph.outcome] || words.kind_answer : words.kind_answer;
  }
};

const preparedChain = (chain, words) => {
  for (const node of chain.nodes) {
    node.kind = node.type === "evidence" ? "evidence" : node.type === "counterclaim" ? "counterclaim" : node.level === 0 ? "claim" : node.type === "report" || node.type === "decision" ? "answer" : "claim";
    node.signs = [...(node.level === 0 ? ["root"] : []), ...(node.is_usable ? [] : ["expired"])];
    node.name = words["type_" + node.type];
    node.head = node.name;
    node.foot = [node.publisher, node.tier && words.tier + " " + node.tier].filter(Boolean).join(" · ");
  }
  // An arrow points from what carries to what is carried.
  chain.links = chain.links.map((link) => ["supports"].includes(link.kind) ? link : { source: link.target, target: link.source, kind: link.kind === "contradicts" ? "disputes" : link.kind });
};

const drawGraph = (place, graph, layOut, words, tell) => {
  const port = place.querySelector(".port");
  const canvas = shape("svg", { class: "graph", role: "group", "aria-label": place.dataset.label });
  const room = make("div", undefined, "graph-room");
  const sheet = make("div", undefined, "graph-sheet");
  sheet.append(canvas);
  room.append(sheet);
  const folded = new Set();
  if (graph.nodes.length > LARGE) for (const node of graph.nodes) if (node.kind === "claim" && !(node.signs || []).some((sign) => sign === "decisive" || sign === "contradicted")) folded.add(node.id);
  const view = { scale: 1, drawn: 1, layout: null, rest: 0 };
  let nodes = new Map();
  let near = new Map();
  const up = new Map();
  const down = new Map();
  for (const link of graph.links) {
    (up.get(link.source) || up.set(link.source, []).get(link.source)).push(link.target);
    (down.get(link.target) || down.set(link.target, []).get(link.target)).push(link.source);
  }
  // Fading many boxes costs more than it shows: there the ties alone are lit.
  canvas.classList.toggle("many", graph.nodes.length > LARGE);

  const makeRoom = () => {
    room.style.width = Math.ceil(view.layout.width * view.scale) + "px";
    room.style.height = Math.ceil(view.layout.height * view.scale) + "px";
    canvas.dataset.scale = view.scale.toFixed(3);
  };
  const size = () => {
    clearTimeout(view.rest);
    view.drawn = view.scale;
    room.classList.remove("moving");
    room.style.perspective = "";
    sheet.style.transform = `scale(${view.scale})`;
    makeRoom();
  };
  // While it is zoomed the picture as it was drawn is only moved nearer or further away; it is drawn
  // anew when it has come to rest. By depth, since a change of scale, be it of a box around the
  // drawing, makes browsers lay out each of its texts again, in every frame.
  const stretch = () => {
    room.classList.add("moving");
    room.style.perspective = DEPTH + "px";
    sheet.style.transform = `translateZ(${DEPTH * (1 - view.drawn / view.scale)}px) scale(${view.drawn})`;
    clearTimeout(view.rest);
    view.rest = setTimeout(size, 160);
    makeRoom();
  };
  const draw = () => {
    view.layout = layOut(graph, folded);
    const { boxes, heads, x, width, height, titles } = view.layout;
    canvas.setAttribute("width", Math.ceil(width));
    canvas.setAttribute("height", Math.ceil(height));
    const links = shape("g", { class: "links", "aria-hidden": "true" });
    const marks = shape("g", { class: "nodes" });
    near = new Map([...boxes.keys()].map((id) => [id, []]));
    for (const link of graph.links) {
      const [from, to] = [boxes.get(link.source), boxes.get(link.target)];
      if (!from || !to) continue;
      const path = shape("path", { class: "tie " + link.kind, d: linkPath(link, from, to) });
      near.get(link.source).push({ id: link.target, path });
      near.get(link.target).push({ id: link.source, path });
      links.append(path);
    }
    titles.forEach((title, at) => marks.append(shape("text", { class: "column-title", x: x[at], y: 18 }, words["column_" + title] || words["kind_" + title])));
    for (const head of heads) {
      const name = head.group.name || words["group_" + head.group.kind] || "";
      marks.append(shape("text", { class: "group-title" + (head.group.is_contested ? " hot" : ""), x: head.x, y: head.y + 14 }, wrap(name + (head.group.is_contested ? " · " + words.is_contested : ""), head.w / FONT, 1)[0]));
    }
    nodes = new Map();
    // Read in this order: the outcome, what is claimed with what speaks against it, then the ground.
    const rank = (box) => [box.kind === "answer" ? 0 : columnOf(box) === 2 ? 1 : 3 - columnOf(box) + 1, box.y];
    const order = [...boxes.values()].sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]);
    for (const box of order) {
      const made = drawNode(box, words, folded.has(box.id));
      nodes.set(box.id, made);
      marks.append(made);
    }
    canvas.replaceChildren(links, marks);
    const first = order[0] && nodes.get(order[0].id);
    if (first) first.setAttribute("tabindex", "0");
    size();
  };

  // A browser rounds where a port is scrolled to; over the many steps of a zoom that would add up.
  let exact = [0, 0];
  const scrolled = () => [port.scrollLeft, port.scrollTop].map((rounded, at) => Math.abs(rounded - exact[at]) < 1 ? exact[at] : rounded);
  const scrollTo = (left, top) => { exact = [left, top]; port.scrollTo(left, top); };
  // However fast a wheel turns, the picture changes once a frame.
  const wanted = { factor: 1, at: null, frame: 0 };
  const zoom = (factor, at) => {
    wanted.factor *= factor;
    wanted.at = at;
    wanted.frame ||= requestAnimationFrame(zoomNow);
  };
  const zoomNow = () => {
    const before = view.scale;
    view.scale = clamp(view.scale * wanted.factor, 0.15, 3);
    const [px, py] = wanted.at || [port.clientWidth / 2, port.clientHeight / 2];
    Object.assign(wanted, { factor: 1, frame: 0 });
    const [left, top] = scrolled();
    const grown = view.scale / before;
    stretch();
    scrollTo((left + px) * grown - px, (top + py) * grown - py);
  };
  // The whole width, but never so small that nobody could read it.
  const fit = () => {
    view.scale = clamp((port.clientWidth - 4) / view.layout.width, 0.62, 1);
    size();
    port.scrollTop = 0;
    // Where not everything fits, claims and outcome are what one came for.
    port.scrollLeft = view.layout.titles.includes("claim") ? view.layout.x[2] * view.scale - 16 : 0;
    if (view.layout.width * view.scale <= port.clientWidth + 8) port.scrollLeft = 0;
  };
  const whole = () => {
    view.scale = clamp(Math.min((port.clientWidth - 4) / view.layout.width, (port.clientHeight - 4) / view.layout.height), 0.15, 1);
    size();
  };

  const light = (id) => {
    for (const old of canvas.querySelectorAll(".lit")) old.classList.remove("lit");
    canvas.classList.toggle("dim", Boolean(id));
    if (!id) return;
    // Its own chain, down to the publishers and up to the outcome.
    const walk = (from, ways) => {
      for (const there of ways.get(from) || []) {
        const node = nodes.get(there);
        if (!node) continue;
        for (const tie of near.get(from)) if (tie.id === there) tie.path.classList.add("lit");
        if (!node.classList.contains("lit")) { node.classList.add("lit"); walk(there, ways); }
      }
    };
    nodes.get(id).classList.add("lit");
    walk(id, down);
    walk(id, up);
  };

  const toggle = (id) => {
    if (!folded.delete(id)) folded.add(id);
    draw();
    move(nodes.get(id));
  };
  const open = (id) => {
    for (const old of canvas.querySelectorAll(".picked")) old.classList.remove("picked");
    nodes.get(id).classList.add("picked");
    tell(graph.nodes.find((node) => node.id === id), graph);
  };

  const step = (from, key) => {
    const id = from.dataset.id;
    const boxes = view.layout.boxes;
    const here = boxes.get(id);
    if (key === "Enter") { open(id); return null; }
    if (key === " " && here.folds) { toggle(id); return null; }
    if (key === "Escape") { light(null); return null; }
    if (key === "Home" || key === "End") return [...nodes.values()].at(key === "Home" ? 0 : -1);
    const away = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
    if (!away) return null;
    const all = [...boxes.values()].filter((box) => box.id !== id);
    const mid = (box) => box.x + box.w / 2;
    if (away[1]) {
      const same = all.filter((box) => Math.abs(mid(box) - mid(here)) < 60 && (centre(box) - centre(here)) * away[1] > 0);
      same.sort((a, b) => Math.abs(centre(a) - centre(here)) - Math.abs(centre(b) - centre(here)));
      return same[0] && nodes.get(same[0].id);
    }
    const side = all.filter((box) => (mid(box) - mid(here)) * away[0] > 60);
    const tied = new Set(near.get(id).map((one) => one.id));
    const score = (box) => (tied.has(box.id) ? 0 : 1e6) + Math.abs(mid(box) - mid(here)) * 4 + Math.abs(centre(box) - centre(here));
    side.sort((a, b) => score(a) - score(b));
    return side[0] && nodes.get(side[0].id);
  };
  const move = roving(canvas, step);

  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "+" || event.key === "=") zoom(1.2);
    else if (event.key === "-") zoom(1 / 1.2);
    else if (event.key === "0") fit();
    else if (event.key !== " ") return;
    event.preventDefault();
  });
  canvas.addEventListener("focusin", (event) => { const node = event.target.closest(".node"); if (node) light(node.dataset.id); });
  canvas.addEventListener("focusout", () => light(null));
  canvas.addEventListener("pointerover", (event) => { const node = event.target.closest(".node"); if (node && event.pointerType === "mouse") light(node.dataset.id); });
  canvas.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse" && !canvas.contains(document.activeElement)) light(null); });
  canvas.addEventListener("click", (event) => {
    const node = event.target.closest(".node");
    if (!node || drag.moved) return;
    if (event.target.closest(".knob")) { toggle(node.dataset.id); return; }
    move(node);
    open(node.dataset.id);
  });

  // Pan by dragging, zoom by the wheel with Ctrl or by two fingers; a plain wheel scrolls.
  const drag = { moved: false, from: null, fingers: new Map(), pinch: null };
  port.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const bounds = port.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY * 0.002), [event.clientX - bounds.left, event.clientY - bounds.top]);
  }, { passive: false });
  const pinch = () => {
    const [a, b] = [...drag.fingers.values()];
    const bounds = port.getBoundingClientRect();
    return { spread: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), x: (a.clientX + b.clientX) / 2 - bounds.left, y: (a.clientY + b.clientY) / 2 - bounds.top };
  };
  keepPinch(port);
  port.addEventListener("pointerdown", (event) => {
    drag.fingers.set(event.pointerId, event);
    drag.moved = false;
    drag.pinch = drag.fingers.size === 2 ? pinch() : null;
    if (event.pointerType === "mouse" && event.button === 0) drag.from = [event.clientX + port.scrollLeft, event.clientY + port.scrollTop];
  });
  port.addEventListener("pointermove", (event) => {
    if (drag.fingers.has(event.pointerId)) drag.fingers.set(event.pointerId, event);
    if (drag.pinch) {
      const now = pinch();
      const [left, top] = scrolled();
      scrollTo(left + drag.pinch.x - now.x, top + drag.pinch.y - now.y);
      zoom(now.spread / Math.max(1, drag.pinch.spread), [now.x, now.y]);
      drag.pinch = now;
    } else if (drag.from && event.buttons) {
      const [x, y] = [drag.from[0] - event.clientX, drag.from[1] - event.clientY];
      if (Math.hypot(x - port.scrollLeft, y - port.scrollTop) > 3) drag.moved = true;
      if (drag.moved) { port.scrollLeft = x; port.scrollTop = y; }
    }
  });
  const lift = (event) => { drag.fingers.delete(event.pointerId); drag.pinch = null; drag.from = null; };
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) port.addEventListener(name, lift);

  const acts = {
    "zoom-in": () => zoom(1.25), "zoom-out": () => zoom(0.8), fit: whole,
    unfold: () => { folded.clear(); draw(); },
    fold: () => { for (const node of graph.nodes) if (node.folds) folded.add(node.id); draw(); },
  };
  place.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button) acts[button.dataset.act]();
  });
  draw();
  port.replaceChildren(room);
  fit();
  place.dataset.drawn = graph.nodes.length;
  return { open: (id) => { if (nodes.has(id)) { move(nodes.get(id)); open(id); } } };
};

const tellNode = (place, words) => (node, graph) => {
  const rows = [
    [words.side_n, node.sideName], [words.publisher, node.publisher], [words.tier, node.tier && node.tier + " / 5"],
    [words.published, node.published], [words.fetched, moment(node.fetched_at)], [words.holds_until, moment(node.expires_at)],
    [words.signs, (node.signs || []).filter((sign) => words["sign_" + sign]).map((sign) => (MARKS[sign] ? MARKS[sign] + " " : "") + words["sign_" + sign]).join("、")],
    [words.n_sources && node.kind === "claim" ? words.rests_here : "", node.kind === "claim" && node.sources ? words.n_sources.replace("{n}", node.sources) : ""],
    ["", ""], [words.why, node.note],
  ].filter(([name]) => name);
  const links = [];
  const grounds = graph.links.filter((link) => link.target === node.id && link.kind === "supports").map((link) => graph.nodes.find((one) => one.id === link.source));
  const about = new URLSearchParams({ said: node.text.slice(0, 3000) });
  for (const ground of grounds) if (ground && ground.evidence) links.push(["[" + (ground.label || "·") + "] " + ground.text, "/evidence/" + pathPart(ground.evidence) + "?" + about + "#here"]);
  if (node.evidence) links.push([words.open_evidence, "/evidence/" + pathPart(node.evidence)]);
  if (node.event) links.push([words.open_log, "/runs/" + pathPart(graph.run) + "?event=" + node.event + "#event-" + node.event]);
  showPanel(place.querySelector(".details"), [node.name, node.label].filter(Boolean).join(" · "), node.text, rows, links);
};

const tellLink = (place, words) => (node) => {
  const address = node.type === "report" ? "/runs/" + pathPart(node.text) + "/report" : "/memory/" + pathPart(node.id);
  showPanel(place.querySelector(".details"), node.name, node.text, [
    [words.publisher, node.publisher], [words.tier, node.tier && node.tier + " / 5"], [words.holds_until, moment(node.expires_at)], [words.why, node.mark],
  ], [[words.open_memory, address]]);
};

for (const place of document.querySelectorAll("[data-graph]")) {
  const words = JSON.parse(place.dataset.words);
  fetchJson(place.dataset.graph).then(({ graph, chain }) => {
    if (chain) {
      preparedChain(chain, words);
      drawGraph(place, chain, layoutChain, words, tellLink(place, words));
      return;
    }
    prepared(graph, words);
    const drawn = drawGraph(place, graph, layoutGraph, words, tellNode(place, words));
    document.addEventListener("click", (event) => {
      const jump = event.target.closest("[data-node]");
      if (!jump) return;
      event.preventDefault();
      drawn.open(jump.dataset.node);
      place.scrollIntoView({ block: "nearest" });
    });
  }).catch((error) => complain(error.message));
}
