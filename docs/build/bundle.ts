// A description in several files -> one document, in which every schema is there once and under its own name.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { entriesAt, isObject, type Json, type JsonObject, memberAt } from "./json.ts";

/** Bundles `file` with Redocly; `root` is the workspace, which has it. */
export function bundle(file: string, root: string): JsonObject {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-bundle-"));
  try {
    const output = path.join(folder, "bundle.json");
    const config = path.join(path.dirname(file), "redocly.yaml");
    execFileSync(
      path.join(root, "node_modules/.bin/redocly"),
      ["bundle", file, "--config", config, "--output", output],
      {
        stdio: "pipe",
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
    );
    const parsed: JsonObject = JSON.parse(readFileSync(output, "utf8"));
    return withMessageReferences(withoutAliases(parsed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * `components.schemas.Order: { $ref: "schemas/order.yaml" }` is bundled into `Order`, which refers to `order`, which has the
 * content. Here `Order` has the content, and what referred to `order` refers to `Order`.
 */
export function withoutAliases(document: JsonObject): JsonObject {
  const names = new Map<string, string>();
  for (const [section, members] of entriesAt(document, ["components"])) {
    for (const [name, value] of entriesAt(members)) {
      const target = aliasOf(value, section);
      if (target !== null && !names.has(target)) names.set(target, `#/components/${section}/${name}`);
    }
  }
  const renamed = entriesAt(document, ["components"]).map(([section, members]) => [
    section,
    renameMembers(section, members, names),
  ]);
  return pointed({ ...document, components: Object.fromEntries(renamed) }, names);
}

/** Redocly copies messages into AsyncAPI operations, which have to refer to those of the channel: here they do again. */
function withMessageReferences(document: JsonObject): JsonObject {
  const operations = entriesAt(document, ["operations"]).map(([name, operation]): [string, Json] => {
    if (!isObject(operation) || !Array.isArray(operation["messages"])) return [name, operation];
    const messages = operation["messages"].map((message) => referenceTo(message, operation["channel"], document));
    return [name, { ...operation, messages }];
  });
  return operations.length === 0 ? document : { ...document, operations: Object.fromEntries(operations) };
}

function referenceTo(message: Json, channel: Json | undefined, document: JsonObject): Json {
  const [, key = ""] = /^#\/channels\/([^/]+)$/.exec(String(memberAt(channel, ["$ref"]))) ?? [];
  const [own] =
    entriesAt(document, ["channels", key, "messages"]).find(([, each]) => isDeepStrictEqual(each, message)) ?? [];
  return own === undefined ? message : { $ref: `#/channels/${key}/messages/${own}` };
}

/** The pointer that `value` consists of, when it leads to another member of the same section. */
function aliasOf(value: Json, section: string): string | null {
  if (!isObject(value) || Object.keys(value).length !== 1) return null;
  const reference = value["$ref"];
  const pattern = new RegExp(`^#/components/${section}/[^/]+$`);
  return typeof reference === "string" && pattern.test(reference) ? reference : null;
}

function renameMembers(section: string, members: Json, names: ReadonlyMap<string, string>): Json {
  if (!isObject(members)) return members;
  const pointerOf = (name: string): string => `#/components/${section}/${name}`;
  const contents = new Map<string, Json>();
  for (const [name, value] of Object.entries(members)) {
    const newName = names.get(pointerOf(name));
    if (newName !== undefined) contents.set(newName, value);
  }
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => !names.has(pointerOf(name)))
      .map(([name, value]) => [name, contents.get(pointerOf(name)) ?? value]),
  );
}

/** With every text that is one of `names` replaced: references, wherever they stand. */
export function pointed(value: JsonObject, names: ReadonlyMap<string, string>): JsonObject;
export function pointed(value: Json, names: ReadonlyMap<string, string>): Json;
export function pointed(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => pointed(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, pointed(member, names)]));
}
