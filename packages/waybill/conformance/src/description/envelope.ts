// A body that has its record inside of something, `{ data: … }`, `{ order: … }` or a resource of JSON:API -> the schema of the record, the
// record itself, and the body again. A relationship of JSON:API is a member with the id of the other resource: `room_id`.
import {
  type Json,
  type MediaType,
  type ObjectSchema,
  type Property,
  resolvedSchema,
  type Schema,
} from "waybill/description";
import { asObject, isList, isScalar, type JsonObject } from "../values/json.ts";
import { objectsOf, propertiesIn, requirementsOf } from "./schema-parts.ts";

/** A media type as the phases see it: `schema` is that of the record. */
export interface Enveloped extends MediaType {
  /** The body of a record; `id`: that of the resource which the request is about. */
  readonly wrap?: (record: Json, id: Json | undefined) => Json;
}

interface Form {
  readonly schema: Schema;
  readonly wrap: (record: Json, id: Json | undefined) => Json;
  /** `null`: the value is no such body. */
  readonly unwrap: (body: Json) => Json | null;
}

/** `nouns`: what the record may be called besides `data`. */
export function openedMediaType(mediaType: MediaType, nouns: readonly string[]): Enveloped {
  const form = mediaType.body === "json" ? formOf(mediaType.schema, nouns, "sent") : null;
  if (form === null) return mediaType;
  const examples = mediaType.examples.flatMap((one) => {
    const value = form.unwrap(one.value.value);
    return value === null ? [] : [{ ...one, value: { ...one.value, value } }];
  });
  return { ...mediaType, schema: form.schema, examples, wrap: form.wrap };
}

interface Received {
  readonly json: unknown;
  readonly mediaType: MediaType | null;
}

/** What a response has in an envelope; lists keep what is beside them, but not the resources that are included. */
export function openedResponse<Response extends Received>(response: Response, nouns: readonly string[]): Response {
  const { json, mediaType } = response;
  const form = mediaType === null ? null : formOf(mediaType.schema, nouns, "received");
  const record = form === null ? null : form.unwrap(json as Json);
  return form === null || record === null
    ? response
    : { ...response, json: record, mediaType: { ...mediaType, schema: form.schema } };
}

function formOf(schema: Schema, nouns: readonly string[], direction: "sent" | "received"): Form | null {
  const members = propertiesIn(schema);
  const holder = members.find(({ name }) => name === "data") ?? (members.length === 1 ? members[0] : undefined);
  if (holder === undefined || !(holder.name === "data" || nouns.includes(holder.name.toLowerCase()))) return null;
  const { name } = holder;
  const inner = resolvedSchema(holder.schema);
  if (inner.kind === "array") {
    const resource = resourceOf(inner.items, direction);
    if (resource === null) return null;
    const list: Schema = { ...inner, items: resource.schema };
    return {
      schema: withMember(schema, { ...holder, schema: list }),
      wrap: (body) => ({ ...asObject(body), [name]: listOf(body, name).map((one) => resource.wrap(one, undefined)) }),
      unwrap: (body) => {
        const { included: _, ...beside } = asObject(body) ?? {};
        const items = listOf(body, name).map((one) => resource.unwrap(one));
        return asObject(body) === null || items.includes(null) ? null : { ...beside, [name]: items };
      },
    };
  }
  const resource = resourceOf(holder.schema, direction);
  const isRecord = resource !== null || objectsOf(requirementsOf(holder.schema)).length > 0;
  if (!isRecord || members.some((one) => /^(id|uuid|guid)$/i.test(one.name))) return null;
  return {
    schema: resource?.schema ?? holder.schema,
    wrap: (record, id) => ({ [name]: resource === null ? record : resource.wrap(record, id) }),
    unwrap: (body) => {
      const value = asObject(asObject(body)?.[name]);
      return value === null || resource === null ? value : resource.unwrap(value);
    },
  };
}

function listOf(body: Json, name: string): readonly Json[] {
  const list = asObject(body)?.[name] ?? null;
  return isList(list) ? list : [];
}

/** A resource of JSON:API: members in `attributes`, others in `relationships`. */
function resourceOf(schema: Schema, direction: "sent" | "received"): Form | null {
  const members = propertiesIn(schema);
  const memberOf = (name: string): Property | undefined => members.find((one) => one.name === name);
  const [type, id, attributes] = [memberOf("type"), memberOf("id"), memberOf("attributes")];
  const [object] = attributes === undefined ? [] : objectsOf(requirementsOf(attributes.schema));
  const [typeName] = type === undefined ? [] : valuesOf(type.schema);
  if (typeof typeName !== "string" || attributes === undefined || object === undefined) return null;
  const relations = memberOf("relationships");
  const related = (relations === undefined ? [] : propertiesIn(relations.schema)).flatMap((one) => {
    const data = propertiesIn(one.schema).find(({ name }) => name === "data");
    const inner = data === undefined ? [] : propertiesIn(data.schema);
    const target = inner.find(({ name }) => name === "id");
    const [relatedType] = inner.flatMap(({ name, schema: of }) => (name === "type" ? valuesOf(of) : []));
    return target === undefined ? [] : [{ one, target, type: relatedType ?? one.name, member: `${one.name}_id` }];
  });
  const beside = members.filter(({ name }) => name === "links");
  const record = new Map<string, Property>();
  for (const property of [
    // What a request is about is named by its path.
    ...(id === undefined || direction === "sent" ? [] : [id]),
    ...propertiesIn(attributes.schema),
    ...related.map(({ one, target, member }) => ({ ...target, name: member, required: one.required })),
    ...beside,
  ])
    record.set(property.name, property);
  const named = (value: Json | undefined): JsonObject =>
    id === undefined || !isScalar(value) ? {} : { id: String(value) };
  const names = new Set(related.map(({ member }) => member));
  return {
    schema: { ...object, properties: [...record.values()] },
    wrap: (value, ofPath) => {
      const object = asObject(value);
      if (object === null) return { type: typeName, ...named(ofPath), attributes: value };
      const { links: _, ...others } = object;
      const own = Object.entries(others).filter(([name]) => !names.has(name));
      const linked = related.flatMap(({ one, type: of, member }) =>
        Object.hasOwn(others, member) ? [[one.name, { data: { type: of, id: others[member] ?? null } }] as const] : [],
      );
      return {
        type: typeName,
        ...named(ofPath),
        attributes: Object.fromEntries(own),
        ...(linked.length === 0 ? {} : { relationships: Object.fromEntries(linked) }),
      };
    },
    unwrap: (value) => {
      const resource = asObject(value);
      if (resource === null) return null;
      return {
        ...pick(resource, "id"),
        ...asObject(resource["attributes"]),
        ...Object.fromEntries(
          related.flatMap(({ one, member }) => {
            const data = asObject(asObject(resource["relationships"])?.[one.name])?.["data"];
            const target = asObject(data)?.["id"];
            return target === undefined ? [] : [[member, target] as const];
          }),
        ),
        ...pick(resource, "links"),
      };
    },
  };
}

function pick(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return value === undefined ? {} : { [name]: value };
}

function valuesOf(schema: Schema): readonly Json[] {
  const inner = resolvedSchema(schema);
  return inner.kind === "enum" ? inner.values : [];
}

function withMember(schema: Schema, property: Property): Schema {
  const [object] = objectsOf(requirementsOf(schema));
  const replaced: ObjectSchema | undefined = object && {
    ...object,
    properties: object.properties.flatMap((one) =>
      one.name === property.name ? [property] : one.name === "included" ? [] : [one],
    ),
  };
  return replaced ?? schema;
}
