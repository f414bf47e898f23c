// The model as readers return it: `finish` decides the names and the pages, and makes it an Api.
import { computedOnce } from "./computed-once.ts";
import type { HttpApi, MediaType, Operation } from "./http.ts";
import type { Channel, Message, MessageOperation, MessagingApi, Reply } from "./messaging.ts";
import type { NamedSchema, Schema } from "./schema.ts";

export type DraftOperation = Omit<Operation, "name" | "typeName" | "pagination">;
/** A named schema that is still read, or has no name yet. */
export type DraftSchema = Omit<NamedSchema, "name" | "schema" | "output"> & { schema: Schema; output?: NamedSchema };
/** Once it has names. */
export type NamedOperation = Omit<Operation, "pagination">;
export type DraftMessage = Omit<Message, "typeName">;

/** The HTTP part of an API with such operations, and the messaging part with such messages. */
export type HttpOf<O> = Omit<HttpApi, "operations" | "webhooks"> & {
  readonly operations: readonly O[];
  readonly webhooks: readonly O[];
};
export type MessagingOf<M> = Omit<MessagingApi, "channels" | "operations" | "messages"> & {
  readonly channels: readonly ChannelOf<M>[];
  readonly operations: readonly MessageOperationOf<M>[];
  readonly messages: readonly M[];
};
type ChannelOf<M> = Omit<Channel, "messages"> & { readonly messages: readonly M[] };
type ReplyOf<M> = Omit<Reply, "channel" | "messages"> & {
  readonly channel: ChannelOf<M> | null;
  readonly messages: readonly M[];
};
type MessageOperationOf<M> = Omit<MessageOperation, "channel" | "messages" | "reply"> & {
  readonly channel: ChannelOf<M>;
  readonly messages: readonly M[];
  readonly reply: ReplyOf<M> | null;
};

export type DraftHttp = HttpOf<DraftOperation>;
export type DraftMessaging = MessagingOf<DraftMessage>;
export type DraftChannel = ChannelOf<DraftMessage>;
export type DraftMessageOperation = MessageOperationOf<DraftMessage>;

export interface Draft {
  readonly http: DraftHttp | null;
  readonly messaging: DraftMessaging | null;
  readonly schemas: readonly DraftSchema[];
}

/** References lead to schemas from the start, in circles too: a draft and the schema that `finish` makes of it are one object. */
export function targetOf(draft: DraftSchema): NamedSchema {
  return draft as NamedSchema;
}

/** The same API with each operation changed, in both directions. */
export function withOperations<From, To>(
  api: HttpOf<From> | null,
  changed: (operation: From) => To,
): HttpOf<To> | null {
  return api && { ...api, operations: api.operations.map(changed), webhooks: api.webhooks.map(changed) };
}

/** The same operation with each media type of its bodies changed, as they are sent. */
export function withContent<O extends Pick<Operation, "requestBody" | "responses">>(
  operation: O,
  changed: (media: MediaType) => MediaType,
): O {
  const { requestBody, responses } = operation;
  return {
    ...operation,
    requestBody: requestBody && { ...requestBody, content: requestBody.content.map(changed) },
    responses: responses.map((response) => ({ ...response, content: response.content.map(changed) })),
  };
}

/** The same API with each message changed, wherever it is referred to. */
export function withMessages<From, To>(
  api: MessagingOf<From> | null,
  changed: (message: From) => To,
): MessagingOf<To> | null {
  if (api === null) return null;
  const message = once(changed);
  const channel = once((one: ChannelOf<From>): ChannelOf<To> => ({ ...one, messages: one.messages.map(message) }));
  const reply = ({ channel: to, messages, ...rest }: ReplyOf<From>): ReplyOf<To> => ({
    ...rest,
    channel: to && channel(to),
    messages: messages.map(message),
  });
  return {
    ...api,
    channels: api.channels.map(channel),
    operations: api.operations.map((one) => ({
      ...one,
      channel: channel(one.channel),
      messages: one.messages.map(message),
      reply: one.reply && reply(one.reply),
    })),
    messages: api.messages.map(message),
  };
}

/** The same result for the same object. */
function once<From, To>(changed: (value: From) => To): (value: From) => To {
  const known = new Map<From, To>();
  return (value) => computedOnce(known, value, () => changed(value));
}
