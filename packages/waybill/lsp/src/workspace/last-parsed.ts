// The texts that an editor has -> the document that each was when it last parsed, and where it has changed since.
import { defaultLimits, type ParseFile, positionsOf, type SourceDocument } from "waybill/language";
import { type Change, trimmed, withEdit } from "../text/changes.ts";
import type { Edit } from "../text/edit.ts";
import { type OpenText, parserOf } from "./open-text.ts";

/** A document of a text as it is now or, while that does not parse, as it last was. */
export interface LastParsed {
  readonly document: SourceDocument;
  readonly isCurrent: boolean;
  /** Where the text has changed since. */
  readonly changes: readonly Change[];
}

interface Last {
  readonly open: OpenText;
  /** `undefined` until someone asks for it: that the text parses is then known from elsewhere, or assumed. */
  document: SourceDocument | null | undefined;
  changes: readonly Change[];
}

export class LastParsedTexts {
  private readonly last = new Map<string, Last>();
  private readonly isRough: boolean;

  constructor(isRough: boolean) {
    this.isRough = isRough;
  }

  /** A text that parses, with the document that it is where that is known; or one that may parse. */
  set(path: string, open: OpenText, document?: SourceDocument): void {
    const known = this.last.get(path);
    if (known?.open.text === open.text) {
      known.document ??= document;
      known.changes = [];
    } else this.last.set(path, { open, document, changes: [] });
  }

  /** `text`: before the edit. */
  edit(path: string, text: string, edit: Edit): void {
    const known = this.last.get(path);
    if (known !== undefined) known.changes = withEdit(known.changes, trimmed(text, edit));
  }

  delete(path: string): void {
    this.last.delete(path);
  }

  of(path: string): LastParsed | null {
    const known = this.last.get(path);
    if (known === undefined) return null;
    if (known.document === undefined)
      known.document = documentOf(path, known.open.text, parserOf(known.open, this.isRough));
    return known.document === null ? null : { document: known.document, isCurrent: false, changes: known.changes };
  }
}

/** `null` for a text that does not parse. */
export function documentOf(path: string, text: string, parse: ParseFile): SourceDocument | null {
  const format = path.endsWith(".json") ? "json" : "yaml";
  const parsed = parse({ path, text, format, limits: defaultLimits });
  if (!parsed.ok) return null;
  return { path, name: path, format, text, value: parsed.value, ...positionsOf(parsed) };
}
