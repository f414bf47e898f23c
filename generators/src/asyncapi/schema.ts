// Schema Objects and Multi Format Schema Objects -> schemas.
import { type Dialect, SchemaReader } from "../jsonschema/index.ts";
import type { Schema } from "../model/schema.ts";
import { checkFields, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import type { AsyncApiReading } from "./asyncapi-reading.ts";
import { fields } from "./fields.ts";

/** A payload or headers. */
export function readSchema(reading: AsyncApiReading, node: Node): Schema {
  const inner = unwrap(reading, node);
  return inner === null ? reading.schemas.anything(node) : inner.reader.read(inner.node);
}

/** An entry of `components.schemas`. */
export function readComponentSchema(reading: AsyncApiReading, member: Node): void {
  const inner = unwrap(reading, member);
  if (inner === null) return;
  if (inner.node === member) inner.reader.readComponent(member);
  else inner.reader.read(inner.node);
}

/** `{ schemaFormat, schema }` -> the schema and who reads that format; `null` for formats that are not JSON Schema. */
function unwrap(reading: AsyncApiReading, node: Node): { node: Node; reader: SchemaReader } | null {
  const format = node.get("schemaFormat");
  if (format === undefined) return { node, reader: reading.schemas };
  checkFields(reading, node, "a multi format schema", fields.multiFormat);
  const dialect = dialectOf(stringField(reading, node, "schemaFormat") ?? "");
  if (dialect === null) {
    const reason = "only JSON Schema can be turned into types and validators";
    reading.report.add("unsupported-feature", format, { feature: `the schema format ${JSON.stringify(format.value)}`, reason });
    return null;
  }
  const schema = node.get("schema");
  if (schema === undefined) {
    reading.report.add("missing-field", node, { object: "a multi format schema", field: "schema" });
    return null;
  }
  const reader = dialect === "asyncapi" ? reading.schemas : new SchemaReader(reading, dialect, reading.schemas.registry);
  return { node: schema, reader };
}

function dialectOf(format: string): Dialect | null {
  const type = format.toLowerCase().replaceAll(" ", "");
  if (/^application\/vnd\.aai\.asyncapi(\+json|\+yaml)?(;version=3\.\d+\.\d+)?$/.test(type)) return "asyncapi";
  if (/^application\/schema\+(json|yaml);version=draft-07$/.test(type)) return "asyncapi";
  if (/^application\/schema\+(json|yaml);version=draft-?2020-12$/.test(type)) return "2020-12";
  if (/^application\/vnd\.oai\.openapi(\+json|\+yaml)?;version=3\.0\.\d+$/.test(type)) return "openapi-3.0";
  return null;
}
