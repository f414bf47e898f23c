// Paths of descriptions -> the API model with its names decided, still to be checked; every problem of reading goes to the report.

import path from "node:path";
import { bounded, keyOf, kindOf, type Report, reportSourceProblem } from "../diagnostics/index.ts";
import { untypedSchemasIn } from "../model/analysis/untyped-schemas.ts";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import type { Draft } from "../model/draft.ts";
import { enumReadingOf } from "../model/finish/enum-rules.ts";
import { finish } from "../model/finish/finish.ts";
import { apiOptionsOf } from "../model/option-values.ts";
import {
  defaultRoots,
  identityOf,
  type Node,
  type SourceDocument,
  Sources,
  type SourcesOptions,
} from "../source/index.ts";
import { readAsyncApi } from "./asyncapi/document.ts";
import type { Reading } from "./fields/index.ts";
import { checkDiscriminators, readBases, SchemaRegistry } from "./jsonschema/index.ts";
import { readOpenApi } from "./openapi/document.ts";
import { applyOverlays, reportUnapplied } from "./overlay/apply-overlays.ts";
import { convertSwagger, isSwagger } from "./swagger/convert.ts";

/** Paths are relative to `cwd`. */
export interface ReadOptions extends Omit<SourcesOptions, "roots"> {
  readonly openapi?: string | undefined;
  readonly asyncapi?: string | undefined;
  /** Overlays that patch the documents before they are read, in their order. */
  readonly overlays?: readonly string[] | undefined;
  /** Folders whose files may be referred to, besides the project the description is part of. */
  readonly roots?: readonly string[] | undefined;
  /** The paths of documents that are someone else's, which are read as their authors mean them. Default: those of `foreign`. */
  readonly isForeign?: ((file: string) => boolean) | undefined;
  /** The options of the API; reading is decided by `enums`, `nullable`, `discriminators`, `untyped`, `names`, `dates`, `int64`, `defaults` and `pagination`. Default: those of an API without any. */
  readonly options?: Partial<ApiOptions> | undefined;
}

export interface ReadResult {
  /** `null` when an entry document could not be read at all. With errors in the report it must not be generated from. */
  readonly api: Api | null;
  /** Every file that was read: the inputs of the run. */
  readonly inputs: readonly SourceDocument[];
  /** Every path that was requested, readable or not. */
  readonly paths: readonly string[];
}

/** What `readApi` of `checks/model-checks.ts` checks. */
export interface ReadModel extends ReadResult {
  readonly reading: Reading;
  /** `null` where reading exceeded the engine's limits. */
  readonly registry: SchemaRegistry | null;
  /** The document that problems without a place are reported in. */
  readonly document: SourceDocument | null;
}

export function readModel(options: ReadOptions, report: Report): ReadModel {
  const sources = sourcesOf(options);
  const reading: Reading = { sources, report };
  const opened = (path: string | undefined): Node | null =>
    bounded({ report, document: null, purpose: "to be parsed" }, () => openEntry(reading, path));
  const entries = [options.openapi, options.asyncapi].filter((entry) => entry !== undefined);
  const { overlays = [] } = options;
  const patched =
    overlays.length === 0
      ? null
      : bounded({ report, document: null, purpose: "to be patched" }, () => applyOverlays(reading, overlays, entries));
  const written = opened(options.openapi);
  const http = written === null || !isSwagger(written) ? written : convertedOf(reading, written);
  const messaging = opened(options.asyncapi);
  const document = (http ?? messaging)?.document ?? null;
  const isForeign = options.isForeign ?? ((file) => sources.isForeign(file));
  const read = bounded({ report, document, purpose: "to be read" }, () =>
    readRoots(reading, { http, messaging, options: apiOptionsOf(options.options ?? {}), isForeign }),
  );
  if (patched !== null) reportUnapplied(reading, patched);
  const { api, registry } = read ?? { api: null, registry: null };
  return { api, reading, registry, document, inputs: sources.documents(), paths: sources.paths() };
}

/** What is read in the place of a Swagger 2.0 document. */
function convertedOf(reading: Reading, root: Node): Node | null {
  const { report } = reading;
  return bounded({ report, document: root.document, purpose: "to be converted" }, () => convertSwagger(reading, root));
}

export function sourcesOf(options: ReadOptions): Sources {
  const { cwd, openapi, asyncapi, readText, roots = [] } = options;
  const entries = [openapi, asyncapi].filter((entry) => entry !== undefined);
  const added = roots.map((folder) => path.resolve(cwd, folder));
  // A path that does not exist is in no repository.
  const inMemory = [cwd, ...entries.map((entry) => path.resolve(cwd, path.dirname(entry)))];
  const baseRoots = readText === undefined ? defaultRoots(cwd, entries) : inMemory;
  return new Sources({ ...options, roots: [...baseRoots, ...added] });
}

interface Roots {
  readonly http: Node | null;
  readonly messaging: Node | null;
  readonly options: ApiOptions;
  readonly isForeign: (file: string) => boolean;
}

/**
 * A description is read a second time if something outside all named schemas was read in place before the first reference
 * to it. What contains schemas without `type` is, if some of them have the type of their keywords: where no other schema of the same
 * value states one.
 */
function readRoots(
  reading: Reading,
  roots: Roots,
  referred?: ReadonlySet<string>,
): { readonly api: Api | null; readonly registry: SchemaRegistry } {
  const { enums: rules, dates, int64, optional } = roots.options;
  const enums = enumReadingOf(rules, roots.http !== null);
  const entries = new Set([roots.http, roots.messaging].flatMap((root) => root?.document.path ?? []));
  const registry = new SchemaRegistry(reading, {
    entries,
    openEnums: enums.open,
    readingIn: (name, file) => roots.options[name] ?? (roots.isForeign(file) ? "assumed" : "letter"),
    asDates: dates === "date",
    asAbsent: optional === "absent",
    asBigints: int64 === "bigint",
    referred,
  });
  const readAll = (): Draft => ({
    http: roots.http === null ? null : readOpenApi(reading, roots.http, registry),
    messaging: roots.messaging === null ? null : readAsyncApi(reading, roots.messaging, registry),
    schemas: registry.all(),
  });
  let read = readAll();
  const late = registry.referredLate();
  if (late !== null && referred === undefined) return readRoots(reading, roots, late);
  if (registry.isUndecided) {
    const typed = new Set(untypedSchemasIn(read).map(({ at }) => identityOf(at)));
    if (typed.size > 0) {
      registry.decide(typed);
      read = readAll();
    }
  }
  const draft = { ...read, schemas: readBases(registry.all(), reading.report) };
  checkDiscriminators(registry.discriminators(), reading.report);
  const isRead = read.http !== null || read.messaging !== null;
  return { api: isRead ? finish(reading.report, draft, roots.options, enums.closed) : null, registry };
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
