// Documents are sent one to a request: each says at once how reading it went, and one that fails
// keeps no other from being read.
for (const drop of document.querySelectorAll("[data-drop]")) {
  const rows = drop.querySelector("[data-rows]");
  const going = drop.querySelector("[data-going]");
  const bar = going.querySelector("progress");
  const count = drop.querySelector("[data-count]");
  const words = drop.dataset;
  const waiting = [];
  let all = 0, over = 0, read = 0, isBusy = false;

  const told = (row, kind, word, detail) => {
    const state = row.querySelector(".state");
    state.className = `state ${kind}`;
    state.textContent = word;
    if (detail) row.append(make("small", detail));
  };

  const outcome = (name) => words[`outcome${name.split("_").map((one) => one[0].toUpperCase() + one.slice(1)).join("")}`];

  const shown = (text) => text.replace("{read}", read).replace("{over}", over).replace("{all}", all);

  const sendOne = ({ file, path, row }) => new Promise((settle) => {
    const ending = (path.match(/\.[^./]+$/) || [""])[0].toLowerCase();
    if (!words.endings.split(" ").includes(ending)) { told(row, "stopped", words.kind); settle(); return; }
    if (file.size > Number(words.largest)) { told(row, "stopped", words.tooLarge); settle(); return; }
    const request = new XMLHttpRequest();
    const folder = drop.querySelector("[data-folder]").value.trim() || drop.querySelector("[data-folder]").defaultValue;
    request.open("POST", `/api/library?folder=${pathPart(folder)}&path=${pathPart(path)}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) bar.value = over + 0.9 * (event.loaded / event.total);
    };
    request.onload = () => {
      const answer = request.response;
      if (request.status === 401) { location.href = "/login"; return; }
      if (request.status === 201) {
        const isRead = ["read", "cut"].includes(answer.file.outcome);
        read += isRead;
        told(row, isRead ? "done" : "stopped", outcome(answer.file.outcome), answer.file.detail);
      } else told(row, "failed", words.broken, answer && answer.error && answer.error.message);
      settle();
    };
    request.onerror = () => { told(row, "failed", words.broken); settle(); };
    request.send(file);
  });

  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    going.hidden = false;
    while (waiting.length) {
      bar.max = all;
      count.textContent = shown(words.progress);
      await sendOne(waiting.shift());
      over += 1;
      bar.value = over;
    }
    count.textContent = shown(words.done);
    isBusy = false;
    // What the rest of the page lists is the server's to say; the rows just made stay to be read.
    const answer = await fetch(location.href);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = document.getElementById("content");
    for (const old of [...main.children]) if (old !== drop && old.tagName === "SECTION") old.remove();
    for (const one of [...fresh.getElementById("content").children])
      if (one.tagName === "SECTION" && !one.matches("[data-drop]")) main.append(document.adoptNode(one));
  };

  const add = (file, path) => {
    const row = make("li");
    row.append(make("span", path), make("span", words.sending, "state queued"));
    rows.append(row);
    all += 1;
    waiting.push({ file, path, row });
  };

  const entries = async (entry, found) => {
    if (entry.isFile) {
      const file = await new Promise((yes, no) => entry.file(yes, no));
      found.push([file, entry.fullPath.replace(/^\//, "")]);
    } else if (entry.isDirectory) {
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((yes, no) => reader.readEntries(yes, no));
        if (!some.length) break;
        for (const one of some) await entries(one, found);
      }
    }
  };

  // What a system keeps in a folder for itself is not the user's document.
  const isOwn = (path) => !path.split("/").some((part) => part.startsWith(".") || part.startsWith("~$"));

  for (const pick of drop.querySelectorAll("[data-pick]"))
    pick.addEventListener("change", () => {
      for (const file of pick.files) {
        const path = file.webkitRelativePath || file.name;
        if (isOwn(path)) add(file, path);
      }
      pick.value = "";
      work();
    });
  drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", async (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const items = [...event.dataTransfer.items].map((one) => one.webkitGetAsEntry && one.webkitGetAsEntry()).filter(Boolean);
    const found = [];
    try {
      if (items.length) for (const one of items) await entries(one, found);
      else for (const file of event.dataTransfer.files) found.push([file, file.name]);
    } catch (error) { complain(error.message); }
    for (const [file, path] of found) if (isOwn(path)) add(file, path);
    work();
  });
}
