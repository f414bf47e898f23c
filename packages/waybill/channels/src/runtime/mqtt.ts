// A client of MQTT -> a transport: addresses are topics, and an `address` that is given to a subscription can be a filter. The quality of
// service is that of the description; messages that arrive while the client is not connected are those that the broker keeps for it.
import { ChannelError, type Transport, type WireMessage } from "./contract.ts";
import { createQueue } from "./queue.ts";

/** The part of a client of `mqtt` that is used. */
export interface MqttClient {
  readonly options: { readonly protocolVersion?: number | undefined; readonly reconnectPeriod?: number };
  publishAsync(topic: string, payload: string | Uint8Array, options: MqttPublishOptions): Promise<unknown>;
  subscribeAsync(
    topic: string,
    options: { qos: Quality; properties?: { subscriptionIdentifier: number } },
  ): Promise<readonly { readonly qos: number }[]>;
  unsubscribeAsync(topic: string): Promise<unknown>;
  on(event: "message", listener: (topic: string, payload: Uint8Array, packet: MqttPacket) => void): unknown;
  on(event: "close" | "end", listener: () => void): unknown;
}

/** Quality of service: at most once, at least once, exactly once. */
type Quality = 0 | 1 | 2;

export interface MqttPublishOptions {
  qos: Quality;
  retain: boolean;
  properties?: {
    contentType?: string;
    messageExpiryInterval?: number;
    responseTopic?: string;
    userProperties?: Record<string, string>;
  };
}

export interface MqttPacket {
  readonly properties?: {
    readonly contentType?: string;
    readonly responseTopic?: string;
    readonly subscriptionIdentifier?: number | number[];
    readonly userProperties?: { readonly [name: string]: string | string[] };
  };
}

/** Of an operation. `messageExpiryInterval`: in seconds. */
export interface MqttBinding {
  readonly qos?: Quality;
  readonly retain?: boolean;
  readonly messageExpiryInterval?: number;
}

export interface MqttSettings {
  /** Subscriptions of one group share their messages (`$share/group/topic`): each message goes to one of them. */
  readonly group?: string;
  /**
   * `false` for brokers without subscription identifiers: where filters of one client overlap, a message can then arrive several times.
   * Default: `true` with MQTT 5, which alone has them.
   */
  readonly subscriptionIdentifiers?: boolean;
}

/** The subscriptions of a client that have the same filter: for a broker they are one. */
interface Shared {
  /** `$share/group/prices/+` */
  readonly filter: string;
  readonly id: number;
  readonly receivers: Set<(message: WireMessage) => void>;
  qos: Quality;
}

/**
 * `publish` resolves when the broker has the message; with quality of service 0, when it is written. MQTT does not make senders wait for
 * receivers: messages beyond `buffer` fail with `overflow`. While the client connects again, all wait; once it is closed, they fail.
 */
export function mqttTransport(client: MqttClient, { group, subscriptionIdentifiers }: MqttSettings = {}): Transport {
  const isVersion5 = client.options.protocolVersion === 5;
  const hasIdentifiers = subscriptionIdentifiers ?? isVersion5;
  const shared = new Map<string, Shared>();
  const onClosed = watchEnd(client);
  let lastId = 0;
  client.on("message", (topic, payload, packet) => {
    const ids = [packet.properties?.subscriptionIdentifier ?? []].flat();
    for (const { id, filter, receivers } of [...shared.values()])
      if (ids.length > 0 ? ids.includes(id) : matches(filter, topic))
        for (const receive of [...receivers]) receive(wireOf(payload, packet));
  });
  /** The client leaves promises pending when it is closed. */
  const settled = <Result>(channel: string, promise: Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const dispose = onClosed((reason) => reject(lost(channel, reason)));
      promise.then(resolve, (cause: unknown) => reject(lost(channel, textOf(cause), cause))).finally(dispose);
    });
  return {
    parameter: level,
    // Only MQTT 5 says in the message where a reply goes.
    ...(isVersion5 ? { inbox: () => `${INBOX}${crypto.randomUUID()}` } : {}),
    publish: async (topic, message, { channel, signal, bindings }) => {
      signal?.throwIfAborted();
      const binding: MqttBinding = bindings?.["mqtt"] ?? {};
      const { qos = 0, retain = false } = binding;
      const properties = isVersion5 ? propertiesOf(message, binding) : refused(message, channel, binding);
      await settled(channel, client.publishAsync(topic, message.body, { qos, retain, ...properties }));
    },
    subscribe: (address, { channel, signal, buffer, bindings }) => {
      const key = group === undefined || address.startsWith(INBOX) ? address : `$share/${group}/${address}`;
      const { qos = 0 }: MqttBinding = bindings?.["mqtt"] ?? {};
      lastId += 1;
      const known = shared.get(key) ?? { filter: key, id: lastId, receivers: new Set(), qos };
      shared.set(key, known);
      if (qos > known.qos) known.qos = qos;
      const leave = (): void => {
        dispose();
        if (!known.receivers.delete(receive) || known.receivers.size > 0) return;
        shared.delete(key);
        client.unsubscribeAsync(key).catch(() => {});
      };
      const fail = (error: ChannelError): void => {
        queue.end(error);
        leave();
      };
      const receive = (message: WireMessage): void => {
        if (queue.offer(message)) return;
        fail(new ChannelError("overflow", "messages arrive faster than they are read: raise `buffer`", { channel }));
      };
      const queue = createQueue(buffer, { signal, onClose: leave });
      known.receivers.add(receive);
      const properties = hasIdentifiers ? { properties: { subscriptionIdentifier: known.id } } : {};
      const subscribed = client.subscribeAsync(key, { qos: known.qos, ...properties }).then((grants) => {
        if (grants.some((grant) => grant.qos >= REFUSED))
          throw new Error(`the broker refuses the subscription to ${key}`);
      });
      const ready = settled(channel, subscribed);
      const dispose = onClosed((reason) => queue.end(lost(channel, reason)));
      ready.catch(fail);
      if (signal?.aborted === true) leave();
      return { ...queue, ready };
    },
  };
}

