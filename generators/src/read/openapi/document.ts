// OpenAPI document (3.0, 3.1, 3.2) -> HttpApi.
import { keyOf, nearest } from "../../diagnostics/index.ts";
import { type HttpApi, isGroup, type Tag } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import {
  checkFields,
  extensionsOf,
  itemsOf,
  type Reading,
  readInfo,
  readSignature,
  readVersion,
  requiredString,
  type Standard,
  stringField,
} from "../fields/index.ts";
import { isKnownDialect, SchemaReader, type SchemaRegistry } from "../jsonschema/index.ts";
import { checkComponents, openComponents } from "./components.ts";
import { fields } from "./fields.ts";
import { checkLinks } from "./link.ts";
import { settleRanges } from "./media-type.ts";
import { type OpenApiReading, ownObject } from "./openapi-reading.ts";
import { readPaths, withOwnIds } from "./paths.ts";
import { readSecurityRequirements, readSecuritySchemes } from "./security.ts";
import { readServers } from "./server.ts";
import { settleStreamItems } from "./stream.ts";
import { readWebhooks } from "./webhooks.ts";

/** Reads the whole document; `null` when it is not an OpenAPI document. */
export function readOpenApi(shared: Reading, root: Node, registry: SchemaRegistry): HttpApi | null {
  const specVersion = readVersion(shared, root, standard);
  if (specVersion === null) return null;
  const version = specVersion.slice(0, "3.x".length);
  const dialect = version === "3.0" ? "openapi-3.0" : "2020-12";
  const schemas = new SchemaReader(shared, dialect, registry);
  const reading: OpenApiReading = {
    ...shared,
    version,
    schemas,
    root,
    callbacks: [],
    responses: new Map(),
    parameters: new Map(),
    unsettled: [],
    ranges: [],
    leftOut: new Set(),
  };
  checkFields(reading, root, "an OpenAPI document", fields["an OpenAPI document"]);
  checkDialect(reading, root);
  checkParts(reading, root);
  const components = openComponents(reading);
  const securitySchemes = components === null ? [] : readSecuritySchemes(reading, components);
  const defaultSecurity = readSecurityRequirements(reading, root, securitySchemes) ?? [];
  const servers = readServers(reading, root);
  const signature = readSignature(reading, root);
  const defaults = { security: defaultSecurity, securitySchemes, servers, signature };
  const paths = readPaths(reading, defaults);
  const tags = readTags(reading, root);
  const read = withOwnIds(reading, [...paths, ...readWebhooks(reading, defaults, paths)]);
  const all = read.map((operation) => ({ ...operation, tags: groupsFirst(operation.tags, tags) }));
  const [operations, webhooks] = [all.slice(0, paths.length), all.slice(paths.length)];
  const spare = components === null ? [] : checkComponents(reading, components);
  // Leaving out everything would hide that the description, or the way it is read, is wrong.
  if (all.length === 0) shared.report.refuseLosses();
  const links = [...operations, ...webhooks].flatMap((operation) =>
    operation.responses.flatMap((response) => response.links),
  );
  checkLinks(reading, operations, [...links, ...spare]);
  schemas.finish();
  settleStreamItems(reading);
  schemas.finish();
  settleRanges(reading);
  return {
    kind: "http",
    specVersion,
    info: readInfo(reading, root, standard),
    servers,
    tags,
    operations,
    webhooks,
    securitySchemes,
    defaultSecurity,
    extensions: extensionsOf(root),
    at: root,
  };
}

const standard: Standard = {
  field: "openapi",
  name: "OpenAPI",
  versions: /^3\.[012]\.\d+(-.+)?$/,
  example: "3.1.1",
  adviceOn: (written) => {
    const patch = new Map([
      ["3.0", 4],
      ["3.1", 1],
      ["3.2", 0],
    ]).get(written);
    if (patch !== undefined) return `a version has three parts: write "openapi: ${written}.${patch}"`;
    return "supported: OpenAPI 3.0.x, 3.1.x and 3.2.x";
  },
  info: fields.info,
};

/** 3.0 requires paths; since 3.1 a document may contain components only. */
function checkParts(reading: OpenApiReading, root: Node): void {
  const parts = reading.version === "3.0" ? ["paths"] : ["paths", "components", "webhooks"];
  if (!parts.some((part) => root.has(part))) {
    reading.report.add("missing-field", keyOf(root), { object: "an OpenAPI document", field: "paths" });
  }
}

function checkDialect(reading: Reading, root: Node): void {
  const field = root.get("jsonSchemaDialect");
  const dialect = field === undefined ? null : stringField(reading, root, "jsonSchemaDialect");
  if (field !== undefined && dialect !== null && !isKnownDialect(dialect)) {
    const tolerated = "the schemas are read as JSON Schema 2020-12";
    reading.report.add("unsupported-dialect", field, { dialect }, { tolerated });
  }
}

function readTags(reading: Reading, root: Node): Tag[] {
  const names = new Set<string>();
  const read = itemsOf(reading, root, "tags").flatMap((node) => {
    if (ownObject(reading, node, "a tag") === null) return [];
    const name = requiredString(reading, node, { name: "name", object: "a tag", missing: { stops: [] } });
    const place = node.get("name");
    if (names.has(name) && place !== undefined) {
      reading.report.add("duplicate-value", place, { what: "the tag", value: name }, { stops: [] });
    }
    names.add(name);
    const tag: Tag = {
      name,
      summary: stringField(reading, node, "summary"),
      description: stringField(reading, node, "description"),
      parent: stringField(reading, node, "parent"),
      kind: stringField(reading, node, "kind"),
    };
    return [{ tag, node }];
  });
  const tags = read.map(({ tag }) => tag);
  return read.map(({ tag, node }) => (hasParent(reading, node, tag, tags) ? tag : { ...tag, parent: null }));
}

/** The first tag of an operation is its group: badges and audiences (OpenAPI 3.2) are none. */
function groupsFirst(names: readonly string[], tags: readonly Tag[]): readonly string[] {
  const others = new Set(tags.filter((tag) => !isGroup(tag)).map(({ name }) => name));
  if (others.size === 0) return names;
  return [...names.filter((name) => !others.has(name)), ...names.filter((name) => others.has(name))];
}

/** A parent must be defined, and no tag is its own ancestor. */
function hasParent(reading: Reading, node: Node, { name, parent }: Tag, tags: readonly Tag[]): boolean {
  const field = node.get("parent");
  if (parent === null || field === undefined) return true;
  const parents = new Map(tags.map((tag) => [tag.name, tag.parent]));
  if (!parents.has(parent)) {
    const near = nearest(
      parent,
      [...parents.keys()].filter((other) => other !== name),
    );
    reading.report.add("tag-parent", field, { name, parent, near, circle: null });
    return false;
  }
  const ancestors = [name];
  for (let at: string | null = parent; at !== null && !ancestors.slice(1).includes(at); at = parents.get(at) ?? null) {
    ancestors.push(at);
    if (at !== name) continue;
    reading.report.add("tag-parent", field, { name, parent, near: undefined, circle: ancestors });
    return false;
  }
  return true;
}
