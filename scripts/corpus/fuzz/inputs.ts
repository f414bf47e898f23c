// Where the fuzzer begins: the inputs of the goldens, the hostile documents, and the corpus beside the repository when it is there -> texts that
// are nearly descriptions, as fast-check chooses them: with changes to the text, or to the tree.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { dump } from "js-yaml";
import { parseText } from "../../../generators/src/source/parse.ts";
import { parseGolden } from "../../../generators/test/diagnostics/golden.ts";
import type { Input } from "../../../generators/test/hostile/reading-oracle.ts";
import { type Json, mutationsWith } from "../../../generators/test/source/mutations.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";

/** A text with its value, when it has one. */
interface Seed extends Input {
  readonly value: Json | undefined;
}

const tests = path.join(import.meta.dirname, "../../../generators/test");

/** Texts longer than this only make a round slow. */
const maxLength = 6_000;

/** The shortest first: a failure of several is reported for that. */
export function seedsOf(): Seed[] {
  const valid: Input = {
    kind: "openapi",
    format: "yaml",
    text: 'openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { type: string } } }\n',
  };
  return [valid, ...goldens(), ...filesIn("documents"), ...filesIn("found"), ...asyncApis()]
    .filter(({ text }) => text.length <= maxLength)
    .sort((one, other) => one.text.length - other.text.length)
    .map((input) => {
      const parsed = parseText(input.text, input.format);
      return { ...input, value: parsed.ok ? JSON.parse(JSON.stringify(parsed.value)) : undefined };
    });
}

/** Objects of all seeds, and of large descriptions that are too long to be seeds. */
export function fragmentsOf(seeds: readonly Seed[]): Json[] {
  const parts = largeDescriptions().flatMap((value) =>
    Object.values(value).flatMap((part): Json[] => Object.values(Object(part))),
  );
  const found: Json[] = [];
  const collect = (value: Json): void => {
    if (typeof value !== "object" || value === null) return;
    if (JSON.stringify(value).length < 2_000) found.push(value);
    for (const inner of Object.values(value)) collect(inner);
  };
  for (const value of [...seeds.map((seed) => seed.value), ...parts.filter((_, at) => at % 40 === 0)])
    collect(value ?? null);
  return found;
}

function goldens(): Input[] {
  const folder = path.join(tests, "diagnostics/goldens");
  return readdirSync(folder).flatMap((file) =>
    parseGolden(readFileSync(path.join(folder, file), "utf8"), file).flatMap(({ files, isOfCommands }) =>
      isOfCommands ? [] : Object.entries(files).map(([name, text]) => inputOf(name, text)),
    ),
  );
}

function asyncApis(): Input[] {
  const folder = corpusPath("asyncapi");
  return existsSync(folder) ? filesIn(folder).map((input) => ({ ...input, kind: "asyncapi" })) : [];
}

function largeDescriptions(): Record<string, Json>[] {
  const files = ["github", "adyen-management"].map((name) => corpusPath("openapi", `${name}.json.gz`));
  return files.filter((file) => existsSync(file)).map((file) => JSON.parse(gunzipSync(readFileSync(file)).toString()));
}

/** Below the hostile ones, or an absolute path. */
function filesIn(name: string): Input[] {
  const folder = path.resolve(tests, "hostile", name);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => inputOf(entry.name, readFileSync(path.join(folder, entry.name), "utf8")));
}

function inputOf(name: string, text: string): Input {
  const kind = /asyncapi/.test(name) ? "asyncapi" : "openapi";
  return { kind, format: name.endsWith(".json") ? "json" : "yaml", text };
}

/** `fragments`: values of other descriptions. */
export function changedInputs(seeds: readonly Seed[], fragments: readonly Json[]): fc.Arbitrary<Input> {
  const format = fc.constantFrom("json", "json", "yaml");
  const mutate = mutationsWith([...awkwardValues, ...fragments]);
  const treeChanged = fc
    .record({ seed: fc.constantFrom(...seeds.filter(({ value }) => value !== undefined)), mutate, format })
    .map(({ seed: { kind, value }, mutate, format }): Input => {
      const changed = mutate(value ?? null);
      const text = format === "json" ? JSON.stringify(changed) : dump(changed, { skipInvalid: true });
      return { kind, format, text };
    });
  const textChanged = fc
    .record({ seed: fc.constantFrom(...seeds), changes: textChanges })
    .map(({ seed: { kind, format, text }, changes }): Input => ({ kind, format, text: changes.reduce(apply, text) }));
  return fc.oneof({ weight: 2, arbitrary: treeChanged }, { weight: 1, arbitrary: textChanged });
}

