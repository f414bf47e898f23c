// A key in a large document -> its problems as far as they are in what the key changed, long before all is read again: the parts that
// changed are read with what they refer to, once as they were and once as they are, and the difference is applied to what is known.
import { setImmediate as turnOfEvents } from "node:timers/promises";
import type { Range, Diagnostic as Shown } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type ReadApi, readEdited, underlinedText } from "waybill/language";
import type { ShownByFile } from "../engine/engine.ts";
import { underlined } from "../places.ts";
import { type Edit, movedOffset, movedRanges } from "../text/edit.ts";
import { type Excerpt, excerptOf, withReferred } from "../text/excerpt.ts";
import { isUnknownAlias } from "../text/parse-parts.ts";
import type { Part, PartMap } from "../text/part.ts";
import { type OpenText, parserOf } from "../workspace/open-text.ts";
import type { Project } from "../workspace/project.ts";
import type { Texts } from "../workspace/texts.ts";
import { type Found, type Placed, shownDiagnostics } from "./diagnostics.ts";
import type { Spot } from "./named-things.ts";
import { typeAt } from "./type-of-schema.ts";

/** More parts than these are left to the engine. */
const most = 8;

/** What was typed since all was read. */
interface Typed {
  readonly file: string;
  /** The text that the edits change; `null` once another file was changed, too. */
  readonly before: OpenText | null;
  readonly edits: readonly Edit[];
}

/** An excerpt that was read. */
interface ReadText {
  readonly text: string;
  /** The other files that were read with it, as they were; `null` for one that could not be read. */
  readonly others: ReadonlyMap<string, string | null>;
  readonly found: Found;
  /** `null` where the text does not parse. */
  readonly api: ReadApi | null;
}

/** Parts of a document that were read. */
interface ReadParts extends ReadText {
  readonly excerpt: Excerpt;
}

/** Excerpts that are remembered: what a key changes was read after the key before, and so was what an editor takes back. */
const remembered = 3;

type RangeOf = (start: number, end: number) => Range;

export class FirstLook {
  private readonly project: Project;
  private readonly texts: Texts;
  private known: ShownByFile | null = null;
  private typed: Typed | null = null;
  /** The last one first. */
  private reads: readonly ReadText[] = [];

  constructor(project: Project, texts: Texts) {
    this.project = project;
    this.texts = texts;
  }

  /** All was read, and this is shown of it. */
  settle(known: ShownByFile): void {
    this.known = known;
    this.typed = null;
  }

  /** `before`: the text that the edits change. */
  note(file: string, before: OpenText | null, edits: readonly Edit[]): void {
    const { typed } = this;
    if (typed === null) this.typed = { file, before, edits };
    else if (typed.file === file) this.typed = { ...typed, edits: [...typed.edits, ...edits] };
    else this.typed = { ...typed, before: null };
  }

  /** What is known with what was noted; `null` where only the engine can say. */
  async look(document: TextDocument): Promise<ShownByFile | null> {
    const { typed, known } = this;
    const now = typed === null ? null : this.texts.openText(typed.file);
    if (typed === null || known === null || typed.before?.maps == null || now?.maps == null) return null;
    const { file, edits } = typed;
    const [gone, come] = [partsOnlyIn(typed.before.maps, now.maps), partsOnlyIn(now.maps, typed.before.maps)];
    if (come.length === 0 || Math.max(come.length, gone.length) > most) return null;
    const rangeOf: RangeOf = (start, end) => ({ start: document.positionAt(start), end: document.positionAt(end) });
    // The same parts of both: what one of them no longer refers to has its problems still.
    const [goneWritten, comeWritten] = [referredBy(typed.before, gone), referredBy(now, come)];
    if (goneWritten === null || comeWritten === null) return null;
    const written = new Set([...goneWritten, ...comeWritten]);
    const after = await this.read(file, now, partsOf(now, written));
    if (after === null) return null;
    const fresh = shownIn(after, file, rangeOf);
    // Of a document that does not parse nothing else is said.
    if (after.api === null) return new Map([...known.keys()].map((path) => [path, fresh.get(path) ?? []]));
    const before = await this.read(file, typed.before, partsOf(typed.before, written));
    if (before === null) return null;
    const old = shownIn(before, file, (start, end) => rangeOf(movedOffset(start, edits), movedOffset(end, edits)));
    return changedBy(movedIn(known, file, edits), old, fresh);
  }

  /**
   * The TypeScript of a schema, before all was read again: a name may then be another, where two schemas would have the same.
   * `undefined` where only the engine can say.
   */
  async typeAt({ path, tokens }: Spot): Promise<string | null | undefined> {
    const now = this.texts.openText(path);
    const parts = now?.maps?.flatMap((map) => map.parts) ?? [];
    const part = parts.find((one) => one.tokens.every((token, index) => token === tokens[index]));
    if (now === null || part === undefined) return undefined;
    const written = referredBy(now, [part]);
    if (written === null) return undefined;
    const { api = null } = (await this.read(path, now, partsOf(now, written))) ?? {};
    return api === null ? undefined : await typeAt(api, { path, tokens });
  }

