// The state that the readers of AsyncAPI objects share: the common reading, and each message once, by location.

import type { SchemaReader } from "../jsonschema/index.ts";
import type { Channel, Message } from "../model/messaging.ts";
import type { Draft } from "../model/naming/names.ts";
import type { Reading } from "../reading/index.ts";
import type { Node } from "../source/index.ts";

export type MessageDraft = Draft<Message, "typeName">;

export interface AsyncApiReading extends Reading {
  /** AsyncAPI 2 nests operations in channels, and reads traits, messages and `publish` differently. */
  readonly version: 2 | 3;
  readonly root: Node;
  readonly schemas: SchemaReader;
  readonly defaultContentType: string | null;
  /** The key of a message in `components.messages`, by the identity of the object that describes it. */
  readonly messageKeys: ReadonlyMap<string, string>;
  /** Messages by the identity of the object that describes them. */
  readonly messages: Map<string, MessageDraft>;
  /** Channels by the identity of their object. */
  readonly channels: Map<string, Channel>;
}
