// JSON text -> where its members are, without values: brackets and quotes are counted, nothing is parsed.

import { copied } from "./part.ts";

/** Where a member of an object is written: from the quote of its key to the end of its value. */
export interface WrittenMember {
  readonly key: string;
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

export interface WrittenObject {
  /** After its opening brace. */
  readonly open: number;
  /** At its closing brace. */
  readonly close: number;
  readonly members: readonly WrittenMember[];
}

/** The object whose brace is at an offset, or after white space; `null` where the text is no such object. */
export function objectAt(text: string, offset: number): WrittenObject | null {
  const brace = afterSpace(text, offset);
  if (text.charCodeAt(brace) !== 0x7b) return null;
  const members: WrittenMember[] = [];
  let at = afterSpace(text, brace + 1);
  if (text.charCodeAt(at) === 0x7d) return { open: brace + 1, close: at, members };
  for (;;) {
    const member = memberAt(text, at);
    if (member === null) return null;
    members.push(member);
    at = afterSpace(text, member.end);
    const next = text.charCodeAt(at);
    if (next === 0x7d) return { open: brace + 1, close: at, members };
    if (next !== 0x2c) return null;
    at = afterSpace(text, at + 1);
  }
}

/** The member whose key begins at an offset. */
export function memberAt(text: string, start: number): WrittenMember | null {
  if (text.charCodeAt(start) !== 0x22) return null;
  const end = afterString(text, start);
  const colon = end === null ? -1 : afterSpace(text, end);
  if (end === null || text.charCodeAt(colon) !== 0x3a) return null;
  const value = afterSpace(text, colon + 1);
  const after = afterValue(text, value);
  const key = keyOf(text.slice(start, end));
  return after === null || key === null ? null : { key, start, value, end: after };
}

/** Where each object and array begins and ends. */
export function bracketsIn(text: string): [start: number, end: number][] {
  const brackets: [number, number][] = [];
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = (afterString(text, at) ?? text.length) - 1;
    if (code === 0x7b || code === 0x5b) open.push(at);
    if (code === 0x7d || code === 0x5d) brackets.push([open.pop() ?? at, at + 1]);
  }
  return brackets;
}

function keyOf(written: string): string | null {
  if (!written.includes("\\")) return copied(written.slice(1, -1));
  try {
    return String(JSON.parse(written));
  } catch {
    return null;
  }
}

function afterSpace(text: string, from: number): number {
  let at = from;
  for (; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
}

/** The offset after a value; `null` where the text ends before. */
function afterValue(text: string, start: number): number | null {
  const first = text.charCodeAt(start);
  if (first === 0x22) return afterString(text, start);
  if (first !== 0x7b && first !== 0x5b) {
    const [word = ""] = /^[^\s,}\]"{[:]*/.exec(text.slice(start, start + 64)) ?? [];
    return word === "" ? null : start + word.length;
  }
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = afterString(text, at);
        if (end === null) return null;
        at = end - 1;
        break;
      }
      case 0x7b:
      case 0x5b:
        depth += 1;
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        if (depth === 0) return at + 1;
        break;
    }
  }
  return null;
}

function afterString(text: string, start: number): number | null {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? null : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}
