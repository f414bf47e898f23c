// Messages -> the types of their payloads and headers, and the maps and unions over all of them.
import {
  type Code,
  code,
  type Doc,
  exported,
  generatedType,
  type TypeAliasDeclaration,
  typeAlias,
} from "../../emit/index.ts";
import type { Message } from "../../model/messaging.ts";
import { docOfText, docOfWords } from "../docs.ts";
import { nodeOf } from "../types/schema-type.ts";
import { declaredCodeOf } from "../types/type-code.ts";
import { memberOf, objectNode, type TypeNode, unionOf } from "../types/type-node.ts";
import type { Event } from "./events.ts";

export function eventTypesOf(messages: readonly Message[], events: readonly Event[]): TypeAliasDeclaration[] {
  return [
    ...messages.flatMap(messageTypesOf),
    alias("EventMap", mapOf(events, payloadType), docOfText("What each event carries, by the event's name.")),
    alias("HeaderMap", mapOf(events, headersType), docOfText(headersText)),
    alias("EventName", code`keyof ${mapType}`, docOfText("The names of all events.")),
    alias("WebhookEvent", code`${mapType}[EventName]`, docOfText("What any event carries.")),
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

function messageTypesOf(message: Message): TypeAliasDeclaration[] {
  const { typeName, title, summary, description, payload, headers, at } = message;
  const doc = docOfWords({ summary: sentences(title, summary), description }, at);
  const payloads = alias(`${typeName}Payload`, declaredCodeOf(nodeOf(payload)), doc);
  if (headers === null) return [payloads];
  const headersDoc = docOfText(`The headers of ${title ?? message.eventName}.`, headers.at);
  return [payloads, alias(`${typeName}Headers`, declaredCodeOf(nodeOf(headers)), headersDoc)];
}

function mapOf(events: readonly Event[], typeOf: (message: Message) => TypeNode | null): Code {
  const members = events.flatMap(({ name, messages }) => {
    const types = messages.map(typeOf).filter((type) => type !== null);
    const [{ title, summary }] = messages;
    const doc = docOfText(messages.length === 1 ? (summary ?? title ?? "") : "");
    return types.length === 0 ? [] : [memberOf(name, unionOf(types), { doc })];
  });
  return declaredCodeOf(objectNode(members));
}

function sentences(title: string | null, summary: string | null): string | null {
  if (title === null || summary === null) return title ?? summary;
  return `${title}: ${summary}`;
}

function named(name: string): TypeNode {
  return { kind: "symbol", symbol: generatedType(name, "webhooks", file) };
}

function alias(name: string, type: Code, doc: Doc): TypeAliasDeclaration {
  return exported(typeAlias(name, type, doc));
}
