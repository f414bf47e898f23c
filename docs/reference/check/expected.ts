// A part of a whole description -> everything that its page has to say: names with what holds for them, and texts.
import { entriesAt, isObject, type Json, type JsonObject, targetOf } from "../description/json.ts";

export interface Expected {
  /** Statuses, sentences, examples: anywhere on the page. */
  readonly texts: string[];
  /** Parameters, headers and properties, each with what its entry must contain. */
  readonly fields: { readonly name: string; readonly facts: readonly string[] }[];
}

/** What an operation says. */
export function ofOperation(operation: JsonObject, shared: Json | undefined, document: JsonObject): Expected {
  const expected: Expected = { texts: textsIn(operation, ["summary", "description"]), fields: [] };
  for (const one of [...arrayIn(shared), ...arrayIn(operation["parameters"])]) {
    const parameter = resolved(one, document);
    addField(String(parameter["name"]), parameter, expected, document);
  }
  const body = resolved(operation["requestBody"], document);
  expected.texts.push(...textsIn(body, ["description"]));
  addContent(body["content"], expected, document);
  for (const [status, one] of entriesAt(operation["responses"])) {
    const response = resolved(one, document);
    expected.texts.push(status, ...textsIn(response, ["description"]));
    for (const [name, header] of entriesAt(response["headers"]))
      addField(name, resolved(header, document), expected, document);
    addContent(response["content"], expected, document);
  }
  return expected;
}

export function ofMessage(one: Json | undefined, document: JsonObject): Expected {
  const message = resolved(one, document);
  const expected: Expected = { texts: textsIn(message, ["name", "title", "summary", "description"]), fields: [] };
  for (const part of ["headers", "payload"]) addSchema(message[part], expected, document, new Set());
  for (const example of arrayIn(message["examples"])) {
    const { headers, payload } = resolved(example, document);
    // A page has them as they are sent.
    for (const [name, value] of entriesAt(headers)) expected.texts.push(`${name}: ${written(value)}`);
    if (payload !== undefined) expected.texts.push(written(payload));
  }
  return expected;
}

export function ofSchema(schema: JsonObject, document: JsonObject): Expected {
  const expected: Expected = { texts: factsOf(schema), fields: [] };
  addSchema(schema, expected, document, new Set());
  return expected;
}

function addContent(content: Json | undefined, expected: Expected, document: JsonObject): void {
  for (const [type, one] of entriesAt(content)) {
    const media = resolved(one, document);
    expected.texts.push(type);
    addSchema(media["schema"], expected, document, new Set());
    for (const [, example] of entriesAt(media["examples"])) {
      const { value, summary } = resolved(example, document);
      if (value !== undefined) expected.texts.push(written(value));
      if (typeof summary === "string" && entriesAt(media["examples"]).length > 1) expected.texts.push(summary);
    }
    if (media["example"] !== undefined) expected.texts.push(written(media["example"]));
  }
}

/** A parameter or header: what it says itself, and what its schema says. */
function addField(name: string, field: JsonObject, expected: Expected, document: JsonObject): void {
  const schema = resolved(field["schema"], document);
  const own = textsIn(field, ["description"]);
  const example = field["example"] === undefined ? [] : [written(field["example"])];
  const facts = factsOf(own.length > 0 ? { ...schema, description: "" } : schema);
  expected.fields.push({ name, facts: [...own, ...example, ...facts] });
  addSchema(field["schema"], expected, document, new Set());
}

/** The properties of a schema, at any depth. A schema within itself is drawn once. */
function addSchema(one: Json | undefined, expected: Expected, document: JsonObject, above: ReadonlySet<string>): void {
  if (!isObject(one)) return;
  const reference = typeof one["$ref"] === "string" ? one["$ref"] : "";
  if (reference !== "" && above.has(reference)) return;
  const schema = resolved(one, document);
  const inside = new Set([...above, reference]);
  for (const [name, property] of entriesAt(schema["properties"])) {
    const described =
      isObject(property) && typeof property["description"] === "string" ? { description: property["description"] } : {};
    expected.fields.push({ name, facts: factsOf({ ...resolved(property, document), ...described }) });
    addSchema(property, expected, document, inside);
  }
  for (const key of ["items", "additionalProperties"]) addSchema(schema[key], expected, document, inside);
  for (const key of ["allOf", "anyOf", "oneOf"])
    for (const part of arrayIn(schema[key])) addSchema(part, expected, document, inside);
}

const limits = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
];

/** What holds for a value by itself, each as it has to be found in its entry. */
function factsOf(schema: JsonObject): string[] {
  const values = [...arrayIn(schema["enum"]), ...(schema["const"] === undefined ? [] : [schema["const"]])];
  const meanings = entriesAt(schema["x-enumDescriptions"]).map(([, words]) => String(words));
  const bounds = limits.flatMap((limit) => {
    const bound = schema[limit];
    // "non-empty"
    if (typeof bound !== "number" || (bound <= 1 && limit.startsWith("min"))) return [];
    return [String(bound)];
  });
  const never = isObject(schema["not"]) && Object.keys(schema["not"]).length === 0 ? ["never"] : [];
  const others = ["default", "pattern", "format"].flatMap((key) =>
    schema[key] === undefined ? [] : [written(schema[key])],
  );
  return [
    ...textsIn(schema, ["description"]),
    ...values.map(written),
    ...meanings,
    ...bounds,
    ...others,
    ...never,
  ].filter((text) => text !== "");
}

/** Strings as they are, other values as JSON. */
function written(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2);
}

/** Each sentence by itself, so that what is missing can be named. */
function textsIn(value: JsonObject, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const text = value[key];
    if (typeof text !== "string") return [];
    return text
      .split(/(?<=[.!?:])\s+|\n+/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => !/^[|\-\s:]*$/.test(sentence));
  });
}

function resolved(value: Json | undefined, document: JsonObject): JsonObject {
  if (!isObject(value)) return {};
  const { $ref, ...own } = value;
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) return value;
  const target = resolved(targetOf($ref, document), document);
  return Object.keys(own).length === 0 ? target : { ...target, ...own };
}

function arrayIn(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
