// Rules of a description about records, held against every response that has one: members that never change (`x-waybill-immutable`), those
// that a state has, a create sets and a transition may change (`holds`, `sets` and `changes` of a state machine), and what a reference is
// shown as (`shownAs`).
import type { Json, NamedSchema, Operation, Schema } from "waybill/description";
import { extensionOf, isRecord, placeOf, textIn, textsIn } from "../../description/description.ts";
import { objectsOf, partsOf, propertiesIn, resolved } from "../../description/schema-parts.ts";
import { asObject, type JsonObject, show, valueAt } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { bodyTypeOf, isPartialUpdate } from "../inputs.ts";
import { ownerOfPath, plainName } from "../knowledge.ts";
import { idsMadeBy } from "../links.ts";
import { differingNames, idsIn, isSame, itemsOf, recordsIn } from "../records.ts";
import { membersOfBody } from "../request-values.ts";
import { type Entry, entriesIn } from "./entries.ts";
import { type StateMachine, stateMachinesOf } from "./state-machine.ts";

export function watchRecordRules(context: Context): void {
  watchImmutables(context);
  watchStates(context);
  watchInitial(context);
  watchUnasked(context);
  watchChanges(context);
  watchDefaults(context);
  watchStateTimes(context);
}

/** Members that, once seen, never change, in whichever response they come again. */
function watchImmutables(context: Context): void {
  const seen = new Map<string, Json>();
  context.listeners.push((result) => {
    const owner = ownerOfPath(result.operation.path.text.split("{")[0] ?? "");
    for (const { item, named } of namedRecordsIn(result)) {
      const id = item["id"];
      if (typeof id !== "string" && typeof id !== "number") continue;
      for (const name of textsIn(named.schema.annotations.extensions, "x-waybill-immutable")) {
        if (!Object.hasOwn(item, name)) continue;
        const key = `${owner} ${id} ${name}`;
        const [before, now] = [seen.get(key), item[name] ?? null];
        if (before === undefined) seen.set(key, now);
        else if (JSON.stringify(before) !== JSON.stringify(now)) {
          const text = `returns a changed ${name}, which must never change: ${show(now)}, ${show(before)} before`;
          context.fault("rule-broken", result, text, placeOf(named.at));
        }
      }
    }
  });
}

interface Found {
  readonly item: JsonObject;
  readonly named: NamedSchema;
}

/** The objects of an accepted response whose schema has a name: the body itself, or the elements of its lists. */
function namedRecordsIn({ status, verdict, json }: CallResult): Found[] {
  const schema = verdict?.mediaType?.schema;
  return isAccepted(status) && schema !== undefined ? namedIn(schema, json) : [];
}

function namedIn(schema: Schema, json: unknown): Found[] {
  const refTargets = schema.kind === "ref" ? [schema.target] : [];
  if (Array.isArray(json)) {
    const lists = partsOf(schema).flatMap((part) => (part.kind === "array" ? [part.items] : []));
    return lists.flatMap((items) => json.flatMap((item) => namedIn(items, item)));
  }
  const item = asObject(json);
  if (item === null) return [];
  const lists = objectsOf(partsOf(resolved(schema))).flatMap(({ properties }) =>
    properties.flatMap(({ name, schema: inner }) => (Array.isArray(item[name]) ? namedIn(inner, item[name]) : [])),
  );
  return [...refTargets.map((named) => ({ item, named })), ...lists];
}

/** Which members have a value in each state. */
function watchStates(context: Context): void {
  const rules = context.description.schemas.flatMap(stateRulesOf);
  if (rules.length === 0) return;
  context.listeners.push((result) => {
    for (const { item, named } of namedRecordsIn(result)) {
      for (const rule of rules) if (isOf(named, rule)) checkRecord(context, result, { rule, item });
    }
  });
}

