// -- the live log ------------------------------------------------------------------------------

const MOST_LINES = 3000;
const PAGE_LINES = 1000;
const REFRESH_MS = 2000;
const CLOCK = deskTime({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const ZONE = deskTime({ timeZoneName: "shortOffset" });
const zoneOf = (at) => ZONE.formatToParts(at).find((part) => part.type === "timeZoneName").value.replace("GMT", "UTC");
const ASKS = new Set(["PersonAsked", "PersonAnswered"]);

const detail = (event) => {
  const facts = make("dl", undefined, "detail");
  const rows = { ...event.data, ...(event.turn ? { turn: event.turn } : {}), name: event.name, id: event.id };
  for (const [name, value] of Object.entries(rows)) {
    if (value === null || value === "") continue;
    facts.append(make("dt", name));
    const shown = make("dd");
    if (name === "evidence" && typeof value === "string") {
      const link = make("a", value);
      link.href = "/evidence/" + pathPart(value);
      shown.append(link);
    } else shown.textContent = typeof value === "object" ? JSON.stringify(value) : String(value);
    facts.append(shown);
  }
  return facts;
};

const line = (event, log) => {
  const row = make("li", undefined, "line " + event.kind);
  row.id = "event-" + event.id;
  const opener = make("details");
  const head = make("summary");
  const at = make("time", CLOCK.format(new Date(event.at)));
  at.dateTime = event.at;
  log.querySelector(".zone").textContent ||= zoneOf(new Date(event.at)); // once, at the head
  head.append(at, make("span", log.dataset[event.kind], "kind"));
  if (event.turn_name) head.append(make("span", event.turn_name, "turn"));
  head.append(make("span", event.text, "said"));
  opener.append(head);
  opener.addEventListener("toggle", () => {
    if (opener.open && opener.children.length === 1) opener.append(detail(event));
  });
  row.append(opener);
  return row;
};

// What the server wrote: a fold that the reader opened is no change of its own.
const untouched = (place) => place.innerHTML.replaceAll(' open=""', "");

// State, budget and open questions as the server has them now; only what changed is exchanged.
const refresh = async () => {
  try {
    const answer = await fetch(location.href);
    if (answer.redirected) { location.href = answer.url; return; } // the login has run out
    if (!answer.ok) return;
    const now = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const place of [".top", ".strip", "#questions"]) {
      const old = document.querySelector(place);
      const fresh = now.querySelector(place);
      const isBusy = old && old.contains(document.activeElement) && place === "#questions";
      if (old && fresh && !isBusy && untouched(old) !== untouched(fresh)) old.replaceWith(document.adoptNode(fresh));
    }
  } catch { /* the stream says that the line is down */ }
};

// A line that another page leads to is opened and brought into sight, once.
const pointAt = (lines, tail) => {
  const row = document.getElementById(location.hash.slice(1));
  if (!row || row.classList.contains("pointed")) return;
  tail.checked = false;
  row.classList.add("pointed");
  row.querySelector("details").open = true;
  row.scrollIntoView({ block: "center" });
};

const watch = (log) => {
  const lines = log.querySelector(".lines");
  const tail = log.querySelector(".tail");
  const link = log.querySelector(".link");
  const more = log.querySelector(".more");
  const now = log.querySelector(".now");
  const board = makeBoard(document.querySelector(".board"));
  const begins = Number(log.dataset.after);
  const first = Number(log.dataset.first);
  const counts = {};
  const tallies = Object.fromEntries([...log.querySelectorAll(".filters input[value]")]
    .map((box) => [box.value, box.parentElement.querySelector("b")]));
  let oldest = begins + 1; // the number of the first line shown
  let waiting = [];
  let isDrawn = false; // in this frame
  const soon = new MessageChannel();

  const tellMore = () => {
    const cut = log.dataset.cut === "yes" && oldest <= first;
    more.querySelector("span").textContent = cut ? log.dataset.gap
      : log.dataset.shown.replace("{n}", lines.childElementCount);
    more.querySelector("button").hidden = oldest <= first;
    more.hidden = !(cut || oldest > Math.max(first, 1));
  };

  const count = (events) => {
    for (const event of events) counts[event.kind] = (counts[event.kind] || 0) + 1;
    for (const [kind, place] of Object.entries(tallies))
      if (place.textContent !== String(counts[kind] || 0)) place.textContent = counts[kind] || 0;
  };

  // What has come is drawn at once, for the very next frame, and at most once a frame: what comes
  // after that is drawn with the frame that follows. A tab that nobody sees makes no frames.
  const drawSoon = () => { if (!isDrawn) soon.port2.postMessage(0); };
  const nextFrame = () => {
    isDrawn = false;
    if (waiting.length) draw();
  };

  const draw = () => {
    isDrawn = true;
    requestAnimationFrame(nextFrame);
    const fresh = document.createDocumentFragment();
    count(waiting);
    board.show(waiting);
    if (log.dataset.ended === "no" && waiting.some((event) => ASKS.has(event.name))) refresh();
    const shown = waiting.slice(-MOST_LINES);
    if (shown.length < waiting.length) { oldest = shown[0].id; lines.replaceChildren(); }
    for (const event of shown) fresh.append(line(event, log));
    const last = waiting[waiting.length - 1];
    waiting = [];
    lines.append(fresh);
    // Whoever reads further up keeps what is read; the log is cut only while its end is followed.
    if (tail.checked)
      while (lines.childElementCount > MOST_LINES) { lines.firstElementChild.remove(); oldest += 1; }
    if (last && log.dataset.ended === "no") now.textContent = last.text;
    tellMore();
    if (tail.checked) lines.scrollTop = lines.scrollHeight; // last, so that it is laid out once
    if (location.hash.startsWith("#event-")) pointAt(lines, tail);
  };

  soon.port1.onmessage = () => { if (waiting.length && !isDrawn) draw(); };

  const page = async (after, limit) => {
    const answer = await fetch(log.dataset.events + "&after=" + after + "&limit=" + limit);
    if (!answer.ok) throw new Error((await answer.json()).error.message);
    return (await answer.json()).events;
  };

  more.querySelector("button").addEventListener("click", async () => {
    const from = Math.max(first - 1, oldest - 1 - PAGE_LINES);
    try {
      const found = (await page(from, oldest - 1 - from)).filter((event) => event.id < oldest);
      const fresh = document.createDocumentFragment();
      for (const event of found) fresh.append(line(event, log));
      tail.checked = false;
      const height = lines.scrollHeight;
      lines.prepend(fresh);
      lines.scrollTop += lines.scrollHeight - height;
      oldest = from + 1;
      if (oldest > begins) count([]); else count(found);
      tellMore();
    } catch (error) { complain(error.message); }
  });

  // Columns need the whole debate, also where the log begins late.
  const catchUp = async () => {
    for (let after = first - 1; board.exists && after < begins;) {
      const found = await page(after, 5000);
      if (!found.length) break;
      board.show(found.filter((event) => event.id <= begins));
      after = found[found.length - 1].id;
    }
  };

  const follow = () => {
    const stream = new EventSource(log.dataset.events + "&after=" + begins);
    const tell = (word, kind) => { link.textContent = log.dataset[word]; link.className = "link " + kind; };
    stream.onopen = () => tell("on", "on");
    stream.onerror = () => tell("off", "off");
    stream.onmessage = (message) => {
      if (!waiting.length) drawSoon();
      waiting.push(JSON.parse(message.data));
    };
    stream.addEventListener("now", (message) => { // an answer on its way, in the place of the last
      const texts = JSON.parse(message.data).map((event) => event.text);
      if (texts.length && log.dataset.ended === "no") now.textContent = texts.join(" · ");
    });
    stream.addEventListener("login", () => { stream.close(); location.reload(); });
    stream.addEventListener("gap", () => { log.dataset.cut = "yes"; tellMore(); });
    stream.addEventListener("end", () => {
      stream.close();
      tell("end", "");
      log.dataset.done = "yes";
      if (log.dataset.ended === "no") location.reload();
    });
  };

  if (log.dataset.ended === "no") setInterval(refresh, REFRESH_MS);
  log.addEventListener("change", () => {
    for (const box of log.querySelectorAll(".filters input[value]"))
      lines.classList.toggle("no-" + box.value, !box.checked);
    if (tail.checked) lines.scrollTop = lines.scrollHeight;
  });
  catchUp().catch(() => {}).finally(follow);
};
