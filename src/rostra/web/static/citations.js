// -- citations -----------------------------------------------------------------------------------

for (const report of document.querySelectorAll("[data-states]"))
  for (const number of JSON.parse(report.dataset.states))
    report.querySelectorAll(".mark").forEach((mark) => {
      const [first, last] = mark.textContent.split("–").map(Number);
      if (first <= number && number <= (last || first)) mark.classList.add("shaken");
    });

const quote = async (mark) => {
  const dialog = document.getElementById("passage");
  const source = document.querySelector(`.sources li[value='${Number(mark.hash.slice(2))}'] a`);
  if (!source) return;
  const sentence = mark.closest(".said, li, td, p, blockquote").cloneNode(true);
  sentence.querySelectorAll(".cite, .mark, time, small, .warning").forEach((one) => one.remove());
  const about = new URLSearchParams({ said: sentence.textContent.trim().slice(0, 3000) });
  const id = source.pathname.slice("/evidence/".length);
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

// What is copied takes the sources it cites with it.
document.addEventListener("copy", (event) => {
  const selection = getSelection();
  const report = event.target.closest?.(".report");
  if (!report || selection.isCollapsed) return;
  const marks = [...report.querySelectorAll(".mark")].filter((one) => selection.containsNode(one, true));
  const numbers = new Set(marks.flatMap((one) => {
    const [first, last] = one.textContent.split("–").map(Number);
    return Array.from({ length: (last || first) - first + 1 }, (_, n) => first + n);
  }));
  const sources = [...numbers].sort((a, b) => a - b).map((n) => document.getElementById("s" + n)?.innerText.trim());
  if (!sources.length) return;
  event.clipboardData.setData("text/plain", selection.toString() + "\n\n" + sources.filter(Boolean).join("\n"));
  event.preventDefault();
});

// The contents follow the scroll.
const here = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen)
    if (isIntersecting)
      document.querySelectorAll(".contents a").forEach((link) =>
        link.toggleAttribute("aria-current", link.hash === "#" + target.id));
}, { rootMargin: "0px 0px -70% 0px" });
if (document.querySelector(".report .contents"))
  document.querySelectorAll(".report :is(h2, h3)[id]").forEach((one) => here.observe(one));