/** What an operation makes has the values that its transition sets, unless another transition sets them as well. */
function watchInitial(context: Context): void {
  const machines = stateMachinesOf(context.description);
  const factsById = new Map<
    unknown,
    { readonly operation: string; readonly name: string; readonly value: Json; readonly where: string }[]
  >();
  context.listeners.push((result) => {
    if (!isAccepted(result.status)) return;
    for (const { transitions, where } of machines) {
      const initialTransition = transitions.find(
        ({ from, operation }) => from === null && operation === result.operation.id,
      );
      const others = transitions.filter((one) => one !== initialTransition).flatMap(({ sets }) => Object.keys(sets));
      const set = Object.entries(initialTransition?.sets ?? {}).filter(([name]) => !others.includes(name));
      const facts = set.map(([name, value]) => ({ operation: result.operation.id, name, value, where }));
      if (facts.length > 0) for (const id of idsMadeBy(result)) factsById.set(id, facts);
    }
    for (const item of recordsIn(result.json)) {
      for (const { operation, name, value, where } of factsById.get(item["id"]) ?? []) {
        if (item[name] === undefined || JSON.stringify(item[name]) === JSON.stringify(value)) continue;
        if (context.records.updated.has(item["id"] ?? null)) continue;
        const is = `${show(item[name])}; the state machine says ${show(value)} of what ${operation} makes`;
        context.fault("wrong-state", result, `returns the ${name} ${is}`, where);
      }
    }
  });
}

/** What no request was about stays in its state, unless something outside of the API leads to another one. */
function watchUnasked(context: Context): void {
  const machines = stateMachinesOf(context.description);
  const states = new Map<Json, { readonly machine: StateMachine; state: Json }>();
  context.listeners.push((result) => {
    if (!isAccepted(result.status)) return;
    for (const machine of machines) {
      const initialTransition = machine.transitions.find(
        ({ from, operation }) => from === null && operation === result.operation.id,
      );
      if (initialTransition !== undefined)
        for (const id of idsMadeBy(result)) states.set(id, { machine, state: initialTransition.to });
    }
    for (const item of recordsIn(result.json)) {
      const known = states.get(item["id"] ?? null);
      const now = known === undefined ? undefined : item[known.machine.property];
      if (known === undefined || now === undefined || now === known.state) continue;
      const { machine, state } = known;
      known.state = now;
      const isAsked = result.operation.method !== "get" || context.records.changed.has(item["id"] ?? null);
      if (isAsked || leadsOutside(machine, state, now)) continue;
      const is = `${machine.property} ${show(now)} after ${show(state)} of what no accepted request was about`;
      context.fault("wrong-state", result, `returns ${is}`, machine.where);
    }
  });
}

/** A record that has gone from one state to another differs only in what the transitions between them may change. */
function watchChanges(context: Context): void {
  const machines = stateMachinesOf(context.description);
  const seen = new Map<string, JsonObject>();
  context.listeners.push((result) => {
    if (!isAccepted(result.status) || result.operation.method !== "get" || context.isOfOther(result.exchange)) return;
    const owner = ownerOfPath(result.operation.path.text.split("{")[0] ?? "");
    for (const item of recordsIn(result.json)) {
      for (const machine of machines) {
        const { property, where } = machine;
        const key = `${owner} ${property} ${String(item["id"])}`;
        const before = seen.get(key);
        if (!Object.hasOwn(item, "id") || !Object.hasOwn(item, property)) continue;
        seen.set(key, item);
        const [from, to] = [before?.[property] ?? null, item[property] ?? null];
        const free = before === undefined || from === to ? null : changeableIn(machine, from, to);
        const updates = [...(context.records.updated.get(item["id"] ?? null) ?? [])];
        const isOthers = updates.some((id) => !machine.transitions.some(({ operation }) => operation === id));
        if (before === undefined || free === null || isOthers) continue;
        const changed = differingNames(before, item).filter(
          (name) => name !== property && free[name]?.(before[name], item[name]) !== true,
        );
        for (const name of changed) {
          const is = `${show(item[name] ?? null)} after ${show(before[name] ?? null)}`;
          const text = `returns a changed ${name} after ${property} went from ${show(from)} to ${show(to)}: ${is}`;
          context.fault("wrong-state", result, text, where);
        }
      }
    }
  });
}

type MayChange = (from: Json | undefined, to: Json | undefined) => boolean;

/**
 * The members that a transition from one state to the other may change, and how; `null` where there is none, or one that leaves them
 * open.
 */
function changeableIn({ transitions }: StateMachine, from: Json, to: Json): Readonly<Record<string, MayChange>> | null {
  const between = transitions.filter((one) => one.to === to && one.from?.includes(from) === true);
  if (between.length === 0 || between.some(({ changes }) => changes === null)) return null;
  const rules = between.flatMap(({ sets, changes, moves }) =>
    [...Object.keys(sets), ...(changes ?? [])].map((name): [string, MayChange] => {
      const limits = moves.filter(({ member }) => member === name);
      return [name, (old, now) => limits.length === 0 || limits.some((one) => one.from === old && one.to === now)];
    }),
  );
  const byName = Map.groupBy(rules, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, all]): [string, MayChange] => [name, (old, now) => all.some(([, may]) => may(old, now))]),
  );
}

