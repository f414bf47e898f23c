// The model of an API -> the place in the description that defines a generated name.
import type { WalkedDocuments } from "../../checks/walked-documents.ts";
import type { Api } from "../../model/api.ts";
import { everyOperationOf, type MediaType, type Operation, type RequestBody, type Response } from "../../model/http.ts";
import type { Message } from "../../model/messaging.ts";
import type { NamedSchema, Schema } from "../../model/schema.ts";
import { displayOf, type Location, tokensOf } from "../../source/index.ts";
import { partOf } from "../../targets/http/request-parts.ts";
import type { Resolver } from "./declared-names.ts";

/** The part of the description that a generated name is named after. */
export interface Meaning {
  readonly at: Location;
  /** The member of its type with this name; with `null` the values of an index signature. */
  readonly member?: (name: string | null) => Meaning | null;
}

/**
 * Declarations say where they come from by `@see file#/pointer`; members are those of the schema, the request or the response there. Names
 * without it are few, and their table is here.
 */
export function originsOf(api: Api, documents: WalkedDocuments): Resolver<Meaning> {
  const places = new Places(api);
  const bySee = (name: string, see: string): Meaning | null => places.of(see, name) ?? pointed(documents, see);
  return {
    declared: (name, see) => (see === null ? places.named(name) : bySee(name, see)),
    member: (of, name, see) => (see === null || name === null ? of?.member?.(name) : bySee(name, see)) ?? null,
  };
}

/** `spec/order.yaml#/properties/id`, in a document that was read. */
function pointed(documents: WalkedDocuments, see: string): Meaning | null {
  const hash = see.indexOf("#");
  const root = hash === -1 ? null : documents.named(see.slice(0, hash));
  const tokens = root === null ? null : tokensOf(see.slice(hash + 1));
  return root === null || tokens === null ? null : { at: documents.follow(root, tokens) };
}

class Places {
  private readonly schemas = new Map<string, NamedSchema>();
  private readonly operations = new Map<string, Operation>();
  private readonly responses = new Map<string, Response>();
  private readonly messages = new Map<string, Message>();
  private readonly names = new Map<string, Meaning>();

  constructor({ http, messaging, schemas }: Api) {
    for (const schema of schemas) {
      this.schemas.set(displayOf(schema.at), schema);
      this.names.set(`is${schema.name}`, schema);
      if (schema.basis !== undefined) this.names.set(schema.name, schemaMeaning(schema.at, schema.schema));
    }
    const headers = new Map<string, Meaning>();
    for (const operation of everyOperationOf(http)) {
      this.operations.set(displayOf(operation.at), operation);
      for (const ending of ["", "Schemas", "Guards"])
        this.names.set(`${operation.name}${ending}`, { at: operation.at });
      for (const response of operation.responses) {
        this.responses.set(displayOf(response.at), response);
        for (const header of response.headers) if (!headers.has(header.name)) headers.set(header.name, header);
      }
    }
    const events = new Map<string, Meaning>();
    for (const message of messaging?.messages ?? []) {
      this.messages.set(displayOf(message.at), message);
      if (!events.has(message.eventName)) events.set(message.eventName, { at: message.at });
    }
    if (http !== null) this.addTable(["CommonHeaders"], http.at, headers);
    if (messaging !== null) this.addTable(["EventMap", "HeaderMap", "eventExamples"], messaging.at, events);
  }

  private addTable(names: readonly string[], at: Location, members: ReadonlyMap<string, Meaning>): void {
    for (const name of names)
      this.names.set(name, { at, member: (member) => (member === null ? null : (members.get(member) ?? null)) });
  }

  named(name: string): Meaning | null {
    return this.names.get(name) ?? null;
  }

  of(see: string, name: string): Meaning | null {
    const schema = this.schemas.get(see);
    if (schema !== undefined) return schemaMeaning(schema.at, schema.schema);
    const operation = this.operations.get(see);
    if (operation !== undefined) return operationMeaning(operation, name);
    const response = this.responses.get(see);
    if (response !== undefined) return responsesMeaning(response.at, [response]);
    const message = this.messages.get(see);
    return message === undefined ? null : schemaMeaning(message.at, message.payload);
  }
}

