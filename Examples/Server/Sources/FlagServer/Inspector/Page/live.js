// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Updates from the server, navigation, and keyboard shortcuts. The last part, which starts the page.

let state = { flags: [], history: [], providers: [], context: {}, contextText: "{}" };
let run = null; // the server run that sent this page
let page = "flags";
const narrow = matchMedia("(width < 760px)");

function announce(before) {
  if (performance.now() - changedAt < 1000) return; // The page has already announced its own change.
  const old = new Map(before.map(flag => [flag.key, flag]));
  const others = state.flags.filter(flag => old.has(flag.key) && isOtherValue(old.get(flag.key), flag));
  if (others.length === 1) say(`${others[0].key} is now ${textOf(others[0].text)}.`);
  else if (others.length > 1) say(`${others.length} flags changed.`);
}

let arrived = null; // the newest state that isn't drawn yet

/// Draws once for all states that arrive before the next frame.
function receive(text) {
  if (arrived === null) requestAnimationFrame(take);
  arrived = text;
}

function take() {
  const before = state.flags;
  state = JSON.parse(arrived);
  arrived = null;
  if (run) announce(before);
  const isFirst = !run;
  run ??= state.run;
  draw();
  if (isFirst && chosen !== null) prepareOverride(flagOf(chosen));
}

function draw() {
  drawBar();
  drawFlags();
  drawHistory();
  if (page === "parity") drawParity();
  if (chosen !== null && page === "flags") {
    drawDetails();
    explain();
  }
}

function link(name, text) {
  $("link").dataset.state = name;
  write($("link"), text);
}

let events = null;

function connect() {
  events?.close();
  if (document.hidden) return;
  events = new EventSource("/events");
  events.addEventListener("open", () => link("live", "Live"));
  events.addEventListener("state", event => receive(event.data));
  events.addEventListener("error", () => {
    link("bad", "Reconnecting");
    // The browser reconnects, unless it couldn't use the response.
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
  });
}

// A browser allows six connections to a server, so a hidden or cached page closes its connection.
document.addEventListener("visibilitychange", () => document.hidden ? events?.close() : connect());
addEventListener("pagehide", () => events?.close());
addEventListener("pageshow", event => { if (event.persisted) connect(); });

/// Returns the flag key in an address, or the unchanged text if its escapes are invalid.
function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

function route() {
  const [, name = "", ...rest] = location.hash.split("/");
  page = ["flags", "history", "parity"].includes(name) ? name : "flags";
  for (const each of ["flags", "history", "parity"]) {
    $(each).hidden = each !== page;
    if (each === page) $("to-" + each).setAttribute("aria-current", "page");
    else $("to-" + each).removeAttribute("aria-current");
  }
  const key = page === "flags" && rest.length ? decoded(rest.join("/")) : null;
  if (key !== chosen) choose(key);
  if (page === "parity") drawParity();
}

function move(step) {
  const buttons = [...$("rows").querySelectorAll(".key")];
  const place = buttons.indexOf(document.activeElement.closest?.("#rows tr")?.querySelector(".key") ?? rowButton(chosen));
  const next = buttons[Math.min(Math.max(place + step, 0), buttons.length - 1)];
  next?.focus();
  if (next && chosen !== null) open(next.textContent);
}

const single = $("single-keys");
// A browser that blocks storage throws an error. The choice then applies until the page is closed.
try { single.checked = localStorage.getItem("singleKeys") !== "no"; } catch { /* Enabled by default. */ }
single.addEventListener("change", () => {
  try { localStorage.setItem("singleKeys", single.checked ? "yes" : "no"); } catch { /* Applies to this page. */ }
});

const actions = {
  "/": () => { location.hash = "#/flags"; $("search").focus(); $("search").select(); },
  "c": openContext,
  "?": () => $("help-dialog").showModal(),
  "1": () => { location.hash = "#/flags"; }, "2": () => { location.hash = "#/history"; }, "3": () => { location.hash = "#/parity"; },
  "j": () => move(1), "ArrowDown": () => move(1), "k": () => move(-1), "ArrowUp": () => move(-1),
  "o": () => {
    const flag = aimed();
    if (flag && typeof flag.value === "boolean") toggle(flag);
    else if (flag) open(flag.key, true);
  },
  "r": () => { if (aimed()?.override) release(aimed().key); },
};

/// Returns the flag for a keyboard shortcut: the flag of the focused row, or else the flag whose details are shown.
const aimed = () => flagOf(document.activeElement.closest?.("#rows tr")?.dataset.item ?? chosen);

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  // A dialog's field has the focus after the dialog is closed, until the next frame.
  const field = event.target.closest(":is(input:not([type=radio]), textarea, select):not(dialog *)");
  if (event.key === "Escape") {
    if (field === $("search") && field.value) { field.value = ""; drawFlags(); }
    else if (chosen !== null) close();
    else if ($("search").value) { $("search").value = ""; drawFlags(); }
    return;
  }
  if (field === $("search") && (event.key === "ArrowDown" || event.key === "Enter")) {
    event.preventDefault();
    return $("rows").querySelector(".key")?.focus();
  }
  const isArrow = event.key.startsWith("Arrow");
  if (field || isArrow && (event.target.type === "radio" || page !== "flags" || event.target.closest("#detail"))) return;
  if (!isArrow && !single.checked) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

for (const button of document.querySelectorAll("[data-sort]")) button.addEventListener("click", () => sort(button.dataset.sort));
for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
for (const filter of document.querySelectorAll("input[name=filter]")) filter.addEventListener("change", drawFlags);
$("search").addEventListener("input", drawFlags);
$("show-all").addEventListener("click", () => { showsAll = true; drawFlags(); $("search").focus(); });
$("open-context").addEventListener("click", openContext);
$("open-help").addEventListener("click", () => $("help-dialog").showModal());
$("close-detail").addEventListener("click", close);
$("reload").addEventListener("click", () => location.reload());
narrow.addEventListener("change", () => choose(chosen));
addEventListener("hashchange", route);
setInterval(() => {
  for (const cell of document.querySelectorAll("[data-at]")) if (cell.dataset.at) write(cell, age(Number(cell.dataset.at)));
}, 1000);
route();
connect();