  /** Reads a few parts: the first key then finds the code that it needs compiled. */
  async prepare(): Promise<void> {
    for (const file of this.project.entries) {
      const open = this.texts.openText(file);
      const parts = open?.maps?.flatMap((map) => map.parts.slice(0, 4)) ?? [];
      for (const part of parts) {
        if (open === null || this.texts.openText(file) !== open) return;
        const written = referredBy(open, [part]);
        if (written !== null) await this.read(file, open, partsOf(open, written));
        await turnOfEvents();
      }
    }
  }

  /** `null` where a part needs others that it does not refer to. */
  private async read(file: string, { text, maps }: OpenText, parts: readonly Part[]): Promise<ReadParts | null> {
    const excerpt = excerptOf(text, maps ?? [], new Set(parts));
    const known = this.reads.find((one) => one.text === excerpt.text && this.isOf(one.others));
    // Other events, such as a response that is being written, have their turn.
    if (known === undefined) await turnOfEvents();
    const read = known ?? (await this.readText(file, excerpt));
    if (read === null) return null;
    this.reads = [read, ...this.reads.filter((one) => one !== read)].slice(0, remembered);
    return { ...read, excerpt };
  }

  private async readText(file: string, excerpt: Excerpt): Promise<ReadText | null> {
    const { project, texts } = this;
    const others = new Map<string, string | null>();
    let isWhole = true;
    const read = readEdited(project.described.files, {
      cwd: project.folder,
      readText: (path) => {
        if (path === file) return excerpt.text;
        others.set(path, texts.textOf(path));
        return texts.read(path);
      },
      parse: (unparsed) => {
        if (unparsed.path !== file) return texts.parse(unparsed);
        const parsed = parserOf(excerpt)(unparsed);
        isWhole = !isUnknownAlias(parsed);
        return parsed;
      },
    });
    if (!isWhole) return null;
    const diagnostics = await read.checked("edit");
    const analysis = { ...read, diagnostics, entries: project.entries, folder: project.folder };
    return { text: excerpt.text, others, found: analysis, api: read.api };
  }

  private isOf(others: ReadText["others"]): boolean {
    return [...others].every(([path, text]) => this.texts.textOf(path) === text);
  }
}

function partsOnlyIn(maps: readonly PartMap[], others: readonly PartMap[]): Part[] {
  const known = new Set(others.flatMap(({ parts }) => parts.map(({ written }) => written)));
  return maps.flatMap(({ parts }) => parts.filter(({ written }) => !known.has(written)));
}

/** What some parts have in them, and those that they refer to; `null` where only the engine can read all that. */
function referredBy({ text, maps }: OpenText, parts: readonly Part[]): ReadonlySet<object> | null {
  const referencedParts = withReferred(text, maps ?? [], parts);
  return referencedParts === null ? null : new Set([...referencedParts].map(({ written }) => written));
}

function partsOf({ maps }: OpenText, written: ReadonlySet<object>): Part[] {
  return (maps ?? []).flatMap(({ parts }) => parts.filter((part) => written.has(part.written)));
}

/** `rangeOf`: of offsets in the whole text. */
function shownIn({ found, excerpt }: ReadParts, file: string, rangeOf: RangeOf): Map<string, Shown[]> {
  const placed: Placed = (place) => {
    const text = underlinedText(place);
    if (text === null || text.path !== file || text.document === null) return underlined(place);
    return { path: file, range: rangeOf(excerpt.offsetOf(text.start), excerpt.offsetOf(text.end - 1) + 1) };
  };
  return shownDiagnostics(found, placed);
}

/** With the ranges of a file where its edits move them. */
export function movedIn(known: ShownByFile, file: string, edits: readonly Edit[]): ShownByFile {
  return new Map([...known, [file, movedRanges(known.get(file) ?? [], edits)]]);
}

/** What is known, without what only the parts as they were have, with what only the parts as they are have. */
function changedBy(known: ShownByFile, before: ShownByFile, after: ShownByFile): ShownByFile {
  const changed = new Map(known);
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, fresh] = [before.get(path) ?? [], after.get(path) ?? []];
    const [oldKeys, freshKeys] = [keysOf(old), keysOf(fresh)];
    const gone = new Set([...oldKeys].filter((key) => !freshKeys.has(key)));
    const come = fresh.filter((one) => !oldKeys.has(keyOf(one)));
    if (gone.size + come.length === 0) continue;
    changed.set(path, [...(known.get(path) ?? []).filter((one) => !gone.has(keyOf(one))), ...come]);
  }
  return changed;
}

function keysOf(diagnostics: readonly Shown[]): Set<string> {
  return new Set(diagnostics.map(keyOf));
}

function keyOf({ range, code, message }: Shown): string {
  return JSON.stringify([range, code, message]);
}
