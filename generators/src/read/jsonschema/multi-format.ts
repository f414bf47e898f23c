// AsyncAPI's `{ schemaFormat, schema }` -> the schema and its dialect.
import { quote } from "../../diagnostics/index.ts";
import type { Node } from "../../source/index.ts";
import { checkFields, expectFields, stringField } from "../fields/index.ts";
import type { Dialect } from "./dialect.ts";
import type { SchemaReader } from "./schema-reader.ts";

/** `null` for formats that are not JSON Schema, which is reported. */
export function unwrapMultiFormat(reading: SchemaReader, node: Node): { node: Node; dialect: Dialect } | null {
  checkFields(reading, node, "a multi format schema", "schemaFormat schema");
  const format = stringField(reading, node, "schemaFormat");
  if (format === null) return null;
  const dialect = formatDialect(reading, format, node.get("schemaFormat") ?? node);
  if (dialect === null) return null;
  expectFields(reading, node, "a multi format schema", ["schema"], { tolerated: null });
  const schema = node.get("schema");
  return schema === undefined ? null : { node: schema, dialect };
}

/** The dialect of a `schemaFormat`; `null` for one that is not JSON Schema, which is reported at `place`. */
export function formatDialect(reading: SchemaReader, format: string, place: Node): Dialect | null {
  const dialect = dialectOf(format);
  if (dialect !== null) return dialect;
  const language = languages.find(([words]) => words.test(format))?.[1] ?? "what the schema says";
  const reason = `only JSON Schema can be turned into types and validators, and ${language} is written otherwise`;
  reading.report.add("unsupported-feature", place, { feature: `the schema format ${quote(format)}`, reason });
  return null;
}

const languages: readonly (readonly [RegExp, string])[] = [
  [/avro/i, "Avro"],
  [/protobuf/i, "Protocol Buffers"],
  [/raml/i, "RAML"],
];

function dialectOf(format: string): Dialect | null {
  const type = format.toLowerCase().replaceAll(" ", "");
  if (/^application\/vnd\.aai\.asyncapi(\+json|\+yaml)?(;version=[23]\.\d+\.\d+)?$/.test(type)) return "asyncapi";
  if (/^application\/schema\+(json|yaml);version=draft-07$/.test(type)) return "asyncapi";
  if (/^application\/schema\+(json|yaml);version=(draft-?)?2020-12$/.test(type)) return "2020-12";
  if (/^application\/vnd\.oai\.openapi(\+json|\+yaml)?;version=3\.0\.\d+$/.test(type)) return "openapi-3.0";
  return null;
}
