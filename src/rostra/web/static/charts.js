// -- charts: what a day says when it is pointed at -----------------------------------------------

const tip = make("div", undefined, "chart-tip");
tip.hidden = true;
document.body.append(tip);

for (const chart of document.querySelectorAll("[data-chart]")) {
  chart.addEventListener("pointermove", (event) => {
    const column = event.target.closest(".column");
    tip.hidden = !column;
    if (!column) return;
    tip.textContent = column.dataset.tip;
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = clamp(event.clientX + 14, 4, innerWidth - width - 4) + "px";
    tip.style.top = clamp(event.clientY - height - 10, 4, innerHeight - height - 4) + "px";
  });
  chart.addEventListener("pointerleave", () => { tip.hidden = true; });
}

// -- many at once: pick all, say how many --------------------------------------------------------

for (const form of document.querySelectorAll("[data-picking]")) {
  const boxes = [...form.querySelectorAll("input[name=artifacts]")];
  const all = form.querySelector("[data-all]");
  const tell = () => {
    const picked = boxes.filter((box) => box.checked).length;
    all.checked = picked === boxes.length;
    all.indeterminate = picked > 0 && picked < boxes.length;
    form.querySelector("[data-picked]").textContent = form.dataset.picking.replace("{n}", picked);
    form.querySelector("button").disabled = !picked;
  };
  form.addEventListener("change", (event) => {
    if (event.target === all) for (const box of boxes) box.checked = all.checked;
    tell();
  });
  tell();
}
