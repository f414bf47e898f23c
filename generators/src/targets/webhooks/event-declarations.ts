// Messages -> the types of their payloads and headers, and the maps and unions over all of them.
import {
  type Code,
  code,
  exportedConstant,
  generatedType,
  objectOf,
  propertyKey,
  type TypeAliasDeclaration,
  type VariableStatement,
} from "../../emit/index.ts";
import type { Message } from "../../model/messaging.ts";
import { noAnnotations, type Schema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import { exportedType, messageTypesOf } from "../message-types.ts";
import type { ApiContext } from "../target.ts";
import { wireValue } from "../types/index.ts";
import { declaredCodeOf } from "../types/type-code.ts";
import { memberOf, objectNode, type TypeNode, unionOf } from "../types/type-node.ts";
import { zodOf, zodTypeOf } from "../zod/index.ts";
import type { Event } from "./events.ts";

export function eventTypesOf(messages: readonly Message[], events: readonly Event[]): TypeAliasDeclaration[] {
  return [
    ...messages.flatMap((message) => messageTypesOf(message, message.title ?? message.eventName)),
    exportedType("EventMap", mapOf(events, payloadType), docOfText("The payload of each event, by name.")),
    exportedType("HeaderMap", mapOf(events, headersType), docOfText(headersText)),
    exportedType("EventName", code`keyof ${mapType}`, docOfText("The names of all events.")),
    exportedType("WebhookEvent", code`${mapType}[EventName]`, docOfText("What any event carries.")),
  ];
}

const headersText = "The headers each event comes with, by the event's name; names as the description spells them.";

/** The type of what a message carries, as other declarations refer to it. */
function payloadType(message: Message): TypeNode | null {
  return named(`${message.typeName}Payload`);
}

/** The type of a message's headers; `null` when the description does not define them. */
function headersType(message: Message): TypeNode | null {
  return message.headers === null ? null : named(`${message.typeName}Headers`);
}

const file = "events.gen.ts";
const mapType = generatedType("EventMap", "webhooks", file);

function mapOf(events: readonly Event[], typeOf: (message: Message) => TypeNode | null): Code {
  const members = events.flatMap(({ name, messages }) => {
    const types = messages.map(typeOf).filter((type) => type !== null);
    const [{ title, summary }] = messages;
    const doc = docOfText(messages.length === 1 ? (summary ?? title ?? "") : "");
    return types.length === 0 ? [] : [memberOf(name, unionOf(types), { doc })];
  });
  return declaredCodeOf(objectNode(members));
}

function named(name: string): TypeNode {
  return { kind: "symbol", symbol: generatedType(name, "webhooks", file) };
}

// Events -> the Zod schemas of their payloads and headers, by event name.

export function eventSchemasOf(events: readonly Event[], context: Formats): VariableStatement[] {
  const payloads: Table = {
    name: "eventSchemas",
    text: "The schema of what each event carries, by the event's name.",
    map: "EventMap",
    schemaOf: ({ payload }) => payload,
  };
  const headers: Table = {
    name: "headerSchemas",
    text: "The schema of the headers each event comes with, by the event's name.",
    map: "HeaderMap",
    schemaOf: (message) => message.headers,
  };
  return [payloads, headers].map((table) => tableOf(table, events, context));
}

type Formats = Pick<ApiContext, "apiOptions">;

interface Table {
  readonly name: string;
  readonly text: string;
  readonly map: string;
  /** `null`: the event is not in the table because of this message. */
  readonly schemaOf: (message: Message) => Schema | null;
}

/** `{ readonly [Name in keyof EventMap]: z.ZodType<EventMap[Name]> }` */
function tableOf({ name, text, map, schemaOf }: Table, events: readonly Event[], context: Formats): VariableStatement {
  const members = events.flatMap((event) => {
    const [first, ...others] = event.messages.map(schemaOf).filter((schema) => schema !== null);
    return first === undefined ? [] : [code`${propertyKey(event.name)}: ${anyOf([first, ...others], context)}`];
  });
  const mapType = generatedType(map, "webhooks", "events.gen.ts");
  const value = code`${mapType}[Name]`;
  const travelling = context.apiOptions.dates === "date" ? code`${wireValue}<${value}>` : value;
  const type = code`{ readonly [Name in keyof ${mapType}]: ${zodTypeOf(travelling, context)} }`;
  return exportedConstant({ name, type, initializer: objectOf(members, members.length > 0) }, docOfText(text));
}

/** Messages of one name are one event: any of their schemas may match. */
function anyOf(members: readonly [Schema, ...Schema[]], context: Formats): Code {
  const [{ at }] = members;
  const union = { kind: "union", mode: "anyOf", members, discriminator: null, at, annotations: noAnnotations } as const;
  return zodOf(members.length === 1 ? members[0] : union, context);
}
