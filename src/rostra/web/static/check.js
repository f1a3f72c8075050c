// A report is sent as it is, in one request: its file, or else what was pasted, or its address.
for (const form of document.querySelectorAll("[data-check]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const file = given.get("file"), text = given.get("text"), url = given.get("url").trim();
    const hasFile = file && file.size > 0;
    if (!hasFile && !text.trim() && !url) { complain(form.dataset.nothing); return; }
    if (hasFile && file.size > Number(form.dataset.largest)) { complain(form.dataset.tooLarge); return; }
    const asked = new URLSearchParams();
    for (const name of ["library", "offline", "sample"])
      for (const value of given.getAll(name)) asked.append(name, value);
    const isUrl = !hasFile && !text.trim();
    if (!isUrl) asked.set("name", hasFile ? file.name.slice(-200) : text.trim().split("\n")[0].replace(/^[#*\s]+/, "").slice(0, 80));
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const headers = { "Content-Type": isUrl ? "application/json" : "application/octet-stream" };
      const order = { url, library: given.getAll("library"), offline: given.has("offline"), sample: given.has("sample") };
      const body = isUrl ? JSON.stringify(order) : hasFile ? file : text;
      const answer = await fetch(`/api/checks?${asked}`, { method: "POST", headers, body });
      const told = await answer.json();
      if (answer.status === 401) { location.href = "/login"; return; }
      if (!answer.ok) throw new Error(told.error.message);
      location.href = `/runs/${told.run.id}`;
    } catch (error) {
      complain(error.message);
      button.disabled = false;
    }
  });
}
