// The model of a description -> the paths of its pages, and what links to them by name.
import type { Message, Operation } from "../../../generators/src/description.ts";
import { slugOf } from "../page/ids.ts";
import type { Targets } from "../page/links.ts";
import { entriesAt, isObject, type JsonObject, textAt } from "./json.ts";
import type { Description } from "./read.ts";

export const httpPath = "/reference/http/";
export const eventsPath = "/reference/events/";
const schemasPath = "/reference/schemas/";

export function operationPath(operation: Operation): string {
  return `${httpPath}${slugOf(tagOf(operation))}/${slugOf(operation.id)}/`;
}

export function eventPath(message: Message): string {
  return `${eventsPath}${slugOf(message.eventName)}/`;
}

export function schemaPath(name: string): string {
  return `${schemasPath}${slugOf(name)}/`;
}

/** The tag whose section contains an operation. */
export function tagOf(operation: Operation): string {
  return operation.tags[0] ?? "Other";
}

/** Every schema with a name of its own, those of OpenAPI first. */
export function schemasOf({ openapi, asyncapi }: Description): Map<string, JsonObject> {
  const schemas = [openapi, asyncapi].flatMap((document) => entriesAt(document, ["components", "schemas"]));
  const named = new Map<string, JsonObject>();
  for (const [name, schema] of schemas) if (isObject(schema) && !named.has(name)) named.set(name, schema);
  return named;
}

export function targetsOf({ http, messaging }: Description, schemas: ReadonlyMap<string, JsonObject>): Targets {
  const titles = [...schemas].map(([name, schema]) => [textAt(schema, ["title"]) ?? name, schemaPath(name)] as const);
  return {
    byRoute: new Map([...schemas.keys()].map((name) => [`/schemas/${name.toLowerCase()}`, schemaPath(name)])),
    byTitle: new Map(titles.filter(([title]) => titles.filter(([other]) => other === title).length === 1)),
    byMention: new Map([
      ...http.operations.map((one) => [`${one.method.toUpperCase()} ${one.path.text}`, operationPath(one)] as const),
      ...messaging.messages.map((one) => [one.eventName, eventPath(one)] as const),
    ]),
  };
}
