// Messages -> the types of their payloads and headers, and the maps and unions over all of them.
import { type Code, code, generatedType, type TypeAliasDeclaration } from "../../emit/index.ts";
import type { Message } from "../../model/messaging.ts";
import { docOfText } from "../docs.ts";
import { exportedType, messageTypesOf } from "../message-types.ts";
import { declaredCodeOf } from "../types/type-code.ts";
import { memberOf, objectNode, type TypeNode, unionOf } from "../types/type-node.ts";
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
