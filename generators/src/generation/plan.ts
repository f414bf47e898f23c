// Stage 5: rendered files against the disk: what a run would change, what differs and why, and what blocks it.
import { isDeepStrictEqual } from "node:util";
import { WalkedDocuments } from "../checks/walked-documents.ts";
import { pathFrom } from "../config/path-from.ts";
import type { Project } from "../config/project.ts";
import { mapOf } from "../config/reading-rules.ts";
import type { Report } from "../diagnostics/index.ts";
import { hasNameHooks } from "../model/api-options.ts";
import type { Node } from "../source/index.ts";
import type { Excerpt } from "./drift/differing-lines.ts";
import { type Drift, reportDrift, reportObstacles } from "./drift/drift.ts";
import { namedPlacesOf } from "./drift/named-places.ts";
import { Origins } from "./drift/origin.ts";
import { type FileStates, fileStatesOf, type Orphan } from "./output/file-states.ts";
import { type Manifest, type ManifestFile, manifestText } from "./output/manifest.ts";
import { nextManifest } from "./output/next-manifest.ts";
import type { ReadApis } from "./read-apis.ts";
import type { Rendered } from "./render-apis.ts";
import type { RunRequest } from "./request.ts";
import { toleratedIn } from "./tolerated-places.ts";

export interface Plan {
  readonly states: FileStates;
  /** The text of the manifest on the disk; `null` if there is no valid one. */
  readonly onDisk: string | null;
  /** The text of the manifest after this run. */
  readonly manifest: string;
  readonly excerpts: ReadonlyMap<string, Excerpt>;
}

export interface Planned {
  readonly found: ManifestFile;
  readonly read: ReadApis;
  readonly rendered: Rendered;
}

export function planRun(
  project: Project,
  { found, read, rendered }: Planned,
  request: RunRequest,
  report: Report,
): Plan {
  const current = found.kind === "manifest" ? found.manifest : null;
  const files = rendered.targets.flatMap((target) => target.files);
  const all = fileStatesOf(project, files, current);
  const states = narrowed(all, project);
  const tolerated = toleratedIn(report.list(), project);
  const hashes = new Map([...read.hashes, ...rendered.code]);
  const { version } = request.toolkit;
  const next = nextManifest({ project, all, states, current, hashes, tolerated, version });
  const manifest = manifestText(next);
  const onDisk = found.kind === "manifest" ? found.text : null;
  const excerpts = new Map<string, Excerpt>();
  const drift = {
    ...driftOf(project, read, request, report),
    staleReason: staleReasonOf(current, next, project),
    excerpts,
  };
  if (request.mode === "check")
    reportDrift(states, current, project.only === null ? { onDisk, generated: manifest } : null, drift);
  else reportObstacles(states, request.force, drift);
  return { states, onDisk, manifest, excerpts };
}

function narrowed(states: FileStates, { only }: Project): FileStates {
  if (only === null) return states;
  return {
    files: states.files.filter((file) => only.has(file.target)),
    orphans: states.orphans.filter((orphan) => only.has(orphan.target)),
  };
}

/** A run deletes only what a run wrote. */
export function removable(orphans: readonly Orphan[]): readonly Orphan[] {
  return orphans.filter((orphan) => orphan.state !== "unknown");
}

function driftOf(
  project: Project,
  { documents, apis }: ReadApis,
  { cwd, toolkit }: RunRequest,
  report: Report,
): Omit<Drift, "staleReason" | "excerpts"> {
  const { base, root, rebuild, rules } = project;
  const walk = new WalkedDocuments(base, documents, mapOf(rules));
  const origins = new Origins(walk, namedPlacesOf(apis.map(({ api }) => api)));
  const entryOf = (name: string | null): Node | null => entryNodeOf(project, name, walk);
  return { report, origins, root, cwd, version: toolkit.version, rebuild, entryOf };
}

function entryNodeOf({ apis }: Project, name: string | null, documents: WalkedDocuments): Node | null {
  const api = apis.find((one) => one.name === name) ?? apis[0];
  const file = api?.openapi ?? api?.asyncapi ?? null;
  return file === null ? null : documents.at(file);
}

/** What differs from the last run's record, in words. */
function staleReasonOf(current: Manifest | null, next: Manifest, { root, modules, apis }: Project): string {
  if (current === null) return "the manifest does not record its inputs, and a run would write something else";
  const code = new Set(modules?.files().map((file) => pathFrom(root, file)));
  const inputsOf = (isCode: boolean, { inputs }: Manifest): Map<string, string> =>
    new Map([...inputs].filter(([file]) => code.has(file) === isCode));
  const isSame = (isCode: boolean): boolean => isDeepStrictEqual(inputsOf(isCode, current), inputsOf(isCode, next));
  const changed = [
    ...(isSame(false) ? [] : ["the description"]),
    ...(current.options === next.options && isSame(true) ? [] : ["the configuration"]),
  ].join(" and ");
  if (changed === "" && apis.some(({ options }) => hasNameHooks(options)))
    return "the toolkit has changed since it was generated, or the names that the configuration gives";
  if (changed === "") return "the toolkit has changed since it was generated";
  return `${changed} ${changed.includes(" and ") ? "have" : "has"} changed since it was generated`;
}
