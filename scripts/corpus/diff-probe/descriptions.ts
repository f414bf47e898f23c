// What is probed: this description, the AsyncAPI examples of the corpus, and a part of two large OpenAPI descriptions.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { corpusPath } from "../../testing/shared-corpus.ts";
import type { ProbedDescription } from "./probe.ts";

const root = path.join(import.meta.dirname, "../../..");

export const ownDescriptions: readonly ProbedDescription[] = [
  { name: "this API, HTTP", openapi: path.join(root, "spec/openapi.yaml") },
  { name: "this API, messages", asyncapi: path.join(root, "spec/asyncapi.yaml") },
];

const documents = path.join(import.meta.dirname, "documents");

export const everyFieldDocuments: readonly ProbedDescription[] = [
  { name: "every field of AsyncAPI 3", asyncapi: path.join(documents, "every-field-3.yaml") },
  { name: "every field of AsyncAPI 2", asyncapi: path.join(documents, "every-field-2.yaml") },
];

/** Those of one file without errors; the others refer to URLs and to files that the corpus does not have. */
export function asyncApiExamples(): ProbedDescription[] {
  const unreadable = ["adeo-kafka-request-reply-asyncapi.yml", "not-asyncapi.yml"];
  return globSync("*.yml", { cwd: corpusPath("asyncapi") })
    .filter((name) => !unreadable.includes(name))
    .sort()
    .map((name) => ({ name, asyncapi: corpusPath("asyncapi", name) }));
}

/** Every so many paths of a large description, with all they refer to: whole, each of thousands of runs would read megabytes. */
export function largeDescriptions(): ProbedDescription[] {
  return [
    { file: "github.json.gz", name: "GitHub", share: 100, tolerate: ["ambiguous-path", "invalid-default"] },
    { file: "adyen-management.json.gz", name: "Adyen Management", share: 20, tolerate: ["foreign-keyword"] },
  ].flatMap(({ file, name, share, tolerate }) => {
    const packed = corpusPath("openapi", file);
    if (!existsSync(packed)) return [];
    const whole: Json = JSON.parse(gunzipSync(readFileSync(packed)).toString());
    const { part, taken, of } = partOf(whole, share);
    // Only its name: the value is in memory.
    const openapi = path.join(root, file.replace(".gz", ""));
    return { name: `${name}, ${taken} of ${of} paths`, openapi, values: new Map([[openapi, part]]), tolerate };
  });
}

type Json = Readonly<Record<string, unknown>>;

function partOf(whole: Json, share: number) {
  const all = Object.entries(recordOf(whole["paths"]));
  const paths = Object.fromEntries(all.filter((_, index) => index % share === 0));
  const components = recordOf(whole["components"]);
  const needed = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const ref: unknown = Reflect.get(value, "$ref");
    if (typeof ref === "string" && !needed.has(ref)) {
      needed.add(ref);
      const [, , section = "", name = ""] = ref.split("/");
      collect(recordOf(components[section])[name]);
    }
    for (const member of Object.values(value)) collect(member);
  };
  collect(paths);
  const kept = Object.entries(components).map(([section, members]) => {
    const used = Object.entries(recordOf(members)).filter(
      ([name]) => section === "securitySchemes" || needed.has(`#/components/${section}/${name}`),
    );
    return [section, Object.fromEntries(used)];
  });
  const { webhooks: _left, "x-webhooks": _out, ...rest } = whole;
  const part = { ...rest, paths, components: Object.fromEntries(kept) };
  return { part, taken: Object.keys(paths).length, of: all.length };
}

function recordOf(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
