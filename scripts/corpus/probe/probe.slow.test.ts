// Deletes each node of documents that have every field of a standard, one at a time: `waybill diff` reports it, or the node is in silent.yaml,
// and docs/diff.md has the reason. With WAYBILL_WRITE=1 that file is written.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { dump, load } from "js-yaml";
import { expect, test } from "vitest";
import { readApi } from "../../../generators/src/checks/model-checks.ts";
import { Report } from "../../../generators/src/diagnostics/index.ts";
import { diffApis } from "../../../generators/src/diff/index.ts";
import type { Api } from "../../../generators/src/model/api.ts";
import { openapi30, openapi31 } from "../../../generators/test/read/openapi/everything.ts";

const record = path.join(import.meta.dirname, "silent.yaml");
const documents: Readonly<Record<string, unknown>> = {
  "OpenAPI 3.0": openapi30,
  "OpenAPI 3.1": openapi31,
  "AsyncAPI 2": parsed("every-field-2.yaml"),
  "AsyncAPI 3": parsed("every-field-3.yaml"),
};

test("a deleted node is reported, or known to change nothing", { timeout: 300_000 }, () => {
  const silent = Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, silentIn(document)]));
  if (process.env["WAYBILL_WRITE"] === "1") writeFileSync(record, dump(silent));
  expect(silent).toEqual(parsed("silent.yaml"));
});

function silentIn(document: unknown): string[] {
  const base = read(document);
  if (base === null) throw new Error("the document has errors");
  const nodes = nodesOf(document);
  expect(nodes.length).toBeGreaterThan(100);
  return nodes
    .filter((tokens) => {
      const revision = read(without(document, tokens));
      return revision !== null && diffApis(base, revision).length === 0;
    })
    .map((tokens) => tokens.join(" "));
}

/** `null` when it has errors, which `waybill diff` prints. */
function read(document: unknown): Api | null {
  const report = new Report({ api: "", tolerance: { codes: new Set(), isLenient: () => false }, targets: null });
  const file = path.join(import.meta.dirname, "in-memory.json");
  const kind = Object.hasOwn(Object(document), "asyncapi") ? "asyncapi" : "openapi";
  const parse = () => ({ ok: true, value: document }) as const;
  const { api } = readApi({ cwd: import.meta.dirname, [kind]: file, readText: () => "", parse }, report);
  report.refuseLosses();
  return report.hasErrors ? null : api;
}

/** The keys and indexes that lead to each; of a node that is silent as a whole, what is in it as well. */
function nodesOf(value: unknown, tokens: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const place = [...tokens, key];
    return [place, ...nodesOf(member, place)];
  });
}

function without(document: unknown, tokens: readonly string[]): unknown {
  const copy: unknown = structuredClone(document);
  const parent = tokens.slice(0, -1).reduce<unknown>((at, token) => Reflect.get(Object(at), token), copy);
  const last = tokens.at(-1) ?? "";
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(Object(parent), last);
  return copy;
}

function parsed(file: string): unknown {
  return load(readFileSync(path.join(import.meta.dirname, file), "utf8"));
}