const INBOX = "reply/";

/** Return codes from here on are errors. */
const REFUSED = 0x80;

type Listener = (reason: string) => void;

/** Adds a listener, and returns what removes it. One that is added later is called too, so that nothing waits for a closed client. */
function watchEnd(client: MqttClient): (listener: Listener) => () => void {
  const listeners = new Set<Listener>();
  let reason: string | null = null;
  const end = (text: string): void => {
    reason ??= text;
    for (const listener of [...listeners]) listener(text);
  };
  client.on("end", () => end("the client of MQTT was closed"));
  client.on("close", () => {
    if (client.options.reconnectPeriod === 0) end("the connection to the MQTT broker was lost");
  });
  return (listener) => {
    listeners.add(listener);
    if (reason !== null) queueMicrotask(() => listener(reason ?? ""));
    return () => listeners.delete(listener);
  };
}

function lost(channel: string, reason: string, cause?: unknown): ChannelError {
  return new ChannelError("connection", reason, { channel, cause });
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function propertiesOf(
  { headers, replyTo, contentType }: WireMessage,
  binding: MqttBinding,
): Pick<MqttPublishOptions, "properties"> {
  const properties = {
    ...(contentType === undefined ? {} : { contentType }),
    ...(replyTo === undefined ? {} : { responseTopic: replyTo }),
    ...(binding.messageExpiryInterval === undefined ? {} : { messageExpiryInterval: binding.messageExpiryInterval }),
    ...(Object.keys(headers).length === 0 ? {} : { userProperties: { ...headers } }),
  };
  return { properties };
}

/** What only MQTT 5 can carry. */
function refused({ headers }: WireMessage, channel: string, binding: MqttBinding): Record<never, never> {
  const [name] = Object.keys(headers);
  const what =
    name === undefined
      ? binding.messageExpiryInterval && "`messageExpiryInterval`"
      : `the header ${JSON.stringify(name)}`;
  if (what === undefined || what === 0) return {};
  const reason = `MQTT 3.1.1 cannot carry ${what}: connect with \`protocolVersion: 5\``;
  throw new ChannelError("unsupported", reason, { channel });
}

function wireOf(body: Uint8Array, { properties = {} }: MqttPacket): WireMessage {
  const { contentType, responseTopic, userProperties = {} } = properties;
  return {
    body,
    // A property can occur several times.
    headers: Object.fromEntries(Object.entries(userProperties).map(([name, text]) => [name, [text].flat().join(", ")])),
    ...(contentType === undefined ? {} : { contentType }),
    ...(responseTopic === undefined ? {} : { replyTo: responseTopic }),
  };
}

/** `$share/group/prices/+` and `prices/wheat`. Topics that begin with `$` match no wildcard. */
function matches(filter: string, topic: string): boolean {
  const levels = filter.replace(/^\$share\/[^/]*\//, "").split("/");
  const parts = topic.split("/");
  if (topic.startsWith("$") && /^[+#]/.test(levels[0] ?? "")) return false;
  const isOpen = levels.at(-1) === "#";
  const fixed = isOpen ? levels.slice(0, -1) : levels;
  if (isOpen ? parts.length < fixed.length : parts.length !== fixed.length) return false;
  return fixed.every((each, index) => each === "+" || each === parts[index]);
}

/** A slash would begin another level, `+` and `#` would match others. */
function level(value: string): string {
  if (/[/+#\0]/.test(value)) throw new TypeError(`${JSON.stringify(value)} cannot be part of a topic`);
  return value;
}
