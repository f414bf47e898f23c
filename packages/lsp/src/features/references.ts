// A place in a text -> what it names, where that is defined and mentioned, and the edits that rename it.
import type { Range, Location as Shown, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { escapeToken, positionAt, type SourceDocument, spanOf } from "waybill/language";
import { locationOf, rangeOf, rangeOfLocation, uriOfPath } from "../places.ts";
import { valueAt } from "../value-at.ts";
import type { Project } from "../workspace/project.ts";
import type { Texts } from "../workspace/texts.ts";
import {
  isWithin,
  type Mention,
  mentionsIn,
  type Named,
  referredBy,
  type Spot,
  sameThing,
  sameTokens,
} from "./named-things.ts";

export interface Found {
  readonly named: Named;
  /** What the cursor is on. */
  readonly range: Range;
  readonly mention: Mention;
}

/** What is named at an offset; `null` where nothing is. */
export function namedAt(document: SourceDocument, offset: number): Found | null {
  const { tokens, part } = positionAt(document, offset);
  const here = mentionsIn(document).filter(({ spot }) => sameTokens(spot.tokens, tokens));
  const mention = here.find(({ spelling }) => (part === "key") === (spelling === "key"));
  return mention === undefined ? null : { named: mention.named, range: rangeOfMention(document, mention), mention };
}

/** Where a thing is defined; the target of a reference that leads to another is that other. */
export function definitionOf(named: Named, project: Project, texts: Texts): Shown[] {
  if (named.kind === "part") {
    const document = texts.document(named.path);
    if (document === null || !hasValue(document, named.tokens)) return [];
    const { range, path } = rangeOfLocation(
      locationOf(document, named.tokens),
      named.tokens.length === 0 ? "value" : "key",
    );
    return [
      { uri: uriOfPath(path), range: named.tokens.length === 0 ? { start: range.start, end: range.start } : range },
    ];
  }
  return mentionsOf(named, project)
    .filter(isDefinition)
    .map(({ document, mention }) => shown(document, mention));
}

/** Every place that names a thing, with its definition. */
export function referencesTo(named: Named, project: Project, withDefinition: boolean): Shown[] {
  return mentionsOf(named, project)
    .filter((one) => withDefinition || !isDefinition(one))
    .map(({ document, mention }) => shown(document, mention));
}

/** Why a thing cannot have a name; `null` where it can. */
export function objectionToName(named: Named, name: string): string | null {
  if (named.kind !== "part") return name.trim() === "" ? "a name must not be empty" : null;
  if (named.tokens.length === 0) return "rename files in the file system";
  return /^[a-zA-Z0-9._-]+$/.test(name)
    ? null
    : "component names may contain only letters, digits, dots, hyphens and underscores";
}

/** Every edit, in all files of the API. */
export function renameEdits(named: Named, name: string, project: Project): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  const depth = named.kind === "part" ? named.tokens.length - 1 : 0;
  for (const document of project.documents()) {
    for (const mention of mentionsIn(document)) {
      if (!isWithin(mention.named, named)) continue;
      const edit = editOf(document, mention, { name, depth, isWhole: sameThing(mention.named, named) });
      if (edit === null) continue;
      const uri = uriOfPath(document.path);
      changes[uri] = [...(changes[uri] ?? []), edit];
    }
  }
  return { changes };
}

interface Renaming {
  readonly name: string;
  /** Which token of a pointer is the name. */
  readonly depth: number;
  /** Whether the mention is of the thing itself, not of something inside. */
  readonly isWhole: boolean;
}

function editOf(document: SourceDocument, mention: Mention, { name, depth, isWhole }: Renaming): TextEdit | null {
  const { spelling, spot } = mention;
  const part = spelling === "key" ? "key" : "value";
  const { start, end } = spanOf(locationOf(document, spot.tokens), part);
  const written = document.text.slice(start, end);
  if (typeof spelling === "object") {
    const inside = tokenIn(written, depth);
    if (inside === null) return null;
    return { range: rangeOf(document, start + inside.start, start + inside.end), newText: escapeToken(name) };
  }
  if (!isWhole) return null;
  const quote = /^["']/.exec(written)?.[0] ?? "";
  return { range: rangeOf(document, start, end), newText: `${quote}${name}${quote}` };
}

/** Where a token of a pointer is in a reference as it is written. */
function tokenIn(written: string, depth: number): { readonly start: number; readonly end: number } | null {
  let at = written.indexOf("#/");
  if (at === -1) return null;
  at += 1;
  for (let index = 0; ; index += 1) {
    const start = at + 1;
    const next = written.slice(start).search(/[/"']/);
    const end = next === -1 ? written.length : start + next;
    if (index === depth) return { start, end };
    if (written[end] !== "/") return null;
    at = end;
  }
}

interface Placed {
  readonly document: SourceDocument;
  readonly mention: Mention;
}

function mentionsOf(named: Named, project: Project): Placed[] {
  return project.documents().flatMap((document) =>
    mentionsIn(document)
      .filter((mention) => sameThing(mention.named, named))
      .map((mention) => ({ document, mention })),
  );
}

/** The place that a thing has its name from. */
function isDefinition({ mention: { spot, spelling, named } }: Placed): boolean {
  if (named.kind === "part")
    return spelling === "key" && sameTokens(spot.tokens, named.tokens) && spot.path === named.path;
  if (named.kind === "tag") return spot.tokens.at(-1) === "name";
  // A link names the operation of another place.
  return spot.tokens.at(-3) !== "links";
}

function shown(document: SourceDocument, mention: Mention): Shown {
  return { uri: uriOfPath(document.path), range: rangeOfMention(document, mention) };
}

function rangeOfMention(document: SourceDocument, { spot, spelling }: Mention): Range {
  return rangeOfLocation(locationOf(document, spot.tokens), spelling === "key" ? "key" : "value").range;
}

function hasValue({ value }: SourceDocument, tokens: readonly string[]): boolean {
  return valueAt(value, tokens) !== undefined;
}

/** A spot that leads to another by `$ref` -> that other, as far as it goes. */
export function followed(spot: Spot, texts: Texts): Spot {
  let at = spot;
  for (let steps = 0; steps < 50; steps += 1) {
    const document = texts.document(at.path);
    const value = document === null ? undefined : valueAt(document.value, at.tokens);
    const ref: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "$ref") : undefined;
    const next = typeof ref === "string" ? referredBy(ref, at.path) : null;
    if (next === null) return at;
    at = next;
  }
  return at;
}
