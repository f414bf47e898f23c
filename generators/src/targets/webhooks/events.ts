// Messages -> events: what a receiver can distinguish, which is the name. Messages of one name are one event.
import { fixedMembersOf } from "../../model/analysis/fixed-values.ts";
import type { Message } from "../../model/messaging.ts";
import type { Schema } from "../../model/schema.ts";

export interface Event<Each extends Message = Message> {
  /** `order.created` */
  readonly name: string;
  /** More than one when channels use the same name for different things: the event is then any of them. */
  readonly messages: readonly [Each, ...Each[]];
}

/** In document order of their first messages. */
export function eventsOf<Each extends Message>(messages: readonly Each[]): Event<Each>[] {
  const byName = Map.groupBy(messages, ({ eventName }) => eventName);
  return [...byName].flatMap(([name, [first, ...others]]) =>
    first === undefined ? [] : [{ name, messages: [first, ...others] }],
  );
}

/** The member of payloads that identifies their event: required everywhere, and everywhere the event's name. */
export function eventPropertyOf(messages: readonly Message[]): string | null {
  const [first, ...others] = messages.map(({ payload, eventName }) => namingPropertiesOf(payload, eventName));
  return first?.find((name) => others.every((names) => names.includes(name))) ?? null;
}

function namingPropertiesOf(payload: Schema, eventName: string): string[] {
  return [...onlyTextsOf(payload)].filter(([, text]) => text === eventName).map(([name]) => name);
}

/** What names the event of a delivery: a member of the payload or a header, which all messages require. */
export interface Naming {
  readonly part: "payload" | "headers";
  readonly name: string;
  /** Which event each value means; `null` where the values are the names. */
  readonly names: Readonly<Record<string, string>> | null;
}

/** A member with one value for each event that no other event has; the payload, which is signed, comes before headers. */
export function namingOf(messages: readonly Message[]): Naming | null {
  return namingIn("payload", messages) ?? namingIn("headers", messages);
}

function namingIn(part: Naming["part"], messages: readonly Message[]): Naming | null {
  const tables = messages.map((message) => onlyTextsOf(message[part]));
  for (const name of tables[0]?.keys() ?? []) {
    const values = tables.map((table) => table.get(name));
    const events = new Map<string, string>();
    const isNaming = messages.every(({ eventName }, index) => {
      const value = values[index];
      if (value === undefined || (events.get(value) ?? eventName) !== eventName) return false;
      events.set(value, eventName);
      return true;
    });
    if (!isNaming) continue;
    const isSame = [...events].every(([value, event]) => value === event);
    return { part, name, names: isSame ? null : Object.fromEntries(events) };
  }
  return null;
}

/** The required members that can have one text only, and which. */
export function onlyTextsOf(schema: Schema | null): ReadonlyMap<string, string> {
  if (schema === null) return new Map();
  return new Map(
    [...fixedMembersOf(schema)].flatMap(([name, [value, ...others]]) =>
      typeof value === "string" && others.length === 0 ? [[name, value] as const] : [],
    ),
  );
}
