// The cases of the rules of diff -> what `redocly diff` says of the same pairs, beside what waybill says. `--write` puts the table
// into docs/diff.md.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { type Bump, bumpOf, bumps, type Direction } from "../../generators/src/diff/index.ts";
import { caseFiles } from "../../generators/test/diff/cases.ts";
import { diffDocuments, type Json, type JsonObject, openApi } from "../../generators/test/diff/descriptions.ts";
import { replaceBetween } from "./marked-text.ts";

/** One pair at a place of its own in two documents that hold all of them. */
interface Pair {
  readonly rule: string;
  readonly as: Direction | "called";
  /** What waybill asks for. */
  readonly own: Bump | null;
  readonly key: string;
  readonly base: JsonObject;
  readonly revision: JsonObject;
}

const reportSchema = z.object({
  changes: z.array(z.object({ path: z.string(), impact: z.enum(["major", "minor", "patch"]) })),
});

const directions = ["request", "response", "event"] as const;
const root = path.join(import.meta.dirname, "../..");
const pairs = caseFiles.flatMap(({ cases }) => cases).flatMap(pairsOf);
const http = pairs.filter(({ as }) => as !== "event");
const events = pairs.filter(({ as }) => as === "event");
const found = new Map([
  ...impacts(side(http, "base", openApiOf), side(http, "revision", openApiOf)),
  ...impacts(side(events, "base", asyncApiOf), side(events, "revision", asyncApiOf)),
]);
const report = reportText();
console.log(report);
if (process.argv.includes("--write"))
  replaceBetween(path.join(root, "docs/diff.md"), "redocly: made by scripts/diff/redocly.ts --write", report);

function pairsOf(one: (typeof caseFiles)[number]["cases"][number], index: number): Pair[] {
  const { finds: rule } = one;
  const pairOf = (as: Pair["as"], base: JsonObject, revision: JsonObject): Pair => {
    const document = as === "event" ? "asyncapi" : "openapi";
    const documentOf = as === "event" ? asyncApiOf : openApiOf;
    const [before, after] = [base, revision].map((part) => ({ [document]: documentOf([["pair", part]]) }));
    const own = before === undefined || after === undefined ? null : bumpOf(diffDocuments(before, after));
    return { rule, as, key: `${rule}-${as}-${index}`, own, base, revision };
  };
  if ("request" in one) return directions.map((as) => pairOf(as, sent(one.base, as), sent(one.revision, as)));
  if (!("operation" in one)) return [];
  const operation = (own: JsonObject): JsonObject => ({
    operationId: "make",
    responses: { "200": { description: "Fine." } },
    ...own,
  });
  return [pairOf("called", operation(one.operation.base), operation(one.operation.revision))];
}

function sent(schema: Json, as: Direction): JsonObject {
  const content = { "application/json": { schema } };
  if (as === "event") return { payload: schema };
  if (as === "request")
    return { requestBody: { required: true, content }, responses: { "200": { description: "Fine." } } };
  return { responses: { "200": { description: "Fine.", content } } };
}

function side(
  list: readonly Pair[],
  which: "base" | "revision",
  documentOf: (parts: [string, JsonObject][]) => JsonObject,
): JsonObject {
  return documentOf(list.map((pair) => [pair.key, pair[which]]));
}

function openApiOf(parts: readonly [string, JsonObject][]): JsonObject {
  return openApi({ paths: Object.fromEntries(parts.map(([key, post]) => [`/${key}`, { post }])) });
}

function asyncApiOf(parts: readonly [string, JsonObject][]): JsonObject {
  const channels = Object.fromEntries(parts.map(([key, message]) => [key, { address: key, messages: { m: message } }]));
  const operations = Object.fromEntries(
    parts.map(([key]) => [key, { action: "send", channel: { $ref: `#/channels/${key}` } }]),
  );
  return { asyncapi: "3.0.0", info: { title: "Things", version: "1.0.0" }, channels, operations };
}

/** The largest impact of what Redocly finds at the place of each pair. */
function impacts(base: JsonObject, revision: JsonObject): Map<string, Bump> {
  const folder = mkdtempSync(path.join(tmpdir(), "diff-"));
  const files = [path.join(folder, "base.json"), path.join(folder, "revision.json")] as const;
  writeFileSync(files[0], JSON.stringify(base));
  writeFileSync(files[1], JSON.stringify(revision));
  const output = path.join(folder, "report.json");
  const words = ["diff", ...files, "--format", "json", "--fail-on", "none", "--output", output];
  execFileSync(path.join(root, "node_modules/.bin/redocly"), words, { stdio: ["ignore", "ignore", "ignore"] });
  const { changes } = reportSchema.parse(JSON.parse(readFileSync(output, "utf8")));
  rmSync(folder, { recursive: true });
  const largest = new Map<string, Bump>();
  for (const { path: place, impact } of changes) {
    const [, key = ""] = /^#\/(?:paths\/~1|channels\/|operations\/)([^/]+)/.exec(place) ?? [];
    const known = largest.get(key);
    if (known === undefined || bumps.indexOf(impact) < bumps.indexOf(known)) largest.set(key, impact);
  }
  return largest;
}

function reportText(): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, "node_modules/@redocly/cli/package.json"), "utf8")));
  const isMajor = (bump: Bump | null | undefined): boolean => bump === "major";
  const same = pairs.filter(({ key, own }) => found.get(key) === (own ?? undefined));
  const split = pairs.filter(({ key, own }) => isMajor(found.get(key)) !== isMajor(own));
  const ours = split.filter(({ own }) => isMajor(own));
  const theirs = split.filter(({ own }) => !isMajor(own));
  const rest = pairs.length - same.length - split.length;
  return [
    `Of ${pairs.length} pairs, Redocly CLI ${version} asks for the same bump in ${same.length}. In ${rest} both find nothing that breaks, and call it `,
    "differently: what widens a request or narrows an answer is mostly a patch there, and minor here.\n\n",
    `Breaking here alone, ${ours.length} pairs:\n\n${listOf(ours)}\n`,
    `Breaking there alone, ${theirs.length} pairs:\n\n${listOf(theirs)}`,
  ].join("");
}

/** `- enum-value-added (response, event)` */
function listOf(list: readonly Pair[]): string {
  const rules = new Map<string, Set<string>>();
  for (const { rule, as } of list) rules.set(rule, (rules.get(rule) ?? new Set()).add(as));
  return [...rules].map(([rule, as]) => `- \`${rule}\` (${[...as].join(", ")})\n`).join("");
}
