// A valid request -> its effect: things are created, read, listed, changed and deleted below their paths.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { propertiesOf, resolved } from "./decode.ts";
import type { Values } from "./problems.ts";
import type { Habits } from "./server.ts";
import { asThing, isReadOnly, projected, type Store, sampleWith, type Thing } from "./store.ts";

export interface Outcome {
  /** Statuses to return, the first that is declared. */
  readonly statuses: readonly number[];
  /** The body, where it is decided. */
  readonly json: Json | undefined;
  /** The body by its schema. */
  readonly thing?: (schema: Schema) => Json;
}

interface Asked {
  readonly store: Store;
  readonly operation: Operation;
  readonly values: Values;
  readonly habits: Habits;
  /** As it came. */
  readonly path: string;
  readonly rawPath: ReadonlyMap<string, string>;
}

const successes = [200, 201, 202, 204, 203, 206, 302, 301, 303, 307, 304];
const missing: Outcome = { statuses: [404, 410, 400], json: undefined };

export function outcomeOf(asked: Asked): Outcome {
  const { store, operation, values, path } = asked;
  const template = operation.path.text;
  if (!parentsExist(asked)) return missing;
  if (operation.method === "post" && store.creator(template) !== null) return create(asked);
  if (operation.method === "get" && store.creator(template) !== null) return list(asked);
  const [, collection, name] = /^(.*)\/\{([^}]+)\}$/.exec(template) ?? [];
  if (collection === undefined || store.creator(collection) === null) return single(asked);
  const things = store.at(collection, path.slice(0, path.lastIndexOf("/")));
  const id = String(values.parameters.path.get(name ?? ""));
  const thing = things.get(id);
  if (thing === undefined) return missing;
  switch (operation.method) {
    case "delete":
      if (asked.habits.keepsDeleted !== true) things.delete(id);
      return plain(operation);
    case "put":
    case "patch": {
      const said = writable(operation, values.body);
      const idMember = store.idOf(collection)?.member ?? "id";
      const kept =
        operation.method === "patch"
          ? thing
          : Object.fromEntries(
              Object.entries(thing).filter(([key]) => key === idMember || isResponseOnly(operation, key)),
            );
      const next = { ...kept, ...said };
      things.set(id, asked.habits.writes?.(next, said) ?? next);
      return { statuses: successes, json: undefined, thing: (schema) => projected(schema, things.get(id) ?? {}) };
    }
    default:
      return { statuses: successes, json: undefined, thing: (schema) => projected(schema, thing) };
  }
}

/** What there is one of at its path: settings, or a thing that is there without having been made. */
function single({ store, operation, values, path }: Asked): Outcome {
  const said = writable(operation, values.body);
  const change = operation.method === "put" || operation.method === "patch" ? said : {};
  const thing = store.single(path, change, operation.method === "put");
  const result = operation.method === "post" ? said : thing;
  const query = values.parameters.query;
  return {
    ...plain(operation),
    thing: (schema) =>
      operation.method === "get" ? sifted(schema, result, query) : projected(schema, result, { isPartial: true }),
  };
}

/** A singleton, or a list that no operation adds to: its only record, unless a filter excludes it. */
function sifted(schema: Schema, thing: Thing, query: ReadonlyMap<string, Json>): Json {
  const sample = projected(schema, thing, { isPartial: true });
  const inside = (value: Json): Json =>
    isList(value)
      ? value.filter((item) =>
          [...query].every(([name, wanted]) => paging.test(name) || isFor(asThing(item), name, wanted)),
        )
      : value;
  if (isList(sample)) return inside(sample);
  return resolved(schema).kind === "object" && typeof sample === "object" && sample !== null
    ? Object.fromEntries(Object.entries(sample).map(([name, member]) => [name, inside(member)]))
    : sample;
}

function isFor(item: Thing, name: string, wanted: Json): boolean {
  const names = Object.keys(item);
  const member = names.find((key) => key === name) ?? names.find((key) => name.endsWith(`_${key}`));
  return member === undefined || item[member] === undefined || String(item[member]) === String(wanted);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function plain(operation: Operation): Outcome {
  return { statuses: operation.method === "post" ? [201, ...successes] : successes, json: undefined };
}

/** Every thing that the path goes through is there; where nothing creates, the one that the description's own words name. */
function parentsExist({ store, operation, path, values }: Asked): boolean {
  const [template, actual] = [operation.path.text.split("/"), path.split("/")];
  return template.every((part, index) => {
    const name = /^\{([^}]+)\}$/.exec(part)?.[1];
    if (name === undefined) return true;
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    const value = values.parameters.path.get(name);
    if (parameter === undefined || value === undefined) return true;
    const collection = template.slice(0, index).join("/");
    if (store.creator(collection) !== null) {
      return store.at(collection, actual.slice(0, index).join("/")).has(String(value));
    }
    const named = [sampleWith(parameter.schema), ...parameter.examples.map((one) => one.value.value)];
    // Not everything in a path is the name of a thing: a choice, a day, a number of something.
    const isName =
      /id$|name$|key$|slug$/i.test(name) ||
      operation.responses.some(({ status }) => status.kind === "code" && status.code === 404);
    return !isName || named.some((one) => JSON.stringify(one) === JSON.stringify(value));
  });
}

