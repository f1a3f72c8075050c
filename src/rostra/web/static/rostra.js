// The pages' one script: forms speak to the API, logs follow their stream, citations open in place.
// Words of strangers only ever become text, never markup.
"use strict";

const make = (tag, text, kind) => {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
};

const complain = (message) => {
  const place = document.getElementById("trouble");
  place.textContent = message;
  place.hidden = false;
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => { place.hidden = true; }, 9000);
};

const said = (form, button) => {
  const body = {};
  for (const field of form.elements) {
    const off = field.disabled || field.closest("[hidden]") || !field.name;
    if (off || field.tagName === "BUTTON") continue;
    if ((field.type === "radio" || field.type === "checkbox") && !field.checked) continue;
    if (field.dataset.list !== undefined) (body[field.name] ??= []).push(field.value);
    else if (field.dataset.flag !== undefined) body[field.name] = true;
    else if (field.value === "") continue;
    else body[field.name] = field.dataset.number !== undefined ? Number(field.value) : field.value;
  }
  if (button && button.name) body[button.name] = button.value;
  return body;
};

const send = async (form, button) => {
  if (form.dataset.sure && !window.confirm(form.dataset.sure)) return;
  const method = form.dataset.method;
  const given = said(form, button);
  const options = { method, headers: {} };
  if (Object.keys(given).length) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(given);
  }
  const buttons = [...form.querySelectorAll("button")];
  buttons.forEach((one) => { one.disabled = true; });
  try {
    const answer = await fetch(form.dataset.api, options);
    const told = await answer.json();
    if (answer.status === 401) { location.href = "/login"; return; }
    if (!answer.ok) throw new Error(told.error.message);
    if (form.dataset.question) form.remove();
    if (form.dataset.then) location.href = form.dataset.then.replace("{id}", told.run && told.run.id);
  } catch (error) {
    complain(error.message);
    buttons.forEach((one) => { one.disabled = false; });
  }
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.api) return;
  event.preventDefault();
  send(form, event.submitter);
});

for (const form of document.querySelectorAll("[data-kinds]")) {
  const show = () => {
    const kind = form.querySelector("[name=kind]:checked").value;
    for (const part of form.querySelectorAll("[data-for]"))
      part.hidden = !part.dataset.for.split(" ").includes(kind);
  };
  form.addEventListener("change", show);
  show();
}

// -- the live log ------------------------------------------------------------------------------

const MOST_LINES = 3000;
const REFRESH_MS = 2000;
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
      link.href = "/evidence/" + encodeURIComponent(value);
      shown.append(link);
    } else shown.textContent = typeof value === "object" ? JSON.stringify(value) : String(value);
    facts.append(shown);
  }
  return facts;
};

const line = (event, log) => {
  const row = make("li", undefined, "line " + event.kind);
  const opener = make("details");
  const head = make("summary");
  const at = make("time", new Date(event.at).toLocaleTimeString(undefined, { hour12: false }));
  at.dateTime = event.at;
  head.append(at, make("span", log.dataset[event.kind], "kind"));
  const turn = event.turn ? event.turn.slice(event.run.length + 1) : "";
  if (turn) head.append(make("span", turn, "turn"));
  head.append(make("span", event.text, "said"));
  opener.append(head);
  opener.addEventListener("toggle", () => {
    if (opener.open && opener.children.length === 1) opener.append(detail(event));
  });
  row.append(opener);
  return row;
};

// State, budget and open questions as the server has them now; only what changed is exchanged.
const refresh = async () => {
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const now = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const place of [".top", ".strip", "#questions"]) {
      const old = document.querySelector(place);
      const fresh = now.querySelector(place);
      if (old && fresh && old.innerHTML !== fresh.innerHTML) old.replaceWith(document.adoptNode(fresh));
    }
  } catch { /* the stream says that the line is down */ }
};

