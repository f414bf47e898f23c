// The texts of files: what an editor has, or else what is on the disk; and what they parse to, kept while the text stays the same.
import { readFileSync, statSync } from "node:fs";
import { defaultLimits, type ParseFile, parseFile, type SourceDocument } from "waybill/language";
import { applied, type Edit } from "../text/edit.ts";
import { editedMaps, type PartMap, partMapsOf } from "../text/json-parts.ts";
import { parseParts } from "../text/parse-parts.ts";

type Parsed = ReturnType<ParseFile>;

/** A text that an editor has. */
export interface OpenText {
  readonly text: string;
  /** Of a large JSON object; `null` for any other text, and where a key may have changed any part of it. */
  readonly maps: readonly PartMap[] | null;
}

/** Characters from which a JSON text is read by its parts. Shorter ones are parsed in a few milliseconds. */
const large = 200_000;

export class Texts {
  private readonly opened = new Map<string, OpenText>();
  private readonly parsed = new Map<string, { readonly text: string; readonly parsed: Parsed }>();
  private readonly documents = new Map<string, SourceDocument>();
  private readonly onDisk = new Map<string, { readonly stamp: string; readonly text: string }>();

  open(path: string, text: string): void {
    this.opened.set(path, { text, maps: isLarge(path, text) ? partMapsOf(text) : null });
  }

  edit(path: string, edits: readonly Edit[]): void {
    for (const edit of edits) {
      const before = this.opened.get(path);
      if (before === undefined) return;
      const text = applied(before.text, [edit]);
      this.opened.set(path, { text, maps: isLarge(path, text) ? editedMaps(before.maps, edit, text) : null });
    }
  }

  close(path: string): void {
    this.opened.delete(path);
  }

  openText(path: string): OpenText | null {
    return this.opened.get(path) ?? null;
  }

  /** Throws as `readFileSync` does. */
  readonly read = (path: string): string => this.opened.get(path)?.text ?? this.fromDisk(path);

  readonly parse: ParseFile = (file) => {
    const known = this.parsed.get(file.path);
    if (known?.text === file.text) return known.parsed;
    const parsed = this.parsedParts(file) ?? parseFile(file);
    this.parsed.set(file.path, { text: file.text, parsed });
    return parsed;
  };

  /** A document as it is now, whether or not it is part of a description; `null` where it cannot be read or does not parse. */
  document(path: string): SourceDocument | null {
    const text = this.textOf(path);
    if (text === null) return null;
    const format = path.endsWith(".json") ? "json" : "yaml";
    const parsed = this.parse({ path, text, format, limits: defaultLimits });
    if (!parsed.ok) return null;
    // The same while the text is: positions are computed once for a document.
    const known = this.documents.get(path);
    if (known?.text === text) return known;
    const { value, ends } = parsed;
    const document: SourceDocument = { path, name: path, format, text, value, ...(ends === undefined ? {} : { ends }) };
    this.documents.set(path, document);
    return document;
  }

  textOf(path: string): string | null {
    try {
      return this.read(path);
    } catch {
      return null;
    }
  }

  private parsedParts({ path, text, format, limits }: Parameters<ParseFile>[0]): Parsed | null {
    const open = this.opened.get(path);
    if (format !== "json" || open === undefined || open.maps === null || open.text !== text) return null;
    return parseParts({ path, text, limits }, open.maps);
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

function isLarge(path: string, text: string): boolean {
  return path.endsWith(".json") && text.length >= large;
}
