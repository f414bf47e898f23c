// Random overlays over public descriptions: the result is that of another implementation, openapi-format.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { load } from "js-yaml";
import { openapiOverlay } from "openapi-format";
import { expect, it } from "vitest";
import { corpusPath, describeWithCorpus } from "../../../../scripts/testing/shared-corpus.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import { applyOverlays } from "../../../src/read/overlay/apply-overlays.ts";
import { Sources } from "../../../src/source/index.ts";
import { cwd, readerOf } from "../../source/memory-files.ts";

interface Place {
  readonly keys: readonly (string | number)[];
  readonly value: unknown;
}

describeWithCorpus("an overlay has the same result as with openapi-format", () => {
  it.each([
    ["openapi", "adyen-management.json.gz"],
    ["asyncapi", "adeo-kafka-request-reply-asyncapi.yml"],
    ["asyncapi", "gitter-streaming-asyncapi.yml"],
  ])("on %s/%s", async (...file) => {
    const bytes = readFileSync(corpusPath(...file));
    const text = JSON.stringify(load((file[1].endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")));
    const places = placesIn(JSON.parse(text), []);
    const action = fc.nat(places.length - 1).chain((index) => actionOn(places[index] ?? { keys: [], value: {} }));
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 4 }), async (actions) => {
        const overlay = { overlay: "1.1.0", info: { title: "Fixes", version: "1" }, actions };
        const report = new Report();
        const readText = readerOf({ "api.json": text, "fix.json": JSON.stringify(overlay) });
        const sources = new Sources({ cwd, readText });
        applyOverlays({ sources, report }, ["fix.json"], ["api.json"]);
        expect(report.list().flatMap((one) => (one.severity === "error" ? textOf(one) : []))).toEqual([]);
        const patched = sources.open("api.json");
        const { data } = await openapiOverlay(JSON.parse(text), { overlaySet: overlay });
        expect(patched.ok ? patched.value.value : null).toEqual(data);
      }),
      { numRuns: file[0] === "openapi" ? 10 : 60 },
    );
  });
});

/** Every value but the root. */
function placesIn(value: unknown, keys: Place["keys"]): Place[] {
  const own = keys.length === 0 ? [] : [{ keys, value }];
  if (typeof value !== "object" || value === null) return own;
  const members = Object.entries(value).map(([key, member]: [string, unknown]) =>
    placesIn(member, [...keys, Array.isArray(value) ? Number(key) : key]),
  );
  return [...own, ...members.flat()];
}

function actionOn({ keys, value }: Place): fc.Arbitrary<{ target: string; remove?: boolean; update?: unknown }> {
  const target = `$${keys.map((key) => `[${typeof key === "number" ? key : quoted(key)}]`).join("")}`;
  return fc.oneof(
    fc.constant({ target, remove: true }),
    updateOf(value).map((update) => ({ target, update })),
  );
}

/** Something that can be merged into a value. */
function updateOf(value: unknown): fc.Arbitrary<unknown> {
  const text = fc.string({ maxLength: 4 });
  const added = fc.dictionary(
    text.map((key) => `x-${key}`),
    fc.oneof(text, fc.array(text), fc.record({ deep: text })),
  );
  if (Array.isArray(value)) return fc.oneof(fc.array(added, { maxLength: 2 }), added, text);
  if (typeof value !== "object" || value === null) return text;
  const [member] = Object.entries(value);
  if (member === undefined) return added;
  const [key, inside] = member;
  const isList = Array.isArray(inside);
  const own = typeof inside === "object" && inside !== null ? (isList ? fc.array(text) : added) : text;
  return fc.tuple(added, own).map(([more, one]) => ({ ...more, [key]: one }));
}

function quoted(key: string): string {
  return `'${key.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
