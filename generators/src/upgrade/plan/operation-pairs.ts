// Two forms of an operation -> what its callers notice in the request and the response.
import { pairedByRules } from "../../diff/paired.ts";
import type { MediaType, Operation, Parameter, Response } from "../../model/http.ts";
import type { Property } from "../../model/schema.ts";
import { literalMeant, noteType, typeTextOf } from "./changed-types.ts";
import { memberKey, type PlannedChange } from "./changes.ts";
import type { Findings } from "./findings.ts";
import type { Pair } from "./paired.ts";
import { compareSchemas, previousNameAt } from "./schema-pairs.ts";

/** The members of a request, by the place of a parameter. */
const parts = { path: "path", query: "query", querystring: "query", header: "headers", cookie: "cookies" } as const;

export function compareOperations(pair: Pair<Operation>, findings: Findings): void {
  compareParameters(pair, findings);
  compareBodies(pair, findings);
  const { before, after } = pair;
  for (const response of before.responses) {
    const now = after.responses.find((one) => sameStatus(one, response));
    if (now !== undefined)
      compareContent(response.content, now.content, { top: `${before.typeName}Response`, name: before.name }, findings);
  }
}

function sameStatus({ status: one }: Response, { status: other }: Response): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface Content {
  readonly top: string;
  readonly name: string;
}

function compareContent(
  before: readonly MediaType[],
  after: readonly MediaType[],
  { top, name }: Content,
  findings: Findings,
): void {
  for (const media of before) {
    const now =
      after.find(({ type }) => type === media.type) ??
      (before.length === 1 && after.length === 1 ? after[0] : undefined);
    if (now === undefined) continue;
    const body = { place: { top, path: ["body"] }, name };
    noteType(
      { schema: media.schema, required: true },
      { schema: now.schema, required: true },
      { ...body, name: `the ${top.endsWith("Request") ? "body" : "response"} of ${name}` },
      findings,
    );
    compareSchemas(media.schema, now.schema, body, findings);
    if (media.item !== null && now.item !== null) compareSchemas(media.item.schema, now.item.schema, body, findings);
  }
}

function compareBodies({ before, after }: Pair<Operation>, findings: Findings): void {
  const [old, now] = [before.requestBody, after.requestBody];
  const top = `${before.typeName}Request`;
  if (old !== null && now !== null) compareContent(old.content, now.content, { top, name: before.name }, findings);
  if (old !== null && now === null)
    findings.member(memberKey(top, ["body"]), {
      kind: "gone",
      change: findings.change("removed-parameter", {
        message: `${before.name} no longer takes a body`,
        hint: "remove the body",
        base: old.at,
        revision: after.at,
      }),
    });
  // A body made of parameters that moved there is written by their moves.
  if (now === null || !now.required || old?.required === true || movesOf({ before, after }).size > 0) return;
  const [media] = now.content;
  const type = media === undefined ? "unknown" : typeTextOf(media.schema);
  const change = findings.change(old === null ? "new-required" : "became-required", {
    message: `the body of ${before.name} is required`,
    hint: `set body: ${type}`,
    base: old?.at ?? before.at,
    revision: now.at,
  });
  findings.require({ top, path: [] }, { name: "body", value: null, type, change });
}

function compareParameters(pair: Pair<Operation>, findings: Findings): void {
  const { before, after } = pair;
  const top = `${before.typeName}Request`;
  const successors = parameterPairs(pair, findings);
  const moves = movesOf(pair);
  for (const old of before.parameters) {
    const key = memberKey(top, [parts[old.in], old.name]);
    const now = successors.get(old);
    const name = `${before.name}.${old.name}`;
    if (now === undefined) {
      const move = moves.get(old);
      if (move === undefined)
        findings.member(key, { kind: "gone", change: goneParameter(old, { name, after }, findings) });
      else moved(old, ["body", move.name], { name, key, at: move.at }, findings);
      continue;
    }
    if (now.in !== old.in) moved(old, [parts[now.in], now.name], { name, key, at: now.at }, findings);
    else if (now.name !== old.name)
      findings.member(key, {
        kind: "rename",
        to: now.name,
        change: findings.change("renamed-parameter", {
          message: `the parameter ${old.name} of ${before.name} is now ${now.name}`,
          hint: `write ${now.name} instead of ${old.name}`,
          base: old.at,
          revision: now.at,
        }),
      });
    if (!old.required && now.required) requireParameter(old, now, { top, operation: before.name }, findings);
    noteType(old, now, { place: { top, path: [parts[old.in], old.name] }, name }, findings);
    compareSchemas(old.schema, now.schema, { place: { top, path: [parts[old.in], old.name] }, name }, findings);
  }
  bodyToParameters(pair, findings);
  const known = new Set(successors.values());
  const fromBody = new Set(bodyMoves(pair).values());
  for (const now of after.parameters)
    if (!known.has(now) && now.required && !fromBody.has(now))
      requireParameter(null, now, { top, operation: before.name }, findings);
}

function goneParameter(
  old: Parameter,
  { name, after }: { name: string; after: Operation },
  findings: Findings,
): PlannedChange {
  return findings.change("removed-parameter", {
    message: `the parameter ${name} was removed`,
    hint: `remove ${old.name}`,
    base: old.at,
    revision: after.at,
  });
}

