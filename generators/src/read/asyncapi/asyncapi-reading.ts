// The state that the readers of AsyncAPI objects share: the common reading, and each message once, by location.

import type { Draft } from "../../model/finish/naming/names.ts";
import type { Channel, Message, MessagingSecurityScheme } from "../../model/messaging.ts";
import type { Node } from "../../source/index.ts";
import { followKnown, type Reading, type Shared } from "../fields/index.ts";
import type { SchemaReader } from "../jsonschema/index.ts";
import type { Fields } from "./fields.ts";

export type MessageDraft = Draft<Message, "typeName" | "signature">;

export interface AsyncApiReading extends Reading {
  /** AsyncAPI 2 nests operations in channels, and reads traits, messages and `publish` differently. */
  readonly version: 2 | 3;
  /** Of its objects. */
  readonly fields: Fields;
  readonly root: Node;
  readonly schemas: SchemaReader;
  readonly defaultContentType: string | null;
  /** The key of a message in `components.messages`, by the identity of the object that describes it. */
  readonly messageKeys: ReadonlyMap<string, string>;
  /** The keys of the servers, and the names of the security schemes of the components, by the same identity. */
  readonly serverKeys: ReadonlyMap<string, string>;
  readonly schemeNames: ReadonlyMap<string, string>;
  /** Security schemes that servers and operations define in place, by the identity of their object. */
  readonly ownSchemes: Map<string, MessagingSecurityScheme>;
  /** Messages by the identity of the object that describes them. */
  readonly messages: Map<string, Shared<MessageDraft>>;
  /** Channels by the identity of their object. */
  readonly channels: Map<string, Shared<Channel>>;
}

/** The object that `member` is or refers to, with its fields checked; `null`, with a report, when it is no such object. */
export function openObject(reading: AsyncApiReading, member: Node, what: keyof Fields): Node | null {
  return followKnown(reading, member, what, { fields: reading.fields });
}
