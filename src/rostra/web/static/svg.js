// What all drawings share: elements, text that fits, a focus that moves by arrows, a details panel.
// Words of strangers only ever become text, never markup.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

const shape = (tag, attributes = {}, text) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== null) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
};

// How wide a text is, in ems, in the font of the page; each letter is measured once.
const ruler = document.createElement("canvas").getContext("2d");
ruler.font = "100px " + getComputedStyle(document.body).fontFamily;
const widths = new Map();
const letterWidth = (letter) => {
  if (!widths.has(letter)) widths.set(letter, ruler.measureText(letter).width / 100);
  return widths.get(letter);
};
const widthOf = (text) => { let sum = 0; for (const letter of text) sum += letterWidth(letter); return sum; };

// What stays on one line: a Chinese letter or a word, with what opens before and closes after it.
const PIECES = /[（「『《〈【〔“‘]*(?:[\u2e80-\uffe6]|[^\s\u2e80-\uffe6]+)[，。、；：！？）」』》〉】〕”’…％]*\s?|\s/gu;

// A text as lines of at most so many ems; the last one says that there is more.
const wrap = (text, ems, most) => {
  const words = text.replace(/\s+/g, " ").trim().match(PIECES) || [];
  const lines = [];
  let line = "";
  const put = (piece) => {
    if (line && widthOf(line + piece.trimEnd()) > ems) { lines.push(line.trimEnd()); line = ""; }
    line += line ? piece : piece.trimStart();
  };
  for (const word of words) {
    if (lines.length > most) break;
    if (widthOf(word) <= ems) put(word);
    else for (const letter of word) put(letter);
  }
  if (line) lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  const cut = lines.slice(0, most);
  let last = cut[most - 1];
  while (last && widthOf(last + "…") > ems) last = [...last].slice(0, -1).join("");
  cut[most - 1] = last + "…";
  return cut;
};

const fill = (form, facts) => form.replace(/\{(\w+)\}/g, (_, name) => facts[name]);

const fetchJson = async (address) => {
  const answer = await fetch(address);
  const told = await answer.json();
  if (answer.status === 401) location.href = "/login";
  if (!answer.ok) throw new Error(told.error.message);
  return told;
};

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// One tab stop for a whole drawing; inside it, keys move the focus. `next(element, key)` says where.
const roving = (root, next) => {
  const move = (to) => {
    if (!to) return;
    for (const old of root.querySelectorAll('[tabindex="0"][role]')) old.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus();
  };
  root.addEventListener("keydown", (event) => {
    const from = event.target.closest("[role=button]");
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = next(from, event.key);
    if (to) { event.preventDefault(); move(to); }
  });
  return move;
};

// Two fingers are the drawing's own: a browser would take them for a scroll and call them off.
const keepPinch = (root) => root.addEventListener("touchmove", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });

// Facts in a panel beside the drawing: name, value, and links made of our own addresses.
const showPanel = (panel, kind, title, rows, links) => {
  const facts = make("dl", undefined, "facts");
  for (const [name, value] of rows) {
    if (value === undefined || value === null || value === "") continue;
    facts.append(make("dt", name), make("dd", String(value)));
  }
  const around = make("p", undefined, "panel-links");
  for (const [name, address] of links) {
    const link = make("a", name);
    link.href = address;
    around.append(link, " ");
  }
  panel.replaceChildren(make("p", kind, "about"), make("p", title, "panel-text"), facts, around);
  panel.hidden = false;
};

const MOMENT = deskTime({ year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "shortOffset" });
const moment = (text) => text ? MOMENT.format(new Date(text)).replace("GMT", "UTC") : "";
