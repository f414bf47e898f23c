// An overlay document (OpenAPI Overlay Specification 1.0 and 1.1) -> its actions, each with the query that selects its targets.

import { createRequire } from "node:module";
import { kindOf, nearest, quote } from "../../diagnostics/index.ts";
import { type Node, spanOf } from "../../source/index.ts";
import {
  booleanField,
  checkExclusive,
  checkFields,
  expectObject,
  itemsOf,
  type Reading,
  requiredString,
  stringField,
} from "../fields/index.ts";
import type { Tokens } from "./patch.ts";

export interface Overlay {
  readonly root: Node;
  /** The field `extends`. */
  readonly extended: Node | null;
  readonly actions: readonly Action[];
}

export interface Action {
  /** The field `target`. */
  readonly at: Node;
  readonly target: JsonPath;
  readonly change:
    | { readonly kind: "remove" }
    | { readonly kind: "update"; readonly update: Node }
    | { readonly kind: "copy"; readonly at: Node; readonly source: JsonPath };
}

const supported = /^1\.[01]\.\d+$/;

/** `null` for a file that is no overlay, which is reported. Actions that mean nothing are left out. */
export function readOverlay(reading: Reading, root: Node): Overlay | null {
  const version = root.get("overlay");
  if (version === undefined) {
    const otherStandard = ["openapi", "asyncapi", "swagger"].find((field) => root.has(field)) ?? null;
    reading.report.add("not-an-overlay", root, { found: otherStandard });
    return null;
  }
  if (typeof version.value !== "string" || !supported.test(version.value)) {
    const advice = "write overlay: 1.0.0, or 1.1.0, in quotes if needed";
    const written = typeof version.value === "string" ? version.value : kindOf(version.value);
    reading.report.add("unsupported-version", version, { standard: "Overlay", version: written, advice });
    return null;
  }
  checkFields(reading, root, "an overlay", "overlay info extends actions");
  readInfo(reading, root);
  stringField(reading, root, "extends");
  const actions = root.get("actions");
  if (actions === undefined || (actions.isArray && actions.items().length === 0))
    reading.report.add(
      "missing-field",
      actions ?? root,
      { object: "an overlay", field: "actions" },
      { tolerated: null },
    );
  const hasCopy = !version.value.startsWith("1.0.");
  return {
    root,
    extended: root.get("extends") ?? null,
    actions: itemsOf(reading, root, "actions").flatMap((node) => readAction(reading, node, hasCopy) ?? []),
  };
}

/** Only checked: nothing is generated from it. */
function readInfo(reading: Reading, root: Node): void {
  const info = root.get("info");
  if (info === undefined) {
    reading.report.add("missing-field", root, { object: "an overlay", field: "info" }, { tolerated: null });
    return;
  }
  if (expectObject(reading, info, "info") === null) return;
  checkFields(reading, info, "the info of an overlay", "title version description");
  stringField(reading, info, "description");
  for (const name of ["title", "version"]) requiredString(reading, info, { name, object: "info" });
}

function readAction(reading: Reading, node: Node, hasCopy: boolean): Action | null {
  if (expectObject(reading, node, "an action") === null) return null;
  checkFields(reading, node, "an action", `target description update remove${hasCopy ? " copy" : ""}`);
  const written = requiredString(reading, node, { name: "target", object: "an action" });
  stringField(reading, node, "description");
  const at = node.get("target");
  const change = readChange(reading, node, hasCopy);
  if (at === undefined || typeof at.value !== "string") return null;
  const target = readPath(reading, at, written);
  return target === null || change === null ? null : { at, target, change };
}

function readChange(reading: Reading, node: Node, hasCopy: boolean): Action["change"] | null {
  const update = node.get("update");
  const copy = hasCopy ? node.get("copy") : undefined;
  if (booleanField(reading, node, "remove") === true) {
    for (const ignored of [update, copy]) if (ignored !== undefined) reportIgnored(reading, ignored);
    return { kind: "remove" };
  }
  if (copy !== undefined) {
    checkExclusive(reading, node, "an action", ["update", "copy"], { tolerated: null });
    const written = stringField(reading, node, "copy");
    const source = written === null ? null : readPath(reading, copy, written);
    return source === null ? null : { kind: "copy", at: copy, source };
  }
  if (update !== undefined) return { kind: "update", update };
  const advice = `add "update"${hasCopy ? ', "copy"' : ""} or "remove: true"`;
  reading.report.add("no-effect", node, { what: "this action", reason: "it changes nothing", advice });
  return null;
}

