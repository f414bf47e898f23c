// Two HTTP APIs -> what differs: matching operations, then the requests and responses of each pair.
import type { HttpApi, Operation, Tag } from "../model/http.ts";
import { identityOf, type Location } from "../model/place.ts";
import type { OperationPlace } from "./change.ts";
import type { Findings, Spot } from "./findings.ts";
import { compareInfo } from "./info.ts";
import { type Context, compareOperation, type SharedNames, sidesOf } from "./operation.ts";
import { type Paired, paired } from "./paired.ts";
import { inside, type Report } from "./rule.ts";
import { compareWritten, compareWrittenExtensions } from "./rules/annotations/as-written.ts";
import { deprecatedRule } from "./rules/annotations/deprecated.ts";
import { extensionsRule } from "./rules/annotations/extensions.ts";
import { compareText } from "./rules/annotations/text.ts";
import { operationMoved, operationPresence } from "./rules/http/operations.ts";
import { schemeRule, signatureOf } from "./rules/http/security-schemes.ts";
import { serversRule } from "./rules/http/servers.ts";
import { tagPresence } from "./rules/http/tags.ts";

export function compareHttp(base: HttpApi, revision: HttpApi, findings: Findings): void {
  const report = findings.reportAt({ direction: "request", where: "the API" });
  compareInfo(base, revision, report);
  compareWritten(base, revision, ["externalDocs"], report);
  extensionsRule.compare(base, revision, report);
  for (const field of ["paths", "components"])
    compareWrittenExtensions({ at: inside(base.at, field) }, { at: inside(revision.at, field) }, report);
  serversRule.compare(base, revision, report);
  compareTags(base, revision, report);
  const names = compareSchemes(base, revision, findings);
  const context = { findings, names, servers: { base: base.servers, revision: revision.servers } };
  for (const kind of ["operations", "webhooks"] as const) {
    // A moved operation keeps its `operationId`.
    const found = paired(base[kind], revision[kind], keyOf, ({ id }) => id);
    compareOperations(found, { base, revision }, context);
  }
}

function compareOperations(
  { both, added, removed }: Paired<Operation>,
  apis: { readonly base: HttpApi; readonly revision: HttpApi },
  context: Context,
): void {
  const [operationAdded, operationRemoved] = operationPresence;
  const reportOf = (operation: Operation): Report => context.findings.reportAt(spotOf(operation));
  for (const operation of [...removed, ...added])
    context.findings.nameOperation(spotOf(operation).where, placeOf(operation));
  for (const { base, revision } of both) {
    const { extensions } = base;
    context.findings.nameOperation(spotOf(revision).where, { ...placeOf(revision), extensions });
  }
  for (const { base, revision } of both) {
    if (keyOf(base) !== keyOf(revision))
      reportOf(revision)(
        operationMoved,
        { from: spotOf(base).where, to: spotOf(revision).where },
        base.at,
        revision.at,
      );
    compareOperation(base, revision, context);
  }
  comparePathItems(both, context);
  for (const after of added) reportOf(after)(operationAdded, undefined, inside(apis.base.at, "paths"), after.at);
  for (const before of removed)
    reportOf(before)(operationRemoved, undefined, before.at, pathLeft(before, apis.revision));
}

/** The path of a removed operation, if it has others. */
function pathLeft(removed: Operation, { at, operations }: HttpApi): Location {
  const pathOf = ({ trigger, path }: Operation): string | null => (trigger === null ? pathKey(path.text) : null);
  const own = pathOf(removed);
  const other = own === null ? undefined : operations.find((operation) => pathOf(operation) === own);
  return other?.at.parent ?? inside(at, "paths");
}

/** The extensions of a path, once for all its operations. */
function comparePathItems(both: Paired<Operation>["both"], { findings }: Context): void {
  const seen = new Set<string>();
  for (const { base, revision } of both) {
    const [was, is] = [base.at.parent, revision.at.parent];
    if (was === null || is === null || keyOf(base) !== keyOf(revision) || seen.has(identityOf(is))) continue;
    seen.add(identityOf(is));
    const { trigger, path } = revision;
    const where = trigger === null ? path.text : spotOf(revision).where;
    compareWrittenExtensions({ at: was }, { at: is }, findings.reportAt({ ...spotOf(revision), where }));
  }
}

/** Operations match by method and path; the names of path parameters do not appear on the wire. */
function keyOf({ method, path, trigger }: Operation): string {
  if (trigger === null) return `${method} ${pathKey(path.text)}`;
  return `${method} ${trigger.kind} ${trigger.key} ${trigger.kind === "callback" ? trigger.expression : ""}`;
}

function pathKey(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

/** Every operation, as changes are filtered by it. */
export function placesIn({ operations, webhooks }: HttpApi): OperationPlace[] {
  return [...operations, ...webhooks].map(placeOf);
}

function placeOf(operation: Operation): OperationPlace {
  const { trigger, path, tags, extensions } = operation;
  return { resource: resourceOf(operation), path: trigger === null ? path.text : trigger.key, tags, extensions };
}

/** Its tag, or the first part of its path that is a name: `orders` of `/v1/orders/{id}`. */
function resourceOf({ tags: [tag], path, trigger }: Operation): string {
  const named = path.text.split("/").find((part) => part !== "" && !part.startsWith("{") && !/^v\d+$/.test(part));
  return tag ?? (trigger === null ? (named ?? path.text) : trigger.key);
}

function spotOf(operation: Operation): Spot {
  const { request: direction, where } = sidesOf(operation);
  return { direction, where };
}

/** Tags group operations in documentation. A tag is named by itself or only by operations, which say the same. */
function compareTags(base: HttpApi, revision: HttpApi, report: Report): void {
  const [were, are] = [base, revision].map(({ tags }) => new Set(tags.map(({ name }) => name)));
  const { both, added, removed } = paired(base.tags, revision.tags, ({ name }) => name);
  const [tagDescribed, tagUndescribed] = tagPresence;
  const at = [inside(base.at, "tags"), inside(revision.at, "tags")] as const;
  for (const { name } of added) if (were?.has(name) === false) report(tagDescribed, name, ...at);
  for (const { name } of removed) if (are?.has(name) === false) report(tagUndescribed, name, ...at);
  for (const { base: before, revision: after } of both) {
    const [was, is] = [writtenTag(base, before), writtenTag(revision, after)];
    compareText(was, is, report);
    compareWritten(was, is, ["externalDocs", "parent", "kind"], report);
    compareWrittenExtensions(was, is, report);
  }
}

function writtenTag({ at, tags }: HttpApi, tag: Tag): Tag & { readonly at: Location } {
  return { ...tag, at: inside(at, "tags", String(tags.indexOf(tag))) };
}

/** Schemes match by name, or by content where the names differ. */
function compareSchemes(base: HttpApi, revision: HttpApi, findings: Findings): SharedNames {
  const { both, added, removed } = paired(base.securitySchemes, revision.securitySchemes, ({ name }) => name);
  const renamed = paired(removed, added, signatureOf);
  for (const { base: before, revision: after } of both) {
    const report = findings.reportAt({ direction: "request", where: `credentials ${after.name}` });
    schemeRule.compare(before, after, report);
    compareText(before, after, report);
    deprecatedRule.compare(before, after, report);
    compareWritten(before, after, ["bearerFormat"], report);
    compareWrittenExtensions(before, after, report);
  }
  const newNames = new Map(renamed.both.map((pair) => [pair.base.name, pair.revision.name]));
  return { base: (name) => newNames.get(name) ?? name, revision: (name) => name };
}
