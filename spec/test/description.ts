// Turns the folder spec/ into a description in memory: its files parsed, `$ref` followed, and copies with one thing changed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { dump, load } from "js-yaml";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** The paths are relative to spec/, with `/`. */
export interface Description {
  /** Every YAML and JSON file that describes the API, parsed. */
  readonly values: ReadonlyMap<string, Json>;
  /** The same files, and open-decisions.md, as text. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A value and its file, from which its relative references start. */
export interface Node {
  readonly file: string;
  readonly value: Json;
}

export const home: string = join(import.meta.dirname, "..");

const aside = new Set(["redocly.yaml", ".spectral.yaml", "package.json"]);

export function readDescription(): Description {
  const files = readdirSync(home, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.(?:yaml|json)$/.test(file) || file === "open-decisions.md")
    .filter((file) => !aside.has(file) && !/^(?:node_modules|portal|releases|test)\//.test(file))
    .sort();
  const texts = new Map(files.map((file) => [file, readFileSync(join(home, file), "utf8")]));
  return {
    texts,
    values: new Map([...texts].filter(([file]) => isData(file)).map(([file, text]) => [file, parsed(text)])),
  };
}

/** A copy in which one file is not what it was. The original stays whole. */
export function brokenCopy(description: Description, file: string, change: (value: JsonObject) => void): Description {
  const value = structuredClone(objectIn(description.values.get(file)));
  change(value);
  return { ...description, values: new Map(description.values).set(file, value) };
}

export function brokenText(description: Description, file: string, change: (text: string) => string): Description {
  const before = description.texts.get(file) ?? "";
  const text = change(before);
  if (text === before) throw new Error(`the change finds nothing to change in ${file}`);
  const values = isData(file) ? new Map(description.values).set(file, parsed(text)) : description.values;
  return { texts: new Map(description.texts).set(file, text), values };
}

/** Writes a copy below `folder`, for tools that want files. */
export function writeDescription(description: Description, folder: string): void {
  for (const [file, value] of description.values) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.endsWith(".json") ? JSON.stringify(value) : dump(value, { noRefs: true }));
  }
}

export function rootOf(description: Description, file: string): Node {
  const value = description.values.get(file);
  if (value === undefined) throw new Error(`there is no ${file}`);
  return { file, value };
}

/** The member below, with references followed; `undefined` when it is not there. */
export function memberOf(description: Description, node: Node, ...keys: readonly string[]): Node | undefined {
  let found: Node | undefined = follow(description, node);
  for (const key of keys) {
    const value: Json | undefined = found === undefined ? undefined : valueAt(found.value, key);
    found = found === undefined || value === undefined ? undefined : follow(description, { file: found.file, value });
  }
  return found;
}

/** The members of an object or the elements of an array, in order, with references followed. */
export function membersOf(description: Description, node: Node | undefined): [key: string, node: Node][] {
  if (node === undefined || typeof node.value !== "object" || node.value === null) return [];
  return Object.entries(node.value).map(([key, value]) => [key, follow(description, { file: node.file, value })]);
}

/** The end of a chain of references. */
export function follow(description: Description, node: Node): Node {
  const reference = referenceIn(node.value);
  if (reference === undefined) return node;
  const { file, pointer } = targetOf(node.file, reference);
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const found = memberOf(description, rootOf(description, file), ...keys);
  if (found === undefined) throw new Error(`${node.file}: nothing at ${reference}`);
  return found;
}

export function referenceIn(value: Json): string | undefined {
  const reference = objectIn(value)["$ref"];
  return typeof reference === "string" ? reference : undefined;
}

export function targetOf(from: string, reference: string): { file: string; pointer: string } {
  const [path = "", pointer = ""] = reference.split("#");
  return { file: path === "" ? from : posix.join(posix.dirname(from), path), pointer };
}

/** The value if it is an object; otherwise one without members. */
export function objectIn(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** The strings of an array; none if it is no array. */
export function stringsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((element) => typeof element === "string") : [];
}

/** Every object and array of a file with the keys that lead to it, itself included. */
export function* nodesIn(
  value: Json,
  path: readonly string[] = [],
): Generator<{ path: readonly string[]; value: Json }> {
  yield { path, value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* nodesIn(member, [...path, key]);
}

function valueAt(value: Json, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return Object.hasOwn(objectIn(value), key) ? objectIn(value)[key] : undefined;
}

function isData(file: string): boolean {
  return !file.endsWith(".md");
}

/** A file of the description has JSON values only. */
function parsed(text: string): Json {
  return load(text) as Json;
}
