// Messages -> a table of what the description says about each, for programs to read.
import {
  arrayOf,
  type Code,
  type ConstDeclaration,
  code,
  type Declaration,
  generatedType,
  type InterfaceDeclaration,
  literal,
  nothing,
  objectOf,
  StructureKind,
} from "../../emit/index.ts";
import type { Message, MessagingApi } from "../../model/messaging.ts";
import { docOfText } from "../docs.ts";
import { eventPropertyOf } from "./events.ts";
import { ownExtensionsOf } from "./extensions.ts";

export function messageTableOf(api: MessagingApi): Declaration[] {
  return [rowType, useType, tableOf(api), eventPropertyDeclarationOf(api)];
}

function eventPropertyDeclarationOf({ messages }: MessagingApi): ConstDeclaration {
  const property = eventPropertyOf(messages);
  const text =
    property === null
      ? "`null`: payloads do not tell which event they belong to, the transport has to."
      : "The member of every payload that holds the event's name.";
  const value = literal(property);
  return {
    kind: StructureKind.VariableStatement,
    name: "eventProperty",
    doc: docOfText(text),
    type: value,
    value,
    exported: true,
  };
}

const eventName = generatedType("EventName", "webhooks", "events.gen.ts");

const rowType: InterfaceDeclaration = interfaceOf("MessageInfo", "What the description says about a message.", [
  ["The key of the message in the description.", code`readonly key: string`],
  ["What travels. Messages of one name on different channels are one event.", code`readonly eventName: ${eventName}`],
  ["", code`readonly title: string | null`],
  ["", code`readonly summary: string | null`],
  ["Markdown.", code`readonly description: string | null`],
  ["", code`readonly contentType: string`],
  [
    "What the description says in extensions of its own.",
    code`readonly extensions: { readonly [name: string]: unknown }`,
  ],
  [
    "The channels that carry the message, and what the described application does there.",
    code`readonly uses: readonly MessageUse[]`,
  ],
]);

const useType: InterfaceDeclaration = interfaceOf("MessageUse", "One place where a message travels.", [
  ["The key of the channel.", code`readonly channel: string`],
  [
    "`null` when the address is known only at run time, such as a subscriber's URL.",
    code`readonly address: string | null`,
  ],
  ["The key of the operation; `null` when no operation is described.", code`readonly operation: string | null`],
  [
    "What the described application does: its peers do the opposite.",
    code`readonly action: "send" | "receive" | "reply" | null`,
  ],
]);

function interfaceOf(name: string, text: string, members: readonly (readonly [string, Code])[]): InterfaceDeclaration {
  const documented = members.map(([doc, member]) => ({ doc: docOfText(doc), code: member }));
  return { kind: StructureKind.Interface, name, typeParameters: nothing, doc: docOfText(text), members: documented };
}

function tableOf(api: MessagingApi): ConstDeclaration {
  return {
    kind: StructureKind.VariableStatement,
    name: "messages",
    doc: docOfText("Every message of the description, in its order."),
    type: code`readonly MessageInfo[]`,
    value: arrayOf(api.messages.map((message) => rowOf(message, api))),
    exported: true,
  };
}

function rowOf(message: Message, api: MessagingApi): Code {
  const { key, eventName: name, title, summary, description, contentType, extensions } = message;
  return objectOf(
    [
      code`key: ${literal(key)}`,
      code`eventName: ${literal(name)}`,
      code`title: ${literal(title)}`,
      code`summary: ${literal(summary)}`,
      code`description: ${literal(description)}`,
      code`contentType: ${literal(contentType)}`,
      code`extensions: ${literal(ownExtensionsOf(extensions))}`,
      code`uses: ${arrayOf(usesOf(message, api).map(literal))}`,
    ],
    true,
  );
}

interface Use {
  readonly channel: string;
  readonly address: string | null;
  readonly operation: string | null;
  readonly action: "send" | "receive" | "reply" | null;
}

/** A use for each operation that names the message; channels that carry it without any operation are there too. */
function usesOf(message: Message, { channels, operations }: MessagingApi): Use[] {
  const uses = operations.flatMap(({ key, action, channel, messages, reply }): Use[] => [
    ...(messages.includes(message) ? [{ channel: channel.key, address: channel.address, operation: key, action }] : []),
    ...(reply?.messages.includes(message) === true
      ? [
          {
            channel: (reply.channel ?? channel).key,
            address: (reply.channel ?? channel).address,
            operation: key,
            action: "reply" as const,
          },
        ]
      : []),
  ]);
  const used = new Set(uses.map(({ channel }) => channel));
  const unused = channels.filter((channel) => channel.messages.includes(message) && !used.has(channel.key));
  return [
    ...uses,
    ...unused.map(({ key, address }): Use => ({ channel: key, address, operation: null, action: null })),
  ];
}
