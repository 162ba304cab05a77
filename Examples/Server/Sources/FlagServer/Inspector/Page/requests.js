// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Requests to the server, and messages about them.

const token = document.querySelector("meta[name=token]").content;

const longest = 400; // Maximum length of a message. Values can have any length.
let sayingEnds = 0;
function say(text, isFault = false) {
  const toast = $("said");
  clearTimeout(sayingEnds);
  toast.toggleAttribute("data-fault", isFault);
  write(toast, text.length > longest ? text.slice(0, longest) + "…" : text);
  sayingEnds = setTimeout(() => write(toast, ""), isFault ? 9000 : 3500);
}

const patience = 20; // Request timeout, in seconds. The server gives up after 5.

/// Sends a request. Throws an error with the server's message.
async function ask(method, path, body) {
  const headers = method === "GET" ? {} : { "X-Change-Token": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer, text;
  try {
    answer = await fetch(path, { method, headers, body, signal: AbortSignal.timeout(1000 * patience) });
    text = await answer.text();
  } catch (fault) {
    if (fault.name === "TimeoutError") {
      throw new Error(`No response within ${patience} seconds, so the result is unknown. A browser allows six connections ` +
        "to a server. Close other windows with this page, and check the result.");
    }
    throw new Error("The server doesn't respond. Check that it's running.");
  }
  let json = null;
  try { json = text ? JSON.parse(text) : null; } catch { /* Not every response is JSON. */ }
  if (!answer.ok && !text && path.length > 15000) throw new Error("The flag key is too long for a request, whose head can have up to 16 KiB. Use a shorter key.");
  if (!answer.ok) throw new Error(json?.error?.message ?? json?.error ?? (text || `The server responded with the status ${answer.status}.`));
  return json;
}

let changedAt = -Infinity; // the time of the last change by this page

/// Makes a change. `done` returns a message for the response.
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
const release = key => change(() => `Removed the override of ${key}.`, "DELETE", "/override" + at(key));
const flagOf = key => state.flags.find(flag => flag.key === key);

function toggle(flag) {
  override(flag.key, JSON.stringify(!flag.value));
}
