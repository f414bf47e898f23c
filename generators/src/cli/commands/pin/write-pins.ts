// The URLs of a configuration, or one of them -> their present hashes in the text of the configuration, and what has changed, printed.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Config, PinnedDocument } from "../../../run/config/config.ts";
import { loadConfigModules, noConfig } from "../../../run/config/config-file.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import { isUrl } from "../../../run/config/sources/fetched.ts";
import type { WrittenDocument } from "../../../run/config/sources/locate.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { configFileOf } from "../../../run/flags/reading-flags.ts";
import { applyChanges } from "../../../run/output/apply-changes.ts";
import { type ExitCode, rejectUsage, type Terminal } from "../../terminal/terminal.ts";
import { withPin } from "./edited-config.ts";
import { copiesOf, literalOf, type Pinned, pinUrl, readingProblemOf, saveCopies } from "./pinned.ts";

/** `url`: the one to pin; `null` for all but live ones. */
export async function writePins(url: URL | null, args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const asJson = args.has("json");
  const { cwd } = terminal;
  const file = configFileOf(args, cwd);
  const name = file === null ? "" : pathFrom(cwd, file);
  const loaded: Usable<Config> =
    file === null ? noConfig(`waybill init ${url?.href ?? "URL"} writes one`) : await loadedConfig(file, name, 0);
  const places = loaded.ok ? placesToPin(loaded.value, url, name) : loaded;
  if (file === null || !loaded.ok || !places.ok) return rejectUsage(places.ok ? [] : places.problems, terminal, asJson);
  const pins = await pinsOf(places.value, loaded.value, terminal);
  if (pins === null) return 1;
  const before = readFileSync(file, "utf8");
  const text = await editedText(before, [...pins.values()], file.endsWith(".json"));
  const outcome = text === null ? null : await writtenConfig({ file, name, before, text, places: places.value, pins });
  if (outcome === null) {
    terminal.err(
      `waybill: ${name} computes the URL, so waybill cannot edit it\nhint: replace the expression with this\n`,
    );
    for (const { document } of pins.values()) terminal.out(`${literalOf(document)}\n`);
    return 1;
  }
  if (!outcome.ok) {
    rejectUsage(outcome.problems, terminal, asJson);
    return 1;
  }
  const configs = { before: loaded.value, after: outcome.value };
  const copies = updateCopies(path.dirname(file), configs, [...pins.values()]);
  const changes = places.value.map((place) => changeAt(place, pins));
  print({ name, isChanged: text !== before, changes, copies }, terminal, asJson);
  return 0;
}

/** A document of the configuration that is at a URL. */
interface Place {
  /** `apis.shop.openapi` */
  readonly at: string;
  readonly href: string;
  readonly document: WrittenDocument;
}

async function loadedConfig(file: string, name: string, turn: number): Promise<Usable<Config>> {
  const loaded = await loadConfigModules(file, { name, turn });
  if (!loaded.ok) return loaded;
  loaded.value.modules?.close();
  return usable(loaded.value.config);
}

function placesIn({ apis }: Config): Place[] {
  return Object.entries(apis).flatMap(([name, api]) =>
    (["openapi", "asyncapi"] as const).flatMap((kind) => {
      const document = api[kind];
      if (document === undefined || (typeof document === "string" && !isUrl(document))) return [];
      const href = URL.parse(typeof document === "string" ? document : document.url)?.href;
      return href === undefined ? [] : [{ at: `apis.${name}.${kind}`, href, document }];
    }),
  );
}

function placesToPin(config: Config, url: URL | null, name: string): Usable<readonly Place[]> {
  const all = placesIn(config);
  const isLive = ({ document }: Place): boolean => typeof document === "object" && "live" in document;
  const chosen = all.filter((place) => (url === null ? !isLive(place) : place.href === url.href));
  if (chosen.length > 0) return usable(chosen);
  const urls = all.map(({ href }) => href);
  if (urls.length === 0)
    return unusable(`${name} names no URL`, `waybill init ${url?.href ?? "URL"} writes a configuration for one`);
  if (url !== null) return unusable(`${name} does not name ${url.href}`, `pin one of its URLs: ${urls.join(", ")}`);
  return unusable(
    `${name} names only live documents`,
    `to pin one all the same, name it: waybill pin ${urls[0]} --write`,
  );
}

/** By URL; `null` when one cannot be fetched, which is printed. */
async function pinsOf(
  places: readonly Place[],
  { limits = {} }: Config,
  { err }: Terminal,
): Promise<ReadonlyMap<string, Pinned> | null> {
  const pins = new Map<string, Pinned>();
  let isComplete = true;
  for (const href of new Set(places.map((place) => place.href))) {
    const pinned = await pinUrl(new URL(href), limits);
    const misread = pinned.ok ? readingProblemOf(pinned) : null;
    if (misread !== null) {
      isComplete = false;
      err(`${misread}\n`);
    } else if (pinned.ok) {
      pins.set(href, pinned);
      for (const reason of pinned.missing) err(`not pinned: ${reason}\n`);
    } else {
      isComplete = false;
      err(`${href} cannot be fetched: ${pinned.reason}\n${pinned.hint === null ? "" : `hint: ${pinned.hint}\n`}`);
    }
  }
  return isComplete ? pins : null;
}

