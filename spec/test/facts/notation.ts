// Turns a schema into the short notation that the facts are written in.
//   "string or null, at most 200 characters"    ["at least 1", { sku: "string" }]    { id: "string", "phone?": "string" }
// Every keyword shows, so a keyword that is lost, changed or added makes another fact.
import { type Description, follow, type Json, membersOf, type Node, objectIn, stringsIn } from "../description.ts";

export type Fact = string | readonly Fact[] | { readonly [key: string]: Fact };

export function factOf(description: Description, node: Node): Fact {
  const schema = follow(description, node);
  const keywords = Object.fromEntries(Object.entries(objectIn(schema.value)).filter(([name]) => !isWord(name)));
  const member = (name: string): Node | undefined =>
    keywords[name] === undefined ? undefined : follow(description, { file: schema.file, value: keywords[name] });
  if ("allOf" in keywords && Object.keys(keywords).every((name) => ["allOf", "type"].includes(name))) {
    const facts = membersOf(description, member("allOf")).map(([, one]) => factOf(description, one));
    return { ...("type" in keywords ? { type: String(keywords["type"]) } : {}), "all of": facts };
  }
  if ("properties" in keywords || keywords["type"] === "object") return objectFact(description, schema, keywords);
  if (keywords["type"] === "array") return arrayFact(description, keywords, member("items"));
  if ("anyOf" in keywords && Object.keys(keywords).length === 1) {
    return { "any of": membersOf(description, member("anyOf")).map(([, one]) => factOf(description, one)) };
  }
  return valueFact(keywords);
}

/** `"phone?"` for a member that may be absent, `"..."` where other members are expected. */
function objectFact(description: Description, schema: Node, keywords: Keywords): Fact {
  const { type, required, properties, additionalProperties, ...others } = keywords;
  const names = stringsIn(required);
  const members = membersOf(description, { file: schema.file, value: properties ?? {} });
  const absent = names.filter((name) => !members.some(([known]) => known === name));
  return {
    ...(type === "object" ? {} : { type: typesOf(type).join(" or ") }),
    ...Object.fromEntries(
      members.map(([name, member]) => [names.includes(name) ? name : `${name}?`, factOf(description, member)]),
    ),
    ...(additionalProperties === undefined ? {} : { "...": JSON.stringify(additionalProperties) }),
    ...(absent.length === 0 ? {} : { "required besides": absent }),
    ...rest(others),
  };
}

function arrayFact(description: Description, keywords: Keywords, items: Node | undefined): Fact {
  const { type, items: _items, minItems, ...others } = keywords;
  const element = items === undefined ? "anything" : factOf(description, items);
  const bounds = [...(minItems === undefined ? [] : [`at least ${JSON.stringify(minItems)}`]), ...words(others)];
  return [...bounds, element];
}

function valueFact(keywords: Keywords): Fact {
  const {
    type,
    const: constant,
    enum: values,
    format,
    minLength,
    maxLength,
    default: preset,
    not,
    ...others
  } = keywords;
  if (not !== undefined && Object.keys(objectIn(not)).length === 0) return "never";
  const listed = constant !== undefined ? [constant] : Array.isArray(values) ? values : null;
  return [
    ...(listed === null
      ? [typeWords(typesOf(type), format)]
      : listedWords(listed, typesOf(type), constant !== undefined)),
    ...(listed === null || format === undefined ? [] : words({ format })),
    ...lengthWords(minLength, maxLength),
    ...(preset === undefined ? [] : [`default ${JSON.stringify(preset)}`]),
    ...words(others),
  ].join(", ");
}

/** `timestamp or null`, `integer`, `anything` */
function typeWords(types: readonly string[], format: Json | undefined): string {
  const others = types.filter((type) => type !== "null");
  const named =
    others.join() === "string" && format !== undefined
      ? (formats.get(format) ?? `string as ${JSON.stringify(format)}`)
      : null;
  const name = named ?? others.join(" or ");
  const unused = named === null && format !== undefined ? ` with format ${JSON.stringify(format)}` : "";
  if (types.length === 0) return `anything${unused}`;
  return (types.includes("null") ? (name === "" ? "null" : `${name} or null`) : name) + unused;
}

/** `UNPAID | PAID | null`, `always ORDER_COMPLETE`; a type that says something else than the values do is named. */
function listedWords(values: readonly Json[], types: readonly string[], constant: boolean): string[] {
  const names = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  const meant = new Set<string>(values.map((value) => (value === null ? "null" : typeof value)));
  const same = types.length === meant.size && types.every((type) => meant.has(type));
  return [
    `${constant ? "always " : ""}${names.join(" | ")}`,
    ...(same ? [] : [`of type ${types.join(" or ") || "any"}`]),
  ];
}

type Keywords = Readonly<Record<string, Json | undefined>>;

const formats = new Map<Json, string>([
  ["date-time", "timestamp"],
  ["email", "e-mail"],
  ["uri", "URL"],
]);

function lengthWords(min: Json | undefined, max: Json | undefined): string[] {
  if (min === undefined && max === undefined) return [];
  if (min === undefined) return [`at most ${JSON.stringify(max)} characters`];
  if (max === undefined) return [`at least ${JSON.stringify(min)} characters`];
  return [`${JSON.stringify(min)}-${JSON.stringify(max)} characters`];
}

/** Keywords without words of their own, as they stand. */
function words(keywords: Keywords): string[] {
  return Object.entries(keywords).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
}

function rest(keywords: Keywords): { [key: string]: Fact } {
  return Object.fromEntries(
    Object.entries(keywords).map(([name, value]) => [`keyword ${name}`, JSON.stringify(value) ?? ""]),
  );
}

function typesOf(type: Json | undefined): string[] {
  return typeof type === "string" ? [type] : stringsIn(type);
}

/** Says something to people, or about the world outside of JSON; changes nothing about what is valid. */
function isWord(name: string): boolean {
  return name === "title" || name === "description" || name.startsWith("x-");
}
