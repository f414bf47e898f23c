// The texts of files: what an editor has, or else what is on the disk; and what they parse to, kept while the text stays the same.
import { readFileSync, statSync } from "node:fs";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { defaultLimits, type ParseFile, parseFile, type SourceDocument } from "waybill/language";

type Parsed = ReturnType<ParseFile>;

export class Texts {
  private readonly opened: (path: string) => TextDocument | undefined;
  private readonly parsed = new Map<string, { readonly text: string; readonly parsed: Parsed }>();
  private readonly documents = new Map<string, SourceDocument>();
  private readonly onDisk = new Map<string, { readonly stamp: string; readonly text: string }>();

  constructor(opened: (path: string) => TextDocument | undefined) {
    this.opened = opened;
  }

  /** Throws as `readFileSync` does. */
  readonly read = (path: string): string => this.opened(path)?.getText() ?? this.fromDisk(path);

  readonly parse: ParseFile = (file) => {
    const known = this.parsed.get(file.path);
    if (known?.text === file.text) return known.parsed;
    const parsed = parseFile(file);
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
