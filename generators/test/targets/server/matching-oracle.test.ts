// Any table of routes, any path: the matcher finds what comparing every route with the path finds.
import fc from "fast-check";
import { expect, it } from "vitest";
import { segmentsOf } from "../../../src/targets/http/path.ts";
import { createMatcher, type Route, type Segment } from "../../../src/targets/server/runtime/runtime.ts";
import { bareRoute } from "./bare-route.ts";

const literal = fc.constantFrom("a", "b", "ab", ".", "-", "2", "a b");
const part = fc.oneof(literal, fc.constant(null));
const template = fc
  .array(fc.array(part, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map((segments) => routeOf(segments))
  .map(([path, segments]) => ({ path, segments }));
const method = fc.constantFrom("GET", "POST");
const text = fc.array(fc.constantFrom("a", "b", ".", "-", "%61", "%2F", "%2f", "%20", "%2D", "%C3%A9", "2"), {
  maxLength: 5,
});
const pathname = fc
  .array(text, { minLength: 1, maxLength: 3 })
  .map((texts) => `/${texts.map((one) => one.join("")).join("/")}`);

function routeOf(parts: readonly (readonly (string | null)[])[]): [string, Segment[]] {
  let count = 0;
  const segments = parts.map((segment) => segment.map((one) => one ?? `{p${count++}}`).join(""));
  const path = `/${segments.join("/")}`;
  const pieces = path.split(/(\{\w+\})/).filter((piece) => piece !== "");
  const parsed = pieces.map((piece) =>
    piece.startsWith("{")
      ? ({ kind: "parameter", name: piece.slice(1, -1) } as const)
      : ({ kind: "literal", text: piece } as const),
  );
  return [path, segmentsOf({ text: path, segments: parsed, query: [], fragment: null })];
}

it("the matcher finds what comparing every route finds", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ template, method }), { maxLength: 6 }), pathname, method, (rows, path, asked) => {
      const routes = rows.map(({ template: { path: written, segments }, method: own }): Route => {
        return { ...bareRoute, path: written, segments, method: own };
      });
      const match = createMatcher(routes)(asked, path);
      const fitting = routes.filter((route) => valuesOf(route, path) !== null);
      const best = fitting.filter((route) => route.method === asked).sort(bySpecificity)[0];
      if (best !== undefined) {
        expect(match.kind).toBe("found");
        if (match.kind !== "found") return;
        expect(rankOf(match.route)).toEqual(rankOf(best));
        expect(Object.fromEntries(match.path)).toEqual(valuesOf(match.route, path));
      } else if (fitting.length > 0) {
        expect(match).toEqual({
          kind: "method-not-allowed",
          allow: [...new Set(fitting.map((route) => route.method))],
        });
      } else expect(match).toEqual({ kind: "not-found" });
    }),
    { numRuns: 1500 },
  );
});

/** Each parameter as short as it can be, by a regular expression of the whole path. */
function valuesOf({ segments }: Route, path: string): Record<string, string> | null {
  const plain = (given: string): string => given.replace(/%61/g, "a").replace(/%2D/g, "-").replace(/%2f/g, "%2F");
  const patterns = segments.map((segment) =>
    partsOf(segment)
      .map((one) => {
        return typeof one === "string"
          ? one.replaceAll(" ", "%20").replaceAll(".", "\\.")
          : `(?<${one.parameter}>(?:%C3%A9|%(?!C3|A9)..|[^/%])+?)`;
      })
      .join(""),
  );
  const found = new RegExp(`^/${patterns.join("/")}$`).exec(plain(path));
  if (found === null) return null;
  const sent = path.slice(1).split("/");
  const whole = segments.flatMap((segment, index) => {
    return typeof segment === "object" && "parameter" in segment ? [[segment.parameter, sent[index] ?? ""]] : [];
  });
  return { ...found.groups, ...Object.fromEntries(whole) };
}

function partsOf(segment: Segment): readonly (string | { readonly parameter: string })[] {
  return typeof segment === "object" && "parts" in segment ? segment.parts : [segment];
}

/** Literal text, then mixed segments by how much of them is literal, then parameters; from the left. */
function rankOf({ segments }: Route): number[] {
  return segments.map((segment) => {
    if (typeof segment === "string") return -1000;
    return (
      -partsOf(segment).reduce((sum, one) => sum + (typeof one === "string" ? one.length : 0), 0) -
      ("parts" in segment ? 0.5 : 0)
    );
  });
}

function bySpecificity(a: Route, b: Route): number {
  const [one, other] = [rankOf(a), rankOf(b)];
  const index = one.findIndex((rank, at) => rank !== other[at]);
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}
