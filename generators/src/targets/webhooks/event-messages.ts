// An API -> the messages that are its events: those of AsyncAPI, and the webhooks and callbacks of OpenAPI as such messages.

import { openObjectOf } from "../../model/analysis/bare-objects.ts";
import type { Api } from "../../model/api.ts";
import type { MediaType, Operation } from "../../model/http.ts";
import type { Message, MessageExample } from "../../model/messaging.ts";

export interface EventMessage extends Message {
  /** How its delivery is requested: `POST`. */
  readonly method: string;
  /** The webhook or callback that it is; `null` for a message of AsyncAPI. */
  readonly operation: Operation | null;
}

/** An event that both documents describe is that of AsyncAPI. A webhook without a body carries nothing, and is no event. */
export function eventMessagesOf({ messaging, http }: Pick<Api, "messaging" | "http">): EventMessage[] {
  const messages = (messaging?.messages ?? []).map(
    (message): EventMessage => ({ ...message, method: "POST", operation: null }),
  );
  const events = new Set(messages.map(({ eventName }) => eventName));
  const types = new Set(messages.map(({ typeName }) => typeName));
  const webhooks = http?.webhooks ?? [];
  const keys = Map.groupBy(webhooks, ({ trigger }) => trigger?.key);
  const webhookMessages = webhooks.flatMap((operation) => {
    const isOnly = keys.get(operation.trigger?.key)?.length === 1;
    const message = messageOf(operation, isOnly ? (operation.trigger?.key ?? operation.id) : operation.id);
    if (message === null || events.has(message.eventName)) return [];
    return [types.has(message.typeName) ? { ...message, typeName: `${message.typeName}Webhook` } : message];
  });
  return [...messages, ...webhookMessages];
}

function messageOf(operation: Operation, eventName: string): EventMessage | null {
  const { requestBody, parameters, words, typeName, signature, extensions, at } = operation;
  const content = requestBody?.content ?? [];
  const media = content.find(({ body }) => body === "json") ?? content.find(({ body }) => body === "form");
  if (media === undefined) return null;
  const headers = parameters.filter((parameter) => parameter.in === "header");
  return {
    kind: "message",
    key: eventName,
    channelKey: null,
    eventName,
    typeName,
    title: null,
    summary: words.summary,
    description: words.description,
    contentType: media.type,
    payload: media.schema,
    headers: headers.length === 0 ? null : openObjectOf(headers, at),
    correlation: null,
    examples: examplesOf(media),
    signature,
    bindings: {},
    extensions,
    documentation: {},
    at,
    method: operation.method.toUpperCase(),
    operation,
  };
}

function examplesOf({ examples }: MediaType): MessageExample[] {
  return examples.map(({ name, summary, value }) => ({ name, summary, payload: value, headers: null }));
}
