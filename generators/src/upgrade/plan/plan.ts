// The old and the new model of an API -> its plan: every change that callers notice, by the names of the generated code.

import { diffApis } from "../../diff/index.ts";
import { removedOperationText } from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import { everyOperationOf, type Operation } from "../../model/http.ts";
import { identityOf, type Location } from "../../model/place.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { methodPlacesOf } from "../../targets/client/method-places.ts";
import type { ApiPlan, MethodMove, NameEdit, PlannedChange, ValuesEdit } from "./changes.ts";
import { Findings, type StatedRenames } from "./findings.ts";
import { compareOperations } from "./operation-pairs.ts";
import { type Paired, pairedMessages, pairedOperations } from "./paired.ts";
import { compareSchemas, isSuccessor, previousNameAt, writtenAs } from "./schema-pairs.ts";

export interface Side {
  readonly api: Api;
  readonly options: ApiOptions;
}

export function planApi(name: string, before: Side, after: Side, stated: StatedRenames): ApiPlan {
  const messages = pairedMessages(messagesOf(before), messagesOf(after), stated);
  const operations = pairedOperations(operationsOf(before), operationsOf(after), stated);
  const events = new Map(messages.pairs.map(({ before: old, after: now }) => [old.eventName, now.eventName]));
  const known = new Set(before.api.schemas.map((schema) => schema.name));
  const freshSchemas = after.api.schemas.filter((schema) => !known.has(schema.name));
  const findings = new Findings(name, { stated, events, freshSchemas });
  const names: NameEdit[] = [];
  const keys = new Map<string, { readonly to: string | null; readonly change: PlannedChange }>();

  for (const { before: old, after: now } of messages.pairs) {
    compareSchemas(
      old.payload,
      now.payload,
      { place: { top: `${old.typeName}Payload`, path: [] }, name: old.eventName },
      findings,
    );
    if (old.headers !== null && now.headers !== null)
      compareSchemas(
        old.headers,
        now.headers,
        { place: { top: `${old.typeName}Headers`, path: [] }, name: old.eventName },
        findings,
      );
    if (old.eventName === now.eventName && old.typeName === now.typeName) continue;
    const change = findings.change("renamed-event", {
      message: `the event ${old.eventName} is now ${now.eventName}`,
      hint: `write ${JSON.stringify(now.eventName)}`,
      base: old.at,
      revision: now.at,
    });
    names.push({ from: old.typeName, to: now.typeName, change });
    if (old.eventName !== now.eventName) keys.set(old.eventName, { to: now.eventName, change });
  }
  for (const old of messages.gone) {
    const change = findings.change("removed-event", {
      message: `the event ${old.eventName} was removed`,
      hint: "remove its handler",
      base: old.at,
      revision: null,
    });
    names.push({ from: old.typeName, to: null, change });
    keys.set(old.eventName, { to: null, change });
  }
  for (const pair of operations.pairs) compareOperations(pair, findings);
  const methods = planMethods(operations, { before, after, found: findings, names, keys });
  const schemas = pairSchemas(before.api, after.api, findings);
  names.push(...schemaNames(schemas, before.api, findings));
  return {
    api: name,
    changes: findings.changes,
    members: findings.members,
    required: findings.required,
    values: findings.valueEdits,
    types: findings.types,
    names: names.filter(({ from, to }) => from !== to).sort((one, other) => other.from.length - one.from.length),
    methods,
    keys,
    events: eventValues({ before, after, found: findings }, keys),
    keySets: findings.keySets,
    described: describedTypes(before.api),
    questions: findings.questions,
  };
}

/** Event names are values too: those of a union of all of them. */
function eventValues(
  { before, after, found }: Pick<Methods, "before" | "after" | "found">,
  keys: Methods["keys"],
): ValuesEdit | null {
  const names = [...new Set(messagesOf(before).map(({ eventName }) => eventName))];
  const changed = names.flatMap((name) => {
    const edit = keys.get(name);
    return edit === undefined ? [] : [{ name, ...edit }];
  });
  const renamed = new Set(changed.flatMap(({ to }) => to ?? []));
  const added = messagesOf(after)
    .filter(({ eventName }) => !names.includes(eventName) && !renamed.has(eventName))
    .map(({ eventName, at }) => ({
      value: eventName,
      change: found.change("new-value", {
        message: `the event ${eventName} is new`,
        hint: `handle ${eventName} here`,
        base: null,
        revision: at,
      }),
    }));
  if (changed.length + added.length === 0) return null;
  return {
    name: "EventName",
    before: names,
    renamed: new Map(changed.flatMap(({ name, to, change }) => (to === null ? [] : [[name, { to, change }] as const]))),
    removed: new Map(changed.flatMap(({ name, to, change }) => (to === null ? [[name, change] as const] : []))),
    added,
  };
}

