// JSON (RFC 8259) -> its value. The engine parses; what it hides (duplicate keys, numbers out of range) is checked here.

import { type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { emptyAdvice, emptyDetail, overLimit, type ParseResult, type SyntaxFault } from "./fault.ts";
import type { Limits } from "./limits.ts";
import { jsonDuplicates, stringEnd, withoutMark } from "./positions-json.ts";

export function parseJson(text: string, limits: Limits): ParseResult {
  const body = withoutMark(text);
  if (body.trim() === "") return { ok: false, offset: 0, detail: emptyDetail, advice: emptyAdvice };
  const { colons, tooDeep, ends } = scan(text, limits.depth);
  if (tooDeep !== null) return overLimit("depth", limits, tooDeep);
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return syntaxFault(body, error);
  }
  const { members, finite } = measure(value);
  // Every member has one colon: fewer members than colons means that some were overwritten.
  if (members !== colons) return { ok: false, duplicates: jsonDuplicates(text) };
  return finite ? { ok: true, value, ends } : infiniteFault(body);
}

interface Scanned {
  /** Colons outside of strings. */
  readonly colons: number;
  readonly tooDeep: number | null;
  /** Where each large object and array ends, by where it starts. */
  readonly ends: ReadonlyMap<number, number>;
}

/** Rescanning shorter values is faster than remembering where they end. */
const large = 1024;

/**
 * Rejects nesting that is too deep before anything recurses, and collects what is needed of the text later.
 * A pass over 13 MB takes about 30 ms; a tokenizer that reports keys takes half a second.
 */
function scan(text: string, maxDepth: number): Scanned {
  const ends = new Map<number, number>();
  const open: number[] = [];
  let colons = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = stringEnd(text, at);
        break;
      case 0x3a: // :
        colons += 1;
        break;
      case 0x7b: // {
      case 0x5b: // [
        open.push(at);
        if (open.length > maxDepth) return { colons, tooDeep: at, ends };
        break;
      case 0x7d: // }
      case 0x5d: {
        // ]
        const start = open.pop() ?? at;
        if (at - start >= large) ends.set(start, at + 1);
        break;
      }
    }
  }
  return { colons, tooDeep: null, ends };
}

/** The number of members of all objects in a value, and whether JSON can represent every number. */
function measure(value: unknown): { members: number; finite: boolean } {
  if (typeof value === "number") return { members: 0, finite: Number.isFinite(value) };
  if (typeof value !== "object" || value === null) return { members: 0, finite: true };
  const list: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let members = Array.isArray(value) ? 0 : list.length;
  let finite = true;
  for (const item of list) {
    if (typeof item !== "object" && typeof item !== "number") continue;
    const inner = measure(item);
    members += inner.members;
    finite &&= inner.finite;
  }
  return { members, finite };
}

const errorMessages: Readonly<Record<string, string>> = {
  InvalidSymbol: "this is not a JSON value",
  InvalidNumberFormat: "this is not a JSON number",
  PropertyNameExpected: "a key in double quotes is expected here (or remove the comma before it)",
  ValueExpected: "a value is expected here",
  ColonExpected: "a colon is expected here",
  CommaExpected: "a comma is expected here",
  CloseBraceExpected: 'a closing "}" is missing',
  CloseBracketExpected: 'a closing "]" is missing',
  EndOfFileExpected: "the value has ended, but there is more text",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "the string is not closed on its line",
  UnexpectedEndOfNumber: "the number is not complete",
  InvalidUnicode: "\\u must be followed by four hexadecimal digits",
  InvalidEscapeCharacter: "JSON has no such escape",
  InvalidCharacter: "a control character in a string must be escaped",
};

/** The location and the reason. The engine's own message has no stable offset. */
function syntaxFault(body: string, error: SyntaxError): SyntaxFault {
  const errors: ParseError[] = [];
  parseTree(body, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return { ok: false, offset: 0, detail: error.message };
  return { ok: false, offset: first.offset, detail: errorMessages[printParseErrorCode(first.error)] ?? error.message };
}

function infiniteFault(body: string): SyntaxFault {
  const number = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
  for (const match of body.matchAll(number)) {
    const [written] = match;
    if (!written.startsWith('"') && !Number.isFinite(Number(written))) {
      const detail = `${written.slice(0, 40)} is too large for a number`;
      return { ok: false, offset: match.index, detail, advice: "write a smaller number, or a string" };
    }
  }
  return { ok: false, offset: 0, detail: "a number is too large" };
}
