// Who sends a message, or the values of a schema -> which of their properties are marked: "required" concerns those who send.
import {
  childrenOf,
  everyOperationOf,
  type Message,
  type MessagingApi,
  type NamedSchema,
  type Schema,
} from "waybill/description";
import type { Side } from "./schema-blocks.ts";
import type { SiteMap } from "./site-map.ts";

/** A message that only the API sends is read like a response. */
export function sideOfMessage(message: Message, messaging: MessagingApi | null): Side {
  const isIt = (one: Message): boolean =>
    one === message || (one.key === message.key && one.channelKey === message.channelKey);
  const { channels = [], operations = [] } = messaging ?? {};
  const channelKeys = channels.filter(({ messages }) => messages.some(isIt)).map(({ key }) => key);
  const sent = operations.flatMap(({ action, channel, messages, reply }): ("send" | "receive")[] => [
    ...(channelKeys.includes(channel.key) && (messages.length === 0 || messages.some(isIt)) ? [action] : []),
    // Who gets a request sends its reply.
    ...(reply?.messages.some(isIt) === true ? [action === "send" ? ("receive" as const) : ("send" as const)] : []),
  ]);
  if (sent.length === 0) return "schema";
  return sent.every((action) => action === "send") ? "response" : sent.includes("send") ? "schema" : "request";
}

/** By the path of a schema's page: the side on which alone its values occur. Others have none. */
export function sidesOf(map: SiteMap): ReadonlyMap<string, Side> {
  const { http, messaging } = map.api;
  const sent = new Set<string>();
  const received = new Set<string>();
  for (const { trigger, parameters, requestBody, responses } of everyOperationOf(http)) {
    const [requestPaths, answered] = trigger === null ? [sent, received] : [received, sent];
    const bodies = (requestBody?.content ?? []).map(({ schema, item }) => item?.schema ?? schema);
    reach([...bodies, ...parameters.map(({ schema }) => schema)], requestPaths, map);
    for (const { content, headers } of responses) {
      reach(
        [...content.map(({ schema, item }) => item?.schema ?? schema), ...headers.map(({ schema }) => schema)],
        answered,
        map,
      );
    }
  }
  for (const message of messaging?.messages ?? []) {
    const side = sideOfMessage(message, messaging);
    const schemas = [message.payload, ...(message.headers === null ? [] : [message.headers])];
    if (side !== "response") reach(schemas, sent, map);
    if (side !== "request") reach(schemas, received, map);
  }
  return new Map(
    map.named.flatMap((named): [string, Side][] => {
      const path = map.ofSchema(named) ?? "";
      if (sent.has(path) === received.has(path)) return [];
      return [[path, sent.has(path) ? "request" : "response"]];
    }),
  );
}

/** The pages of the schemas that values of these may have inside, at any depth. */
function reach(schemas: readonly Schema[], pages: Set<string>, map: SiteMap): void {
  const seen = new Set<NamedSchema>();
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (schema.kind !== "ref") {
      waiting.push(...childrenOf(schema));
      continue;
    }
    const page = map.ofSchema(schema.target);
    if (page !== null) pages.add(page);
    if (seen.has(schema.target)) continue;
    seen.add(schema.target);
    waiting.push(schema.target.schema);
  }
}
