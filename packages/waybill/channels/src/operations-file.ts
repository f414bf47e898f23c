// Operations and a side -> a constant for each operation: its channel, its messages, its reply, and how what arrives is identified.
import {
  arrayOf,
  type Channel,
  type Code,
  code,
  constant,
  type Declaration,
  docOfWords,
  exported,
  identifier,
  join,
  literal,
  literalInLines,
  type Message,
  type MessageOperation,
  type MessagingApi,
  objectOf,
} from "waybill/plugin";
import { bindingsOf, replyBindingsOf } from "./bindings.ts";
import { channelSymbol, type MessageNames, messageSymbol, operationNamesOf, runtimeType } from "./naming.ts";
import type { Context, Side } from "./options.ts";
import { actionOf, arrivingOf, reportAmbiguous } from "./sides.ts";

interface Naming {
  readonly side: Side;
  readonly names: MessageNames;
  readonly channels: ReadonlyMap<string, string>;
  readonly transports: readonly string[];
}

export function operationDeclarationsOf(api: MessagingApi, naming: Naming, context: Context): Declaration[] {
  const { operations } = api;
  const receiving = new Set<string>();
  const names = operationNamesOf(operations.map(({ key }) => key));
  const constants = operations.map((operation) => {
    if (actionOf(operation, naming.side) === "receive") receiving.add(operation.channel.key);
    else if (operation.reply !== null) receiving.add((operation.reply.channel ?? operation.channel).key);
    return operationOf(operation, names.get(operation.key) ?? "", naming);
  });
  const inbound = api.channels
    .filter(({ key }) => receiving.has(key))
    .map((channel) => {
      const arriving = arrivingOf(api, channel, naming);
      reportAmbiguous(arriving, { names: naming.names, servers: api.servers }, context);
      const members = [
        code`messages: ${listOf(arriving.messages)}`,
        code`others: ${listOf(arriving.others)}`,
        code`naming: ${literalInLines(arriving.naming)}`,
      ];
      const declaration = {
        name: inboundName(channel, naming),
        type: code`${runtimeType("Inbound")}`,
        initializer: objectOf(members, true),
      };
      return constant(declaration, docOfWords({}, null));
    });
  return [...inbound, ...constants];
}

function operationOf(operation: MessageOperation, name: string, naming: Naming): Declaration {
  const { key, channel, messages, reply, title, summary, description, at } = operation;
  const action = actionOf(operation, naming.side);
  const channelReference = channelCode(channel, naming);
  const replies = reply === null || reply.messages.length === 0 ? null : reply;
  const kinds = replies === null ? ["SendOperation", "ReceiveOperation"] : ["RequestOperation", "RespondOperation"];
  const types = [
    code`typeof ${channelReference}`,
    typesOf(messages),
    replies === null ? code`never` : typesOf(replies.messages),
  ];
  const type = code`${runtimeType(kinds[action === "send" ? 0 : 1] ?? "")}<
  ${join(types, ",\n  ")}
>`;
  const members = [
    code`key: ${literal(key)}`,
    code`action: ${literal(action)}`,
    code`channel: ${channelReference}`,
    ...bindingsCode(bindingsOf(operation, naming.transports)),
    code`messages: ${listOf(messages)}`,
    ...(action === "receive" ? [code`inbound: ${inboundCode(channel, naming)}`] : []),
    code`reply: ${replies === null ? literal(null) : replyOf(replies, operation, naming)}`,
  ];
  const verb = action === "send" ? "Sends" : "Receives";
  const first = `${verb} ${messages.map(({ eventName }) => `\`${eventName}\``).join(", ")} on \`${channel.address ?? channel.key}\`.`;
  const documentation = [title, summary, description].filter((text) => text !== null).join("\n\n");
  const doc = docOfWords({ summary: first, description: documentation }, at);
  return exported(constant({ name, type, initializer: objectOf(members, true) }, doc));
}

function replyOf(reply: NonNullable<MessageOperation["reply"]>, operation: MessageOperation, naming: Naming): Code {
  const replyChannel = reply.channel ?? operation.channel;
  const action = actionOf(operation, naming.side);
  return objectOf([
    code`channel: ${reply.channel === null ? literal(null) : channelCode(reply.channel, naming)}`,
    code`address: ${literal(placeOf(reply.address?.location ?? null))}`,
    ...bindingsCode(replyBindingsOf(operation, naming.transports)),
    code`messages: ${listOf(reply.messages)}`,
    // Replies arrive only where requests are sent.
    code`inbound: ${action === "send" ? inboundCode(replyChannel, naming) : literal(null)}`,
  ]);
}

function bindingsCode(bindings: object | null): Code[] {
  return bindings === null ? [] : [code`bindings: ${literalInLines(bindings)}`];
}

/** `$message.header#/replyTo` */
function placeOf(location: string | null): object | null {
  const [, part, pointer] = /^\$message\.(header|payload)#(\/.*)$/s.exec(location ?? "") ?? [];
  return pointer === undefined ? null : { part: part === "header" ? "headers" : "payload", pointer };
}

function listOf(messages: readonly Message[]): Code {
  return arrayOf(messages.map((message) => code`${messageSymbol(message)}`));
}

function typesOf(messages: readonly Message[]): Code {
  if (messages.length === 0) return code`never`;
  return join(
    messages.map((message) => code`typeof ${messageSymbol(message)}`),
    " | ",
  );
}

function channelCode({ key }: Channel, { channels }: Naming): Code {
  return code`${channelSymbol(channels.get(key) ?? "")}`;
}

function inboundCode(channel: Channel, naming: Naming): Code {
  return identifier(inboundName(channel, naming));
}

function inboundName({ key }: Channel, { channels }: Naming): string {
  return `${channels.get(key) ?? ""}Inbound`;
}
