// The OpenAPI documents as they are written -> what openapi-typescript leaves out of its types without a word: most of it is of 3.2.
import { type Api, everyOperationOf, type Location, type TargetProblem } from "waybill/plugin";

export function inexpressibleIn(api: Api): TargetProblem[] {
  return [...documentsOf(api)].flatMap((document) => {
    const root: Location = { document, parent: null, key: "" };
    return problemsIn(root, document.value, false);
  });
}

type Document = Location["document"];

/** Every file that a part of the description comes from, the entry document first. */
function documentsOf({ http, schemas }: Api): Set<Document> {
  const places = everyOperationOf(http).flatMap(({ at, parameters, requestBody, responses }) => [
    at,
    ...parameters.map((parameter) => parameter.at),
    ...[requestBody ?? [], responses].flat().flatMap((one) => [one.at, ...one.content.map((media) => media.at)]),
  ]);
  const all = [...(http === null ? [] : [http.at]), ...places, ...schemas.map(({ at }) => at)];
  return new Set(all.map(({ document }) => document).filter((document) => !isAsyncApi(document)));
}

function isAsyncApi({ value }: Document): boolean {
  return isObject(value) && Object.hasOwn(value, "asyncapi");
}

/** `isMap`: whether the members of `value` have names of the author, and not fields of the standard. */
function problemsIn(at: Location, value: unknown, isMap: boolean): TargetProblem[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => problemsIn(within(at, String(index)), item, false));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (!isMap && (data.has(key) || key.startsWith("x-"))) return [];
    const place = within(at, key);
    const feature = isMap ? null : featureOf(key, member, at);
    const own = feature === null ? [] : [problemAt(place, feature)];
    return [...own, ...problemsIn(place, member, !isMap && maps.has(key))];
  });
}

function problemAt(at: Location, feature: string): TargetProblem {
  return {
    at,
    message: `openapi-typescript leaves out ${feature}`,
    hint: "use the targets types and client for this description, or describe it another way",
  };
}

/** What a field says that is lost; `null` for any other field. */
function featureOf(key: string, value: unknown, holder: Location): string | null {
  switch (key) {
    case "query":
      return isObject(value) && Object.hasOwn(value, "responses") ? "operations with the method QUERY" : null;
    case "additionalOperations":
      return "operations with other methods";
    case "itemSchema":
      return "the items of a sequence";
    case "defaultMapping":
      return holder.key === "discriminator" ? "the default of a discriminator" : null;
    case "mediaTypes":
      return holder.key === "components" ? "media types of components" : null;
    case "$dynamicRef":
      return "dynamic references";
    case "$ref":
      if (holder.parent?.key === "content") return "media types that are references";
      return typeof value === "string" && /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(value)
        ? "what is found by its URL, because it would be fetched"
        : null;
    default:
      return null;
  }
}

function within(parent: Location, key: string): Location {
  return { document: parent.document, parent, key };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Values of the author's. */
const data: ReadonlySet<string> = new Set([
  "example",
  "examples",
  "default",
  "enum",
  "const",
  "value",
  "dataValue",
  "extensions",
]);

/** Fields whose members are named by the author. */
const maps: ReadonlySet<string> = new Set([
  ...["paths", "webhooks", "pathItems", "callbacks", "additionalOperations", "responses", "requestBodies", "headers"],
  ...["parameters", "content", "mediaTypes", "encoding", "links", "securitySchemes", "scopes", "variables", "mapping"],
  ...["schemas", "properties", "patternProperties", "dependentSchemas", "dependentRequired", "$defs", "definitions"],
]);
