// Paths of descriptions -> the API model with its names decided; every problem goes to the report.
import path from "node:path";
import { readAsyncApi } from "./asyncapi/index.ts";
import { bounded, keyOf, kindOf, Report, reportSourceProblem } from "./diagnostics/index.ts";
import { checkFormats, SchemaRegistry, settleDiscriminators } from "./jsonschema/index.ts";
import type { Api } from "./model/api.ts";
import { checkCounts } from "./model/check-counts.ts";
import { checkCycles } from "./model/check-cycles.ts";
import { checkRestated } from "./model/check-restated.ts";
import { type EnumReading, type EnumRules, enumReadingOf } from "./model/enum-rules.ts";
import { withForms } from "./model/forms.ts";
import { everyOperationOf } from "./model/http.ts";
import { applyNameHooks, type NameHooks } from "./model/name-hooks.ts";
import { decideNames } from "./model/names.ts";
import { checkBodies, checkRequests, readOpenApi } from "./openapi/index.ts";
import type { Reading } from "./reading/index.ts";
import {
  defaultRoots,
  type ForeignPlace,
  type Limits,
  type Node,
  type ParsedTexts,
  type SourceDocument,
  Sources,
  Stopwatch,
} from "./source/index.ts";

export interface ReadOptions {
  /** Paths below are relative to it, and messages show paths relative to it. */
  readonly cwd: string;
  readonly openapi?: string | undefined;
  readonly asyncapi?: string | undefined;
  /** How a file is read, for tests; throws as `readFileSync` does. */
  readonly readText?: ((path: string) => string) | undefined;
  /** Local files that stand for URLs: path by URL or prefix, relative to `cwd`. Reading fetches nothing. */
  readonly map?: ReadonlyMap<string, string> | undefined;
  /** Folders, relative to `cwd`, whose files may be referred to, besides the project the description is part of. */
  readonly roots?: readonly string[] | undefined;
  /** Folders of packages and copies of URLs, absolute, by the names that messages and comments give them. */
  readonly foreign?: readonly ForeignPlace[] | undefined;
  /** `open`: enums of strings may grow, so other strings are accepted too. Default: `closed`. */
  readonly enums?: EnumRules | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Functions that have the last word about names. */
  readonly names?: NameHooks | undefined;
  /** `date`: points in time, `format: date-time`, are Dates in code. Default: `string`. */
  readonly dates?: "string" | "date" | undefined;
  /** Told what each stage takes. */
  readonly stopwatch?: Stopwatch | undefined;
  /** What earlier runs have parsed, within the same limits. */
  readonly parsedTexts?: ParsedTexts | undefined;
  /** Documents by path that were read before within the same limits: one whose text is the same is taken as it is. */
  readonly known?: ReadonlyMap<string, SourceDocument> | undefined;
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
  const stopwatch = options.stopwatch ?? new Stopwatch("read");
  return stopwatch.time("read", () => {
    const sources = sourcesOf(options, stopwatch);
    const reading: Reading = { sources, report };
    const opened = (path: string | undefined): Node | null =>
      bounded({ report, document: null, purpose: "to be parsed" }, () => openEntry(reading, path));
    const http = opened(options.openapi);
    const messaging = opened(options.asyncapi);
    const document = (http ?? messaging)?.document ?? null;
    const step = { report, document, purpose: "to be read" };
    const api = bounded(step, () =>
      readRoots(reading, {
        http,
        messaging,
        stopwatch,
        names: options.names,
        asDates: options.dates === "date",
        enums: enumReadingOf(options.enums, http !== null),
      }),
    );
    return { api, inputs: sources.documents(), paths: sources.paths() };
  });
}

function sourcesOf(options: ReadOptions, stopwatch: Stopwatch): Sources {
  const { cwd, openapi, asyncapi, readText, map, roots = [], limits } = options;
  const entries = [openapi, asyncapi].filter((entry) => entry !== undefined);
  const added = roots.map((folder) => path.resolve(cwd, folder));
  // What is not on the disk is in no repository.
  const inMemory = [cwd, ...entries.map((entry) => path.resolve(cwd, path.dirname(entry)))];
  return new Sources({
    cwd,
    stopwatch,
    parsedTexts: options.parsedTexts,
    known: options.known,
    foreign: options.foreign,
    roots: [...(readText === undefined ? defaultRoots(cwd, entries) : inMemory), ...added],
    ...(readText === undefined ? {} : { readText }),
    ...(map === undefined ? {} : { map }),
    ...(limits === undefined ? {} : { limits }),
  });
}

interface Roots {
  readonly http: Node | null;
  readonly messaging: Node | null;
  readonly stopwatch: Stopwatch;
  readonly enums: EnumReading;
  readonly names: NameHooks | undefined;
  readonly asDates: boolean;
}

/**
 * A description is read a second time when something that is part of no named schema was read where it stands before a reference
 * to it was met.
 */
function readRoots(reading: Reading, roots: Roots, referred?: ReadonlySet<string>): Api | null {
  const entries = new Set([roots.http, roots.messaging].flatMap((root) => root?.document.path ?? []));
  const registry = new SchemaRegistry({
    entries,
    openEnums: roots.enums.open,
    asDates: roots.asDates,
    ...(referred === undefined ? {} : { referred }),
  });
  const described = roots.http === null ? null : readOpenApi(reading, roots.http, registry);
  const messaging = roots.messaging === null ? null : readAsyncApi(reading, roots.messaging, registry);
  const late = registry.referredLate();
  if (late !== null && referred === undefined) return readRoots(reading, roots, late);
  settleDiscriminators(registry.discriminators(), reading.report);
  const { http, schemas } = withForms(
    { http: described, messages: messaging?.messages ?? [], schemas: registry.all() },
    roots.enums.closed,
  );
  const nameable = { schemas, operations: everyOperationOf(http), messages: messaging?.messages ?? [] };
  roots.stopwatch.time("names", () => {
    decideNames(reading.report, nameable);
    if (roots.names !== undefined) applyNameHooks(reading.report, nameable, roots.names);
  });
  roots.stopwatch.time("check", () => {
    checkCycles(schemas, reading.report, reading.sources.limits);
    checkCounts(reading, nameable);
    if (registry.hasUnevaluated)
      checkRestated({ http, messaging: messaging?.api ?? null, schemas }, reading.report, reading.sources.limits);
    // What follows references to their end comes after the check that there is one.
    checkBodies(reading, nameable.operations);
    checkRequests(reading, http?.operations ?? []);
    checkFormats(registry, reading.report);
  });
  return http === null && messaging === null ? null : { http, messaging: messaging?.api ?? null, schemas };
}

function openEntry(reading: Reading, path: string | undefined): Node | null {
  if (path === undefined) return null;
  const root = reading.sources.open(path);
  if (!root.ok) {
    reportSourceProblem(reading.report, root.problem);
    return null;
  }
  if (root.value.isObject) return root.value;
  reading.report.add("wrong-kind", keyOf(root.value), {
    what: "a description",
    expected: ["an object"],
    found: kindOf(root.value.value),
  });
  return null;
}
