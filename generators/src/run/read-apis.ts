// Stage 2: the descriptions of a project to models, named and filtered, with the files they came from.
import { readApi } from "../checks/model-checks.ts";
import type { ReadApi } from "../checks/read-api.ts";
import { WalkedDocuments } from "../checks/walked-documents.ts";
import { type Place, Report, type Scope } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { filtered } from "../model/finish/filters.ts";
import { everyOperationOf, httpMethods } from "../model/http.ts";
import { filtersOf } from "../model/option-values.ts";
import { textHash } from "../source/document.ts";
import { identityOf, type Location, Node, type ParseFile, type SourceDocument, tokensTo } from "../source/index.ts";
import { scopedTarget } from "../targets/built-in-targets.ts";
import { type ReadableApi, type ReadableProject, toleranceOf } from "./config/description-files.ts";
import { ruleIn } from "./config/lint-rules.ts";
import { foreignFiles, mapOf, type ReadingRules, readOptionsOf } from "./config/reading-rules.ts";
import { withNeeds } from "./config/target-places.ts";

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
  const apis = project.apis.flatMap((apiProject): OwnReadApi<A>[] => {
    const { openapi, asyncapi, overlays, options } = apiProject;
    const scope = scopeOf(apiProject, project);
    const apiReport = new Report(scope);
    const named = { openapi: openapi ?? undefined, asyncapi: asyncapi ?? undefined, overlays };
    const {
      api: fullApi,
      inputs,
      paths,
    } = readApi(
      { cwd: base, ...named, ...readOptionsOf(rules, [openapi, asyncapi]), isForeign, options, parse },
      apiReport,
    );
    for (const file of paths) if (!hashes.has(file)) hashes.set(file, null);
    for (const document of inputs) hashes.set(document.path, textHash(document.text));
    documents.push(...inputs);
    const filters = filtersOf(options);
    const selection = filters === null || fullApi === null ? null : filtered(fullApi, filters);
    if (fullApi === null || selection === null || project.only === undefined) report.absorb(apiReport);
    else {
      const entries = [openapi, asyncapi];
      const isLeftOut = isOmittedFrom({ whole: fullApi, left: selection.api, documents: inputs, entries, base, rules });
      report.absorb(apiReport, ({ place }) => !isLeftOut(place));
    }
    if (fullApi === null) return [];
    const files = { openapi, asyncapi, base, inputs, map: mapOf(rules) };
    const about = {
      own: apiProject,
      name: apiProject.name,
      files,
      places: apiProject.places,
      options,
      configured,
      understood: isReadable(report),
      scope,
      teamRules: rules.lint?.custom ?? [],
    };
    return [
      { ...about, whole: fullApi, filtered: selection, api: selection?.api ?? fullApi, entry: inputs[0] ?? null },
    ];
  });
  return { apis, documents, hashes };
}

function isReadable(report: Report): boolean {
  return report
    .list()
    .every(
      ({ code, severity, stops }) => severity !== "error" || stops?.length === 0 || code.startsWith("unsupported-"),
    );
}

/** A command that generates nothing, such as `lint`, is there to find faults: it tolerates only the codes that the user names. */
function scopeOf(api: ReadableApi, { base, rules, only }: Pick<ReadableProject, "base" | "rules" | "only">): Scope {
  const { name, places, tolerate } = api;
  const ruleOf = ruleIn(rules, base);
  if (only === undefined)
    return { api: name, tolerance: { codes: tolerate, isLenient: () => false }, targets: null, ruleOf };
  const definitions = new Map(places.map(({ target, definition }) => [target, definition]));
  const targets = places.map(({ target }) =>
    scopedTarget({
      name: target,
      needs: withNeeds([target], definitions),
      isWanted: only === null || only.has(target),
    }),
  );
  return { api: name, tolerance: toleranceOf(api, rules), targets, ruleOf };
}

// What filters leave of an API -> which places of its documents are left out, so that nothing is said about them.
// The parts that remain, and everything their references lead to, are walked in the documents: what could not be read is in no model.

