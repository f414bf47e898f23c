// JSONPath queries (RFC 9535) -> the places in a value that they select. By json-p3: it passes the whole compliance test suite of the
// RFC (703 of 703; jsonpath-rfc9535 662, jsonpath-js 683), knows where a query is wrong, and depends on nothing.
import { createRequire } from "node:module";
import { nearest, quote } from "../../diagnostics/index.ts";
import type { Tokens } from "./patch.ts";

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

export function compilePath(text: string): CompiledPath {
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
      const found = tokens.reduce<unknown>((at, token) => Reflect.get(Object(at), token), value);
      return typeof found === "object" && found !== null ? Object.keys(found) : [];
    }),
  );
}
