// AsyncAPI's `{ schemaFormat, schema }` -> the schema and the dialect it is written in.
import { keyOf, quote } from "../diagnostics/index.ts";
import { checkFields, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import type { Dialect } from "./dialect.ts";
import type { SchemaReading } from "./schema-reading.ts";

const fields: ReadonlySet<string> = new Set(["schemaFormat", "schema"]);

/** `null` for formats that are not JSON Schema, which is reported. */
export function unwrapMultiFormat(reading: SchemaReading, node: Node): { node: Node; dialect: Dialect } | null {
  checkFields(reading, node, "a multi format schema", fields);
  const format = stringField(reading, node, "schemaFormat");
  if (format === null) return null;
  const dialect = dialectOf(format);
  if (dialect === null) {
    const reason = "only JSON Schema can be turned into types and validators";
    const place = node.get("schemaFormat") ?? node;
    reading.report.add("unsupported-feature", place, { feature: `the schema format ${quote(format)}`, reason });
    return null;
  }
  const schema = node.get("schema");
  if (schema !== undefined) return { node: schema, dialect };
  reading.report.add(
    "missing-field",
    keyOf(node),
    { object: "a multi format schema", field: "schema" },
    { tolerated: null },
  );
  return null;
}

function dialectOf(format: string): Dialect | null {
  const type = format.toLowerCase().replaceAll(" ", "");
  if (/^application\/vnd\.aai\.asyncapi(\+json|\+yaml)?(;version=3\.\d+\.\d+)?$/.test(type)) return "asyncapi";
  if (/^application\/schema\+(json|yaml);version=draft-07$/.test(type)) return "asyncapi";
  if (/^application\/schema\+(json|yaml);version=(draft-?)?2020-12$/.test(type)) return "2020-12";
  if (/^application\/vnd\.oai\.openapi(\+json|\+yaml)?;version=3\.0\.\d+$/.test(type)) return "openapi-3.0";
  return null;
}