/** Whether transitions outside of the API lead from one state to another. */
function leadsOutside({ transitions }: StateMachine, from: Json, to: Json): boolean {
  const reached = new Set<Json>([from]);
  for (const state of reached) {
    for (const one of transitions) {
      if (one.operation === null && one.from?.includes(state) === true) reached.add(one.to);
    }
  }
  return reached.has(to);
}

/** A member that was left out has its default where the record that was made shows it first. */
function watchDefaults(context: Context): void {
  // Where null is the default, a service may well choose a value.
  const defaults = new Map(
    context.description.operations.map((operation) => [
      operation,
      defaultsOf(operation).filter(({ value }) => value !== null),
    ]),
  );
  const shown = new Set<string>();
  const check = (result: CallResult, made: Pick<CallResult, "operation" | "values">, item: JsonObject): void => {
    const sent = membersOfBody(made.values);
    for (const { name, value, where } of sent === null ? [] : (defaults.get(made.operation) ?? [])) {
      if (sent === null || Object.hasOwn(sent, name) || !Object.hasOwn(item, name)) continue;
      // In later responses something else may have changed it.
      const key = JSON.stringify([item["id"] ?? null, name]);
      const isFirst = result.operation.method !== "get" || !shown.has(key);
      shown.add(key);
      if (!isFirst || isSame(item[name], value)) continue;
      const text = `returns the ${name} ${show(item[name] ?? null)} of what ${made.operation.id} made without it; its default is ${show(value)}`;
      context.fault("lost-write", result, text, where);
    }
  };
  context.listeners.push((result) => {
    if (!isAccepted(result.status) || context.isOfOther(result.exchange)) return;
    const { operation } = result;
    const body = asObject(result.json);
    const replaces = operation.method === "put" && !isPartialUpdate(operation);
    if ((operation.method === "post" || replaces) && body !== null && idsIn(operation, body).length > 0)
      check(result, result, body);
    if (operation.method !== "get") return;
    for (const item of recordsIn(result.json)) {
      const id = item["id"] ?? null;
      const made = context.records.sent.get(id);
      if (made === undefined || context.records.changed.has(id)) continue;
      // Records of two kinds may have the same number.
      const isOwn = typeof id === "string" || operation.path.text.startsWith(made.operation.path.text);
      if (isOwn) check(result, made, item);
    }
  });
}

/** What has come into a state in this run has a time of it: `closedAt` of what is `closed`. */
function watchStateTimes(context: Context): void {
  context.listeners.push((result) => {
    if (!isAccepted(result.status) || context.isOfOther(result.exchange)) return;
    for (const item of recordsIn(result.json)) {
      if (!context.records.made.has(item["id"] ?? null)) continue;
      const states = Object.entries(item).flatMap(([name, value]) => (/stat(e|us)$/i.test(name) ? [value] : []));
      for (const state of states.filter((one) => typeof one === "string")) {
        const time = Object.keys(item).find((name) => plainName(name) === `${plainName(state)}at`);
        if (time === undefined || item[time] !== null) continue;
        context.fault("wrong-state", result, `returns no ${time} of what is ${state}`);
      }
    }
  });
}

function defaultOf(schema: Schema): Json | undefined {
  const { default: stated } = schema.annotations;
  if (stated != null) return stated.value;
  return schema.kind === "ref" ? defaultOf(schema.target.schema) : undefined;
}

export interface Default {
  readonly name: string;
  readonly value: Json;
  /** Of the schema that states it. */
  readonly where: string;
}

/** Those of the members of a body. */
export function defaultsOf(operation: Operation): Default[] {
  const schema = bodyTypeOf(operation)?.schema;
  return (schema === undefined ? [] : propertiesIn(schema)).flatMap(({ name, schema: member }) => {
    const value = defaultOf(member);
    return value === undefined ? [] : [{ name, value, where: placeOf(member.at) }];
  });
}

interface StateRule {
  /** The schema of the property, or of the record itself. */
  readonly identity: NamedSchema["identity"];
  readonly property: string;
  readonly states: readonly Json[];
  readonly empty: readonly string[];
  readonly filled: readonly string[];
  /** The values that members may have. */
  readonly values: readonly (readonly [name: string, allowed: readonly Json[]])[];
  readonly where: string;
}

