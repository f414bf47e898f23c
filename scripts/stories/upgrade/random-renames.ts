// A description and a seed -> a few of its operations, the same with random renames, and programs that use them.
import { load } from "js-yaml";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = { [key: string]: Json };

/** What a new name of something that travels ends with: without it, requests are as before. */
export const mark = "_zq";

/** A number between 0 and 1 at each call, the same ones for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function parsedDescription(text: string): Fields {
  const value: unknown = load(text);
  return fieldsOf(JSON.parse(JSON.stringify(value)));
}

function fieldsOf(value: Json | undefined): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** Some operations, with what they refer to. */
export function someOperations(description: Fields, count: number, random: () => number): Fields {
  const all = Object.entries(fieldsOf(description["paths"])).flatMap(([path, item]) =>
    Object.keys(fieldsOf(item))
      .filter((method) => ["get", "post", "put", "patch", "delete"].includes(method))
      .map((method) => ({ path, method })),
  );
  const chosen = new Set<number>();
  while (chosen.size < Math.min(count, all.length)) chosen.add(Math.floor(random() * all.length));
  const paths: Fields = {};
  for (const index of chosen) {
    const one = all[index];
    if (one === undefined) continue;
    const item = fieldsOf(fieldsOf(description["paths"])[one.path]);
    const shared = item["parameters"] === undefined ? {} : { parameters: item["parameters"] };
    const operation = { ...fieldsOf(item[one.method]) };
    delete operation["callbacks"];
    paths[one.path] = { ...fieldsOf(paths[one.path]), ...shared, [one.method]: operation };
  }
  const kept = {
    openapi: description["openapi"] ?? "3.0.3",
    info: { title: "Some operations", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths,
  };
  return { ...kept, components: componentsOf(description, paths) };
}

function componentsOf(description: Fields, start: Json): Fields {
  const components: { [key: string]: Fields } = {};
  const look = (value: Json | undefined): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) look(item);
      return;
    }
    const reference = value["$ref"];
    const [, group, name] =
      typeof reference === "string" ? (/^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? []) : [];
    if (group !== undefined && name !== undefined && components[group]?.[name] === undefined) {
      const found = fieldsOf(fieldsOf(description["components"])[group])[name];
      components[group] = { ...components[group], [name]: found ?? {} };
      look(found);
    }
    for (const member of Object.values(value)) look(member);
  };
  look(start);
  return components;
}

/** A copy with other names; each is stated in the copy where it cannot be seen from the structure. */
export function withRenames(
  description: Fields,
  random: () => number,
): { readonly renamed: Fields; readonly count: number } {
  const copy: Fields = structuredClone(description);
  const components = fieldsOf(copy["components"]);
  const schemas = fieldsOf(components["schemas"]);
  const names = new Map<string, string>();
  let count = 0;
  for (const name of Object.keys(schemas)) if (random() < 0.4) names.set(name, `thing-${names.size + 1}-zq`);
  components["schemas"] = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [names.get(name) ?? name, schema]),
  );
  count += names.size;
  const visit = (value: Json, place: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, place);
      return;
    }
    const reference = value["$ref"];
    if (typeof reference === "string" && reference.startsWith("#/components/schemas/")) {
      const now = names.get(reference.slice("#/components/schemas/".length));
      if (now !== undefined) value["$ref"] = `#/components/schemas/${now}`;
    }
    if (place !== "properties" && typeof value["operationId"] === "string" && random() < 0.6) {
      value["operationId"] = `call-${count}-zq`;
      count += 1;
    }
    if (place !== "properties" && value["in"] === "query" && typeof value["name"] === "string" && random() < 0.4) {
      value["x-waybill-renamed-from"] = value["name"];
      value["name"] = `${value["name"]}${mark}`;
      count += 1;
    }
    for (const [key, member] of Object.entries(value))
      if (!isData(key, place)) visit(member, place === "properties" ? "property" : key);
    if (place === "properties") return;
    count += renameProperties(value, random) + renameValues(value, random);
  };
  visit(fieldsOf(copy["paths"]), "paths");
  visit(components, "components");
  return { renamed: copy, count };
}

/** Values, in which names mean nothing. */
function isData(key: string, place: string): boolean {
  return (
    place !== "properties" &&
    ["example", "examples", "default", "enum", "x-waybill-renamed-from", "x-waybill-renamed-values"].includes(key)
  );
}

function renameProperties(schema: Fields, random: () => number): number {
  const properties = schema["properties"];
  if (typeof properties !== "object" || properties === null || Array.isArray(properties)) return 0;
  let count = 0;
  const now = Object.entries(properties).map(([name, property]): [string, Json] => {
    const fields = fieldsOf(property);
    if (fields["$ref"] !== undefined || Object.keys(fields).length === 0 || random() > 0.2) return [name, property];
    count += 1;
    const required = schema["required"];
    if (Array.isArray(required)) schema["required"] = required.map((one) => (one === name ? `${name}${mark}` : one));
    return [`${name}${mark}`, { ...fields, "x-waybill-renamed-from": name }];
  });
  schema["properties"] = Object.fromEntries(now);
  return count;
}

function renameValues(schema: Fields, random: () => number): number {
  const values = schema["enum"];
  if (!Array.isArray(values) || values.length < 2 || schema["type"] !== "string") return 0;
  const old: Fields = {};
  schema["enum"] = values.map((value) => {
    if (typeof value !== "string" || random() > 0.4) return value;
    old[`${value}${mark}`] = value;
    if (schema["default"] === value) schema["default"] = `${value}${mark}`;
    return `${value}${mark}`;
  });
  if (Object.keys(old).length > 0) schema["x-waybill-renamed-values"] = old;
  return Object.keys(old).length;
}