interface TextChange {
  readonly place: number;
  readonly length: number;
  readonly kind: number;
  readonly piece: string;
}

/** A part removed, replaced by a piece, put behind one, doubled, or repeated. */
function apply(text: string, { place, length, kind, piece }: TextChange): string {
  const start = place % (text.length + 1);
  const part = text.slice(start, start + length);
  const changed = ["", piece, piece + part, part + part, part.repeat(2 + (place % 30))][kind] ?? "";
  return text.slice(0, start) + changed + text.slice(start + length);
}

/** Pieces of text at which a parser chooses a branch. */
const pieces: readonly string[] = [
  ..."{}[]:,\"'#&*!|>%@`-?~\\/\n\t\r ",
  ...[
    "\n  ",
    ": ",
    "- ",
    "---\n",
    "...\n",
    "&a ",
    "*a",
    "<<: *a",
    "!!str ",
    "!x ",
    "? ",
    "|\n  ",
    ">-\n  ",
    "%YAML 1.2\n",
  ],
  ...['""', "null", "1e999", ".inf", "0x1f", "\\u0000", "<<<<<<< ours\n"],
  ...["\u0000", "\ufeff", "\ud83d\ude00", "\ud83d", "\u0085", "\u2029"],
];

const keywords =
  `$ref $id $schema $anchor $dynamicRef $dynamicAnchor $defs $comment type enum const multipleOf maximum exclusiveMaximum minimum
  exclusiveMinimum maxLength minLength pattern format items prefixItems contains minContains maxContains maxItems minItems
  uniqueItems properties patternProperties additionalProperties propertyNames required dependentRequired dependentSchemas
  dependencies minProperties maxProperties unevaluatedItems unevaluatedProperties allOf anyOf oneOf not if then else default
  example examples nullable discriminator mapping propertyName readOnly writeOnly deprecated title description
  contentEncoding contentMediaType contentSchema xml openapi asyncapi swagger info version paths webhooks components schemas
  responses parameters requestBodies headers securitySchemes links callbacks pathItems servers variables security tags
  operationId get put post delete options head patch trace query additionalOperations requestBody content schema encoding in name
  style explode allowReserved allowEmptyValue jsonSchemaDialect externalDocs url summary channels operations messages
  payload traits bindings action channel reply address correlationId location schemaFormat defaultContentType publish subscribe
  message contentType serverVariables replies messageTraits operationTraits itemSchema itemEncoding prefixEncoding 200 4XX
  application/json multipart/form-data text/event-stream x-internal __proto__ constructor`.split(/\s+/);

const textChanges: fc.Arbitrary<TextChange[]> = fc.array(
  fc.record({
    place: fc.nat(),
    length: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.integer({ min: 1, max: 200 })),
    kind: fc.nat(4),
    piece: fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...keywords)),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Beside those of `mutations`: what is valid in one place and hard to read in another. */
const awkwardValues: readonly Json[] = [
  ...[1e308, 9007199254740992, "string", "object", "array", "integer", "null", "3.1.0", "3.0.3", "2.6.0", "date-time"],
  ...["#/components/schemas/A", "#anchor", "other.yaml", "https://example.com/a.json#/x", "../../etc/passwd"],
  ...["{a}", "/{a}/{b}", "$request.body#/url", "^(a+)+$", "[", "\\", "\u0000", "\ud800", "\u2028"],
  { type: "string" },
  { type: ["string", "null"] },
  // A pattern that keeps an engine busy, and a value that makes it do so.
  { type: "string", pattern: "^(a+)+$", example: `${"a".repeat(80)}!` },
  { type: "string", pattern: "^([/w .-]*)*$", default: `/${"path/".repeat(20)}?` },
  { patternProperties: { "^(a|a)*$": {} }, required: [`${"a".repeat(80)}!`], example: { [`${"a".repeat(80)}!`]: 1 } },
  { type: "string", pattern: "^(a+)+\x01$", examples: [`${"a".repeat(80)}!`] },
];