interface Moved {
  readonly name: string;
  readonly key: string;
  readonly at: Parameter["at"];
}

function moved(old: Parameter, to: readonly [string, string], { name, key, at }: Moved, findings: Findings): void {
  findings.member(key, {
    kind: "move",
    to,
    change: findings.change("moved-parameter", {
      message: `the parameter ${name} is now in ${to[0]}${to[1] === old.name ? "" : `, as ${to[1]}`}`,
      hint: `write it as ${to.join(".")} of the request`,
      base: old.at,
      revision: at,
    }),
  });
}

function requireParameter(
  old: Parameter | null,
  now: Parameter,
  { top, operation }: { readonly top: string; readonly operation: string },
  findings: Findings,
): void {
  const type = typeTextOf(now.schema);
  const change = findings.change(old === null ? "new-required" : "became-required", {
    message: `the parameter ${now.name} of ${operation} is ${old === null ? "new and " : ""}required`,
    hint: `set ${parts[now.in]}.${now.name}: ${type}`,
    base: old?.at ?? null,
    revision: now.at,
  });
  const value = literalMeant(now.schema) ?? (old === null ? null : literalMeant(old.schema));
  findings.require({ top, path: [parts[now.in]] }, { name: now.name, value, type, change });
}

/** Path parameters by their position, others by place and name, by the old name that they state, by their name in another place. */
function parameterPairs({ before, after }: Pair<Operation>, findings: Findings): Map<Parameter, Parameter> {
  const rules: ((old: Parameter, now: Parameter) => boolean)[] = [
    (old, now) => old.in === now.in && findings.stated.of(`${before.name}.${old.name}`) === now.name,
    (old, now) => old.in === now.in && previousNameAt(now.at) === old.name,
    (old, now) => old.in === now.in && old.name === now.name,
    (old, now) => old.in === "path" && now.in === "path" && positionOf(before, old) === positionOf(after, now),
    (old, now) => old.in !== now.in && (old.name === now.name || previousNameAt(now.at) === old.name),
  ];
  const { both, added, removed } = pairedByRules(before.parameters, after.parameters, rules, "first");
  for (const old of removed) {
    const candidates = added
      .filter((now) => now.in === old.in && typeTextOf(now.schema) === typeTextOf(old.schema))
      .map(({ name }) => name);
    if (candidates.length > 0)
      findings.ask({
        old: `${before.name}.${old.name}`,
        candidates,
        message: `the parameter ${old.name} of ${before.name} is gone and ${candidates.join(", ")} of the same type is new`,
      });
  }
  return new Map(both.map(({ base, revision }) => [base, revision]));
}

function positionOf({ path }: Operation, { name }: Parameter): number {
  return path.segments
    .filter((part) => part.kind === "parameter")
    .findIndex((part) => part.kind === "parameter" && part.name === name);
}

/** Parameters that are gone, and members that the body did not have, of the same name: they moved into the body. */
function movesOf({ before, after }: Pair<Operation>): Map<Parameter, Property> {
  return pairsOfMoves(without(before.parameters, after.parameters), without(membersOf(after), membersOf(before)));
}

/** The other way round. */
function bodyMoves({ before, after }: Pair<Operation>): Map<Property, Parameter> {
  return pairsOfMoves(without(membersOf(before), membersOf(after)), without(after.parameters, before.parameters));
}

/** Those whose names the others do not have. */
function without<T extends Named>(some: readonly T[], others: readonly Named[]): T[] {
  return some.filter(({ name }) => !others.some((one) => one.name === name));
}

type Named = Pick<Parameter, "name" | "at">;

function pairsOfMoves<From extends Named, To extends Named>(
  gone: readonly From[],
  fresh: readonly To[],
): Map<From, To> {
  return new Map(
    gone.flatMap((old) => {
      const successor = fresh.find((one) => one.name === old.name || previousNameAt(one.at) === old.name);
      return successor === undefined ? [] : [[old, successor] as const];
    }),
  );
}

function bodyToParameters(pair: Pair<Operation>, findings: Findings): void {
  const { before } = pair;
  const schema = before.requestBody?.content[0]?.schema;
  if (schema === undefined) return;
  const top = schema.kind === "ref" ? schema.target.name : `${before.typeName}Request`;
  for (const [old, now] of bodyMoves(pair)) {
    const to = [parts[now.in], now.name] as const;
    findings.member(memberKey(top, schema.kind === "ref" ? [old.name] : ["body", old.name]), {
      kind: "move",
      to,
      change: findings.change("moved-parameter", {
        message: `${before.name}.${old.name} is now in ${to[0]}`,
        hint: `write it as ${to.join(".")} of the request`,
        base: old.at,
        revision: now.at,
      }),
    });
  }
}

function membersOf({ requestBody }: Operation): readonly Property[] {
  const schema = requestBody?.content[0]?.schema;
  const bodySchema = schema?.kind === "ref" ? schema.target.schema : schema;
  return bodySchema?.kind === "object" ? bodySchema.properties : [];
}
