// The bindings of operations and their channels -> what the transports of MQTT and AMQP do with them; and reports of what they cannot do.
import type { Channel, MessageOperation, MessagingApi } from "waybill/plugin";
import type { Context } from "./options.ts";

type Fields = Readonly<Record<string, unknown>>;

/** For `Bindings` of the runtime; `null` when the description says nothing that a generated transport uses. */
export function bindingsOf({ bindings, channel }: MessageOperation, transports: readonly string[]): Fields | null {
  return fieldsOf({
    mqtt: transports.includes("mqtt") ? mqttOf(fieldsAt(bindings, "mqtt")) : null,
    amqp: transports.includes("amqp") ? amqpOf(channel, fieldsAt(bindings, "amqp")) : null,
  });
}

/** A reply is sent as its request, but it is not retained, and its channel says how it is routed. */
export function replyBindingsOf(
  { bindings, channel, reply }: MessageOperation,
  transports: readonly string[],
): Fields | null {
  const { qos } = fieldsAt(bindings, "mqtt");
  return fieldsOf({
    mqtt: transports.includes("mqtt") ? fieldsOf({ qos: qos ?? null }) : null,
    amqp: transports.includes("amqp") ? amqpOf(reply?.channel ?? channel, {}) : null,
  });
}

function mqttOf({ qos, retain, messageExpiryInterval }: Fields): Fields | null {
  const expiry = typeof messageExpiryInterval === "number" ? messageExpiryInterval : null;
  return fieldsOf({ qos: qos ?? null, retain: retain ?? null, messageExpiryInterval: expiry });
}

function amqpOf(channel: Channel, operation: Fields): Fields | null {
  const { exchange, queue } = routingOf(channel);
  const { ack, expiration, userId, cc, bcc, priority, deliveryMode, mandatory, timestamp } = operation;
  const persistent = deliveryMode === undefined ? null : deliveryMode === 2;
  const publish = { expiration, userId, CC: cc, BCC: bcc, priority, persistent, mandatory, timestamp };
  return fieldsOf({ exchange, queue, ack: ack ?? null, publish: fieldsOf(publish) });
}

/** `is: queue`: the channel is a queue. Otherwise its address is a routing key; those of the default exchange are queues too. */
function routingOf(channel: Channel): { readonly exchange: Fields | null; readonly queue: Fields | null } {
  const { is, exchange, queue } = fieldsAt(channel.bindings, "amqp");
  const { vhost: _, type, ...exchangeFields } = fieldsAt({ exchange }, "exchange");
  const { vhost: __, name, ...queueFields } = fieldsAt({ queue }, "queue");
  const isDefault = is === "queue" || (exchangeFields["name"] ?? "") === "" || type === "default";
  const described = queue === undefined ? null : { ...queueFields, ...(isBlank(name) ? {} : { name }) };
  if (isDefault) return { exchange: null, queue: described };
  // A queue without a name is one of the subscription.
  return { exchange: fieldsOf({ ...exchangeFields, type }), queue: isBlank(name) ? null : described };
}

function isBlank(name: unknown): boolean {
  return name === undefined || name === "";
}

/** Without those that are absent. */
function fieldsOf(fields: Fields): Fields | null {
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return present.length === 0 ? null : Object.fromEntries(present);
}

