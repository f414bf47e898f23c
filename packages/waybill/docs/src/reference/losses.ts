// The documents as they are written, and the pages -> what the description says and no page does. It looks at the values of the documents
// and not at the model, so that what a reader of descriptions left out is seen as well.
import {
  type Api,
  everyOperationOf,
  type HttpApi,
  type Json,
  type Location,
  statusText,
  valueAt,
} from "waybill/description";
import type { Page } from "../blocks/block.ts";
import { markdownOf } from "../blocks/markdown.ts";
import { unspaced } from "./samples.ts";
import type { SiteMap } from "./site-map.ts";

/** A line for each loss: `GET /pets: the parameter limit`. */
export function lossesOf(map: SiteMap, pages: readonly Page[]): string[] {
  const texts = new Map(
    pages.map((page): [string, Text] => {
      const markdown = markdownOf(page, "/");
      return [page.path, { text: squeezed(markdown), entries: entriesOf(markdown) }];
    }),
  );
  const combinedText = [...texts.values()].map(({ text }) => text).join("\n");
  const at: At = (path) => texts.get(path ?? "") ?? { text: "", entries: new Map() };
  return [
    ...operationLosses(map, at),
    ...schemaLosses(map, at),
    ...messageLosses(map, at),
    ...[...textsOf(map.api)]
      .filter(([text]) => !combinedText.includes(text))
      .map(([text, where]) => `${where}: ${JSON.stringify(text.slice(0, 80))}`),
  ];
}