function operationsOf({ api }: Side): readonly Operation[] {
  return everyOperationOf(api.http);
}

function messagesOf({ api }: Side): NonNullable<Api["messaging"]>["messages"] {
  return api.messaging?.messages ?? [];
}

interface Methods {
  readonly before: Side;
  readonly after: Side;
  readonly found: Findings;
  readonly names: NameEdit[];
  readonly keys: Map<string, { readonly to: string | null; readonly change: PlannedChange }>;
}

/** Where the client has them; names of types, functions and handlers go to `names` and `keys`. */
function planMethods({ pairs, gone }: Paired<Operation>, { before, after, found, names, keys }: Methods): MethodMove[] {
  const places = { before: placesOf(before), after: placesOf(after) };
  const moves: MethodMove[] = [];
  for (const { before: old, after: now } of pairs) {
    const [from, to] = [places.before(old), places.after(now)];
    const isRenamed = old.name !== now.name || old.typeName !== now.typeName;
    const isMoved = from.group !== to.group || from.name !== to.name;
    if (!isRenamed && !isMoved) continue;
    const change = isRenamed
      ? found.change("renamed-operation", {
          message: `the operation ${old.name} is now ${now.name}`,
          hint: `call ${methodPath(to)}`,
          base: old.at,
          revision: now.at,
        })
      : found.change("moved-operation", {
          message: `${methodPath(from)} is now ${methodPath(to)}`,
          hint: `call ${methodPath(to)}`,
          base: old.at,
          revision: now.at,
        });
    if (isRenamed) {
      names.push({ from: old.name, to: now.name, change }, { from: old.typeName, to: now.typeName, change });
      keys.set(old.name, { to: now.name, change });
    }
    if (isMoved) moves.push({ from, to, change });
  }
  for (const old of gone) {
    const change = found.change("removed-operation", {
      message: removedOperationText(old.name),
      operation: old.name,
      hint: "remove the code that calls it",
      base: old.at,
      revision: null,
    });
    names.push({ from: old.name, to: null, change }, { from: old.typeName, to: null, change });
    keys.set(old.name, { to: null, change });
    moves.push({ from: places.before(old), to: null, change });
  }
  return moves;
}

function placesOf({ api, options }: Side): (operation: Operation) => MethodMove["from"] {
  return api.http === null ? ({ name }) => ({ group: null, name }) : methodPlacesOf(api.http, options).of;
}

function methodPath({ group, name }: MethodMove["from"]): string {
  return group === null ? name : `${group}.${name}`;
}

/** Compares schemas from the places that refer to them inwards, until nothing new is met. */
function pairSchemas(before: Api, after: Api, findings: Findings): ReadonlyMap<NamedSchema, readonly NamedSchema[]> {
  const now = new Map(after.schemas.map((schema) => [schema.name, schema]));
  const old = new Map(before.schemas.map((schema) => [schema.name, schema]));
  const stating = new Map(after.schemas.flatMap((schema) => oldNamesOf(schema).map((name) => [name, schema] as const)));
  const pairs = new Map<NamedSchema, readonly NamedSchema[]>();
  const compare = (schema: NamedSchema, successors: readonly NamedSchema[]): void => {
    pairs.set(schema, successors);
    for (const successor of successors)
      compareSchemas(
        schema.schema,
        successor.schema,
        {
          place: { top: schema.name, path: [] },
          name: schema.name,
          ...(successors.length > 1 ? { alternative: successor.name } : {}),
        },
        findings,
      );
  };
  const isFresh = (schema: NamedSchema): boolean => !old.has(schema.name);
  for (const schema of before.schemas) {
    const stated = findings.stated.of(schema.name);
    const successor =
      (stated === null ? undefined : now.get(stated)) ??
      stating.get(schema.name) ??
      stating.get(schema.nameParts.at(-1) ?? "") ??
      now.get(schema.name);
    if (successor !== undefined) compare(schema, [successor]);
  }
  for (;;) {
    const open = before.schemas.filter((schema) => !pairs.has(schema));
    const next = open.find((schema) => [...(findings.met.get(schema) ?? [])].some(isFresh));
    if (next !== undefined) {
      const candidates = [...(findings.met.get(next) ?? [])].filter(isFresh);
      const similar = candidates.filter((one) => isSuccessor(next, one));
      compare(next, similar);
      continue;
    }
    const twin = open
      .map((schema) => [schema, twinOf(schema, after, { isFresh, pairs })] as const)
      .find(([, one]) => one !== null);
    if (twin === undefined || twin[1] === null) return pairs;
    compare(twin[0], [twin[1]]);
  }
}

function oldNamesOf(schema: NamedSchema): string[] {
  const name = previousNameAt(schema.at);
  return name === null ? [] : [name];
}