async function editedText(text: string, pins: readonly Pinned[], isJson: boolean): Promise<string | null> {
  const { ts: compiler } = await import("ts-morph");
  return pins.reduce<string | null>(
    (edited, { document }) => (edited === null ? null : withPin(edited, document, { isJson, compiler })),
    text,
  );
}

interface Edited {
  readonly file: string;
  readonly name: string;
  readonly before: string;
  readonly text: string;
  readonly places: readonly Place[];
  readonly pins: ReadonlyMap<string, Pinned>;
}

/** The configuration as it is then; `null` when it does not say what was written into it, and is as it was again. */
async function writtenConfig({ file, name, before, text, places, pins }: Edited): Promise<Usable<Config> | null> {
  const write = (content: string): Usable<null> => {
    const failure = applyChanges(path.dirname(file), [{ path: path.basename(file), text: content }]);
    return failure === null ? usable(null) : unusable(`${name} cannot be written: ${failure.reason}`);
  };
  if (text !== before) {
    const written = write(text);
    if (!written.ok) return written;
  }
  const config = await loadedConfig(file, name, 1);
  const after = config.ok ? placesIn(config.value) : [];
  const isDone = places.every(({ at, href }) => {
    const document = after.find((place) => place.at === at)?.document;
    const { integrity, files = {} } = pins.get(href)?.document ?? {};
    if (document === undefined || !isPinned(document)) return false;
    return document.integrity === integrity && isDeepStrictEqual({ ...document.files }, { ...files });
  });
  if (config.ok && isDone) return config;
  write(before);
  return null;
}

/** Relative to the folder of the configuration. */
interface Copies {
  readonly created: readonly string[];
  readonly removed: readonly string[];
}

/** Copies of the new hashes are written, and those of hashes that the configuration had before are removed. */
function updateCopies(folder: string, configs: { before: Config; after: Config }, pins: readonly Pinned[]): Copies {
  const copiesIn = (config: Config): string[] =>
    placesIn(config).flatMap(({ document }) => (isPinned(document) ? copiesOf(document) : []));
  const needed = copiesIn(configs.after);
  const there = new Set(needed.filter((copy) => existsSync(path.join(folder, copy))));
  const saved = pins.flatMap((pinned) => saveCopies(folder, pinned)).map((file) => pathFrom(folder, file));
  const removed = copiesIn(configs.before).filter(
    (copy) => !needed.includes(copy) && existsSync(path.join(folder, copy)),
  );
  for (const copy of removed) rmSync(path.join(folder, copy), { force: true });
  return { created: saved.filter((copy) => !there.has(copy)), removed: [...new Set(removed)] };
}

function isPinned(document: WrittenDocument): document is PinnedDocument {
  return typeof document === "object" && "integrity" in document;
}

/** What is new about one document. */
interface DocumentChange {
  readonly at: string;
  readonly url: string;
  /** `null` where it was not pinned. */
  readonly before: string | null;
  readonly integrity: string;
  readonly files: Readonly<Record<"changed" | "added" | "removed", readonly string[]>>;
}

function changeAt({ at, href, document }: Place, pins: ReadonlyMap<string, Pinned>): DocumentChange {
  const before = isPinned(document) ? document : null;
  const old = before?.files ?? {};
  const { integrity = "", files = {} } = pins.get(href)?.document ?? {};
  return {
    at,
    url: href,
    before: before?.integrity ?? null,
    integrity,
    files: {
      changed: Object.keys(files).filter((file) => old[file] !== undefined && old[file] !== files[file]),
      added: Object.keys(files).filter((file) => old[file] === undefined),
      removed: Object.keys(old).filter((file) => files[file] === undefined),
    },
  };
}

interface Written {
  readonly name: string;
  readonly isChanged: boolean;
  readonly changes: readonly DocumentChange[];
  readonly copies: Copies;
}

function print({ name, isChanged, changes, copies }: Written, { out }: Terminal, asJson: boolean): void {
  if (asJson) {
    const result = { ok: true, command: "pin", config: name, changed: isChanged, documents: changes, copies };
    out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const lines = [
    ...changes.flatMap(linesOf),
    ...(isChanged ? [`changed  ${name}`] : [`kept     ${name}: it is up to date`]),
    ...copies.created.map((copy) => `created  ${copy}`),
    ...copies.removed.map((copy) => `removed  ${copy}`),
  ];
  out(`${lines.join("\n")}\n`);
}

function linesOf({ at, url, before, integrity, files }: DocumentChange): string[] {
  const others = (["changed", "added", "removed"] as const).flatMap((how) =>
    files[how].map((file) => `  ${how} ${file}`),
  );
  if (before === integrity && others.length === 0) return [`${at}: ${url} is unchanged`];
  const hashLines =
    before === integrity ? [] : [before === null ? `  pinned as ${integrity}` : `  ${before}\n  -> ${integrity}`];
  return [`${at}: ${url}`, ...hashLines, ...others];
}
