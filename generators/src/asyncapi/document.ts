// AsyncAPI document (3.0) -> MessagingApi.
import { SchemaReader, type SchemaRegistry } from "../jsonschema/index.ts";
import type { MessagingApi } from "../model/messaging.ts";
import {
  checkFields,
  checkReferences,
  expectObject,
  extensionsOf,
  membersOf,
  type Reading,
  readInfo,
  readVersion,
  type Standard,
  stringField,
} from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import type { AsyncApiReading, MessageDraft } from "./asyncapi-reading.ts";
import { readChannel } from "./channel.ts";
import { fields } from "./fields.ts";
import { messageKeysOf, readMessage } from "./message.ts";
import { readOperation } from "./operation.ts";
import { readSecuritySchemes } from "./security.ts";

export interface ReadMessaging {
  readonly api: MessagingApi;
  /** The same messages, with their names still open. */
  readonly messages: readonly MessageDraft[];
}

/** Reads the whole document; `null` when it is not one. */
export function readAsyncApi(shared: Reading, root: Node, registry: SchemaRegistry): ReadMessaging | null {
  const version = readVersion(shared, root, standard);
  if (version === null) return null;
  checkFields(shared, root, "an AsyncAPI document", fields.document);
  const components = openComponents(shared, root);
  const reading: AsyncApiReading = {
    sources: shared.sources,
    report: shared.report,
    root,
    schemas: new SchemaReader(shared, "asyncapi", registry),
    defaultContentType: stringField(shared, root, "defaultContentType"),
    messageKeys: components === null ? new Map() : messageKeysOf(shared, components),
    messages: new Map(),
    channels: new Map(),
  };
  if (components !== null) reading.schemas.readComponents(membersOf(reading, components, "schemas"));
  const channels = membersOf(reading, root, "channels").flatMap((member) => readChannel(reading, member));
  if (components !== null) {
    for (const member of membersOf(reading, components, "channels")) readChannel(reading, member);
    for (const member of membersOf(reading, components, "messages")) readMessage(reading, member, null);
  }
  const operations = membersOf(reading, root, "operations").flatMap((member) => readOperation(reading, member));
  if (components !== null) {
    for (const member of membersOf(reading, components, "operations")) readOperation(reading, member);
  }
  reading.schemas.finish();
  // Servers, security, tags and the rest are not part of the model; what they refer to still has to be there.
  checkReferences(reading, root, { except: ["channel"], resolve: (ref) => reading.schemas.targetOf(ref) });
  const messages = [...reading.messages.values()];
  return {
    messages,
    api: {
      kind: "messaging",
      specVersion: version,
      info: readInfo(reading, root, standard),
      defaultContentType: reading.defaultContentType,
      channels,
      operations,
      messages,
      securitySchemes: components === null ? [] : readSecuritySchemes(reading, components),
      extensions: extensionsOf(root),
      at: root,
    },
  };
}

function openComponents(reading: Reading, root: Node): Node | null {
  const field = root.get("components");
  if (field === undefined || expectObject(reading, field, "components") === null) return null;
  checkFields(reading, field, "components", fields.components);
  return field;
}

const standard: Standard = {
  field: "asyncapi",
  name: "AsyncAPI",
  versions: /^3\.\d+\.\d+(-.+)?$/,
  example: "3.0.0",
  adviceOn: (written) => {
    if (/^3\.\d+$/.test(written)) return `a version has three parts: write "asyncapi: ${written}.0"`;
    return `supported: AsyncAPI 3.x${written.startsWith("2.") ? '; "asyncapi convert" turns 2.x into it' : ""}`;
  },
  info: fields.info,
};
