// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The bar with the provider and the context.

function openContext() {
  $("context-json").value = pretty(state.contextText);
  sayContextFault("");
  $("context-dialog").showModal();
  $("context-json").focus();
}

function sayContextFault(fault) {
  $("context-json").setAttribute("aria-invalid", String(Boolean(fault)));
  write($("context-fault"), fault);
}

$("context-json").addEventListener("input", () => sayContextFault(""));
$("context-form").addEventListener("submit", async event => {
  event.preventDefault();
  const json = $("context-json").value;
  try {
    const context = JSON.parse(json);
    const problem = (await ask("PUT", "/context", json))?.problem;
    $("context-dialog").close();
    if (problem) say(`The context is now ${contextText(context)}, but the server couldn't fetch its flags: ${problem}`, true);
    else say("Context updated.");
  } catch (fault) {
    sayContextFault(fault.message);
  }
});

let switching = null; // the chosen provider, until it serves flags

$("provider").addEventListener("change", async event => {
  const name = switching = event.target.value;
  drawBar();
  await change(() => `Switched to the provider ${name}.`, "POST", "/use?provider=" + encodeURIComponent(name));
  switching = null;
  drawBar();
  // A disabled control loses the focus. Restore it unless another element has the focus.
  if (document.activeElement === document.body) $("provider").focus();
});

function contextText(context) {
  const part = (kind, members) => `${kind}:${members?.key ?? "anonymous"}`;
  if (context.kind !== "multi") return part(context.kind ?? "user", context);
  return Object.keys(context).filter(kind => kind !== "kind").sort().map(kind => part(kind, context[kind])).join(", ");
}

function drawBar() {
  const select = $("provider");
  list(select, state.providers, name => name, name => make("option", { value: name }, name), () => {});
  select.value = switching ?? state.provider;
  select.disabled = switching !== null || state.providers.length < 2;
  write($("context"), contextText(state.context));
  const scope = state.perRequest ? "Apps get flags for their own context. This page shows the flags for the server's context." :
    "Every app gets the flags for the server's context, regardless of its user.";
  write($("scope"), scope);
  write($("context-scope"), scope);
  const isWell = state.status === "READY" || state.status === "RECONCILING";
  $("problem").hidden = isWell && !state.error;
  write($("problem"), `${state.status}${state.error ? `: ${state.error}` : ""}`);
  $("restarted").hidden = !run || run === state.run;
}
