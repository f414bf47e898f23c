// A place in a text -> what it names, and where that is defined and mentioned.
import type { Range, Location as Shown } from "vscode-languageserver";
import { positionAt, type SourceDocument } from "waybill/language";
import { locationOf, rangeOfLocation, uriOfPath } from "../places.ts";
import { valueAt } from "../value-at.ts";
import type { Project } from "../workspace/project.ts";
import type { Texts } from "../workspace/texts.ts";
import {
  componentIn,
  entry,
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
}

/** What is named at an offset; `null` where nothing is. */
export function namedAt(document: SourceDocument, offset: number, project: Project): Found | null {
  const { tokens, part } = positionAt(document, offset);
  const here = mentionsWithin(document, project).filter(({ spot }) => sameTokens(spot.tokens, tokens));
  const mention = here.find(({ spelling }) => (part === "key") === (spelling === "key"));
  return mention === undefined ? null : { named: mention.named, range: rangeOfMention(document, mention) };
}

/** Where a thing is defined; the target of a reference that leads to another is that other. */
export function definitionOf(named: Named, project: Project, texts: Texts): Shown[] {
  if (named.kind === "part") {
    const document = texts.lastParsed(named.path)?.document ?? null;
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
    .map(({ document, mention }) => locationOfMention(document, mention));
}

/** Every place that names a thing, with its definition. */
export function referencesTo(named: Named, project: Project, withDefinition: boolean): Shown[] {
  return mentionsOf(named, project)
    .filter((one) => withDefinition || !isDefinition(one))
    .map(({ document, mention }) => locationOfMention(document, mention));
}

/** What leads to a file, or to something in it, from other files. */
export function referencesToFile(file: string, project: Project): Shown[] {
  return project.documents().flatMap((document) =>
    mentionsWithin(document, project)
      .filter(({ named, spot }) => named.kind === "part" && named.path === file && spot.path !== file)
      .map((mention) => locationOfMention(document, mention)),
  );
}

interface Placed {
  readonly document: SourceDocument;
  readonly mention: Mention;
}

export function mentionsOf(named: Named, project: Project): Placed[] {
  return project.documents().flatMap((document) =>
    mentionsWithin(document, project)
      .filter((mention) => sameThing(mention.named, named))
      .map((mention) => ({ document, mention })),
  );
}

/** Every mention, none of which leaves open which document the entry is. */
export function mentionsWithin(document: SourceDocument, project: Project): Mention[] {
  return mentionsIn(document).map((mention) => {
    const { named } = mention;
    if (named.kind !== "part" || named.path !== entry) return mention;
    return { ...mention, named: { kind: "part", ...componentOfEntry(named.tokens, project) } };
  });
}

/** Of the documents that an API starts from, the one that has a component. */
function componentOfEntry(tokens: readonly string[], project: Project): Spot {
  const spots = project
    .entryDocuments()
    .map(({ path, value }) => ({ path, value, tokens: componentIn(value, tokens) }));
  const { path = entry, tokens: componentTokens = tokens } =
    spots.find((one) => valueAt(one.value, one.tokens) !== undefined) ?? spots[0] ?? {};
  return { path, tokens: componentTokens };
}

/** The place that a thing has its name from. */
export function isDefinition({ mention: { spot, spelling, named } }: Placed): boolean {
  if (named.kind === "part")
    return spelling === "key" && sameTokens(spot.tokens, named.tokens) && spot.path === named.path;
  if (named.kind === "tag") return spot.tokens.at(-1) === "name";
  // A link names the operation of another place.
  return spot.tokens.at(-3) !== "links";
}

export function locationOfMention(document: SourceDocument, mention: Mention): Shown {
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
    const document = texts.lastParsed(at.path)?.document ?? null;
    const value = document === null ? undefined : valueAt(document.value, at.tokens);
    const ref: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "$ref") : undefined;
    const next = typeof ref === "string" ? referredBy(ref, at.path) : null;
    if (next === null) return at;
    at = next;
  }
  return at;
}
