// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What the page asks the server for, and what it says about it.

const token = document.querySelector("meta[name=token]").content;

const longest = 400; // How many characters are said; values may have any number.
let sayingEnds = 0;
function say(text, isFault = false) {
  const toast = $("said");
  clearTimeout(sayingEnds);
  toast.toggleAttribute("data-fault", isFault);
  write(toast, text.length > longest ? text.slice(0, longest) + "…" : text);
  sayingEnds = setTimeout(() => write(toast, ""), isFault ? 9000 : 3500);
}

const patience = 20; // How long a request may take, in seconds; the server itself gives up after 5.

/// Sends a request; throws what the server says is wrong.
async function ask(method, path, body) {
  const headers = method === "GET" ? {} : { "X-Change-Token": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer, text;
  try {
    answer = await fetch(path, { method, headers, body, signal: AbortSignal.timeout(1000 * patience) });
    text = await answer.text();
  } catch (fault) {
    if (fault.name === "TimeoutError") {
      throw new Error(`There was no answer for ${patience} seconds, so it is not known what was done. A browser has six ` +
        "connections for one server: close other windows with this page, and look again.");
    }
    throw new Error("The server does not answer. Is it still running?");
  }
  let json = null;
  try { json = text ? JSON.parse(text) : null; } catch { /* Not every answer is JSON. */ }
  if (!answer.ok && !text && path.length > 15000) throw new Error("The flag's name is too long to ask the server about: a request's head may have 16 KiB.");
  if (!answer.ok) throw new Error(json?.error?.message ?? json?.error ?? (text || `The server answered ${answer.status}.`));
  return json;
}

let changedAt = -Infinity; // when this page last changed something

/// Makes a change; `done` says from the answer what was done.
async function change(done, ...request) {
  try {
    const answer = await ask(...request);
    changedAt = performance.now();
    say(done(answer));
    return true;
  } catch (fault) {
    say(fault.message, true);
    return false;
  }
}

const at = key => "?key=" + encodeURIComponent(key);
const override = (key, text) => change(stored => `${key} is overridden with ${stored.text}.`, "PUT", "/override" + at(key), text);
const release = key => change(() => `The override of ${key} is removed.`, "DELETE", "/override" + at(key));
const flagOf = key => state.flags.find(flag => flag.key === key);

function toggle(flag) {
  override(flag.key, JSON.stringify(!flag.value));
}