interface Text {
  /** All of it, each space one. */
  readonly text: string;
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

type At = (path: string | null) => Text;

function operationLosses(map: SiteMap, at: At): string[] {
  return everyOperationOf(map.api.http).flatMap((operation) => {
    const { text, entries } = at(map.ofOperation(operation));
    const packed = unspaced(text);
    const name = `${operation.method.toUpperCase()} ${operation.path.text}`;
    const missing = (kind: string, terms: readonly string[]): string[] =>
      terms.filter((word) => !text.includes(squeezed(word))).map((word) => `${name}: the ${kind} ${word}`);
    const contents = [
      operation.requestBody?.content ?? [],
      ...operation.responses.map(({ content }) => content),
    ].flat();
    return [
      ...missing(
        "parameter",
        operation.parameters.map((parameter) => `\`${parameter.name}\``),
      ),
      ...missing(
        "status",
        operation.responses.map(({ status }) => `### ${statusText(status)}`),
      ),
      ...missing(
        "header",
        operation.responses.flatMap(({ headers }) => headers.map((header) => `\`${header.name}\``)),
      ),
      ...missing(
        "media type",
        contents.map(({ type }) => `\`${type}\``),
      ),
      ...missing(
        "property",
        contents.flatMap(({ schema, at: place }) => (schema.kind === "ref" ? [] : namesAt(place))).map(coded),
      ),
      ...unsaid(
        [...operation.parameters, ...operation.responses.flatMap(({ headers }) => headers)].map(
          ({ name: key, schema }) => ({
            name: key,
            facts: schema.kind === "ref" ? [] : factsIn(schema.at),
          }),
        ),
        entries,
      ).map((loss) => `${name}: ${loss}`),
      ...unsaid(
        contents.flatMap(({ schema, at: place }) => (schema.kind === "ref" ? [] : heldAt(place))),
        entries,
      ).map((loss) => `${name}: ${loss}`),
      // A program that sends it has it in lines of its own.
      ...contents
        .flatMap(({ examples }) => examples.map(({ value }) => shownValue(value.value)))
        .filter((example) => !packed.includes(unspaced(example)))
        .map((example) => `${name}: the example ${example}`),
    ];
  });
}

function schemaLosses(map: SiteMap, at: At): string[] {
  return map.named.flatMap((named) => {
    const { text, entries } = at(map.ofSchema(named));
    return [
      ...namesAt(named.at)
        .map(coded)
        .filter((word) => !text.includes(squeezed(word))),
      ...unsaid(heldAt(named.at), entries),
    ].map((loss) => `${named.name}: ${loss}`);
  });
}

function messageLosses(map: SiteMap, at: At): string[] {
  return (map.api.messaging?.messages ?? []).flatMap((message) => {
    const { text, entries } = at(map.ofMessage(message));
    const terms = [message.contentType, message.eventName].map(coded);
    const schemas = [message.payload, ...(message.headers === null ? [] : [message.headers])];
    const names = schemas.flatMap((schema) => (schema.kind === "ref" ? [] : namesAt(schema.at))).map(coded);
    const examples = message.examples.flatMap(({ payload }) => (payload === null ? [] : [shownValue(payload.value)]));
    const held = schemas.flatMap((schema) => (schema.kind === "ref" ? [] : heldAt(schema.at)));
    return [
      ...[...terms, ...names, ...examples].filter((word) => !text.includes(squeezed(word))),
      ...unsaid(held, entries),
    ].map((loss) => `${message.eventName}: ${loss}`);
  });
}

function coded(name: string): string {
  return name.includes("`") ? name : `\`${name}\``;
}

/** The names of properties and the values of enums below a schema, up to references. */
function namesAt(place: Location): string[] {
  const names: string[] = [];
  visit(valueAt(place), (value) => {
    if (typeof value["$ref"] === "string") return false;
    const { properties, enum: values } = value;
    if (isObject(properties) && Object.values(properties).every((one) => isObject(one) || typeof one === "boolean"))
      names.push(...Object.keys(properties));
    if (Array.isArray(values))
      names.push(
        ...values.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).filter((one) => one !== ""),
      );
    return true;
  });
  return names;
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

/** A property, and what holds for it: limits, pattern, format, default. */
interface Held {
  readonly name: string;
  readonly facts: readonly string[];
}

/** The properties below a schema, up to references. */
function heldAt(place: Location): Held[] {
  const propertyFacts: Held[] = [];
  visit(valueAt(place), (value) => {
    if (typeof value["$ref"] === "string") return false;
    const { properties } = value;
    for (const [name, property] of isObject(properties) ? Object.entries(properties) : [])
      if (isObject(property)) propertyFacts.push({ name, facts: factsOf(property) });
    return true;
  });
  return propertyFacts.filter(({ facts }) => facts.length > 0);
}

function factsOf(schema: Readonly<Record<string, unknown>>): string[] {
  if (typeof schema["$ref"] === "string") return [];
  const { default: usual, enum: values } = schema;
  return [
    // Where values are listed, limits say nothing more.
    ...(values === undefined ? limits : []).flatMap((limit) => {
      const bound = schema[limit];
      // "at least one", "not empty"
      return typeof bound === "number" && !(bound <= 1 && limit.startsWith("min")) ? [String(bound)] : [];
    }),
    ...(values === undefined ? ["pattern", "format"] : []).flatMap((key) =>
      typeof schema[key] === "string" ? [schema[key]] : [],
    ),
    ...(["string", "number", "boolean"].includes(typeof usual) ? [String(usual)] : []),
  ];
}

/** What is said of each name on a page in Markdown: the item of the list that begins with it, up to the next item. */
function entriesOf(markdown: string): Map<string, string[]> {
  const entries = new Map<string, string[]>();
  for (const part of markdown.split(/^(?=\s*- `)/m)) {
    const [, name = ""] = /^\s*- `([^`]*)`/.exec(part) ?? [];
    entries.set(name, [...(entries.get(name) ?? []), squeezed(part)]);
  }
  return entries;
}

function factsIn(place: Location): string[] {
  const value = valueAt(place);
  return isObject(value) ? factsOf(value) : [];
}

function unsaid(held: readonly Held[], entries: ReadonlyMap<string, readonly string[]>): string[] {
  return held
    .filter(
      ({ name, facts }) =>
        !(entries.get(name) ?? []).some((entry) => facts.every((fact) => entry.includes(squeezed(fact)))),
    )
    .map(({ name, facts }) => `no entry of ${name} has all of ${facts.join(", ")}`);
}

/** As samples have it. */
function shownValue(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Words of the description, and where they are. Only from what operations, messages and named schemas lead to. */
function textsOf({ http, messaging, schemas }: Api): Map<string, string> {
  const locationByText = new Map<string, string>();
  const places: readonly (readonly [string, Location])[] = [
    ...everyOperationOf(http).map((operation) => [operation.id, operation.at] as const),
    ...(messaging?.messages ?? []).map((message) => [message.key, message.at] as const),
    ...(messaging?.channels ?? []).map((channel) => [channel.key, channel.at] as const),
    ...schemas
      .filter(({ identity }) => !/ (Writable|Readable)$/.test(identity))
      .map((named) => [named.name, named.at] as const),
    ...(http?.servers ?? []).map((server) => [server.url, server.at] as const),
    ...(http?.securitySchemes ?? []).map((scheme) => [scheme.name, scheme.at] as const),
  ];
  for (const [name, place] of places)
    visit(valueAt(place), (value) => {
      if (typeof value["$ref"] === "string") return false;
      for (const key of ["description", "summary"]) {
        const text = value[key];
        if (typeof text === "string" && squeezed(text) !== "" && !locationByText.has(squeezed(text)))
          locationByText.set(squeezed(text), `${name}, ${key}`);
      }
      return true;
    });
  for (const info of [http?.info, messaging?.info]) {
    if (info === undefined) continue;
    locationByText.set(squeezed(info.title), "info.title");
    // Its sections may be apart on the page.
    for (const section of info.description?.split(/(?=^#{1,6} )/m) ?? [])
      if (squeezed(section) !== "") locationByText.set(squeezed(section), "info.description");
  }
  for (const [text, where] of http === null ? [] : annotationsOf(http)) locationByText.set(squeezed(text), where);
  for (const tag of http?.tags ?? [])
    if (tag.description !== null) locationByText.set(squeezed(tag.description), `tag ${tag.name}`);
  return locationByText;
}

/** What changes no code: links of documents, tags and operations, contact, licence, terms, samples, and descriptions of examples. */
function annotationsOf({ at, operations }: HttpApi): [text: string, where: string][] {
  const texts: [text: unknown, where: string][] = [];
  const members = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
  const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const root = members(valueAt(at));
  const info = members(root["info"]);
  for (const [name, key] of [
    ["contact", "name"],
    ["contact", "url"],
    ["contact", "email"],
    ["license", "name"],
    ["license", "url"],
    ["license", "identifier"],
    ["x-logo", "url"],
  ] as const)
    texts.push([members(info[name])[key], `info.${name}.${key}`]);
  texts.push([info["termsOfService"], "info.termsOfService"], [members(root["externalDocs"])["url"], "externalDocs"]);
  for (const tag of items(root["tags"]).map(members)) {
    const isUsed = operations.some(({ tags }) => tags.some((name) => name === tag["name"]));
    if (isUsed) texts.push([members(tag["externalDocs"])["url"], `tag ${tag["name"]}, externalDocs`]);
    if (isUsed && tag["summary"] === undefined) texts.push([tag["x-displayName"], `tag ${tag["name"]}, x-displayName`]);
  }
  for (const { id, at: place, requestBody, responses } of operations) {
    const operation = members(valueAt(place));
    texts.push([members(operation["externalDocs"])["url"], `${id}, externalDocs`]);
    for (const sample of items(operation["x-codeSamples"]).map(members))
      texts.push([sample["source"], `${id}, x-codeSamples`]);
    const path = place.parent === null ? {} : members(valueAt(place.parent));
    texts.push(
      [path["summary"], `${id}, summary of the path`],
      [path["description"], `${id}, description of the path`],
    );
    const bodies = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
    for (const { name, value } of bodies.flatMap(({ examples }) => examples))
      if (value.at.parent !== null)
        texts.push([members(valueAt(value.at.parent))["description"], `${id}, example ${name}`]);
  }
  return texts.flatMap(([text, where]): [string, string][] =>
    typeof text === "string" && squeezed(text) !== "" ? [[text, where]] : [],
  );
}

/** What holds data of the author's, and no words for readers. */
const data = new Set([
  "example",
  "examples",
  "default",
  "enum",
  "const",
  "mapping",
  "bindings",
  "externalDocs",
  "tags",
  "security",
]);

/** `enter` says whether what is inside counts too. */
function visit(value: unknown, enter: (value: Readonly<Record<string, unknown>>) => boolean, isNames = false): void {
  if (Array.isArray(value)) for (const item of value) visit(item, enter);
  if (!isObject(value)) return;
  // The members of `properties` are called as their author wants.
  if (!isNames && !enter(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (!isNames && (data.has(key) || key.startsWith("x-"))) continue;
    visit(
      member,
      enter,
      !isNames &&
        [
          "properties",
          "patternProperties",
          "$defs",
          "definitions",
          "responses",
          "content",
          "headers",
          "callbacks",
          "links",
          "dependentSchemas",
        ].includes(key) &&
        isObject(member),
    );
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Markdown is indented inside of lists, and code is fenced as the page needs it. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
