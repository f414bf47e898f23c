// Two HTTP APIs -> what differs: matching operations, then the requests and responses of each pair.
import type { HttpApi, Operation } from "../model/http.ts";
import type { Direction } from "./change.ts";
import type { Findings } from "./findings.ts";
import { compareOperation } from "./operation.ts";
import { paired } from "./paired.ts";
import { inside, type Report } from "./rule.ts";
import { compareDeprecated } from "./rules/annotations/deprecated.ts";
import { compareExtensions } from "./rules/annotations/extensions.ts";
import { compareText } from "./rules/annotations/text.ts";
import { operationAdded, operationMoved, operationRemoved } from "./rules/http/operations.ts";
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
  compareExtensions(base, revision, report);
  serversRule.compare(base, revision, report);
  compareTags(base, revision, report);
  const names = compareSchemes(base, revision, findings);
  const context = { findings, names, servers: { base: base.servers, revision: revision.servers } };
  const matched = [...match(base.operations, revision.operations), ...match(base.webhooks, revision.webhooks)];
  for (const { before, after } of matched) {
    const where = spotOf(after ?? before);
    const report = findings.reportAt(where);
    if (before === undefined) report(operationAdded, undefined, inside(base.at, "paths"), after.at);
    else if (after === undefined) report(operationRemoved, undefined, before.at, inside(revision.at, "paths"));
    else {
      if (keyOf(before) !== keyOf(after)) report(operationMoved, spotOf(after).where, before.at, after.at);
      compareOperation(before, after, context);
    }
  }
}

type Match =
  | { readonly before: Operation; readonly after: Operation }
  | { readonly before: Operation; readonly after?: undefined }
  | { readonly before?: undefined; readonly after: Operation };

/** By method and path; a moved operation keeps its `operationId`. */
function match(base: readonly Operation[], revision: readonly Operation[]): Match[] {
  const { both, added, removed } = paired(base, revision, keyOf);
  const moved = paired(removed, added, ({ id }) => id);
  return [
    ...[...both, ...moved.both].map((pair) => ({ before: pair.base, after: pair.revision })),
    ...moved.added.map((after) => ({ after })),
    ...moved.removed.map((before) => ({ before })),
  ];
}

/** The names of path parameters do not appear on the wire. */
function keyOf({ method, path, trigger }: Operation): string {
  if (trigger === null) return `${method} ${path.text.replaceAll(/\{[^}]*\}/g, "{}")}`;
  return `${method} ${trigger.kind} ${trigger.key} ${trigger.kind === "callback" ? trigger.expression : ""}`;
}

function spotOf({ method, path, trigger }: Operation): { direction: Direction; where: string } {
  if (trigger === null) return { direction: "request", where: `${method.toUpperCase()} ${path.text}` };
  return { direction: "event", where: `${trigger.kind} ${trigger.key}` };
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
    compareDeprecated(before, after, report);
  }
  const newNames = new Map(renamed.both.map((pair) => [pair.base.name, pair.revision.name]));
  return { base: (name) => newNames.get(name) ?? name, revision: (name) => name };
}
