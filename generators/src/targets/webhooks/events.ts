// Messages -> events: what a receiver can distinguish, which is the name. Messages of one name are one event.
import type { Message } from "../../model/messaging.ts";
import type { Schema } from "../../model/schema.ts";

export interface Event {
  /** `order.created` */
  readonly name: string;
  /** More than one when channels use the same name for different things: the event is then any of them. */
  readonly messages: readonly [Message, ...Message[]];
}

/** In document order of their first messages. */
export function eventsOf(messages: readonly Message[]): Event[] {
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

/** The header that identifies the event of a message: required everywhere, and everywhere the event's name. */
export function eventHeaderOf(messages: readonly Message[]): string | null {
  const [first, ...others] = messages.map(({ headers, eventName }) =>
    headers === null ? [] : namingPropertiesOf(headers, eventName),
  );
  return first?.find((name) => others.every((names) => names.includes(name))) ?? null;
}

function namingPropertiesOf(payload: Schema, eventName: string): string[] {
  const schema = resolved(payload);
  if (schema.kind === "intersection") return schema.members.flatMap((member) => namingPropertiesOf(member, eventName));
  if (schema.kind !== "object") return [];
  return schema.properties
    .filter(({ required, schema: value }) => required && isOnly(resolved(value), eventName))
    .map(({ name }) => name);
}

function isOnly(schema: Schema, value: string): boolean {
  return schema.kind === "enum" && schema.values.length === 1 && schema.values[0] === value;
}

/** The schema behind references; pure cycles of references have been rejected. */
function resolved(schema: Schema): Schema {
  if (schema.kind === "unevaluated") return resolved(schema.schema);
  return schema.kind === "ref" ? resolved(schema.target.schema) : schema;
}
