// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The bar with provider and context.

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
    if (problem) say(`The context is now ${contextText(context)}, but its flags could not be fetched: ${problem}`, true);
    else say("The context is in use.");
  } catch (fault) {
    sayContextFault(fault.message);
  }
});

let switching = null; // the provider that was chosen and does not serve yet

$("provider").addEventListener("change", async event => {
  const name = switching = event.target.value;
  drawBar();
  await change(() => `The provider ${name} serves.`, "POST", "/use?provider=" + encodeURIComponent(name));
  switching = null;
  drawBar();
  // A control that is disabled loses the focus; what has it now keeps it.
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
  const scope = state.perRequest ? "Apps get flags that are decided for their own context; this page shows those of the server's." :
    "Every app gets the flags of the server's context, whoever its user is.";
  write($("scope"), scope);
  write($("context-scope"), scope);
  const isWell = state.status === "READY" || state.status === "RECONCILING";
  $("problem").hidden = isWell && !state.error;
  write($("problem"), `${state.status}${state.error ? `: ${state.error}` : ""}`);
  $("restarted").hidden = !run || run === state.run;
}