function operationMeaning(operation: Operation, name: string): Meaning {
  const { at, typeName, responses, received = operation } = operation;
  switch (name) {
    case `${typeName}Request`:
      return requestMeaning(at, operation);
    case `${typeName}Received`:
      return requestMeaning(at, received);
    case `${typeName}Response`:
    case `${typeName}Returned`:
      return responsesMeaning(at, responses);
    default:
      return { at };
  }
}

function requestMeaning(
  at: Location,
  { parameters, requestBody }: Pick<Operation, "parameters" | "requestBody">,
): Meaning {
  return {
    at,
    member: (group) => {
      if (group === "body") return requestBody === null ? null : bodyMeaning(requestBody.at, requestBody.content);
      const own = parameters.filter((parameter) => partOf(parameter.in) === group);
      const [first] = own;
      if (first === undefined) return null;
      const member = (name: string | null): Meaning | null => {
        const match = own.find((parameter) => parameter.name === name);
        return match === undefined ? null : schemaMeaning(match.at, match.schema);
      };
      return { at: first.at, member };
    },
  };
}

function responsesMeaning(at: Location, responses: readonly Response[]): Meaning {
  const headers = responses.flatMap((response) => response.headers);
  return {
    at,
    member: (part) => {
      if (part === "body")
        return bodyMeaning(
          at,
          responses.flatMap(({ content }) => content),
        );
      if (part !== "headers") return null;
      const member = (name: string | null): Meaning | null => headers.find((header) => header.name === name) ?? null;
      return { at, member };
    },
  };
}

function bodyMeaning(at: RequestBody["at"], content: readonly MediaType[]): Meaning {
  const schemas = content.flatMap(({ schema, item }) => (item === null ? [schema] : [item.schema, schema]));
  return { at, member: (name) => firstOf(schemas, (schema) => memberOf(schema, name, new Set())) };
}

function schemaMeaning(at: Location, schema: Schema): Meaning {
  return { at, member: (name) => memberOf(schema, name, new Set()) };
}

/** The property of this name in any part of a schema; of an array, in its items. */
function memberOf(schema: Schema, name: string | null, seen: Set<NamedSchema>): Meaning | null {
  // The type of a reference is its name: the members that are written out are rather those of the other parts.
  const among = (schemas: readonly Schema[]): Meaning | null =>
    firstOf([...schemas.filter(isWrittenOut), ...schemas.filter((each) => !isWrittenOut(each))], (each) =>
      memberOf(each, name, seen),
    );
  switch (schema.kind) {
    case "object": {
      const values = [...schema.patternProperties.map((pattern) => pattern.schema), schema.additional];
      if (name === null)
        return { at: schema.at, member: (inner) => firstOf(values, (each) => memberOf(each, inner, new Set())) };
      const property = propertiesOf(schema).get(name);
      if (property !== undefined) return schemaMeaning(property.at, property.schema);
      return among([...schema.dependentSchemas.map((dependent) => dependent.schema), ...values]);
    }
    case "array":
      return among([...schema.prefixItems, schema.items]);
    case "union":
    case "intersection":
      return among(schema.members);
    case "unevaluated":
      return among([schema.schema]);
    case "conditional":
      return among([schema.then, schema.else]);
    case "ref":
      if (seen.has(schema.target)) return null;
      seen.add(schema.target);
      return memberOf(schema.target.schema, name, seen);
    default:
      return null;
  }
}

function isWrittenOut({ kind }: Schema): boolean {
  return kind !== "ref";
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => Meaning | null): Meaning | null {
  for (const item of items) {
    const meaning = find(item);
    if (meaning !== null) return meaning;
  }
  return null;
}

type ObjectSchema = Extract<Schema, { readonly kind: "object" }>;
type Properties = ReadonlyMap<string, ObjectSchema["properties"][number]>;

const tables = new WeakMap<ObjectSchema, Properties>();

/** By name: looking through the list for each member would be quadratic. */
function propertiesOf(schema: ObjectSchema): Properties {
  const table = tables.get(schema) ?? new Map(schema.properties.map((property) => [property.name, property]));
  tables.set(schema, table);
  return table;
}
