// OpenAPI document (3.0, 3.1, 3.2) -> HttpApi.
import { keyOf } from "../diagnostics/index.ts";
import type { HttpApi, Info, Tag } from "../model/http.ts";
import { isKnownDialect, SchemaReader, type SchemaRegistry } from "../jsonschema/index.ts";
import {
  checkFields,
  entriesOf,
  expectObject,
  extensionsOf,
  itemsOf,
  type Reading,
  requiredString,
  stringField,
} from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { fields } from "./fields.ts";
import type { OpenApiReading } from "./openapi-reading.ts";
import { readPaths } from "./paths.ts";
import { readSecurityRequirements, readSecuritySchemes } from "./security.ts";
import { readServers } from "./server.ts";

/** Reads the whole document; `null` when it is not one. Named schemas are finished by the caller. */
export function readOpenApi(shared: Reading, root: Node, registry: SchemaRegistry): HttpApi | null {
  const version = versionOf(shared, root);
  if (version === null) return null;
  const dialect = version === "3.0" ? "openapi-3.0" : "2020-12";
  const schemas = new SchemaReader(shared, dialect, registry);
  const reading: OpenApiReading = { sources: shared.sources, report: shared.report, version, schemas, root };
  checkFields(reading, root, "an OpenAPI document", fields.document);
  checkDialect(reading, root);
  refuseWebhooks(reading, root);
  const components = root.get("components");
  if (components !== undefined && expectObject(reading, components, "components") !== null) {
    checkFields(reading, components, "components", fields.components);
    for (const member of entriesOf(reading, components, "schemas")) schemas.readComponent(member);
  }
  const securitySchemes = readSecuritySchemes(reading, components);
  const defaultSecurity = readSecurityRequirements(reading, root, securitySchemes) ?? [];
  const servers = readServers(reading, root);
  const operations = readPaths(reading, { security: defaultSecurity, securitySchemes });
  schemas.finish();
  return {
    kind: "http",
    specVersion: String(root.get("openapi")?.value),
    info: readInfo(reading, root),
    servers,
    tags: itemsOf(reading, root, "tags").flatMap((tag) => readTag(reading, tag)),
    operations,
    securitySchemes,
    extensions: extensionsOf(root),
    at: root,
  };
}

function versionOf(reading: Reading, root: Node): string | null {
  const field = root.get("openapi");
  if (field === undefined) {
    reading.report.add("not-a-description", root, { expected: "openapi" });
    return null;
  }
  const version = /^(3\.[012])\.\d+(-.+)?$/.exec(String(field.value))?.[1];
  if (version !== undefined && typeof field.value === "string") return version;
  const supported = "3.0.x, 3.1.x and 3.2.x";
  reading.report.add("unsupported-version", field, { standard: "OpenAPI", version: String(field.value), supported });
  return null;
}

function checkDialect(reading: Reading, root: Node): void {
  const field = root.get("jsonSchemaDialect");
  const dialect = field === undefined ? null : stringField(reading, root, "jsonSchemaDialect");
  if (field !== undefined && dialect !== null && !isKnownDialect(dialect)) {
    reading.report.add("unsupported-dialect", field, { dialect });
  }
}

function refuseWebhooks(reading: Reading, root: Node): void {
  for (const member of entriesOf(reading, root, "webhooks")) {
    const reason = "requests the API sends are read from an AsyncAPI description";
    reading.report.add("unsupported-feature", keyOf(member), { feature: "an OpenAPI webhook", reason });
  }
}

/** The Info Object, which OpenAPI and AsyncAPI share as far as it is used here. */
function readInfo(reading: Reading, root: Node): Info {
  const node = root.get("info");
  if (node === undefined || !node.isObject) {
    reading.report.add("missing-field", keyOf(root), { object: "an OpenAPI document", field: "info" });
    return { title: "", version: "", summary: null, description: null };
  }
  checkFields(reading, node, "info", fields.info);
  return {
    title: requiredString(reading, node, "title", "info"),
    version: requiredString(reading, node, "version", "info"),
    summary: stringField(reading, node, "summary"),
    description: stringField(reading, node, "description"),
  };
}

function readTag(reading: Reading, node: Node): Tag[] {
  if (expectObject(reading, node, "a tag") === null) return [];
  checkFields(reading, node, "a tag", fields.tag);
  return [{ name: requiredString(reading, node, "name", "a tag"), description: stringField(reading, node, "description") }];
}
