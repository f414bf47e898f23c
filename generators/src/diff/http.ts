// Two HTTP APIs -> what differs: matching operations, then the requests and responses of each pair.
import type { HttpApi, Operation } from "../model/http.ts";
import type { Findings, Spot } from "./findings.ts";
import { type Context, compareOperation, sidesOf } from "./operation.ts";
import { type Paired, paired } from "./paired.ts";
import { inside, type Report } from "./rule.ts";
import { deprecatedRule } from "./rules/annotations/deprecated.ts";
import { extensionsRule } from "./rules/annotations/extensions.ts";
import { compareText } from "./rules/annotations/text.ts";
import { operationMoved, operationPresence } from "./rules/http/operations.ts";
import { schemeRule, signatureOf } from "./rules/http/security-schemes.ts";
import { serversRule } from "./rules/http/servers.ts";

/** What both descriptions match by name, even where the names differ. */
export interface SharedNames {
  readonly base: (scheme: string) => string;
  readonly revision: (scheme: string) => string;
}

export function compareHttp(base: HttpApi, revision: HttpApi, findings: Findings): void {
  const report = findings.reportAt({ direction: "request", where: "the API" });
  compareText(
    { ...base.info, at: inside(base.at, "info") },
    { ...revision.info, at: inside(revision.at, "info") },
    report,
  );
  extensionsRule.compare(base, revision, report);
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
  for (const operation of [...removed, ...added, ...both.map(({ revision }) => revision)])
    context.findings.nameResource(spotOf(operation).where, resourceOf(operation));
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
  for (const after of added) reportOf(after)(operationAdded, undefined, inside(apis.base.at, "paths"), after.at);
  for (const before of removed)
    reportOf(before)(operationRemoved, undefined, before.at, inside(apis.revision.at, "paths"));
}

/** Operations match by method and path; the names of path parameters do not appear on the wire. */
function keyOf({ method, path, trigger }: Operation): string {
  if (trigger === null) return `${method} ${path.text.replaceAll(/\{[^}]*\}/g, "{}")}`;
  return `${method} ${trigger.kind} ${trigger.key} ${trigger.kind === "callback" ? trigger.expression : ""}`;
}

/** Its tag, or the first part of its path that is a name: `orders` of `/v1/orders/{id}`. */
function resourceOf({ tags: [tag], path, trigger }: Operation): string {
  const named = path.text.split("/").find((part) => part !== "" && !part.startsWith("{") && !/^v\d+$/.test(part));
  return tag ?? (trigger === null ? (named ?? path.text) : trigger.key);
}

function spotOf(operation: Operation): Spot {
  const { asks: direction, where } = sidesOf(operation);
  return { direction, where };
}

function compareTags(base: HttpApi, revision: HttpApi, report: Report): void {
  const { both } = paired(base.tags, revision.tags, ({ name }) => name);
  for (const { base: before, revision: after } of both)
    compareText({ ...before, at: inside(base.at, "tags") }, { ...after, at: inside(revision.at, "tags") }, report);
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
  }
  const newNames = new Map(renamed.both.map((pair) => [pair.base.name, pair.revision.name]));
  return { base: (name) => newNames.get(name) ?? name, revision: (name) => name };
}
