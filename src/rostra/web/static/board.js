// -- the columns of a debate: what each side has said, and what the verifier made of it -----------

const makeBoard = (board) => {
  if (!board) return { exists: false, show: () => {} };
  const told = board.dataset;
  const columns = board.querySelector(".columns");
  const claims = new Map(); // by label, else by text
  const tally = { verified: 0, unverified: 0, contradicted: 0 };
  const numbered = (form, number) => form.replace("{n}", number);

  const column = (name) => {
    const known = [...columns.children].find((one) => one.dataset.side === name);
    if (known) return known;
    const made = make("section", undefined, "column side-" + Math.min(5, columns.childElementCount + 1));
    made.dataset.side = name;
    made.append(make("h3", name));
    columns.append(made);
    return made;
  };

  const mark = (item, status, why) => {
    item.querySelectorAll(".why").forEach((one) => one.remove());
    item.classList.remove("verified", "unverified", "contradicted", "checking");
    item.classList.add(status);
    item.querySelector(".state").replaceWith(make("span", told[status] || status, "state " + status));
    if (why) item.append(make("span", why, "why"));
  };

  // The part of a column for one round. A side that speaks again in it, to mend what was not
  // verified, goes on there.
  const part = (place, round) => {
    const known = [...place.querySelectorAll(".round")].find((one) => one.dataset.round === String(round));
    if (known) return known;
    const made = make("div", undefined, "round");
    made.dataset.round = round;
    const head = make("h4", numbered(told.round, round));
    head.append(make("span"));
    made.append(head, make("ol", undefined, "claims"));
    place.append(made);
    return made;
  };

  const count = (place, rebuttals, calls) => {
    const sum = (name, more) => { place.dataset[name] = Number(place.dataset[name] || 0) + more; return place.dataset[name]; };
    place.querySelector("h4 span").textContent = [
      numbered(told.rebuttals, sum("rebuttals", rebuttals)), numbered(told.calls, sum("calls", calls)),
    ].join(" · ");
  };

  const spoke = ({ side, round, claims: said, labels, rebuttals, rebutted, conceded, outside_calls: calls }) => {
    const whole = column(side);
    whole.querySelectorAll(".silent").forEach((one) => one.remove());
    const place = part(whole, round);
    count(place, rebuttals, calls);
    const list = place.querySelector(".claims");
    (said || []).forEach((text, nth) => {
      const label = labels && labels[nth];
      const known = label && claims.get(label);
      if (known) { mark(known, "checking", ""); return; } // put forward once more
      const item = make("li", text);
      const foot = make("div", undefined, "foot");
      foot.append(make("span", told.checking, "state"));
      if (label) foot.append(make("span", label, "label"));
      item.append(foot);
      claims.set(label || text, item);
      list.append(item);
    });
    for (const text of rebutted || []) list.append(make("li", text, "rebuts"));
    for (const text of conceded || []) list.append(make("li", text, "concedes"));
    place.querySelectorAll("p").forEach((one) => one.remove());
    if (!list.childElementCount) place.append(make("p", told.silent, "about"));
  };

  const checked = ({ label, status, text, reason }) => {
    const item = claims.get(label) || claims.get(text);
    if (item && item.dataset.status) tally[item.dataset.status] -= 1;
    if (item) { item.dataset.status = status; mark(item, status, status === "verified" || status === "primary" ? "" : reason); }
    tally[status] = (tally[status] || 0) + 1;
    board.querySelector(".tally").textContent = Object.entries(tally)
      .filter(([, number]) => number).map(([name, number]) => told[name] + " " + number).join(" · ");
  };

  const clashes = ({ clash_points: points }) => {
    const place = board.querySelector(".clash-points");
    place.replaceChildren(make("li", told.clash, "name"), ...points.map((point) => make("li", point)));
    place.hidden = !points.length;
  };

  const verdict = ({ outcome, confidence, reason }) => {
    const place = board.querySelector(".verdict-line");
    place.className = "verdict-line " + outcome;
    const said = told.verdict + " · " + (told[outcome] || outcome);
    place.replaceChildren(make("strong", said), make("small", told[confidence] || confidence), make("div", reason));
    place.hidden = false;
  };

  const parts = { Spoke: spoke, ClaimChecked: checked, HandcardMade: clashes, VerdictGiven: verdict };
  return {
    exists: true,
    show: (events) => { for (const event of events) if (parts[event.name]) parts[event.name](event.data); },
  };
};

document.querySelectorAll("[data-events]").forEach(watch);
