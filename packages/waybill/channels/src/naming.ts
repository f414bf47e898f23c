// Keys of channels and operations -> identifiers. A clash is resolved by the spelling of the keys, never by a number.
import {
  type Channel,
  type CodeSymbol,
  camelOf,
  generatedSymbol,
  generatedType,
  isIdentifier,
  type Message,
  type MessagingApi,
  pascalOf,
} from "waybill/plugin";
import type { Context } from "./options.ts";

export const target = "channels";

/** What the index exports besides operations. */
const reservedNames = /^(?:publish|subscribe|request|respond|servers|application|peer)$|(?:Message|Channel|Inbound)$/;

export function operationNamesOf(keys: readonly string[]): ReadonlyMap<string, string> {
  return namesOf(keys, (name) => (reservedNames.test(name) || !isIdentifier(name) ? `${name}Operation` : name));
}

/** The root of a server is the channel `/`. */
export function channelNamesOf(channels: readonly Channel[]): ReadonlyMap<string, string> {
  return namesOf(
    channels.map(({ key }) => key),
    (name) => name,
  );
}

function namesOf(keys: readonly string[], usable: (name: string) => string): ReadonlyMap<string, string> {
  const baseNameOf = (key: string): string => usable(camelOf(key) === "" ? "root" : camelOf(key));
  const clashing = new Set(
    [...Map.groupBy(new Set(keys), (key) => baseNameOf(key).toLowerCase()).values()].flatMap((same) =>
      same.length > 1 ? same : [],
    ),
  );
  return new Map(keys.map((key) => [key, clashing.has(key) ? usable(spelled(key)) : baseNameOf(key)]));
}

/** `a/b` -> `_a_2f_b`: each character counts, so that no two keys are the same. */
function spelled(key: string): string {
  return `_${key.replace(/[^A-Za-z0-9]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`)}`;
}

export function typeNameOf(name: string, ending: string): string {
  return `${pascalOf([name])}${ending}`;
}

export type MessageNames = ReadonlyMap<Message, string>;

/** What distinguishes messages in code: their names, or their keys where two of a channel have one name. */
export function messageNamesOf(
  { messages, channels }: MessagingApi,
  { problem }: Pick<Context, "problem">,
): MessageNames {
  const isShared = (message: Message): boolean =>
    channels.some((channel) =>
      channel.messages.some((other) => isNamesake(message, other) && channel.messages.includes(message)),
    );
  const names = new Map(messages.map((message) => [message, isShared(message) ? message.key : message.eventName]));
  for (const channel of channels) {
    const clash = channel.messages.find((message, index) =>
      channel.messages.slice(0, index).some((earlier) => names.get(earlier) === names.get(message)),
    );
    if (clash !== undefined)
      problem({
        at: clash,
        message: `two messages of the channel ${JSON.stringify(channel.key)} are called ${JSON.stringify(names.get(clash))}`,
        hint: "give them a `name` each",
      });
  }
  return names;
}

function isNamesake(message: Message, other: Message): boolean {
  return other !== message && other.eventName === message.eventName;
}

export function runtimeType(name: string): CodeSymbol {
  return generatedType(name, target, "contract.gen.ts");
}

export function channelSymbol(name: string): CodeSymbol {
  return generatedSymbol(`${name}Channel`, target, "channels.gen.ts");
}

export function messageSymbol({ typeName }: Pick<Message, "typeName">): CodeSymbol {
  return generatedSymbol(`${camelOf(typeName)}Message`, target, "messages.gen.ts");
}
