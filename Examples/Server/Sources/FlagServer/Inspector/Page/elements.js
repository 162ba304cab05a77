// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

"use strict";

// Functions that all parts of the page use.

const $ = id => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/// Gives a parent one child for each item. Reuses existing children, with their focus, selection, and open details.
function list(parent, items, keyOf, create, fill) {
  const earlier = new Map([...parent.children].map(child => [child.dataset.item, child]));
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  let place = parent.firstElementChild;
  for (const [index, item] of items.entries()) {
    const key = String(keyOf(item, index));
    let child = earlier.get(key);
    if (!child) {
      child = create(item);
      child.dataset.item = key;
    }
    earlier.delete(key);
    fill(child, item);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  for (const child of earlier.values()) child.remove();
  if (focused?.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
}

const typeOf = value =>
  typeof value === "boolean" || typeof value === "number" || typeof value === "string" ? typeof value : "json";

/// Returns JSON as the table shows it. The server sends values as JSON text, because JavaScript would round large numbers.
function textOf(json) {
  return json === undefined ? "absent" : json.startsWith('"') ? `“${JSON.parse(json)}”` : json;
}

/// Returns JSON on several lines.
function pretty(json) {
  let level = 0;
  const line = () => "\n" + "  ".repeat(level);
  return json.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{},:]/g, token => {
    if (token === "[" || token === "{") { level += 1; return token + line(); }
    if (token === "]" || token === "}") { level -= 1; return line() + token; }
    return token === "," ? token + line() : token === ":" ? ": " : token;
  });
}

/// Shows a value from its JSON.
function show(element, json, isLong = false) {
  const value = json === undefined ? undefined : JSON.parse(json);
  const isBoolean = typeof value === "boolean";
  const look = isBoolean ? ` bool ${value ? "on" : "off"}` : value === null || value === undefined ? " none" : "";
  element.className = "value" + look;
  const text = isLong && value && typeof value === "object" ? pretty(json) : textOf(json);
  write(element, text);
  if (text.length > 14 && !isLong) element.title = text;
  else element.removeAttribute("title");
}

/// Shows the payload of a flag's variant.
function showPayload(element, payload) {
  element.hidden = payload === undefined;
  if (payload !== undefined) show(element, payload);
  element.classList.add("payload");
}

const isOtherValue = (one, other) =>
  one.text !== other.text || one.payloadText !== other.payloadText;

function age(moment) {
  const seconds = Math.max(0, Math.floor((Date.now() - moment) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

function when(element, moment) {
  element.dateTime = new Date(moment).toISOString();
  element.title = new Date(moment).toLocaleString();
  write(element, clock.format(moment));
}

function since(element, moment) {
  element.dataset.at = moment ?? "";
  write(element, moment ? age(moment) : "–");
}
