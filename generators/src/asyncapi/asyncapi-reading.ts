// What the readers of AsyncAPI objects pass along: besides the shared reading, each message once, by place.

import type { SchemaReader } from "../jsonschema/index.ts";
import type { Channel, Message } from "../model/messaging.ts";
import type { Draft } from "../model/names.ts";
import type { Reading } from "../reading/index.ts";
import type { Node } from "../source/index.ts";

export type MessageDraft = Draft<Message, "typeName">;

export interface AsyncApiReading extends Reading {
  /** AsyncAPI 2 keeps operations in channels, and reads traits, messages and `publish` in its own way. */
  readonly version: 2 | 3;
  readonly root: Node;
  readonly schemas: SchemaReader;
  readonly defaultContentType: string | null;
  /** What `components.messages` calls a message, by the identity of the object that describes it. */
  readonly messageKeys: ReadonlyMap<string, string>;
  /** Messages by the identity of the object that describes them. */
  readonly messages: Map<string, MessageDraft>;
  /** Channels by the identity of their object. */
  readonly channels: Map<string, Channel>;
}
