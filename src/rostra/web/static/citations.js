// -- citations -----------------------------------------------------------------------------------

for (const report of document.querySelectorAll("[data-states]"))
  for (const number of JSON.parse(report.dataset.states))
    report.querySelectorAll(`.mark[href='#s${Number(number)}']`).forEach((mark) => mark.classList.add("shaken"));

const quote = async (mark) => {
  const dialog = document.getElementById("passage");
  const source = document.querySelector(`.sources li[value='${Number(mark.hash.slice(2))}'] a`);
  if (!source) return;
  const sentence = mark.closest("li, td, p, blockquote").cloneNode(true);
  sentence.querySelectorAll(".mark, time, small, .warning").forEach((one) => one.remove());
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
