// AsyncAPI document (3.0) -> MessagingApi.
import { keyOf } from "../diagnostics/index.ts";
import { SchemaReader, type SchemaRegistry } from "../jsonschema/index.ts";
import type { Info } from "../model/http.ts";
import type { MessagingApi } from "../model/messaging.ts";
import {
  checkFields,
  entriesOf,
  expectObject,
  extensionsOf,
  type Reading,
  requiredString,
  stringField,
} from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import type { AsyncApiReading, MessageDraft } from "./asyncapi-reading.ts";
import { readChannel } from "./channel.ts";
import { fields } from "./fields.ts";
import { readMessage } from "./message.ts";
import { readOperation } from "./operation.ts";
import { readComponentSchema } from "./schema.ts";

export interface ReadMessaging {
  readonly api: MessagingApi;
  /** The same messages, with their names still open. */
  readonly messages: readonly MessageDraft[];
}

/** Reads the whole document; `null` when it is not one. */
export function readAsyncApi(shared: Reading, root: Node, registry: SchemaRegistry): ReadMessaging | null {
  const version = versionOf(shared, root);
  if (version === null) return null;
  checkFields(shared, root, "an AsyncAPI document", fields.document);
  const reading: AsyncApiReading = {
    sources: shared.sources,
    report: shared.report,
    root,
    schemas: new SchemaReader(shared, "asyncapi", registry),
    defaultContentType: stringField(shared, root, "defaultContentType"),
    messages: new Map(),
    channels: new Map(),
  };
  const components = root.get("components");
  const hasComponents = components !== undefined && expectObject(reading, components, "components") !== null;
  if (hasComponents) for (const member of entriesOf(reading, components, "schemas")) readComponentSchema(reading, member);
  const channels = entriesOf(reading, root, "channels").flatMap((member) => readChannel(reading, member));
  if (hasComponents) {
    for (const member of entriesOf(reading, components, "channels")) readChannel(reading, member);
    for (const member of entriesOf(reading, components, "messages")) readMessage(reading, member, null);
  }
  const operations = entriesOf(reading, root, "operations").flatMap((member) => readOperation(reading, member));
  reading.schemas.finish();
  const messages = [...reading.messages.values()];
  return {
    messages,
    api: {
      kind: "messaging",
      specVersion: version,
      info: readInfo(reading, root),
      defaultContentType: reading.defaultContentType,
      channels,
      operations,
      messages,
      extensions: extensionsOf(root),
      at: root,
    },
  };
}

function versionOf(reading: Reading, root: Node): string | null {
  const field = root.get("asyncapi");
  if (field === undefined) {
    reading.report.add("not-a-description", root, { expected: "asyncapi" });
    return null;
  }
  if (typeof field.value === "string" && /^3\.\d+\.\d+(-.+)?$/.test(field.value)) return field.value;
  reading.report.add("unsupported-version", field, { standard: "AsyncAPI", version: String(field.value), supported: "3.x" });
  return null;
}

function readInfo(reading: Reading, root: Node): Info {
  const node = root.get("info");
  if (node === undefined || !node.isObject) {
    reading.report.add("missing-field", keyOf(root), { object: "an AsyncAPI document", field: "info" });
    return { title: "", version: "", summary: null, description: null };
  }
  return {
    title: requiredString(reading, node, "title", "info"),
    version: requiredString(reading, node, "version", "info"),
    summary: null,
    description: stringField(reading, node, "description"),
  };
}
