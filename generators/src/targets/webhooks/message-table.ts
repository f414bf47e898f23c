// Messages -> a table of their properties, for programs; what extensions of the description say, as literal data.
import {
  arrayOf,
  asConst,
  type Code,
  code,
  type Declaration,
  exportedConstant,
  exportedInterface,
  generatedType,
  type InterfaceDeclaration,
  literal,
  literalMembers,
  objectOf,
  type VariableStatement,
} from "../../emit/index.ts";
import type { Extensions, Operation } from "../../model/http.ts";
import type { Channel, Message, MessagingApi } from "../../model/messaging.ts";
import { docOfText } from "../docs.ts";
import type { EventMessage } from "./event-messages.ts";
import { eventPropertyOf } from "./events.ts";

/** `api`: `null` without an AsyncAPI document. */
export function messageTableOf(messages: readonly EventMessage[], api: MessagingApi | null): Declaration[] {
  const extensions = api === null ? [] : extensionsDeclarationsOf(api);
  return [rowType, useType, tableOf(messages, api), eventPropertyDeclarationOf(messages), ...extensions];
}

function eventPropertyDeclarationOf(messages: readonly EventMessage[]): VariableStatement {
  const property = eventPropertyOf(messages);
  const text =
    property === null
      ? "`null`: payloads do not state their event, so the transport must."
      : "The member of every payload that holds the event's name.";
  const value = literal(property);
  return exportedConstant({ name: "eventProperty", type: value, initializer: value }, docOfText(text));
}

const eventName = generatedType("EventName", "webhooks", "events.gen.ts");

const rowType: InterfaceDeclaration = interfaceOf("MessageInfo", "What the description says about a message.", [
  ["The key of the message in the description.", "key", code`string`],
  [
    "The name on the wire. Messages with the same name on different channels are one event.",
    "eventName",
    code`${eventName}`,
  ],
  ["", "title", code`string | null`],
  ["", "summary", code`string | null`],
  ["Markdown.", "description", code`string | null`],
  ["", "contentType", code`string`],
  ["What the description says in extensions of its own.", "extensions", code`{ readonly [name: string]: unknown }`],
  [
    "The channels that carry the message, and what the described application does there.",
    "uses",
    code`readonly MessageUse[]`,
  ],
]);

const useType: InterfaceDeclaration = interfaceOf("MessageUse", "One place where a message travels.", [
  ["The key of the channel.", "channel", code`string`],
  ["`null` when the address is known only at run time, such as a subscriber's URL.", "address", code`string | null`],
  ["The key of the operation; `null` when no operation is described.", "operation", code`string | null`],
  [
    "What the described application does: its peers do the opposite.",
    "action",
    code`"send" | "receive" | "reply" | null`,
  ],
]);

type Row = readonly [description: string, name: string, type: Code];

function interfaceOf(name: string, text: string, rows: readonly Row[]): InterfaceDeclaration {
  const properties = rows.map(([description, property, type]) => ({
    name: property,
    isReadonly: true,
    type,
    docs: [docOfText(description)],
  }));
  return exportedInterface(name, docOfText(text), { properties });
}

function tableOf(messages: readonly EventMessage[], api: MessagingApi | null): VariableStatement {
  const initializer = arrayOf(messages.map((message) => rowOf(message, api)));
  const doc = docOfText("Every message of the description, in its order.");
  return exportedConstant({ name: "messages", type: code`readonly MessageInfo[]`, initializer }, doc);
}

function rowOf(message: EventMessage, api: MessagingApi | null): Code {
  const { key, eventName: name, title, summary, description, contentType } = message;
  const extensions = ownExtensionsOf(message.extensions);
  const row = {
    key,
    eventName: name,
    title,
    summary,
    description,
    contentType,
    extensions,
    uses: message.operation === null ? usesOf(message, api) : [useOfOperation(message.operation)],
  };
  return objectOf(literalMembers(Object.entries(row)), true);
}

interface Use {
  readonly channel: string;
  readonly address: string | null;
  readonly operation: string | null;
  readonly action: "send" | "receive" | "reply" | null;
}

/** A webhook or a callback: what it is sent to is known at run time, or is an expression. */
function useOfOperation({ id, trigger }: Operation): Use {
  const address = trigger?.kind === "callback" ? trigger.expression : null;
  return { channel: trigger?.key ?? id, address, operation: id, action: "send" };
}

/** A use for each operation that names the message; channels without operations are included too. */
function usesOf({ key, at }: Message, api: MessagingApi | null): Use[] {
  const { channels, operations, messages } = api ?? { channels: [], operations: [], messages: [] };
  const message = messages.find((one) => one.key === key && one.at === at);
  if (message === undefined) return [];
  const uses = operations.flatMap(({ key: operation, action, channel, messages, reply }): Use[] => [
    ...(messages.includes(message) ? [{ ...placeOf(channel), operation, action }] : []),
    ...(reply?.messages.includes(message) === true
      ? [{ ...placeOf(reply.channel ?? channel), operation, action: "reply" as const }]
      : []),
  ]);
  const used = new Set(uses.map(({ channel }) => channel));
  const unused = channels.filter((channel) => channel.messages.includes(message) && !used.has(channel.key));
  return [...uses, ...unused.map((channel): Use => ({ ...placeOf(channel), operation: null, action: null }))];
}

function placeOf({ key, address }: Channel): Pick<Use, "channel" | "address"> {
  return { channel: key, address };
}

/**
 * The `x-waybill-*` members of the document as literal data, such as how a delivery is signed and how long a receiver may take.
 * Nothing without such members. Those of messages are in the message table.
 */
function extensionsDeclarationsOf({ extensions, operations, securitySchemes }: MessagingApi): VariableStatement[] {
  const places: Record<string, Extensions> = {
    document: ownExtensionsOf(extensions),
    operations: extensionsByKey(operations.map((operation) => [operation.key, operation.extensions])),
    securitySchemes: extensionsByKey(securitySchemes.map((scheme) => [scheme.name, scheme.extensions])),
  };
  const nonEmpty = Object.entries(places).filter(([, members]) => Object.keys(members).length > 0);
  if (nonEmpty.length === 0) return [];
  const doc = docOfText("What the description says in extensions of its own, by the place that says it.");
  return [
    exportedConstant({ name: "extensions", initializer: asConst(objectOf(literalMembers(nonEmpty), true)) }, doc),
  ];
}

/** The members whose names start with `x-waybill-`. */
function ownExtensionsOf(extensions: Extensions): Extensions {
  return Object.fromEntries(Object.entries(extensions).filter(([name]) => name.startsWith("x-waybill-")));
}

function extensionsByKey(owners: readonly (readonly [string, Extensions])[]): Extensions {
  const waybillExtensions = owners.map(([key, extensions]) => [key, ownExtensionsOf(extensions)] as const);
  return Object.fromEntries(waybillExtensions.filter(([, extensions]) => Object.keys(extensions).length > 0));
}
