// Stage 2: the descriptions of a project to models, named and filtered, with the files they came from.
import { readApi } from "../checks/model-checks.ts";
import type { ReadApi } from "../checks/read-api.ts";
import { type Place, Report, type Scope } from "../diagnostics/index.ts";
import { filtersOf } from "../model/api-options.ts";
import { filtered } from "../model/finish/filters.ts";
import type { ParseFile, SourceDocument } from "../source/index.ts";
import { textHash } from "../source/text-hash.ts";
import type { ReadableApi, ReadableProject } from "./config/description-files.ts";
import { foreignFiles, mapOf, readOptionsOf } from "./config/reading-rules.ts";
import { withNeeds } from "./config/target-places.ts";
import { toleranceOf } from "./config/tolerance.ts";
import { isOmittedFrom } from "./omitted-places.ts";

export interface ReadApis<A extends ReadableApi = ReadableApi> {
  readonly apis: readonly OwnReadApi<A>[];
  /** Every document that was read, for all APIs. */
  readonly documents: readonly SourceDocument[];
  /** Every path that was requested, absolute, with the hash of its text; `null` for a file that could not be read. */
  readonly hashes: ReadonlyMap<string, string | null>;
}

/** An API that was read, with its part of the project. */
export interface OwnReadApi<A extends ReadableApi> extends ReadApi {
  readonly own: A;
  /** The document the API was read from, first of all. */
  readonly entry: SourceDocument | null;
}

/** APIs whose entry documents cannot be read at all are skipped; the report contains the reason. */
export function readApis<A extends ReadableApi>(
  project: ReadableProject<A>,
  report: Report,
  parse?: ParseFile,
): ReadApis<A> {
  const { base, rules } = project;
  const configured: Place = project.configFile === null ? { kind: "none" } : { kind: "file", path: project.configFile };
  const isForeign = foreignFiles(rules);
  const documents: SourceDocument[] = [];
  const hashes = new Map<string, string | null>();
  const apis = project.apis.flatMap((own): OwnReadApi<A>[] => {
    const { openapi, asyncapi, overlays, options } = own;
    const scope = scopeOf(own, project);
    const found = new Report(scope);
    const named = { openapi: openapi ?? undefined, asyncapi: asyncapi ?? undefined, overlays };
    const {
      api: whole,
      inputs,
      paths,
    } = readApi(
      { cwd: base, ...named, ...readOptionsOf(rules, [openapi, asyncapi]), isForeign, options, parse },
      found,
    );
    for (const file of paths) if (!hashes.has(file)) hashes.set(file, null);
    for (const document of inputs) hashes.set(document.path, textHash(document.text));
    documents.push(...inputs);
    const filters = filtersOf(options);
    const left = filters === null || whole === null ? null : filtered(whole, filters);
    if (whole === null || left === null || project.only === undefined) report.absorb(found);
    else {
      const entries = [openapi, asyncapi];
      const isLeftOut = isOmittedFrom({ whole, left: left.api, documents: inputs, entries, base, rules });
      report.absorb(found, ({ place }) => !isLeftOut(place));
    }
    if (whole === null) return [];
    const files = { openapi, asyncapi, base, inputs, map: mapOf(rules) };
    const about = {
      own,
      name: own.name,
      files,
      places: own.places,
      options,
      configured,
      understood: isReadable(report),
      scope,
    };
    return [{ ...about, whole, filtered: left, api: left?.api ?? whole, entry: inputs[0] ?? null }];
  });
  return { apis, documents, hashes };
}

function isReadable(report: Report): boolean {
  return report.list().every(({ code, severity }) => severity !== "error" || code.startsWith("unsupported-"));
}

/** A command that generates nothing, such as `lint`, is there to find faults: it tolerates only the codes that the user names. */
function scopeOf(api: ReadableApi, { rules, only }: Pick<ReadableProject, "rules" | "only">): Scope {
  const { name, places, tolerate } = api;
  if (only === undefined) return { api: name, tolerance: { codes: tolerate, isLenient: () => false }, targets: null };
  const definitions = new Map(places.map(({ target, definition }) => [target, definition]));
  const targets = places.map(({ target }) => ({
    name: target,
    needs: withNeeds([target], definitions),
    isWanted: only === null || only.has(target),
  }));
  return { api: name, tolerance: toleranceOf(api, rules), targets };
}
