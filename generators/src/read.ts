// Paths of descriptions -> the API model with its names decided; every problem goes to the report.
import { readAsyncApi } from "./asyncapi/index.ts";
import { keyOf, Report, reportSourceProblem } from "./diagnostics/index.ts";
import { SchemaRegistry } from "./jsonschema/index.ts";
import type { Api } from "./model/api.ts";
import { checkCycles } from "./model/check-cycles.ts";
import { decideNames } from "./model/names.ts";
import { readOpenApi } from "./openapi/index.ts";
import type { Reading } from "./reading/index.ts";
import { type Node, type SourceDocument, Sources } from "./source/index.ts";

export interface ReadOptions {
  /** Paths below are relative to it, and messages show paths relative to it. */
  readonly cwd: string;
  readonly openapi?: string | undefined;
  readonly asyncapi?: string | undefined;
  /** How a file is read, for tests; throws as `readFileSync` does. */
  readonly readText?: ((path: string) => string) | undefined;
}

export interface ReadResult {
  /** `null` when an entry document could not be read at all. With errors in the report it must not be generated from. */
  readonly api: Api | null;
  /** Every file that was read: the inputs of the run. */
  readonly inputs: readonly SourceDocument[];
  /** Every path that was asked for, readable or not. */
  readonly paths: readonly string[];
}

export function readApi(options: ReadOptions, report: Report = new Report()): ReadResult {
  const sources = new Sources(options.readText === undefined ? { cwd: options.cwd } : { cwd: options.cwd, readText: options.readText });
  const reading: Reading = { sources, report };
  const registry = new SchemaRegistry();
  const httpRoot = openEntry(reading, options.openapi);
  const messagingRoot = openEntry(reading, options.asyncapi);
  const http = httpRoot === null ? null : readOpenApi(reading, httpRoot, registry);
  const messaging = messagingRoot === null ? null : readAsyncApi(reading, messagingRoot, registry);
  const schemas = registry.all();
  decideNames(report, { schemas, operations: http?.operations ?? [], messages: messaging?.messages ?? [] });
  checkCycles(schemas, report);
  const nothingRead = http === null && messaging === null;
  return {
    api: nothingRead ? null : { http, messaging: messaging?.api ?? null, schemas },
    inputs: sources.documents(),
    paths: sources.paths(),
  };
}

function openEntry(reading: Reading, path: string | undefined): Node | null {
  if (path === undefined) return null;
  const root = reading.sources.open(path);
  if (!root.ok) {
    reportSourceProblem(reading.report, root.problem);
    return null;
  }
  if (root.value.isObject) return root.value;
  reading.report.add("wrong-kind", keyOf(root.value), { what: "a description", expected: ["an object"], found: typeof root.value.value });
  return null;
}
