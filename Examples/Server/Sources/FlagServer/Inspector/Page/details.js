// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The details of one flag, and its override.

let chosen = null; // the key whose details are shown
let details = null; // the details from the server

function open(key, edits = false) {
  location.hash = "#/flags/" + encodeURIComponent(key);
  choose(key);
  if (edits) editOverride();
  else if (narrow.matches) $("detail-key").focus();
}

function close() {
  const key = chosen;
  location.hash = "#/flags";
  choose(null);
  (rowButton(key) ?? $("search")).focus();
}

const rowButton = key => [...$("rows").children].find(row => row.dataset.item === key)?.querySelector(".key");

function choose(key) {
  const isOther = chosen !== key;
  chosen = key;
  if (isOther) details = null;
  const isOpen = key !== null && page === "flags";
  $("detail").hidden = !isOpen;
  // The parts that the details cover are inert.
  for (const part of document.querySelectorAll("#flags, .bar, .notices")) part.inert = isOpen && narrow.matches;
  if (!isOpen) return drawFlags();
  if (isOther) {
    $("detail").scrollTop = 0;
    prepareOverride(flagOf(key));
  }
  drawFlags();
  drawDetails();
  explain();
}

async function explain() {
  const key = chosen;
  if (key === null || page !== "flags") return;
  try {
    const said = await ask("GET", "/explain" + at(key));
    if (chosen !== key) return;
    details = said;
    drawDetails();
  } catch (fault) {
    say(fault.message, true);
  }
}

function drawDetails() {
  const flag = flagOf(chosen);
  write($("detail-key"), chosen);
  show($("detail-value"), flag?.text, true);
  showPayload($("detail-payload"), flag?.payloadText);
  const why = flag ? [flag.variant && `variant ${flag.variant}`, flag.reason, [flag.origin, flag.provider].filter(Boolean).join(": ")] : ["unknown to the provider"];
  write($("detail-why"), why.filter(Boolean).join(" · "));
  $("override-remove").hidden = !flag?.override;
  write($("override-set"), flag?.override ? "Change override" : "Override");
  drawHint();
  // The page reads the value without a conversion, so it skips this step.
  drawSteps((details?.explanation.steps ?? []).filter(step => step.layer !== "coercion"));
  drawSides(details?.providers ?? [], details?.compared ?? 0, details?.agreed ?? 0);
  const changes = details?.history ?? [];
  $("detail-history-none").hidden = changes.length > 0;
  const create = () => make("li", {}, make("time"), make("span", {}, make("span"), make("span", { class: "arrow" }, "→"), make("span")), make("span", { class: "quiet" }));
  list($("detail-history"), changes, entry => entry.number, create, (item, entry) => {
    const [time, values, origin] = item.children;
    when(time, entry.at);
    show(values.children[0], entry.oldText);
    show(values.children[2], entry.newText);
    write(origin, entry.origin ?? "");
  });
}

function drawSteps(steps) {
  const create = () => make("li", {}, make("span", { class: "layer" }), make("span", { class: "outcome" }), make("span", { class: "message" }),
    make("details", {}, make("summary", {}, "Details"), make("dl", { class: "facts" })));
  const numbered = steps.map((step, place) => ({ ...step, id: `${place} ${step.layer}` }));
  list($("steps"), numbered, step => step.id, create, (item, step) => {
    const [layer, outcome, message, facts] = item.children;
    item.dataset.outcome = step.outcome;
    write(layer, step.layer.replace(/([A-Z])/g, " $1").replace(/^./, letter => letter.toUpperCase()).replace(/ (.)/g, letter => letter.toLowerCase()));
    write(outcome, step.outcome);
    write(message, step.message);
    const rows = Object.entries(step.facts ?? {}).flatMap(([name, value]) => [["dt", name], ["dd", typeof value === "string" ? value : JSON.stringify(value)]]);
    facts.hidden = rows.length === 0;
    list(facts.lastChild, rows.map((row, place) => [...row, place]), row => `${row[0]} ${row[2]}`, row => make(row[0]), (cell, row) => write(cell, row[1]));
  });
}

