// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The history and parity pages.

const outcomeNames = {
  agrees: "same value", differs: "different value", hasOtherType: "different type",
  missingInPrimary: "missing in the first provider", missingInOther: "missing in the second provider",
  failed: "no flags from the second provider",
};

function drawHistory() {
  $("history-none").hidden = state.history.length > 0;
  $("history-table").hidden = state.history.length === 0;
  const create = () => {
    const link = make("a", { class: "key" });
    return make("tr", {}, make("td", {}, make("time")), make("th", { scope: "row" }, link), make("td", {}, make("span")),
      make("td", { class: "arrow" }, "→"), make("td", {}, make("span")), make("td", { class: "wide word" }));
  };
  list($("history-rows"), state.history, entry => entry.number, create, (row, entry) => {
    const [time, name, old, , now, origin] = row.children;
    when(time.firstChild, entry.at);
    write(name.firstChild, entry.key);
    name.firstChild.href = "#/flags/" + encodeURIComponent(entry.key);
    show(old.firstChild, entry.oldText);
    show(now.firstChild, entry.newText);
    write(origin, entry.origin ?? "–");
  });
}

/// Returns a share as a percentage. Rounded down, so that only complete agreement is 100.0 %.
const percent = share => `${(Math.floor(share * 1000 + 1e-9) / 10).toFixed(1)} %`;

async function drawParity() {
  let report;
  try {
    report = await ask("GET", "/parity");
  } catch (fault) {
    return say(fault.message, true);
  }
  const none = report ? "No flags have been compared yet." :
    `The provider “${state.provider}” isn't a combined provider. Choose a combined provider to compare its providers.`;
  const isEmpty = !report?.flags.length;
  write($("parity-none"), none);
  $("parity-none").hidden = !isEmpty;
  $("parity-some").hidden = isEmpty;
  if (isEmpty) return;
  write($("parity-share"), percent(report.agreement));
  write($("parity-sums"), `${report.flags.length.toLocaleString()} flags, ${report.compared.toLocaleString()} comparisons`);
  const flags = report.flags.toSorted((one, other) => one.agreement - other.agreement || one.key.localeCompare(other.key));
  const create = () => make("tr", {}, make("th", { scope: "row" }, make("a", { class: "key" })), make("td", { class: "wide word" }),
    make("td", { class: "number" }), make("td", { class: "wide" }, make("span", { class: "share", "aria-hidden": "true" }, make("i"))),
    make("td", { class: "wide word" }), make("td", {}, make("ol", { class: "examples" })));
  list($("parity-rows"), flags, flag => `${flag.key}\n${flag.primary}\n${flag.other}`, create, (row, flag) => {
    const [name, providers, share, bar, outcomes, differences] = row.children;
    write(name.firstChild, flag.key);
    name.firstChild.href = "#/flags/" + encodeURIComponent(flag.key);
    write(providers, `${flag.primary} / ${flag.other}`);
    write(share, percent(flag.agreement));
    bar.firstChild.classList.toggle("whole", flag.agreement === 1);
    bar.firstChild.firstChild.style.width = `${100 * flag.agreement}%`;
    write(outcomes, Object.entries(flag.counts).sort().map(([outcome, number]) => `${outcomeNames[outcome] ?? outcome}: ${number}`).join(", "));
    list(differences.firstChild, flag.examples, (_, index) => index, () => make("li"), (item, example) => {
      const [one, other] = [make("span"), make("span")];
      show(one, JSON.stringify(example.primaryValue));
      show(other, JSON.stringify(example.otherValue));
      const times = `${example.count} ${example.count === 1 ? "time" : "times"}, first for ${example.identity}`;
      item.replaceChildren(one, make("span", { class: "arrow" }, "/"), other, make("span", { class: "quiet" }, times));
    });
  });
}
