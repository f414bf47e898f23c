// `x-waybill-immutable` of object schemas -> members that, once seen, never change, in whichever response they come again.
import type { Json, NamedSchema, Schema } from "waybill/description";
import { placeOf, textsIn } from "../description/description.ts";
import { objectsOf, partsOf, resolved } from "../description/schema-parts.ts";
import { asObject, type JsonObject, show } from "../values/json.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { ownerOfPath } from "./knowledge.ts";

export function watchImmutables(context: Context): void {
  const seen = new Map<string, Json>();
  context.listeners.push((result) => {
    const schema = result.verdict?.mediaType?.schema;
    if (!isAccepted(result.status) || schema === undefined) return;
    const { path } = result.operation;
    const owner = ownerOfPath(path.text.split("{")[0] ?? "");
    for (const { item, named } of recordsIn(schema, result.json)) {
      const id = item["id"];
      if (typeof id !== "string" && typeof id !== "number") continue;
      for (const name of textsIn(named.schema.annotations.extensions, "x-waybill-immutable")) {
        if (!Object.hasOwn(item, name)) continue;
        const key = `${owner} ${id} ${name}`;
        const [before, now] = [seen.get(key), item[name] ?? null];
        if (before === undefined) seen.set(key, now);
        else if (JSON.stringify(before) !== JSON.stringify(now))
          objectTo(context, result, { name, before, now, named });
      }
    }
  });
}

interface Change {
  readonly name: string;
  readonly before: Json;
  readonly now: Json;
  readonly named: NamedSchema;
}

function objectTo(context: Context, result: CallResult, { name, before, now, named }: Change): void {
  const message = `${result.operation.id} returns a changed ${name}, which must never change: ${show(now)}, ${show(before)} before`;
  context.object("rule-broken", message, { ...result, where: placeOf(named.at) });
}

export interface Found {
  readonly item: JsonObject;
  readonly named: NamedSchema;
}

/** The objects of a response whose schema has a name: the body itself, or the elements of its lists. */
export function recordsIn(schema: Schema, json: unknown): Found[] {
  const own = schema.kind === "ref" ? [schema.target] : [];
  if (Array.isArray(json)) {
    const lists = partsOf(schema).flatMap((part) => (part.kind === "array" ? [part.items] : []));
    return lists.flatMap((items) => json.flatMap((item) => recordsIn(items, item)));
  }
  const item = asObject(json);
  if (item === null) return [];
  const lists = objectsOf(partsOf(resolved(schema))).flatMap(({ properties }) =>
    properties.flatMap(({ name, schema: inner }) => (Array.isArray(item[name]) ? recordsIn(inner, item[name]) : [])),
  );
  return [...own.map((named) => ({ item, named })), ...lists];
}
