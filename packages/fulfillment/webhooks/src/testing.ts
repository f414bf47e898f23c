// The examples of the API description to events and signed deliveries, for tests of receivers.
import type { WebhookHeaders } from "@fulfillment/types";
import type { EventMap } from "./events.gen.ts";
import { type EventExample, eventExamples } from "./examples.gen.ts";
import { eventProperty } from "./messages.gen.ts";
import { isObject, memberOf } from "./runtime/signatures.gen.ts";
import { eventSchemas } from "./schemas.gen.ts";
import { signWebhook } from "./sign.ts";

/** The events that the description has an example of: all of them at present. */
export type ExampleEventName = keyof EventMap & keyof typeof eventExamples;

/** The `data` of an event. */
export type EventData<Name extends ExampleEventName> = EventMap[Name]["data"];

/** What the examples of an event are called: `"invite-viewed"`. */
export type ExampleName<Name extends ExampleEventName> = (typeof eventExamples)[Name][number]["name"];

export interface CreateEventOptions<Name extends ExampleEventName> {
  /** Which example of the event to start from; the first, unless it is given. */
  readonly example?: ExampleName<Name> | undefined;
}

export interface CreateDeliveryOptions<Name extends ExampleEventName> extends CreateEventOptions<Name> {
  /** The secret of the subscription. */
  readonly secret: string;
  /** Members that replace those of the example's `data`. */
  readonly data?: Partial<EventData<Name>> | undefined;
  /** When it was signed, in unix seconds; the current time, unless it is given. */
  readonly timestamp?: number | undefined;
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/** What a receiver gets, and the event in it. */
export interface TestDelivery<Name extends ExampleEventName> {
  /** The body, to be sent as UTF-8. */
  readonly rawBody: string;
  readonly headers: WebhookHeaders;
  readonly event: EventMap[Name];
  /** A request that carries it, for handlers that take a Fetch `Request`. */
  readonly toRequest: (url: string | URL) => Request;
}

/**
 * An event as the service sends it: the first example of the description, with the members of `data` that are given in place
 * of its own. Nothing is merged further down: to change a product, give all products. Each call makes a copy of its own.
 * Throws a `TypeError` that names the field when the event is not what the description allows, and for names it does not know.
 */
export function createEvent<Name extends ExampleEventName>(
  name: Name,
  data: Partial<EventData<Name>> = {},
  { example }: CreateEventOptions<Name> = {},
): EventMap[Name] {
  const wanted = { [eventProperty]: name, data: { ...exampleData(name, example), ...data } };
  const result = eventSchemas[name].safeParse(wanted);
  if (result.success) return structuredClone(result.data);
  const issues = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new TypeError(`The API sends no ${name} like this: ${issues.join("; ")}`);
}

/**
 * The event that `createEvent` makes, as it is delivered: the raw body, the four headers, signed with the secret. Rejects as
 * `createEvent` and `signWebhook` do.
 */
export async function createDelivery<Name extends ExampleEventName>(
  name: Name,
  options: CreateDeliveryOptions<Name>,
): Promise<TestDelivery<Name>> {
  const { secret, data, example, timestamp, now } = options;
  const event = createEvent(name, data, { example });
  const rawBody = JSON.stringify(event);
  const headers = await signWebhook(rawBody, { secret, event: name, timestamp, now });
  return { rawBody, headers, event, toRequest: (url) => new Request(url, { method: "POST", headers, body: rawBody }) };
}

/** Whether the description has an example of an event of this name. */
export function isExampleEventName(name: string): name is ExampleEventName {
  return Object.hasOwn(eventExamples, name);
}

/** The names that `createEvent` takes, in the order of the description. */
export const exampleEventNames: readonly ExampleEventName[] = Object.keys(eventExamples).filter(isExampleEventName);

/** What the examples of an event are called, in the order of the description: the first is the one that is taken. */
export function exampleNamesOf<Name extends ExampleEventName>(name: Name): readonly ExampleName<Name>[] {
  const examples: readonly { readonly name: ExampleName<Name> }[] = eventExamples[name];
  return examples.map((example) => example.name);
}

function exampleData(name: ExampleEventName, wanted: string | undefined): object {
  if (!isExampleEventName(name)) {
    throw new TypeError(`There is no event ${JSON.stringify(name)}. There are: ${exampleEventNames.join(", ")}.`);
  }
  const examples: readonly EventExample[] = eventExamples[name];
  const match = examples.find((example) => wanted === undefined || example.name === wanted);
  if (match === undefined) {
    const names = examples.map((example) => example.name).join(", ");
    throw new TypeError(`There is no example ${JSON.stringify(wanted)} of ${name}. There are: ${names}.`);
  }
  return dataIn(match.payload);
}

/** Empty when the example does not have it: the schema then requires each member. */
function dataIn(payload: unknown): object {
  const data = memberOf(payload, "data");
  return isObject(data) ? data : {};
}