function reportIgnored(reading: Reading, node: Node): void {
  const what = `"${node.key}" beside "remove: true"`;
  const reason = "the value is removed";
  const advice = "write an action of its own for it";
  reading.report.add("no-effect", { kind: "key", location: node }, { what, reason, advice });
}

function readPath(reading: Reading, at: Node, written: string): JsonPath | null {
  const compiled = compilePath(written);
  if (compiled.ok) return compiled.value;
  const { detail, offset } = compiled;
  const start = offset === null ? null : offsetIn(at, written, offset);
  const place = start === null ? at : ({ kind: "offset", document: at.document, offset: start } as const);
  reading.report.add("invalid-json-path", place, { path: written, detail });
  return null;
}

/** The place of a character of a string in its document; `null` where the text has it in another form. */
function offsetIn(at: Node, written: string, offset: number): number | null {
  const { start, end } = spanOf(at);
  const index = at.document.text.slice(start, end).indexOf(written);
  return index === -1 ? null : start + index + offset;
}

// JSONPath queries (RFC 9535) -> the places in a value that they select. By json-p3: it passes the whole compliance test suite of the
// RFC (703 of 703; jsonpath-rfc9535 662, jsonpath-js 683), knows where a query is wrong, and depends on nothing.

export interface JsonPath {
  /** The places in a value, in document order, each once. */
  find(value: unknown): Tokens[];
  /** Where the query stops selecting anything. */
  adviceFor(value: unknown): string;
}

export type CompiledPath =
  | { readonly ok: true; readonly value: JsonPath }
  /** `offset`: in the query, where that is known. */
  | { readonly ok: false; readonly detail: string; readonly offset: number | null };

function compilePath(text: string): CompiledPath {
  // Loaded here: most descriptions have no overlays.
  const { JSONPathEnvironment, JSONPathError }: typeof import("json-p3") = createRequire(import.meta.url)("json-p3");
  // Documents are nested less deeply than `limits.depth` allows.
  const environment = new JSONPathEnvironment({ maxRecursionDepth: Number.MAX_SAFE_INTEGER });
  const compile = (query: string): Query => environment.compile(query);
  try {
    const query = compile(text);
    return { ok: true, value: { find: (value) => placesIn(query, value), adviceFor: adviceOf(query, compile) } };
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    const { index } = error.token;
    const detail = error.message.replace(/ \('.*':\d+\)$/s, "");
    return { ok: false, detail, offset: index >= 0 && index <= text.length ? index : null };
  }
}

/** The part of a query of the library that is used here. */
interface Query {
  readonly segments: readonly { toString(): string }[];
  query(value: unknown): Iterable<{ readonly location: readonly (string | number)[] }>;
}

function placesIn(query: Query, value: unknown): Tokens[] {
  const places = new Map<string, Tokens>();
  for (const { location } of query.query(value)) {
    const tokens = location.map(String);
    places.set(JSON.stringify(tokens), tokens);
  }
  return [...places.values()];
}

function adviceOf(query: Query, compile: (text: string) => Query): JsonPath["adviceFor"] {
  return (value) => {
    const segments = query.segments.map(String);
    for (let length = segments.length - 1; length > 0; length -= 1) {
      const prefix = `$${segments.slice(0, length).join("")}`;
      const places = placesIn(compile(prefix), value);
      if (places.length > 0) return `${prefix} exists; ${missingBelow(segments[length] ?? "", keysAt(value, places))}`;
    }
    return missingBelow(segments[0] ?? "", keysAt(value, [[]]));
  };
}

function missingBelow(segment: string, keys: ReadonlySet<string>): string {
  const [, plain, quoted] = /^(?:\.(\w+)|\['(.*)'\])$/s.exec(segment) ?? [];
  const name = plain ?? quoted;
  if (name === undefined) return `nothing there matches ${segment}`;
  const near = nearest(name, keys);
  return near === undefined ? `there is no ${quote(name)}` : `did you mean ${quote(near)}?`;
}

function keysAt(value: unknown, places: readonly Tokens[]): ReadonlySet<string> {
  return new Set(
    places.flatMap((tokens) => {
      const targetValue = tokens.reduce<unknown>((at, token) => Reflect.get(Object(at), token), value);
      return typeof targetValue === "object" && targetValue !== null ? Object.keys(targetValue) : [];
    }),
  );
}
