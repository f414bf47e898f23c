// The texts of files: what an editor has, or else what is on the disk; and what they parse to, kept while the text stays the same.
import { readFileSync, statSync } from "node:fs";
import { type ParseFile, parseFile, type SourceDocument } from "waybill/language";
import type { Engine } from "../engine/engine.ts";
import { applied, type Edit } from "../text/edit.ts";
import { knowParts, unparsedIn } from "../text/parse-parts.ts";
import type { Format } from "../text/part.ts";
import { editedMaps, partMapsOf } from "../text/parts.ts";
import { documentOf, type LastParsed, LastParsedTexts } from "./last-parsed.ts";
import { type OpenText, parserOf } from "./open-text.ts";

type Parsed = ReturnType<ParseFile>;

/** Characters from which a text is read by its parts. Shorter ones are parsed in a few milliseconds. */
const large = 200_000;

export class Texts {
  /** Counts what editors do to texts. */
  turn = 0;
  private readonly last: LastParsedTexts;
  private readonly opened = new Map<string, OpenText>();
  private readonly parsed = new Map<string, { readonly text: string; readonly parsed: Parsed }>();
  private readonly documents = new Map<string, SourceDocument>();
  private readonly onDisk = new Map<string, { readonly stamp: string; readonly text: string }>();
  private readonly isRough: boolean;

  /** `isRough`: for requests, which do not say why a text does not parse. */
  constructor({ isRough = false }: { readonly isRough?: boolean } = {}) {
    this.isRough = isRough;
    this.last = new LastParsedTexts(isRough);
  }

  open(path: string, text: string): void {
    const open = { text, maps: text.length < large ? null : partMapsOf(text, formatOf(path)) };
    this.opened.set(path, open);
    this.last.set(path, open);
    this.turn += 1;
  }

  /** `texts`: after each of the edits, where they are known. */
  edit(path: string, edits: readonly Edit[], texts: readonly string[] = []): void {
    this.turn += 1;
    for (const [index, edit] of edits.entries()) {
      const before = this.opened.get(path);
      if (before === undefined) return;
      const text = this.sameText(path, texts[index] ?? applied(before.text, [edit]));
      const format = formatOf(path);
      this.opened.set(path, {
        text,
        maps: text.length < large ? null : editedMaps(before.maps, edit, { text, format }),
      });
      this.last.edit(path, before.text, edit);
    }
  }

  close(path: string): void {
    this.opened.delete(path);
    this.last.delete(path);
    this.turn += 1;
  }

  openText(path: string): OpenText | null {
    return this.opened.get(path) ?? null;
  }

  /** Throws as `readFileSync` does. */
  readonly read = (path: string): string => this.opened.get(path)?.text ?? this.fromDisk(path);

  readonly parse: ParseFile = (file) => {
    const known = this.parsed.get(file.path);
    if (known?.text === file.text) return known.parsed;
    const open = this.opened.get(file.path);
    const parsed = open?.text === file.text ? parserOf(open, this.isRough)(file) : parseFile(file);
    this.parsed.set(file.path, { text: file.text, parsed });
    return parsed;
  };

  /**
   * Before a large YAML text is needed: more than a few parts are parsed in another thread, since that takes too long for this one, and read as
   * JSON here.
   */
  async prepare(path: string, engine: Pick<Engine, "parsed">): Promise<void> {
    const text = this.textOf(path);
    if (text === null || path.endsWith(".json") || text.length < large || this.parsed.get(path)?.text === text) return;
    const { maps = null } = this.opened.get(path) ?? {};
    if (maps !== null && unparsedIn(maps) < large) return;
    const json = await engine.parsed(path);
    if (json === null || this.textOf(path) !== text || this.parsed.get(path)?.text === text) return;
    const value: unknown = JSON.parse(json);
    if (maps !== null && knowParts(maps, value)) return;
    if (maps !== null) this.opened.set(path, { text, maps: null });
    this.parsed.set(path, { text, parsed: { ok: true, value } });
  }

  /** A document as it is now, whether or not it is part of a description; `null` where it cannot be read or does not parse. */
  document(path: string): SourceDocument | null {
    const text = this.textOf(path);
    if (text === null) return null;
    // The same while the text is: positions are computed once for a document.
    const known = this.documents.get(path);
    const document = known?.text === text ? known : documentOf(path, text, this.parse);
    if (document === null) return null;
    this.documents.set(path, document);
    const open = this.opened.get(path);
    if (open !== undefined) this.last.set(path, open, document);
    return document;
  }

  /** The same, or the document that the text of an editor was when it last parsed. */
  lastParsed(path: string): LastParsed | null {
    const document = this.document(path);
    return document === null ? this.last.of(path) : { document, isCurrent: true, changes: [] };
  }

  /** The text as it is now parses, as the engine has found. */
  settle(path: string): void {
    const open = this.opened.get(path);
    if (open !== undefined) this.last.set(path, open);
  }

  textOf(path: string): string | null {
    try {
      return this.read(path);
    } catch {
      return null;
    }
  }

  /** A text that is taken back is the object that it was: every request compares two objects character by character. */
  private sameText(path: string, text: string): string {
    return [this.documents.get(path), this.parsed.get(path)].find((one) => one?.text === text)?.text ?? text;
  }

  private fromDisk(path: string): string {
    const { mtimeMs, size } = statSync(path);
    const stamp = `${mtimeMs} ${size}`;
    const known = this.onDisk.get(path);
    if (known?.stamp === stamp) return known.text;
    const text = readFileSync(path, "utf8");
    this.onDisk.set(path, { stamp, text });
    return text;
  }
}

function formatOf(path: string): Format {
  return path.endsWith(".json") ? "json" : "yaml";
}