export interface Narrowed {
  readonly whole: Api;
  readonly left: Api;
  readonly documents: readonly SourceDocument[];
  /** The paths of the entry documents. */
  readonly entries: readonly (string | null)[];
  readonly base: string;
  readonly rules: ReadingRules;
}

/** Whether a problem at a place concerns nothing that is left. In doubt it does. */
function isOmittedFrom(narrowed: Narrowed): (place: Place) => boolean {
  const { whole, left, documents, entries, base, rules } = narrowed;
  const walk = new WalkedDocuments(base, documents, mapOf(rules));
  const roots = entries.flatMap((entry) => (entry === null ? [] : (walk.at(entry) ?? [])));
  const parts = new Set(partsOf(whole).map(identityOf));
  const retainedParts = new Set(partsOf(left).map(identityOf));
  const reached = reachedFrom([...startsOf(left), ...unread(roots, parts, walk)], walk);
  const entryPaths = new Set(roots.map(({ document }) => document.path));

  return (place) => {
    if (place.kind !== "value" && place.kind !== "key") return false;
    const above = identitiesAbove(place.location);
    if (above.some((identity) => reached.has(identity))) return false;
    if (above.some((identity) => parts.has(identity) && !retainedParts.has(identity))) return true;
    const { document } = place.location;
    // What an overlay does not find, or cannot do, concerns no part of a description.
    if (Node.root(document).has("overlay")) return false;
    if (!entryPaths.has(document.path)) return true;
    const [section, kind, name] = tokensTo(place.location);
    if (section === "components") return kind !== "securitySchemes" && name !== undefined;
    return section === "paths" && kind !== undefined && isPathOf(whole, kind) && !isPathOf(left, kind);
  };
}

/** What a filter keeps or leaves out. */
function partsOf({ http, messaging }: Api): Location[] {
  const { channels = [], operations = [], messages = [] } = messaging ?? {};
  return [...everyOperationOf(http), ...channels, ...operations, ...messages].map(({ at }) => at);
}

/** With what operations inherit from their path, and the schemas that are generated. */
function startsOf(filteredApi: Api): Node[] {
  const inherited = everyOperationOf(filteredApi.http).flatMap(({ at }) =>
    (at instanceof Node ? (at.parent?.members() ?? []) : []).filter(({ key }) => !isMethod(key)),
  );
  const schemas = filteredApi.schemas.map(({ at }) => at);
  return [...partsOf(filteredApi), ...schemas, ...inherited].filter((at) => at instanceof Node);
}

/** Operations and channels that are in no model because of an error: whether a filter would leave them out is unknown. */
function unread(roots: readonly Node[], parts: ReadonlySet<string>, walk: WalkedDocuments): Node[] {
  const items = roots.flatMap((root) =>
    (root.get("paths")?.members() ?? []).flatMap((item) => [item, walk.resolved(item)]),
  );
  const operations = items.flatMap((item) => item.members().filter(({ key }) => isMethod(key)));
  const named = roots.filter((root) => root.has("asyncapi"));
  const channels = named.flatMap((root) =>
    ["channels", "operations"].flatMap((section) =>
      (root.get(section)?.members() ?? []).map((one) => walk.resolved(one)),
    ),
  );
  return [...operations, ...channels].filter((node) => !parts.has(identityOf(node)));
}

function isMethod(key: string): boolean {
  return httpMethods.some((method) => method === key);
}

/** The identities of the nodes, and of everything that references below them lead to. */
function reachedFrom(starts: readonly Node[], walk: WalkedDocuments): ReadonlySet<string> {
  const reached = new Set(starts.map(identityOf));
  const open = [...starts];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const target = typeof node.get("$ref")?.value === "string" ? walk.resolved(node) : node;
    if (target !== node && !reached.has(identityOf(target))) {
      reached.add(identityOf(target));
      open.push(target);
    }
    open.push(...node.members(), ...node.items());
  }
  return reached;
}

function identitiesAbove(location: Location): string[] {
  const identities = [];
  for (let at: Location | null = location; at !== null; at = at.parent) identities.push(identityOf(at));
  return identities;
}

function isPathOf({ http }: Api, key: string): boolean {
  return http?.operations.some(({ path }) => path.text === key) === true;
}