function drawSides(sides, compared, agreed) {
  $("sides-section").hidden = sides.length < 2;
  const hint = $("sides-hint");
  hint.className = `hint ${agreed < compared ? "differs" : "agrees"}`;
  const times = compared === 1 ? "1 comparison" : `${compared.toLocaleString()} comparisons`;
  write(hint, compared === 0 ? "" : agreed < compared ? `≠ Differed in ${(compared - agreed).toLocaleString()} of ${times}.` : `= Agreed in ${times}.`);
  const create = () => make("tr", {}, make("th", { scope: "row" }), make("td", {}, make("span"), make("span")), make("td", { class: "word" }), make("td", { class: "word" }), make("td", { class: "number" }));
  list($("sides"), sides, side => side.name, create, (row, side) => {
    const [name, value, variant, reason, moment] = row.children;
    write(name, side.name);
    show(value.firstChild, side.text);
    showPayload(value.lastChild, side.payloadText);
    write(variant, side.variant ?? "–");
    write(reason, side.reason ?? "–");
    since(moment, side.at);
  });
}

function prepareOverride(flag) {
  const value = flag?.value ?? false;
  $("override-type").value = typeOf(value);
  document.querySelector(`input[name=boolean][value="${!value}"]`).checked = true;
  const json = flag?.text ?? "false";
  $("override-text").value = typeof value === "object" ? "" : typeof value === "string" ? value : json;
  $("override-json").value = pretty(json);
  sayOverrideFault("");
}

/// Returns the editor's value as JSON. Throws an error with a sentence if it is invalid.
function overrideText() {
  switch ($("override-type").value) {
    case "boolean": return document.querySelector("input[name=boolean]:checked").value;
    case "string": return JSON.stringify($("override-text").value);
    case "number": {
      const text = $("override-text").value.trim();
      if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) throw new Error(`Invalid number “${text}”. Use digits, such as 10 or 2.5.`);
      return text;
    }
    default:
      JSON.parse($("override-json").value);
      return $("override-json").value;
  }
}

let overrideFault = ""; // the error in the editor's text, until the text changes

function sayOverrideFault(fault) {
  overrideFault = fault;
  drawHint();
}

function drawHint() {
  const type = $("override-type").value;
  $("override-boolean").hidden = type !== "boolean";
  $("override-line").hidden = type !== "string" && type !== "number";
  $("override-area").hidden = type !== "json";
  $("override-text").inputMode = type === "number" ? "decimal" : "text";
  const flag = flagOf(chosen);
  const isOther = flag && flag.value !== null && !flag.override && typeOf(flag.value) !== type;
  const text = overrideFault || (isOther ? `The flag has the type ${typeOf(flag.value)}. Code that reads this type gets its default value, with TYPE_MISMATCH.` : "");
  $("override-hint").toggleAttribute("data-fault", Boolean(overrideFault));
  for (const id of ["override-text", "override-json"]) $(id).setAttribute("aria-invalid", String(Boolean(overrideFault)));
  write($("override-hint"), text);
}

function editOverride() {
  const fields = { boolean: document.querySelector("input[name=boolean]:checked"), json: $("override-json") };
  (fields[$("override-type").value] ?? $("override-text")).focus();
}

$("override").addEventListener("submit", event => {
  event.preventDefault();
  try {
    const text = overrideText();
    sayOverrideFault("");
    override(chosen, text);
  } catch (fault) {
    sayOverrideFault(fault.message);
  }
});
$("override-type").addEventListener("change", () => sayOverrideFault(""));
$("override").addEventListener("input", () => sayOverrideFault(""));
$("override-remove").addEventListener("click", () => { release(chosen); $("override-set").focus(); });
$("remove-all").addEventListener("click", () => { change(() => "Removed all overrides.", "DELETE", "/override"); $("search").focus(); });