function fieldsAt(bindings: Fields, protocol: string): Fields {
  const value = bindings[protocol];
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** What a transport cannot do is a warning; what contradicts itself, or has another type, is an error. */
export function reportBindings(
  { channels, operations, messages }: MessagingApi,
  transports: readonly string[],
  { problem }: Pick<Context, "problem">,
): void {
  for (const protocol of ["mqtt", "amqp"].filter((each) => transports.includes(each)))
    for (const [kind, holders] of Object.entries({ channel: channels, operation: operations, message: messages }))
      for (const at of holders)
        for (const { path, value, accepts } of fieldsIn(`${protocol} ${kind}`, fieldsAt(at.bindings, protocol))) {
          const binding = `the binding \`${protocol}.${path}\``;
          if (accepts === null)
            problem({
              severity: "warning",
              at,
              message: `${binding} is not used by the transport`,
              hint: "set it in the client that you pass to the transport, or where you declare the topology of the broker",
            });
          else if (!accepts(value))
            problem({
              at,
              message: `${binding} cannot be ${JSON.stringify(value)}`,
              hint: "see github.com/asyncapi/bindings",
            });
        }
  for (const channel of transports.includes("amqp") ? channels : []) reportRouting(channel, problem);
}

function reportRouting(channel: Channel, problem: Context["problem"]): void {
  const { is, exchange: described } = fieldsAt(channel.bindings, "amqp");
  const { exchange, queue } = routingOf(channel);
  const subject = `the channel ${JSON.stringify(channel.key)}`;
  const name = queue?.["name"];
  if (is === "queue" && described !== undefined)
    problem({
      severity: "warning",
      at: channel,
      message: `${subject} is a queue, so its exchange is not used`,
      hint: "leave out `is`, for a channel whose address is a routing key of the exchange",
    });
  if (exchange === null && is !== "queue" && name !== undefined && name !== channel.address)
    problem({
      at: channel,
      message: `${subject} has no exchange, so its messages go to the queue ${JSON.stringify(channel.address)}, not to ${JSON.stringify(name)}`,
      hint: "add `exchange.name`, or `is: queue` to send to the queue of the binding",
    });
  if (exchange?.["type"] === "headers")
    problem({
      severity: "warning",
      at: channel,
      message: `${subject} has an exchange that routes by headers, which no binding describes: subscriptions receive all of its messages`,
      hint: "bind a queue with the client, and describe the channel with `is: queue`",
    });
}

type Accepts = (value: unknown) => boolean;

const isText: Accepts = (value) => typeof value === "string";
const isFlag: Accepts = (value) => typeof value === "boolean";
const isCount: Accepts = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isObject: Accepts = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const areTexts: Accepts = (value) => Array.isArray(value) && value.every(isText);
const queueFields = { name: isText, durable: isFlag, autoDelete: isFlag, vhost: isText };

/** What the transports use, by protocol and holder, with the values that it can have. */
const usedFields: Readonly<Record<string, Readonly<Record<string, Accepts>>>> = {
  "mqtt operation": {
    qos: (value) => [0, 1, 2].includes(Number(value)) && typeof value === "number",
    retain: isFlag,
    // A schema describes it, and is no value: a warning.
    messageExpiryInterval: (value) => isCount(value) || isObject(value),
  },
  "amqp channel": {
    is: (value) => value === "queue" || value === "routingKey",
    exchange: isObject,
    queue: isObject,
  },
  "amqp channel.exchange": { ...queueFields, type: isText },
  "amqp channel.queue": { ...queueFields, exclusive: isFlag },
  "amqp operation": {
    expiration: isCount,
    userId: isText,
    cc: areTexts,
    bcc: areTexts,
    priority: isCount,
    deliveryMode: (value) => value === 1 || value === 2,
    mandatory: isFlag,
    timestamp: isFlag,
    ack: isFlag,
  },
};

interface Field {
  readonly path: string;
  readonly value: unknown;
  /** `null`: no transport uses it. */
  readonly accepts: Accepts | null;
}

function fieldsIn(place: string, fields: Fields, prefix = ""): Field[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (name === "bindingVersion" || name.startsWith("x-")) return [];
    const path = `${prefix}${name}`;
    const accepts = usedFields[place]?.[name] ?? null;
    const isUsed = !(path === "messageExpiryInterval" && isObject(value)) && !(name === "vhost" && value !== "/");
    const field = { path, value, accepts: isUsed ? accepts : null };
    const isNested = usedFields[`${place}.${name}`] !== undefined && isObject(value);
    return [field, ...(isNested ? fieldsIn(`${place}.${name}`, Object(value), `${path}.`) : [])];
  });
}
