// Overlays and the documents of an API -> the documents patched, in the place of those that were read.
import path from "node:path";
import { kindOf, listOf, reportSourceProblem } from "../../diagnostics/index.ts";
import { decodeFragment, isUrl, type Location, type Node, tokensTo, writtenLocation } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";
import { type Action, type Overlay, readOverlay } from "./overlay-document.ts";
import { type Incoming, Patch, type Tokens, writtenIn } from "./patch.ts";

/** Overlays that extend files which are no entry documents. */
export interface PartOverlays {
  readonly parts: readonly { readonly extended: Node; readonly file: string }[];
  readonly known: readonly string[];
}

/**
 * Applies overlays in their order, and the actions of each in theirs. `overlays` and `entries` are paths. An overlay without `extends`
 * is for every entry document; a URL there names the published form of what the user has as a file. Reports every problem.
 */
export function applyOverlays(reading: Reading, overlays: readonly string[], entries: readonly string[]): PartOverlays {
  const patches = new Map<string, Patch>();
  const documents = entries.flatMap((entry) => patchOf(reading, entry, patches) ?? []);
  const known = entries.flatMap((entry) => namesOf(reading, entry));
  const parts: { extended: Node; file: string }[] = [];
  for (const name of overlays) {
    const opened = reading.sources.open(name);
    if (!opened.ok) {
      reportSourceProblem(reading.report, opened.problem);
      continue;
    }
    const overlay = readOverlay(reading, opened.value);
    if (overlay === null) continue;
    const { extended } = overlay;
    const file = extendedFile(reading, overlay);
    const extendedPatch = file === null ? null : patchOf(reading, file, patches);
    if (extended !== null && extendedPatch !== null && file !== null) parts.push({ extended, file });
    if (extended !== null && extendedPatch === null && file !== null)
      reading.report.add("overlay-extends-missing", extended, { extended: String(extended.value), known });
    for (const action of overlay.actions)
      applyAction(reading, action, extendedPatch === null ? documents : [extendedPatch]);
  }
  for (const patch of patches.values()) reading.sources.replace(patch.document());
  return { parts: parts.filter(({ file }) => !entries.some((entry) => absolute(reading, entry) === file)), known };
}

/** Reports overlays of files that no reference has led to: it is called once everything is read. */
export function reportUnapplied({ sources, report }: Reading, { parts, known }: PartOverlays): void {
  for (const { extended, file } of parts) {
    if (!sources.isReferred(file))
      report.add("overlay-not-applied", extended, { extended: String(extended.value), known });
  }
}

function patchOf(reading: Reading, file: string, patches: Map<string, Patch>): Patch | null {
  const key = absolute(reading, file);
  const known = patches.get(key);
  if (known !== undefined) return known;
  const loaded = reading.sources.load(file);
  // A document that cannot be read is reported where it is referenced.
  if (!loaded.ok) return null;
  const patch = new Patch(loaded.value);
  patches.set(key, patch);
  return patch;
}

/** The file that an overlay extends, absolute; `null` when it is for the entry documents. */
function extendedFile({ sources }: Reading, { root, extended }: Overlay): string | null {
  const written = extended?.value;
  if (typeof written !== "string") return null;
  const [target = ""] = written.split("#", 1);
  if (isUrl(target)) return sources.urls.fileOf(target);
  const base = sources.urls.urlOf(root.document.path);
  const mapped = base === null || !URL.canParse(target, base) ? null : sources.urls.fileOf(new URL(target, base).href);
  return mapped ?? path.posix.resolve(path.posix.dirname(root.document.path), decodeFragment(target) ?? target);
}

function applyAction(reading: Reading, action: Action, patches: readonly Patch[]): void {
  const matches = patches.map((patch) => ({ patch, places: action.target.find(patch.value) }));
  if (matches.every(({ places }) => places.length === 0)) {
    const [first] = patches;
    if (first === undefined) return;
    const advice = action.target.adviceFor(first.value);
    reading.report.add("overlay-no-match", action.at, { target: String(action.at.value), advice });
    return;
  }
  for (const { patch, places } of matches) {
    if (action.change.kind === "remove") removeAll(reading, action, patch, places);
    else updateAll(reading, action, patch, places);
  }
}

function removeAll(reading: Reading, { at }: Action, patch: Patch, places: readonly Tokens[]): void {
  // From the end: neither indexes nor the places of what is inside change then.
  for (const place of places.toSorted(fromTheEnd)) {
    if (place.length > 0) patch.remove(place);
    else {
      const what = "a whole document cannot be removed";
      reading.report.add("overlay-mismatch", at, { what, advice: "select what is to be removed from it" });
    }
  }
}

/** Later indexes first, and what is inside before what holds it. */
function fromTheEnd(one: Tokens, other: Tokens): number {
  for (const [index, token] of one.entries()) {
    const compared = other[index];
    if (compared === undefined) return -1;
    if (token !== compared) return Number(compared) - Number(token) || (token < compared ? 1 : -1);
  }
  return one.length - other.length;
}

function updateAll(reading: Reading, action: Action, patch: Patch, places: readonly Tokens[]): void {
  const kinds = new Set(places.map((place) => groupOf(patch.valueAt(place))));
  if (kinds.size > 1) {
    const what = `the target selects ${listOf([...kinds], "and")}, and one update cannot fit all of them`;
    reading.report.add("overlay-mismatch", action.at, { what, advice: "write an action for each kind" });
    return;
  }
  const incoming = incomingOf(reading, action, patch);
  if (incoming === null) return;
  for (const place of places) {
    const mismatch = patch.update(place, incoming);
    if (mismatch === null) continue;
    const what = `${kindOf(mismatch.incoming.value)} cannot be merged into ${kindOf(mismatch.target.value)}`;
    const isRemovable = "to replace the whole value, remove it in an action before this one";
    const related = [{ message: "the target", place: { kind: "value", location: placeOf(mismatch.target) } as const }];
    reading.report.add("overlay-mismatch", placeOf(mismatch.incoming), { what, advice: isRemovable }, { related });
    return;
  }
}

/** What an action puts into its targets. */
function incomingOf(reading: Reading, { change }: Action, patch: Patch): Incoming | null {
  if (change.kind === "remove") return null;
  if (change.kind === "update") {
    const { update } = change;
    return writtenIn(update.document, tokensTo(update), update.value);
  }
  const sources = change.source.find(patch.value);
  const [source] = sources;
  if (source !== undefined && sources.length === 1) return patch.at(source);
  const selection = source === undefined ? "nothing" : `${sources.length} values`;
  const advice = source === undefined ? change.source.adviceFor(patch.value) : "write a query that selects one value";
  const what = `"copy" selects one value, and ${JSON.stringify(change.at.value)} selects ${selection}`;
  reading.report.add("overlay-mismatch", change.at, { what, advice });
  return null;
}

function groupOf(value: unknown): string {
  if (Array.isArray(value)) return "lists";
  return typeof value === "object" && value !== null ? "objects" : "plain values";
}

function placeOf({ trace }: Incoming): Location {
  return writtenLocation(trace.at);
}

function absolute({ sources }: Reading, file: string): string {
  return path.resolve(sources.cwd, file).replaceAll("\\", "/");
}

function namesOf({ sources }: Reading, file: string): string[] {
  const loaded = sources.load(file);
  return loaded.ok ? [loaded.value.name] : [];
}