const watch = (log) => {
  const lines = log.querySelector(".lines");
  const tail = log.querySelector(".tail");
  const link = log.querySelector(".link");
  const more = log.querySelector(".more");
  const counts = {};
  let waiting = [];
  let dropped = 0;

  const draw = () => {
    const fresh = document.createDocumentFragment();
    for (const event of waiting) counts[event.kind] = (counts[event.kind] || 0) + 1;
    if (log.dataset.ended === "no" && waiting.some((event) => ASKS.has(event.name))) refresh();
    dropped += Math.max(0, waiting.length - MOST_LINES);
    for (const event of waiting.slice(-MOST_LINES)) fresh.append(line(event, log));
    waiting = [];
    lines.append(fresh);
    while (lines.childElementCount > MOST_LINES) { lines.firstElementChild.remove(); dropped += 1; }
    if (dropped) {
      more.textContent = log.dataset.shown.replace("{n}", MOST_LINES);
      more.hidden = false;
    }
    for (const box of log.querySelectorAll(".filters input[value]"))
      if (counts[box.value]) box.parentElement.querySelector("b").textContent = counts[box.value];
    if (tail.checked) lines.scrollTop = lines.scrollHeight;
  };

  if (log.dataset.ended === "no") setInterval(refresh, REFRESH_MS);
  const stream = new EventSource(log.dataset.events);
  stream.onopen = () => { link.textContent = log.dataset.on; };
  stream.onerror = () => { link.textContent = log.dataset.off; };
  stream.onmessage = (message) => {
    if (!waiting.length) requestAnimationFrame(draw);
    waiting.push(JSON.parse(message.data));
  };
  stream.addEventListener("gap", () => { more.textContent = log.dataset.gap; more.hidden = false; });
  stream.addEventListener("end", () => {
    stream.close();
    link.textContent = log.dataset.end;
    log.dataset.done = "yes";
    if (log.dataset.ended === "no") location.reload();
  });
  log.addEventListener("change", () => {
    for (const box of log.querySelectorAll(".filters input[value]"))
      lines.classList.toggle("no-" + box.value, !box.checked);
    if (tail.checked) lines.scrollTop = lines.scrollHeight;
  });
};
document.querySelectorAll("[data-events]").forEach(watch);

// -- citations -----------------------------------------------------------------------------------

const quote = async (mark) => {
  const dialog = document.getElementById("passage");
  const cell = document.getElementById(mark.hash.slice(1));
  const code = cell && cell.closest("tr").querySelector("code");
  if (!code) return;
  const sentence = mark.closest("li, td, p, blockquote").cloneNode(true);
  sentence.querySelectorAll(".mark, time, small, .warning").forEach((one) => one.remove());
  const about = new URLSearchParams({ said: sentence.textContent.trim().slice(0, 3000) });
  const id = encodeURIComponent(code.textContent);
  try {
    const answer = await fetch("/api/evidence/" + id + "?" + about);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error.message);
    const { evidence, passage } = told;
    const letters = Array.from(told.text); // counted as the server counts them
    const part = (from, to) => letters.slice(from, to).join("");
    const [start, end] = passage || [0, 0];
    const place = document.getElementById("passage-text");
    place.replaceChildren();
    if (passage) {
      const from = Math.max(0, start - 160);
      place.append((from ? "…" : "") + part(from, start), make("mark", part(start, end)));
      place.append(part(end, end + 160) + (letters.length > end + 160 ? "…" : ""));
    } else place.append(dialog.dataset.none);
    document.getElementById("passage-title").textContent = evidence.title || evidence.url;
    document.getElementById("passage-source").textContent =
      [evidence.source.name, evidence.published, evidence.source.tier + "/5"].filter(Boolean).join(" · ");
    document.getElementById("passage-whole").href = "/evidence/" + id + "?" + about + "#here";
    dialog.showModal();
  } catch (error) {
    complain(error.message);
  }
};

document.addEventListener("click", (event) => {
  const mark = event.target.closest(".report .mark[href^='#s']");
  if (!mark) return;
  event.preventDefault();
  quote(mark);
});