function create({ store, operation, values, habits, path }: Asked): Outcome {
  const said = writable(operation, values.body);
  const { unique } = habits;
  const isTaken = [...store.at(operation.path.text, path).values()].some(
    (one) => unique !== undefined && one[unique] === said[unique],
  );
  if (isTaken) return { statuses: [409], json: undefined };
  const thing = store.add(operation.path.text, path, { ...defaultsIn(operation), ...said });
  const written = habits.writes?.({ ...thing }, said) ?? thing;
  Object.assign(thing, written);
  return { statuses: [201, ...successes], json: undefined, thing: (schema) => projected(schema, thing) };
}

function defaultsIn({ requestBody }: Operation): Thing {
  const members = (requestBody?.content ?? []).flatMap(({ schema }) => propertiesOf(schema));
  return Object.fromEntries(
    members.flatMap(({ name, schema }): [string, Json][] => {
      const value = defaultOf(schema);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function writable({ requestBody }: Operation, body: Json | undefined): Thing {
  const members = (requestBody?.content ?? []).flatMap(({ schema }) => propertiesOf(schema));
  const kept = Object.entries(asThing(body)).filter(
    ([name]) => !members.some((one) => one.name === name && isReadOnly(one.schema)),
  );
  return Object.fromEntries(kept);
}

/** A member that no request can set: it stays when the rest is replaced. */
function isResponseOnly({ requestBody }: Operation, name: string): boolean {
  const members = (requestBody?.content ?? []).flatMap(({ schema }) => propertiesOf(schema));
  return !members.some((one) => one.name === name && !isReadOnly(one.schema));
}

function list({ store, operation, values, habits, path }: Asked): Outcome {
  const all = [...store.at(operation.path.text, path).values()];
  const query = habits.reads?.(values.parameters.query) ?? values.parameters.query;
  const texts = new Map([...query].map(([name, value]) => [name, String(value)]));
  const chosen = all.filter((thing) =>
    [...query].every(([name, value]) => paging.test(name) || isFor(thing, name, value)),
  );
  const numberOf = (names: RegExp): number | null => {
    const parameter = operation.parameters.find((one) => one.in === "query" && names.test(one.name));
    const value = parameter === undefined ? undefined : (query.get(parameter.name) ?? defaultOf(parameter.schema));
    return typeof value === "number" ? value : null;
  };
  const size = numberOf(/^(limit|page_?size|per_?page)$/i) ?? chosen.length;
  const cursor = Number(query.get("cursor") ?? 0);
  const start =
    (numberOf(/^(offset|skip)$/i) ?? 0) +
    ((numberOf(/^page(_?number)?$/i) ?? 1) - 1) * size +
    (Number.isNaN(cursor) ? 0 : cursor);
  const things = habits.lists?.(chosen.slice(start, start + size), texts) ?? chosen.slice(start, start + size);
  const facts: Thing = {
    total: chosen.length,
    total_count: chosen.length,
    has_more: start + size < chosen.length,
    has_next_page: start + size < chosen.length,
    page: numberOf(/^page(_?number)?$/i) ?? 1,
    page_size: size,
    limit: size,
    offset: start,
    next_cursor: start + size < chosen.length ? String(start + size) : null,
  };
  return { statuses: successes, json: undefined, thing: (schema) => listOf(schema, things, facts) };
}

const paging = /^(limit|page|page_?number|page_?size|per_?page|offset|skip|cursor)$/i;

function listOf(schema: Schema, things: readonly Thing[], facts: Thing): Json {
  const own = resolved(schema);
  if (own.kind === "array") {
    const base = sampleWith(own.items);
    return things.map((thing) => projected(own.items, thing, { base }));
  }
  const built = asThing(sampleWith(schema));
  for (const { name, schema: member } of propertiesOf(schema)) {
    const inner = resolved(member);
    if (inner.kind === "array") built[name] = listOf(member, things, facts);
    else if (inner.kind === "object") built[name] = { ...asThing(built[name]), ...pick(asThing(built[name]), facts) };
    else if (facts[name] !== undefined && matches(member, facts[name])) built[name] = facts[name];
  }
  return built;
}

function pick(like: Thing, facts: Thing): Thing {
  return Object.fromEntries(
    Object.keys(like).flatMap((name): [string, Json][] => (facts[name] === undefined ? [] : [[name, facts[name]]])),
  );
}

function defaultOf(schema: Schema): Json | undefined {
  return schema.annotations.default?.value ?? (schema.kind === "ref" ? defaultOf(schema.target.schema) : undefined);
}
