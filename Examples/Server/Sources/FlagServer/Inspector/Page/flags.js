// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The table of flags.

let sorting = { by: "key", down: false };
const most = 500; // A browser takes seconds to lay out a table of thousands of rows.
let showsAll = false;

const chosenFilter = () => document.querySelector("input[name=filter]:checked").value;

function visible() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const filter = chosenFilter();
  const isShown = flag => {
    if (filter === "changed" && !flag.changed || filter === "overridden" && !flag.override) return false;
    if (!words.length) return true;
    const text = [flag.key, textOf(flag.text), textOf(flag.payloadText), flag.variant, flag.reason, flag.origin, flag.provider].join("\n").toLowerCase();
    return words.every(word => text.includes(word));
  };
  const rank = flag => {
    const value = flag[sorting.by];
    if (sorting.by === "override") return value ? 0 : 1;
    if (sorting.by === "at") return value ? -value : Infinity;
    return typeof value === "number" ? value : typeof value === "string" ? value.toLowerCase() : JSON.stringify(value) ?? "";
  };
  const order = (one, other) => {
    const [left, right] = [one.rank, other.rank];
    const result = typeof left === "number" && typeof right === "number" ? left - right || 0 : String(left).localeCompare(String(right));
    return (sorting.down ? -result : result) || one.flag.key.localeCompare(other.flag.key);
  };
  return state.flags.filter(isShown).map(flag => ({ flag, rank: rank(flag) })).sort(order).map(each => each.flag);
}

function makeRow(flag) {
  const { key } = flag;
  const name = make("button", { type: "button", class: "key" });
  const toggler = make("button", { type: "button", class: "switch", role: "switch" });
  const editor = make("button", { type: "button", class: "small" }, "Edit");
  const remover = make("button", { type: "button", class: "small" }, "Remove");
  const row = make("tr", {},
    make("th", { scope: "row" }, name, make("span", { class: "mark", hidden: "" }, "changed"), make("span", { class: "under" })),
    make("td", {}, make("span"), make("span")),
    make("td", { class: "wide wider word" }), make("td", { class: "wide code" }), make("td", { class: "wide wider word" }),
    make("td", { class: "wide word" }), make("td", { class: "wide number" }), make("td", { class: "wide number" }),
    make("td", { class: "override last" }, make("span", { class: "mark forced", hidden: "" }, "override"), toggler, editor, remover));
  write(name, key);
  toggler.setAttribute("aria-label", `Override ${key}`);
  editor.setAttribute("aria-label", `Edit the override of ${key}`);
  remover.setAttribute("aria-label", `Remove the override of ${key}`);
  name.addEventListener("click", () => open(key));
  toggler.addEventListener("click", () => toggle(flagOf(key)));
  editor.addEventListener("click", () => open(key, true));
  remover.addEventListener("click", () => { release(key); name.focus(); });
  row.addEventListener("click", event => { if (!event.target.closest("button") && !getSelection().toString()) open(key); });
  return row;
}

/// Shows a flag in its row. Returns whether its value has changed.
function fillRow(row, flag) {
  const [head, value, variant, reason, origin, provider, moment, reads, controls] = row.children;
  const [name, mark, under] = head.children;
  const [badge, toggler, editor, remover] = controls.children;
  const isChosen = chosen === flag.key;
  row.classList.toggle("chosen", isChosen);
  row.classList.toggle("forced", Boolean(flag.override));
  if (isChosen) name.setAttribute("aria-current", "true"); else name.removeAttribute("aria-current");
  since(moment, flag.at);
  const text = JSON.stringify(flag);
  if (row.flag === text) return false;
  const isOther = row.flag && isOtherValue(JSON.parse(row.flag), flag);
  row.flag = text;
  mark.hidden = !flag.changed;
  write(under, [flag.reason, flag.provider ?? flag.origin].join(" · "));
  show(value.firstChild, flag.text);
  showPayload(value.lastChild, flag.payloadText);
  write(variant, flag.variant ?? "–");
  write(reason, flag.reason);
  write(origin, flag.origin);
  write(provider, flag.provider ?? "–");
  write(reads, flag.reads ? flag.reads.toLocaleString() : "–");
  const isBoolean = typeof flag.value === "boolean";
  badge.hidden = !flag.override;
  toggler.hidden = !isBoolean;
  toggler.setAttribute("aria-checked", String(flag.value === true));
  editor.hidden = isBoolean;
  remover.hidden = !flag.override;
  return isOther;
}

function flash(cells) {
  if (!cells.length) return;
  for (const cell of cells) cell.classList.remove("flash");
  void $("rows").offsetWidth; // Restarts the animations. Once for all cells, because it causes a layout.
  for (const cell of cells) cell.classList.add("flash");
}

function drawFlags() {
  const flags = visible();
  const count = (id, number) => write($(id), number.toLocaleString());
  const forced = state.flags.filter(flag => flag.override).length;
  count("count-all", state.flags.length);
  count("count-changed", state.flags.filter(flag => flag.changed).length);
  count("count-overridden", forced);
  $("remove-all").hidden = !forced;
  const rows = showsAll ? flags : flags.slice(0, most);
  const isWhole = rows.length === state.flags.length;
  $("show-all").hidden = rows.length === flags.length;
  write($("show-all"), `Show all ${flags.length.toLocaleString()}`);
  write($("shown"), isWhole ? "" : `${rows.length.toLocaleString()} of ${state.flags.length.toLocaleString()} shown`);
  const lostRow = document.activeElement?.closest?.("#rows tr");
  const changed = [];
  list($("rows"), rows, flag => flag.key, makeRow, (row, flag) => { if (fillRow(row, flag)) changed.push(row.children[1]); });
  flash(changed);
  if (lostRow && !lostRow.isConnected) ($("rows").querySelector(".key") ?? $("search")).focus({ preventScroll: true });
  $("other-reads").hidden = !state.otherReads;
  write($("other-reads"), `${(state.otherReads ?? 0).toLocaleString()} reads of other flags. The server counts the first 10,000 flag keys separately.`);
  $("empty").hidden = flags.length > 0;
  $("table").hidden = flags.length === 0;
  write($("empty"), emptiness());
  document.title = forced ? `Flags (${forced} overridden)` : "Flags";
}

function emptiness() {
  if (!state.flags.length) return "No flags yet.";
  if ($("search").value.trim()) return "No matching flags. Press Esc to clear the search.";
  return chosenFilter() === "changed" ? "No flags have changed since the server started." : "No flags are overridden.";
}

function sort(by) {
  sorting = { by, down: sorting.by === by ? !sorting.down : by === "reads" };
  for (const button of document.querySelectorAll("[data-sort]")) {
    const head = button.parentElement;
    if (button.dataset.sort === by) head.setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
  drawFlags();
}