/** The only new schema that is written alike: of schemas that nothing refers to. */
function twinOf(
  schema: NamedSchema,
  after: Api,
  {
    isFresh,
    pairs,
  }: {
    readonly isFresh: (schema: NamedSchema) => boolean;
    readonly pairs: ReadonlyMap<NamedSchema, readonly NamedSchema[]>;
  },
): NamedSchema | null {
  const text = writtenAs(schema.at);
  const pairedSchemas = new Set([...pairs.values()].flat());
  const alike = after.schemas.filter((now) => isFresh(now) && !pairedSchemas.has(now) && writtenAs(now.at) === text);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

function schemaNames(
  pairs: ReadonlyMap<NamedSchema, readonly NamedSchema[]>,
  before: Api,
  findings: Findings,
): NameEdit[] {
  const claims = Map.groupBy(
    [...pairs].flatMap(([old, [now, ...more]]) => (now === undefined || more.length > 0 ? [] : [{ old, now }])),
    ({ now }) => now.name,
  );
  const names = [...pairs].flatMap(([old, successors]): NameEdit[] => {
    const [now, ...more] = successors;
    if (now === undefined) return [];
    const list = successors.map(({ name }) => name);
    if (more.length > 0) {
      const message = `${old.name} was split into ${list.join(" and ")}`;
      const change = findings.change("split-schema", {
        message,
        hint: `choose one of ${list.join(", ")}`,
        base: old.at,
        revision: now.at,
      });
      return [{ from: old.name, to: list, change }];
    }
    if (now.name === old.name) return [{ from: old.name, to: now.name, change: null }];
    const merged = (claims.get(now.name) ?? []).map((claim) => claim.old.name);
    const change =
      merged.length > 1
        ? findings.change("merged-schemas", {
            message: `${merged.join(" and ")} were merged into ${now.name}`,
            hint: `use ${now.name}`,
            base: old.at,
            revision: now.at,
          })
        : findings.change("renamed-schema", {
            message: `the schema ${old.name} is now ${now.name}`,
            hint: `use ${now.name}`,
            base: old.at,
            revision: now.at,
          });
    return [{ from: old.name, to: now.name, change }];
  });
  return [...names, ...goneSchemas(pairs, before, findings)];
}

function goneSchemas(
  pairs: ReadonlyMap<NamedSchema, readonly NamedSchema[]>,
  before: Api,
  findings: Findings,
): NameEdit[] {
  return before.schemas.flatMap((schema): NameEdit[] => {
    if ((pairs.get(schema)?.length ?? 0) > 0) return [];
    const replacements = [...(findings.met.get(schema) ?? [])].map(({ name }) => name);
    const instead = replacements.length === 0 ? "" : `; ${replacements.join(" or ")} is in its place`;
    const change = findings.change("removed-schema", {
      message: `the schema ${schema.name} was removed${instead}`,
      hint:
        replacements.length === 0
          ? "remove the code that uses it"
          : `use ${replacements.join(" or ")}, or pass --rename ${schema.name}=${replacements[0]}`,
      base: schema.at,
      revision: null,
    });
    return [{ from: schema.name, to: null, change }];
  });
}

/** Types whose members the plan knows by their place; members of all other generated objects are operations and events. */
function describedTypes({ http, messaging, schemas }: Api): ReadonlySet<string> {
  return new Set([
    ...schemas.map(({ name }) => name),
    ...everyOperationOf(http).flatMap(({ typeName }) => [
      `${typeName}Request`,
      `${typeName}Received`,
      `${typeName}Response`,
    ]),
    ...(messaging?.messages ?? []).flatMap(({ typeName }) => [`${typeName}Payload`, `${typeName}Headers`]),
  ]);
}

export function inOrderOfDiff(changes: readonly PlannedChange[], before: Api, after: Api): PlannedChange[] {
  const order = new Map<string, number>();
  diffApis(before, after).forEach(({ base, revision }, index) => {
    for (const key of [`base ${identityOf(base)}`, `revision ${identityOf(revision)}`])
      if (!order.has(key)) order.set(key, index);
  });
  const ranks = new Map(changes.map((change) => [change, rankOf(change, order)]));
  return changes.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

/** That of the change at the same place or around it; last without any. */
function rankOf({ base, revision }: PlannedChange, order: ReadonlyMap<string, number>): number {
  const ranks = [
    ...(base === null ? [] : [rankAt(base, "base", order)]),
    ...(revision === null ? [] : [rankAt(revision, "revision", order)]),
  ].filter((rank) => rank !== null);
  return ranks.length === 0 ? order.size : Math.min(...ranks);
}

function rankAt(at: Location, side: "base" | "revision", order: ReadonlyMap<string, number>): number | null {
  return order.get(`${side} ${identityOf(at)}`) ?? null;
}
