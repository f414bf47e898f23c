// AsyncAPI document (3.0) -> MessagingApi.
import { keyOf, kindOf } from "../diagnostics/index.ts";
import { SchemaReader, type SchemaRegistry } from "../jsonschema/index.ts";
import type { Info } from "../model/http.ts";
import type { MessagingApi } from "../model/messaging.ts";
import {
  checkFields,
  checkReferences,
  expectObject,
  extensionsOf,
  membersOf,
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
import { readSecuritySchemes } from "./security.ts";

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
  const components = openComponents(reading);
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
  checkReferences(reading, root, ["channel"]);
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
      securitySchemes: components === null ? [] : readSecuritySchemes(reading, components),
      extensions: extensionsOf(root),
      at: root,
    },
  };
}

function openComponents(reading: AsyncApiReading): Node | null {
  const field = reading.root.get("components");
  if (field === undefined || expectObject(reading, field, "components") === null) return null;
  checkFields(reading, field, "components", fields.components);
  reading.schemas.readComponents(membersOf(reading, field, "schemas"));
  return field;
}

function versionOf(reading: Reading, root: Node): string | null {
  const field = root.get("asyncapi");
  if (field === undefined) {
    const found = root.has("openapi") ? "openapi" : root.has("swagger") ? "swagger" : null;
    reading.report.add("not-a-description", root, { expected: "asyncapi", found });
    return null;
  }
  if (typeof field.value !== "string" && typeof field.value !== "number") {
    const expected = ["a version such as 3.0.0"];
    reading.report.add("wrong-kind", field, { what: '"asyncapi"', expected, found: kindOf(field.value) });
    return null;
  }
  const written = String(field.value);
  if (typeof field.value === "string" && /^3\.\d+\.\d+(-.+)?$/.test(field.value)) return field.value;
  const advice = /^3\.\d+$/.test(written)
    ? `a version has three parts: write "asyncapi: ${written}.0"`
    : `supported: AsyncAPI 3.x${written.startsWith("2.") ? '; "asyncapi convert" turns 2.x into it' : ""}`;
  reading.report.add("unsupported-version", field, { standard: "AsyncAPI", version: written, advice });
  return null;
}

function readInfo(reading: Reading, root: Node): Info {
  const node = root.get("info");
  if (node === undefined)
    reading.report.add("missing-field", keyOf(root), { object: "an AsyncAPI document", field: "info" });
  if (node === undefined || expectObject(reading, node, "info") === null) {
    return { title: "", version: "", summary: null, description: null };
  }
  checkFields(reading, node, "info", fields.info);
  return {
    title: requiredString(reading, node, "title", "info"),
    version: requiredString(reading, node, "version", "info"),
    summary: null,
    description: stringField(reading, node, "description"),
  };
}
