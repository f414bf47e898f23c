// An API -> the same API with only those named schemas that its operations and messages use.
import type { Api } from "../api.ts";
import { everyOperationOf, type MediaType, type Operation, type Received } from "../http.ts";
import type { MessagingApi } from "../messaging.ts";
import type { NamedSchema, Schema } from "../schema.ts";
import { childrenOf } from "../walk.ts";

export function withoutUnused(api: Api): Api {
  const used = new Set<NamedSchema>();
  const received = everyOperationOf(api.http).flatMap((operation) => operation.received ?? []);
  const waiting = [...schemasOf(api), ...received.flatMap(schemasOfRequest)];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    waiting.push(...childrenOf(schema));
    if (schema.kind !== "ref" || used.has(schema.target)) continue;
    used.add(schema.target);
    const { output, basis } = schema.target;
    waiting.push(schema.target.schema);
    for (const target of [output, basis]) if (target !== undefined) waiting.push({ ...schema, target });
  }
  return { ...api, schemas: api.schemas.filter((named) => used.has(named)) };
}

/** The schemas directly in an operation. */
export function schemasOfOperation({ parameters, requestBody, responses }: Operation): Schema[] {
  return [
    ...schemasOfRequest({ parameters, requestBody }),
    ...responses.flatMap(({ headers, content }) => [
      ...headers.map(({ schema }) => schema),
      ...content.flatMap(schemasOfMedia),
    ]),
  ];
}

function schemasOfRequest({ parameters, requestBody }: Received): Schema[] {
  return [...parameters.map(({ schema }) => schema), ...(requestBody?.content ?? []).flatMap(schemasOfMedia)];
}

function schemasOfMedia({ schema, item }: MediaType): Schema[] {
  return item === null ? [schema] : [schema, item.schema];
}

export function schemasOfMessages(messaging: MessagingApi | null): Schema[] {
  const messages = (messaging?.messages ?? []).flatMap(({ payload, headers }) => [payload, headers]);
  const openings = (messaging?.channels ?? []).flatMap(({ parameters, webSocket }) => [
    ...parameters.map(({ schema }) => schema),
    webSocket?.query,
    webSocket?.headers,
  ]);
  return [...messages, ...openings].filter((schema) => schema !== null && schema !== undefined);
}

/** The schemas outside of named ones: in operations, webhooks, callbacks and messages. */
export function schemasOf({ http, messaging }: Api): Schema[] {
  return [...everyOperationOf(http).flatMap(schemasOfOperation), ...schemasOfMessages(messaging)];
}
