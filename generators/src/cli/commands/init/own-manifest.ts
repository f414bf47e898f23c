// The package.json of the repository -> what init reads from it, and its text with the script `generate` in it.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import { nearestAbove } from "../../../run/config/nearest-above.ts";
import { pathFrom } from "../../../run/config/path-from.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";

export interface OwnManifest {
  /** `null` when there is no package.json yet. */
  readonly text: string | null;
  /** The package's name; its folder's where it has none. */
  readonly name: string;
  readonly isModule: boolean;
  /** The version range of each dependency by name, development dependencies included. */
  readonly dependencies: ReadonlyMap<string, string>;
  readonly scripts: ReadonlyMap<string, string>;
  /** `pnpm@12.0.0`, if the package names it. */
  readonly packageManager: string | null;
}

const command = "waybill generate";

export function readOwnManifest(folder: string): Usable<OwnManifest> {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) {
    const above = nearestAbove(folder, (at) => (existsSync(path.join(at, "package.json")) ? at : undefined));
    if (above === null) return usable(manifestOf(folder, null, {}));
    return unusable(
      `the package begins in ${pathFrom(folder, above)}, not here`,
      `run init there: cd ${pathFrom(folder, above)}; or make a package of this folder: npm init -y`,
    );
  }
  const text = readFileSync(file, "utf8");
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return usable(manifestOf(folder, text, value));
    }
    return unusable("package.json is not an object", "npm init -y creates one");
  } catch (error) {
    return unusable(`package.json cannot be read: ${error instanceof Error ? error.message : error}`, "fix it first");
  }
}

function manifestOf(folder: string, text: string | null, value: object): OwnManifest {
  const member = (name: string): unknown => Reflect.get(value, name);
  const given = member("name");
  const manager = member("packageManager");
  return {
    text,
    name: typeof given === "string" && given !== "" ? given : path.basename(folder),
    isModule: text === null || member("type") === "module",
    dependencies: new Map(
      ["devDependencies", "optionalDependencies", "dependencies"].flatMap((name) => textsOf(member(name))),
    ),
    scripts: new Map(textsOf(member("scripts"))),
    packageManager: typeof manager === "string" ? manager : null,
  };
}

function textsOf(value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (typeof one === "string" ? [[name, one]] : []));
}

/** `name` is the script to run. A `generate` that does something else stays, and ours gets another name. */
export function scriptStep({ text, name: own, scripts }: OwnManifest): { name: string; step: FileStep } {
  const file = "package.json";
  const there = [...scripts].find(([, line]) => line.includes(command) && !line.includes("--check"))?.[0];
  if (there !== undefined) {
    const note = `its script ${JSON.stringify(there)} already runs ${command}`;
    return { name: there, step: { path: file, action: "keep", text: null, note } };
  }
  const name = scripts.has("generate") ? "generate:api" : "generate";
  if (text === null) {
    const made = { name: nameFrom(own), private: true, type: "module", scripts: { [name]: command } };
    const note = `new, with the script "${name}": "${command}"`;
    return { name, step: { path: file, action: "create", text: `${JSON.stringify(made, null, 2)}\n`, note } };
  }
  const taken = scripts.get("generate");
  const because = taken === undefined ? "" : ` ("generate" is ${JSON.stringify(taken)} already)`;
  const note = `"${name}": "${command}"${because}`;
  return { name, step: { path: file, action: "change", text: withMember(text, ["scripts", name], command), note } };
}

/** Everything else of the text stays, byte for byte; what is added is indented and ended as the rest is. */
function withMember(text: string, at: JSONPath, value: string): string {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const formattingOptions = {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const json = text.slice(bom.length);
  const changed = applyEdits(json, modify(json, at, value, { formattingOptions }));
  return `${bom}${changed}`;
}

/** A folder's name, turned into a valid npm package name. */
function nameFrom(folder: string): string {
  return (
    folder
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, "-")
      .replace(/^[._-]+/, "") || "project"
  );
}

export interface FileStep {
  /** Relative to the working directory. */
  readonly path: string;
  readonly action: "create" | "change" | "keep";
  /** What the file becomes; `null` when it is kept. */
  readonly text: string | null;
  /** What changes, or why nothing does. */
  readonly note: string | null;
}
