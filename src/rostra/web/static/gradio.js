// The log on the Gradio page: the stream of whichever run is chosen, every event of it. The address
// remembers the run, so a page that is loaded again has the whole log back.
{
  const words = () => JSON.parse(document.getElementById("rostra-log").dataset.words);
  let stream = null;
  let shown = "";

  const begin = (log, run) => {
    if (stream) stream.close();
    const lines = log.querySelector(".lines");
    const link = log.querySelector(".link");
    const tail = log.querySelector(".tail");
    const report = log.querySelector(".report");
    const said = words();
    const counts = {};
    let waiting = [];
    lines.replaceChildren();
    report.hidden = true;
    for (const box of log.querySelectorAll(".filters b")) box.textContent = "0";
    Object.assign(log.dataset, said);

    const draw = () => {
      const fresh = document.createDocumentFragment();
      for (const event of waiting) {
        fresh.append(line(event, log));
        counts[event.kind] = (counts[event.kind] || 0) + 1;
      }
      waiting = [];
      lines.append(fresh);
      for (const [kind, count] of Object.entries(counts))
        log.querySelector(`.filters .${kind} b`).textContent = count;
      if (tail.checked) lines.scrollTop = lines.scrollHeight;
    };

    stream = new EventSource("/api/runs/" + pathPart(run) + "/events?language=" + said.language);
    stream.onopen = () => { link.textContent = said.live_on; link.className = "link on"; };
    stream.onerror = () => { link.textContent = said.live_off; link.className = "link off"; };
    stream.onmessage = (message) => {
      if (!waiting.length) requestAnimationFrame(draw);
      waiting.push(JSON.parse(message.data));
    };
    stream.addEventListener("login", () => { stream.close(); location.reload(); });
    stream.addEventListener("end", () => {
      stream.close();
      link.textContent = said.live_end;
      link.className = "link";
      report.textContent = said.open_report;
      report.href = "/runs/" + pathPart(run) + "/report";
      report.hidden = false;
    });
    log.onchange = () => {
      for (const box of log.querySelectorAll(".filters input[value]"))
        lines.classList.toggle("no-" + box.value, !box.checked);
    };
  };

  window.rostraFollow = (run) => {
    if (!run || run === shown) return;
    const log = document.getElementById("rostra-log");
    if (!log) { setTimeout(() => window.rostraFollow(run), 100); return; } // Gradio is still drawing
    shown = run;
    const place = new URL(location.href);
    place.searchParams.set("run", run);
    history.replaceState(null, "", place);
    begin(log, run);
  };
  window.rostraFollow(new URL(location.href).searchParams.get("run"));
}
