// The record of a run, committed with the output: its inputs and the written files. Each configuration of a folder has its own.
// One line per file, sorted, so that two branches that touch different files merge.
import { readFileSync } from "node:fs";
import path from "node:path";
import { attempt } from "../../source/attempt.ts";
import { hashLength } from "../../source/document.ts";
import { errorCodeOf } from "../../source/fault.ts";

const defaultName = "waybill.manifest.json";

/** `waybill.manifest.json` of `waybill.config.ts` and of runs without a file; `waybill.admin.manifest.json` of `admin.config.ts`. */
export function manifestNameOf(configFile: string | null): string {
  const name = path
    .basename(configFile ?? "")
    .replace(/\.[^.]+$/, "")
    .replace(/\.config$/, "");
  return name === "" || name === "waybill" ? defaultName : `waybill.${name}.manifest.json`;
}

export function isManifestName(name: string): boolean {
  return /^waybill\.(?:.+\.)?manifest\.json$/.test(name);
}

export interface Manifest {
  /** The version of the toolkit. */
  readonly version: string;
  /** Whose record it is. */
  readonly from: RecordOwner;
  /** What rebuilds the output of a run by flags; `null` with a configuration, and in records of earlier versions. */
  readonly command: string | null;
  /** A hash of everything in the configuration that can change the output. */
  readonly options: string;
  /** Every file that was read: path from the root (may climb), hash. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Every file that was written: path from the root (never climbs). */
  readonly outputs: ReadonlyMap<string, Output>;
  /** Tolerated errors, so that an unchanged run lists them too. */
  readonly tolerated: readonly Tolerated[];
}

/** Paths from the root (may climb), and URLs. Neither in records of earlier versions. */
export interface RecordOwner {
  /** The file of the configuration. */
  readonly config: string | null;
  /** Without one, the documents that the run named. */
  readonly documents: readonly string[];
}

export interface Tolerated {
  /** Path from the root (may climb). */
  readonly file: string;
  /** `7:21 invalid-default`: line, column and code. */
  readonly place: string;
  readonly assumed: string;
}

export interface Output {
  readonly api: string;
  readonly target: string;
  /** Of the text as the run left it: generated, and post-processed if the API has commands for that. */
  readonly sha256: string;
  /** Of the same text without its formatting; `null` where formatting counts, and in records of earlier versions. */
  readonly form: string | null;
  /** Of the generated text before it was post-processed, and of the commands; `null` without any. */
  readonly source: string | null;
}

export type ManifestFile =
  | { readonly kind: "none" }
  | { readonly kind: "manifest"; readonly manifest: Manifest; readonly text: string }
  /** `text`: its content; `null` if it cannot be read. */
  | { readonly kind: "damaged"; readonly detail: string; readonly text: string | null };

export function readManifest(root: string, name: string): ManifestFile {
  let text: string | null = null;
  try {
    text = readTextIfPresent(path.join(root, name));
    if (text === null) return { kind: "none" };
    return { kind: "manifest", manifest: parseManifest(JSON.parse(text)), text };
  } catch (error) {
    return { kind: "damaged", detail: error instanceof Error ? error.message : String(error), text };
  }
}

/** Of a manifest that is no file, such as that of a commit; `null` if it cannot be used. */
export function parseManifestText(text: string): Manifest | null {
  return attempt(() => parseManifest(JSON.parse(text)));
}

export function manifestText({ version, from, command, options, inputs, outputs, tolerated }: Manifest): string {
  const groups: Record<string, Record<string, Record<string, string>>> = {};
  for (const [file, { api, target, sha256, form, source }] of [...outputs].sort(byKey)) {
    groups[api] ??= {};
    groups[api][target] ??= {};
    groups[api][target][file] = [sha256, form ?? (source === null ? "" : "-"), source ?? ""].join(" ").trimEnd();
  }
  const passed = tolerated.length === 0 ? {} : { tolerated: byFile(tolerated) };
  const all = {
    waybill: version,
    ...(command === null ? {} : { command }),
    options,
    ...(from.config === null ? {} : { config: from.config }),
    ...(from.documents.length === 0 ? {} : { documents: from.documents }),
    inputs: Object.fromEntries([...inputs].sort(byKey)),
    ...passed,
    outputs: groups,
  };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function byFile(tolerated: readonly Tolerated[]): Record<string, Record<string, string>> {
  const files: Record<string, Record<string, string>> = {};
  for (const { file, place, assumed } of tolerated) {
    files[file] ??= {};
    files[file][place] = assumed;
  }
  return files;
}

function readTextIfPresent(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCodeOf(error) ?? "")) return null;
    throw error;
  }
}

function parseManifest(value: unknown): Manifest {
  const fields = record(value, "it");
  const outputs = new Map<string, Output>();
  for (const [api, targets] of Object.entries(record(fields["outputs"], '"outputs"'))) {
    for (const [target, files] of Object.entries(record(targets, `"outputs" of ${JSON.stringify(api)}`))) {
      for (const [file, hashes] of Object.entries(record(files, `"outputs" of ${JSON.stringify(target)}`))) {
        if (leavesRoot(file)) throw new TypeError(`the output ${JSON.stringify(file)} is not a path below its folder`);
        const [hash = "", form, source = null] = text(hashes, `the hash of ${JSON.stringify(file)}`).split(" ");
        const isPlain = form === undefined || form === "-";
        outputs.set(file, { api, target, sha256: hash.slice(0, hashLength), form: isPlain ? null : form, source });
      }
    }
  }
  const inputs = new Map<string, string>();
  for (const [file, sha256] of Object.entries(record(fields["inputs"], '"inputs"'))) {
    if (isAbsolute(file)) throw new TypeError(`the input ${JSON.stringify(file)} is not a relative path`);
    inputs.set(file, text(sha256, `the hash of ${JSON.stringify(file)}`).slice(0, hashLength));
  }
  return {
    version: text(fields["waybill"], '"waybill"'),
    from: {
      config: fields["config"] === undefined ? null : text(fields["config"], '"config"'),
      documents: texts(fields["documents"] ?? [], '"documents"'),
    },
    command: fields["command"] === undefined ? null : text(fields["command"], '"command"'),
    options: text(fields["options"], '"options"').slice(0, hashLength),
    inputs,
    outputs,
    tolerated: parseTolerated(fields["tolerated"] ?? {}),
  };
}

function parseTolerated(value: unknown): Tolerated[] {
  return Object.entries(record(value, '"tolerated"')).flatMap(([file, places]) => {
    const what = `"tolerated" of ${JSON.stringify(file)}`;
    return Object.entries(record(places, what)).map(([place, assumed]) => ({
      file,
      place,
      assumed: text(assumed, what),
    }));
  });
}

/** Someone else's manifest must not make a run write or delete anywhere else. */
function leavesRoot(file: string): boolean {
  return (
    isAbsolute(file) ||
    file.includes("\\") ||
    file.includes("\0") ||
    file.split("/").some((part) => part === ".." || part === "." || part === "")
  );
}

function isAbsolute(file: string): boolean {
  return path.posix.isAbsolute(file) || path.win32.isAbsolute(file);
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new TypeError(`${what} is not an object`);
}

function text(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  throw new TypeError(`${what} is not a string`);
}

function texts(value: unknown, what: string): string[] {
  if (Array.isArray(value)) return value.map((one) => text(one, what));
  throw new TypeError(`${what} is not a list`);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
