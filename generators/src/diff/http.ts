// Two HTTP APIs -> what differs: operations that stand for each other, then what each takes and answers.
import type { HttpApi, Operation } from "../model/http.ts";
import type { Direction } from "./change.ts";
import type { Findings } from "./findings.ts";
import { compareOperation } from "./operation.ts";
import { paired } from "./paired.ts";
import { inside, type Tell } from "./rule.ts";
import { operationAdded, operationMoved, operationRemoved } from "./rules/http/operations.ts";
import { schemeRule, signatureOf } from "./rules/http/security-schemes.ts";
import { serversRule } from "./rules/http/servers.ts";
import { compareDeprecated } from "./rules/words/deprecated.ts";
import { compareExtensions } from "./rules/words/extensions.ts";
import { compareText } from "./rules/words/text.ts";

/** What both descriptions call by one name, though they may call it by others. */
export interface SharedNames {
  readonly base: (scheme: string) => string;
  readonly revision: (scheme: string) => string;
}

export function compareHttp(base: HttpApi, revision: HttpApi, findings: Findings): void {
  const tell = findings.tellAt({ direction: "request", where: "the API" });
  compareText(
    { ...base.info, at: inside(base.at, "info") },
    { ...revision.info, at: inside(revision.at, "info") },
    tell,
  );
  compareExtensions(base, revision, tell);
  serversRule.compare(base, revision, tell);
  compareTags(base, revision, tell);
  const names = compareSchemes(base, revision, findings);
  const context = { findings, names, servers: { base: base.servers, revision: revision.servers } };
  const matched = [...match(base.operations, revision.operations), ...match(base.webhooks, revision.webhooks)];
  for (const { before, after } of matched) {
    const where = spotOf(after ?? before);
    const told = findings.tellAt(where);
    if (before === undefined) told(operationAdded, undefined, inside(base.at, "paths"), after.at);
    else if (after === undefined) told(operationRemoved, undefined, before.at, inside(revision.at, "paths"));
    else {
      if (keyOf(before) !== keyOf(after)) told(operationMoved, spotOf(after).where, before.at, after.at);
      compareOperation(before, after, context);
    }
  }
}

type Match =
  | { readonly before: Operation; readonly after: Operation }
  | { readonly before: Operation; readonly after?: undefined }
  | { readonly before?: undefined; readonly after: Operation };

/** By method and path; what has moved keeps its `operationId`. */
function match(base: readonly Operation[], revision: readonly Operation[]): Match[] {
  const { both, added, removed } = paired(base, revision, keyOf);
  const moved = paired(removed, added, ({ id }) => id);
  return [
    ...[...both, ...moved.both].map((pair) => ({ before: pair.base, after: pair.revision })),
    ...moved.added.map((after) => ({ after })),
    ...moved.removed.map((before) => ({ before })),
  ];
}

/** What parameters of a path are called is not seen on the wire. */
function keyOf({ method, path, trigger }: Operation): string {
  if (trigger === null) return `${method} ${path.text.replaceAll(/\{[^}]*\}/g, "{}")}`;
  return `${method} ${trigger.kind} ${trigger.key} ${trigger.kind === "callback" ? trigger.expression : ""}`;
}

function spotOf({ method, path, trigger }: Operation): { direction: Direction; where: string } {
  if (trigger === null) return { direction: "request", where: `${method.toUpperCase()} ${path.text}` };
  return { direction: "event", where: `${trigger.kind} ${trigger.key}` };
}

function compareTags(base: HttpApi, revision: HttpApi, tell: Tell): void {
  const { both } = paired(base.tags, revision.tags, ({ name }) => name);
  for (const { base: before, revision: after } of both)
    compareText({ ...before, at: inside(base.at, "tags") }, { ...after, at: inside(revision.at, "tags") }, tell);
}

/** Schemes of one name, or of one content where the names differ, are the same. */
function compareSchemes(base: HttpApi, revision: HttpApi, findings: Findings): SharedNames {
  const { both, added, removed } = paired(base.securitySchemes, revision.securitySchemes, ({ name }) => name);
  const renamed = paired(removed, added, signatureOf);
  for (const { base: before, revision: after } of both) {
    const tell = findings.tellAt({ direction: "request", where: `credentials ${after.name}` });
    schemeRule.compare(before, after, tell);
    compareText(before, after, tell);
    compareDeprecated(before, after, tell);
  }
  const newNames = new Map(renamed.both.map((pair) => [pair.base.name, pair.revision.name]));
  return { base: (name) => newNames.get(name) ?? name, revision: (name) => name };
}
