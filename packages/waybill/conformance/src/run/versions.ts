// Optimistic locking without ETags: a change sends the `version` that it is based on, as a member or a parameter, and the service raises it ->
// which input that is, and the same request with the version that its resource was last seen with.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { propertiesIn, resolved } from "../description/schema-parts.ts";
import { declares } from "../description/stated.ts";
import { asObject, type JsonObject } from "../values/json.ts";
import { ownerOfParameter, ownerOfPath } from "./knowledge.ts";
import { type ObservedResponse, recordsIn } from "./records.ts";
import type { RequestValues } from "./request-values.ts";

const versionNames = /^(?:(?:expected|current|base|lock|row)_?)?(?:version|revision)(?:_?(?:no|number))?$/i;

/** Whether an input of a change names the version that it is based on: what is returned is the next one. */
export function isLock(
  operation: Operation,
  { name, schema }: { readonly name: string; readonly schema: Schema },
): boolean {
  const isChange = operation.method !== "get" && lastParameterOf(operation) !== null;
  const type = resolved(schema);
  const isCount = type.kind === "number" && type.integer;
  return isChange && isCount && versionNames.test(name) && [409, 412, 428].some((code) => declares(operation, code));
}

/** The names of those members of a body with this schema. */
export function locksIn(operation: Operation, schema: Schema): string[] {
  return propertiesIn(schema).flatMap((one) => (isLock(operation, one) ? [one.name] : []));
}

/** The schema of a body that may leave them out: what is sent of a change is sent with them. */
export function withoutLocks(operation: Operation, schema: Schema): Schema {
  switch (schema.kind) {
    case "ref":
      return withoutLocks(operation, schema.target.schema);
    case "intersection":
      return { ...schema, members: schema.members.map((one) => withoutLocks(operation, one)) };
    case "object":
      return {
        ...schema,
        properties: schema.properties.map((one) => (isLock(operation, one) ? { ...one, required: false } : one)),
      };
    default:
      return schema;
  }
}

export class Versions {
  /** By kind and id. */
  private readonly known = new Map<string, number>();

  take({ operation, values, status, json, isOfOther }: ObservedResponse): void {
    if (isOfOther || status < 200 || status >= 300) return;
    const target = targetOf(operation, values);
    if (operation.method === "delete" && target !== null) this.known.delete(target);
    const record = asObject(json);
    // The response to a request about one thing is that thing, unless it makes something below it.
    if (target !== null && record !== null && operation.path.text.endsWith("}")) this.learn(target, record);
    const kind = ownerOfPath(operation.path.text);
    for (const item of recordsIn(json)) if (item["id"] !== undefined) this.learn(keyOf(kind, item["id"]), item);
  }

  /** Versions only grow: an older one is that of a response that was repeated. */
  private learn(key: string, record: JsonObject): void {
    const [, version] = Object.entries(record).find(([name]) => versionNames.test(name)) ?? [];
    if (typeof version === "number") this.known.set(key, Math.max(version, this.known.get(key) ?? version));
  }

  /** An invalid version stays unchanged, and so does one of something that was never seen. */
  current(operation: Operation, values: RequestValues): RequestValues {
    const target = operation.method === "get" ? null : targetOf(operation, values);
    const version = target === null ? undefined : this.known.get(target);
    if (version === undefined) return values;
    const renew = (name: string, schema: Schema, value: Json | undefined): Json | undefined =>
      value !== undefined && isLock(operation, { name, schema }) && matches(schema, value) ? version : value;
    const query = { ...values.parameters.query };
    for (const { in: place, name, schema } of operation.parameters) {
      const value = place === "query" ? renew(name, schema, query[name]) : undefined;
      if (value !== undefined) query[name] = value;
    }
    const { body } = values;
    const members = body?.kind === "value" ? asObject(body.value) : null;
    const parameters = { ...values.parameters, query };
    if (body?.kind !== "value" || members === null) return { ...values, parameters };
    const value = { ...members };
    for (const { name, schema } of propertiesIn(body.mediaType.schema)) {
      const next = renew(name, schema, members[name]);
      if (next !== undefined) value[name] = next;
    }
    return { parameters, body: { ...body, value } };
  }
}

/** The name of what a request is about. */
export function lastParameterOf({ path }: Operation): string | null {
  const last = path.segments.findLast((part) => part.kind === "parameter");
  return last?.kind === "parameter" ? last.name : null;
}

function targetOf(operation: Operation, { parameters }: RequestValues): string | null {
  const name = lastParameterOf(operation);
  const id = name === null ? undefined : parameters.path[name];
  return name === null || id === undefined ? null : keyOf(ownerOfParameter(operation.path.text, name), id);
}

function keyOf(kind: string, id: Json): string {
  return `${kind} ${JSON.stringify(id)}`;
}
