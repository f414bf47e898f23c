// The state that the readers of AsyncAPI objects share: the common reading, and each message once, by location.

import { quote } from "../../diagnostics/index.ts";
import type { DraftChannel, DraftMessage } from "../../model/draft.ts";
import type { MessagingSecurityScheme } from "../../model/messaging.ts";
import { identityOf, type Node } from "../../source/index.ts";
import { follow, followKnown, type Reading, readPart, type Shared, stringField } from "../fields/index.ts";
import type { SchemaReader } from "../jsonschema/index.ts";

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
  readonly messages: Map<string, Shared<DraftMessage>>;
  /** Channels by the identity of their object. */
  readonly channels: Map<string, Shared<DraftChannel>>;
}

/** The object that `member` is or refers to, with its fields checked; `null`, with a report, when it is no such object. */
export function openObject(reading: AsyncApiReading, member: Node, what: keyof Fields): Node | null {
  return followKnown(reading, member, what, { fields: reading.fields });
}

/** What `read` makes of those members that are such objects. One with faults is left out, and no other. */
export function readObjects<Value>(
  reading: AsyncApiReading,
  members: readonly Node[],
  what: keyof Fields,
  read: (node: Node, key: string) => Value,
): Value[] {
  return members.flatMap((member) => {
    const readMember = (): Value | null => {
      const node = openObject(reading, member, what);
      return node === null ? null : read(node, member.key);
    };
    return readPart(reading, null, readMember) ?? [];
  });
}

/** The key of each member by the identity of the object that describes it; the first where several refer to one. */
export function keysByIdentity(reading: Reading, members: readonly Node[]): Map<string, string> {
  const keys = new Map<string, string>();
  for (const member of members) {
    const node = follow(reading, member);
    if (node !== null && !keys.has(identityOf(node))) keys.set(identityOf(node), member.key);
  }
  return keys;
}

export const fields = {
  "an AsyncAPI document": "asyncapi id info servers defaultContentType channels operations components",
  info: "title version description termsOfService contact license tags externalDocs",
  components:
    "schemas servers channels operations messages securitySchemes serverVariables parameters correlationIds replies replyAddresses externalDocs tags operationTraits messageTraits serverBindings channelBindings operationBindings messageBindings",
  "a server":
    "host protocol protocolVersion pathname description title summary variables security tags externalDocs bindings",
  "a server variable": "enum default description examples",
  "a security scheme": "type description name in scheme bearerFormat flows openIdConnectUrl scopes",
  flows: "implicit password clientCredentials authorizationCode",
  "a flow": "authorizationUrl tokenUrl refreshUrl availableScopes",
  "a channel": "address messages title summary description servers parameters tags externalDocs bindings",
  "a channel parameter": "enum default description examples location",
  "a message":
    "headers payload correlationId contentType name title summary description tags externalDocs bindings examples traits",
  "a correlation id": "location description",
  "a message trait":
    "headers correlationId contentType name title summary description tags externalDocs bindings examples",
  "a message example": "headers payload name summary",
  "an operation": "action channel title summary description security tags externalDocs bindings traits messages reply",
  "an operation trait": "title summary description security tags externalDocs bindings",
  "a reply": "address channel messages",
  "a reply address": "location description",
} as const;

export type Fields = Readonly<Record<keyof typeof fields, string>>;

/** The same for AsyncAPI 2. */
export const fields2: Fields = {
  ...fields,
  "an AsyncAPI document": "asyncapi id info servers defaultContentType channels components tags externalDocs",
  components:
    "schemas servers serverVariables channels messages securitySchemes parameters correlationIds operationTraits messageTraits serverBindings channelBindings operationBindings messageBindings",
  "a server": "url protocol protocolVersion description variables security tags bindings",
  "a security scheme": "type description name in scheme bearerFormat flows openIdConnectUrl",
  "a flow": "authorizationUrl tokenUrl refreshUrl scopes",
  "a channel": "description servers subscribe publish parameters bindings",
  "a channel parameter": "description schema location",
  "a message":
    "messageId headers payload correlationId schemaFormat contentType name title summary description tags externalDocs bindings examples traits",
  "a message trait":
    "messageId headers correlationId schemaFormat contentType name title summary description tags externalDocs bindings examples",
  "an operation": "operationId summary description security tags externalDocs bindings traits message",
  "an operation trait": "operationId summary description security tags externalDocs bindings",
};

// Runtime expressions: where a message holds a value.

/** The field `location`, as written: `$message.header#/replyTo`. One that no one can evaluate is reported. */
export function readLocation(reading: Reading, node: Node): string | null {
  const location = stringField(reading, node, "location");
  const place = node.get("location");
  if (location === null || place === undefined || /^\$message\.(header|payload)(#(\/.*)?)?$/s.test(location))
    return location;
  const args = { keyword: "location", expected: "an expression such as $message.header#/id", found: quote(location) };
  reading.report.add("invalid-keyword-value", place, args, { tolerated: "it is left as it is", stops: [] });
  return location;
}