function checkRecord(
  context: Context,
  result: CallResult,
  { rule, item }: { readonly rule: StateRule; readonly item: JsonObject },
): void {
  const { property, states, empty, filled, values, where } = rule;
  const state = item[property];
  if (state === undefined || !states.includes(state)) return;
  const object = (name: string, how: string): void =>
    context.fault("wrong-state", result, `returns ${name} ${how} in the state ${String(state)}`, where);
  for (const name of empty) if ((item[name] ?? null) !== null) object(name, "with a value");
  for (const name of filled) if (item[name] === null) object(name, "without a value");
  for (const [name, allowed] of values) {
    const value = item[name];
    if (value !== undefined && !allowed.includes(value)) object(name, show(value));
  }
}

/** The machine is described with the schema of the record, or with that of the property in it. */
function isOf({ schema, identity }: NamedSchema, rule: StateRule): boolean {
  if (identity === rule.identity) return true;
  return (
    schema.kind === "object" &&
    schema.properties.some(
      (one) => one.name === rule.property && one.schema.kind === "ref" && one.schema.target.identity === rule.identity,
    )
  );
}

function stateRulesOf({ schema, at, identity }: NamedSchema): StateRule[] {
  const machine = extensionOf(schema.annotations.extensions, "x-waybill-state-machine");
  const property = textIn(machine, "property");
  const holds = machine?.["holds"];
  if (property === null || !Array.isArray(holds)) return [];
  return holds.filter(isRecord).map((entry) => ({
    identity,
    property,
    states: Array.isArray(entry["in"]) ? (entry["in"] as readonly Json[]) : [],
    empty: textsIn(entry, "empty"),
    filled: textsIn(entry, "filled"),
    values: Object.entries(extensionOf(entry, "values") ?? {}).flatMap(([name, allowed]) =>
      Array.isArray(allowed) ? [[name, allowed as readonly Json[]] as const] : [],
    ),
    where: placeOf(at),
  }));
}

/** What a request referred to is what the record shows of it, such as the alias of the warehouse whose id was sent. */
export function watchShownReferences(context: Context): void {
  const rules = new Map(context.description.operations.map((operation) => [operation, shownEntriesOf(operation)]));
  const lists = new Set([...rules.values()].flatMap((shownEntries) => shownEntries.map((rule) => rule.lists)));
  if (lists.size === 0) return;
  const listed = new Map<string, readonly JsonObject[]>();
  context.listeners.push((result) => {
    const { operation, json, status, exchange } = result;
    if (operation.method !== "get" || !isAccepted(status) || context.isOfOther(exchange)) return;
    const items = itemsOf(json);
    if (items !== null && lists.has(operation.id)) listed.set(operation.id, items);
    for (const item of recordsIn(json)) {
      const id = item["id"] ?? null;
      const created = context.records.sent.get(id);
      if (created === undefined || context.records.updated.has(id)) continue;
      for (const { path, lists: list, member, shown, where } of rules.get(created.operation) ?? []) {
        const sent = valueAt(membersOfBody(created.values) ?? {}, path.split("."));
        const actual = valueAt(item, shown.path.split("."));
        const records = listed.get(list) ?? [];
        // Where the service chooses, a listed record is known by any of its texts, and shown by the stated one.
        const isChosen = sent === undefined && typeof actual === "string";
        const record =
          records.find((one) => isChosen && one[shown.member] === actual) ??
          records.find((one) => (isChosen ? Object.values(one).includes(actual) : one[member] === sent));
        const wanted = record?.[shown.member];
        if (wanted === undefined || actual === undefined || actual === wanted) continue;
        const source = isChosen ? `its ${shown.member} in ${list}` : `the ${path} that was sent`;
        const text = `returns the ${shown.path} ${show(actual)}; ${source} is ${show(wanted)}`;
        context.fault("lost-write", result, text, where);
      }
    }
  });
}

type ShownEntry = Entry & { readonly [name in "lists" | "member" | "shown"]: NonNullable<Entry[name]> };

function shownEntriesOf(operation: Operation): ShownEntry[] {
  return entriesIn(operation, "x-waybill-references").flatMap((entry): ShownEntry[] => {
    const { lists, member, shown } = entry;
    return lists === null || member === null || shown === null ? [] : [{ ...entry, lists, member, shown }];
  });
}
