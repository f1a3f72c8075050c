// The pages' one script: forms speak to the API, logs follow their stream, citations open in place.
// Words of strangers only ever become text, never markup.
"use strict";

const make = (tag, text, kind) => {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
};

// Any name as one part of an address; half a character cannot stand in one.
const pathPart = (name) => encodeURIComponent(String(name).replace(/[\ud800-\udfff]/gu, "\ufffd"));

// Clock times are the desk's, as in all that the server writes; of a zone that this browser does not
// know they are the browser's own.
const deskTime = (form) => {
  const language = document.documentElement.lang || undefined;
  try {
    return new Intl.DateTimeFormat(language, { ...form, timeZone: document.body?.dataset.zone });
  } catch { return new Intl.DateTimeFormat(language, form); }
};

const complain = (message) => {
  const place = document.getElementById("trouble");
  place.textContent = message;
  place.hidden = false;
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => { place.hidden = true; }, 9000);
};

// What a form shows at first; of one that changes things only what was changed is sent.
const isSame = (field) => field.tagName === "SELECT" ? [...field.options].every((one) => one.selected === one.defaultSelected)
  : field.type === "checkbox" ? field.checked === field.defaultChecked : field.value === field.defaultValue;

const said = (form, button) => {
  const body = {};
  const same = new Set();
  if (form.dataset.changed !== undefined)
    for (const name of new Set([...form.elements].map((one) => one.name)))
      if ([...form.elements].every((one) => one.name !== name || isSame(one))) same.add(name);
  for (const field of form.elements) {
    const off = same.has(field.name) || field.disabled || field.closest("[hidden]") || !field.name;
    if (off || field.tagName === "BUTTON") continue;
    if ((field.type === "radio" || field.type === "checkbox") && !field.checked) continue;
    if (field.dataset.linesList !== undefined)
      body[field.name] = field.value.split("\n").map((one) => one.trim()).filter(Boolean);
    else if (field.dataset.list !== undefined) { if (field.value) (body[field.name] ??= []).push(field.value); }
    else if (field.dataset.flag !== undefined) body[field.name] = true;
    else if (field.dataset.yes !== undefined) body[field.name] = field.value === "yes";
    else if (field.dataset.words !== undefined) body[field.name] = field.value.split(/\s+/).filter(Boolean);
    else if (field.value === "" && field.dataset.empty === undefined) continue;
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
  if (button && button.dataset.busy) button.textContent = button.dataset.busy;
  try {
    const answer = await fetch(form.dataset.api, options);
    const told = await answer.json();
    if (answer.status === 401) { location.href = "/login"; return; }
    if (!answer.ok) throw new Error(told.error.message);
    // The first answer stands: whoever comes later is told who gave it.
    if (form.dataset.question && told.question.answer !== given.answer)
      complain(form.dataset.late.replace("{by}", told.question.answered_by).replace("{answer}", told.question.answer));
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

// What is wider than the page is moved by keyboard too.
for (const wide of document.querySelectorAll(".wide"))
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;

// A part that takes its time to make comes after the page, made by the server as well.
for (const part of document.querySelectorAll("[data-part]")) {
  fetch(part.dataset.part).then(async (answer) => {
    const made = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id);
    if (answer.ok && made) part.replaceWith(document.adoptNode(made));
  }).catch((error) => complain(error.message));
}

// How much waits for a decision, wherever the reader is.
const badge = document.querySelector("[data-inbox]");
const countInbox = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch("/api/inbox");
    if (!answer.ok) return;
    const { questions } = await answer.json();
    badge.textContent = questions.length;
    badge.hidden = !questions.length;
  } catch { /* the page itself says when the desk is gone */ }
};
if (badge) {
  countInbox();
  setInterval(countInbox, 10000);
  document.addEventListener("visibilitychange", countInbox);
}

for (const form of document.querySelectorAll("[data-kinds]")) {
  const show = () => {
    const kind = form.querySelector("[name=kind]:checked").value;
    for (const part of form.querySelectorAll("[data-for]"))
      part.hidden = !part.dataset.for.split(" ").includes(kind);
  };
  form.addEventListener("change", show);
  show();
}
