// AsyncAPI document, of version 2 or 3, -> MessagingApi.

import { quote } from "../../diagnostics/index.ts";
import { type DraftMessaging, withMessages } from "../../model/draft.ts";
import type { Node } from "../../source/index.ts";
import {
  checkFields,
  checkReferences,
  expectKnown,
  extensionsOf,
  membersOf,
  type Reading,
  readInfo,
  readPart,
  readVersion,
  type Standard,
  stringField,
} from "../fields/index.ts";
import { SchemaReader, type SchemaRegistry } from "../jsonschema/index.ts";
import { type AsyncApiReading, fields2, fields as fields3, keysByIdentity } from "./asyncapi-reading.ts";
import { readChannel, readChannelItem } from "./channel.ts";
import { messageKeysOf, readMessage } from "./message.ts";
import { readOperation } from "./operation.ts";
import { readSecuritySchemes } from "./security.ts";
import { readServers } from "./server.ts";
import { inheritedSignatures } from "./signature.ts";
import { documentationOf } from "./traits.ts";

/** Reads the whole document; `null` when it is not one. */
export function readAsyncApi(shared: Reading, root: Node, registry: SchemaRegistry): DraftMessaging | null {
  const version = readVersion(shared, root, standard);
  if (version === null) return null;
  const isOld = version.startsWith("2.");
  const fields = isOld ? fields2 : fields3;
  checkFields(shared, root, "an AsyncAPI document", fields["an AsyncAPI document"]);
  const field = root.get("components");
  const components = field === undefined ? null : expectKnown(shared, field, "components", fields);
  const reading: AsyncApiReading = {
    ...shared,
    version: isOld ? 2 : 3,
    fields,
    root,
    schemas: new SchemaReader(shared, "asyncapi", registry),
    defaultContentType: stringField(shared, root, "defaultContentType"),
    messageKeys: components === null ? new Map() : messageKeysOf(shared, components),
    serverKeys: keysByIdentity(shared, membersOf(shared, root, "servers")),
    schemeNames: keysByIdentity(shared, components === null ? [] : membersOf(shared, components, "securitySchemes")),
    ownSchemes: new Map(),
    messages: new Map(),
    channels: new Map(),
  };
  if (components !== null) reading.schemas.readComponents(membersOf(reading, components, "schemas"));
  const { channels, operations } = isOld ? readChannelItems(reading, components) : readChannels(reading, components);
  const securitySchemes = readSecuritySchemes(reading, components);
  const servers = readServers(reading);
  reading.schemas.finish();
  // Tags and the rest are not part of the model; their references must still resolve.
  readPart(reading, null, () =>
    checkReferences(reading, root, { except: ["channel"], resolve: (ref) => reading.schemas.targetOf(ref) }),
  );
  const messages = [...reading.messages.values()].flatMap(({ value, faults }) => (faults.size === 0 ? value : []));
  const inherited = inheritedSignatures(reading, { channels, operations }, components);
  // Leaving out everything would hide that the description, or the way it is read, is wrong.
  if (messages.length + channels.length + operations.length === 0) reading.report.refuseLosses();
  const draft: DraftMessaging = {
    kind: "messaging",
    specVersion: version,
    info: readInfo(reading, root, standard),
    defaultContentType: reading.defaultContentType,
    servers,
    channels,
    operations,
    messages,
    securitySchemes: [...securitySchemes, ...reading.ownSchemes.values()],
    extensions: extensionsOf(root),
    documentation: documentationOf(reading, [...(isOld ? [] : infoOf(reading)), root]),
    at: root,
  };
  return withMessages(draft, (message) => ({
    ...message,
    signature: message.signature ?? inherited.get(message) ?? null,
  }));
}

/** What AsyncAPI 3 has in `info`, AsyncAPI 2 has beside it. */
function infoOf({ root }: AsyncApiReading): Node[] {
  const info = root.get("info");
  return info === undefined ? [] : [info];
}

type Exchange = Pick<DraftMessaging, "channels" | "operations">;

function readChannels(reading: AsyncApiReading, components: Node | null): Exchange {
  const { root } = reading;
  const channels = membersOf(reading, root, "channels").flatMap(
    (member) => readPart(reading, `the channel ${quote(member.key)}`, () => readChannel(reading, member)) ?? [],
  );
  if (components !== null) {
    for (const member of membersOf(reading, components, "channels"))
      readPart(reading, null, () => readChannel(reading, member));
    readComponentMessages(reading, components);
  }
  const operations = membersOf(reading, root, "operations").flatMap((member) => readOperation(reading, member) ?? []);
  if (components !== null) {
    for (const member of membersOf(reading, components, "operations")) readOperation(reading, member);
  }
  return { channels, operations };
}

/** AsyncAPI 2: unused components are read to find their mistakes, and their messages count. */
function readChannelItems(reading: AsyncApiReading, components: Node | null): Exchange {
  const items = membersOf(reading, reading.root, "channels").flatMap(
    (member) => readChannelItem(reading, member) ?? [],
  );
  if (components !== null) {
    readComponentMessages(reading, components);
  }
  return {
    channels: items.map(({ channel }) => channel),
    operations: items.flatMap(({ operations }) => operations),
  };
}

function readComponentMessages(reading: AsyncApiReading, components: Node): void {
  for (const member of membersOf(reading, components, "messages"))
    readPart(reading, `the message ${quote(member.key)}`, () => readMessage(reading, member, { channel: null }));
}

const standard: Standard = {
  field: "asyncapi",
  name: "AsyncAPI",
  versions: /^(3\.\d+|2\.[0-6])\.\d+(-.+)?$/,
  example: "3.0.0",
  patchOf: (written) => (/^(3\.\d+|2\.[0-6])$/.test(written) ? 0 : undefined),
  supported: "supported: AsyncAPI 2.0 to 2.6, and 3.x",
  info: fields3.info,
};
