// A thing and its new name -> why it cannot have that name, or every edit that gives it to it.
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { escapeToken, lineColumnOf, type SourceDocument, spanOf } from "waybill/language";
import { locationOf, rangeOf, uriOfPath } from "../places.ts";
import { writtenName } from "../text/written-name.ts";
import { valueAt } from "../value-at.ts";
import type { Project } from "../workspace/project.ts";
import { isWithin, type Mention, type Named, type Spot, sameThing } from "./named-things.ts";
import { isDefinition, mentionsOf, mentionsWithin } from "./references.ts";

/** Whether the name of a thing is only a name: that of a property is part of the data. */
export function isRenamable(named: Named, project: Project): boolean {
  if (named.kind !== "part") return true;
  return named.tokens.length > 0 && (mentionsOf(named, project).some(isDefinition) || ownKey(named, project) !== null);
}

/** Why a thing cannot be renamed, or not to a name; `null` where it can. */
export function objectionTo(named: Named, name: string, project: Project): string | null {
  if (named.kind === "part" && named.tokens.length === 0) return "rename files in the file system";
  if (!isRenamable(named, project)) return "this cannot be renamed here";
  return unparsedObjection(project) ?? objectionToName(named, name) ?? clashOf(named, name, project);
}

/** Mentions in a text that does not parse are not found. */
export function unparsedObjection(project: Project): string | null {
  const unparsed = project.unparsed();
  return unparsed === null ? null : `${unparsed} does not parse: fix it before you rename`;
}

function objectionToName(named: Named, name: string): string | null {
  if (named.kind === "part")
    return /^[a-zA-Z0-9._-]+$/.test(name)
      ? null
      : "component names may contain only letters, digits, dots, hyphens and underscores";
  if (name.trim() === "") return "a name must not be empty";
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return "a name must be on one line, without control characters";
  return name === name.trim() ? null : "a name must not begin or end with a space";
}

/** `there is already a schema "NewOrder", openapi.yaml:12` */
function clashOf(named: Named, name: string, project: Project): string | null {
  const place = named.kind === "part" ? siblingPlace(named, name, project) : otherPlace(named, name, project);
  if (place === null) return null;
  const { line } = lineColumnOf(place.document, place.offset);
  const kind = kindOf(named);
  const article = /^[aeiou]/.test(kind) ? "an" : "a";
  return `there is already ${article} ${kind} "${name}", ${project.nameOf(place.document.path)}:${line}`;
}

interface Place {
  readonly document: SourceDocument;
  readonly offset: number;
}

/** The member with that name, next to a part. */
function siblingPlace({ path, tokens }: Spot, name: string, project: Project): Place | null {
  const document = project.documents().find((one) => one.path === path);
  const other = [...tokens.slice(0, -1), name];
  if (document === undefined || name === tokens.at(-1) || valueAt(document.value, other) === undefined) return null;
  return { document, offset: spanOf(locationOf(document, other), "key").start };
}

/** Where an operation or a tag with that name is defined; a tag may be used without a definition. */
function otherPlace(named: Exclude<Named, { readonly kind: "part" }>, name: string, project: Project): Place | null {
  if (name === named.name) return null;
  const mentions = mentionsOf({ kind: named.kind, name }, project);
  const conflict = mentions.find(isDefinition) ?? (named.kind === "tag" ? mentions[0] : undefined);
  if (conflict === undefined) return null;
  const { document, mention } = conflict;
  return { document, offset: spanOf(locationOf(document, mention.spot.tokens)).start };
}

const kindsByFolder: Readonly<Record<string, string>> = {
  ...{ schemas: "schema", definitions: "schema", $defs: "schema", responses: "response", parameters: "parameter" },
  ...{ examples: "example", requestBodies: "request body", headers: "header", links: "link", callbacks: "callback" },
  ...{ securitySchemes: "security scheme", securityDefinitions: "security scheme", pathItems: "path item" },
  ...{ channels: "channel", operations: "operation", messages: "message", servers: "server", replies: "reply" },
  ...{ tags: "tag", correlationIds: "correlation id", mediaTypes: "media type", serverVariables: "server variable" },
};

function kindOf(named: Named): string {
  return named.kind === "part" ? (kindsByFolder[named.tokens.at(-2) ?? ""] ?? "member") : named.kind;
}

/** Every edit, in all files of the API. */
export function renameEdits(named: Named, name: string, project: Project): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  const depth = named.kind === "part" ? named.tokens.length - 1 : 0;
  const keyMention = named.kind === "part" ? ownKey(named, project) : null;
  for (const document of project.documents()) {
    const mentions = mentionsWithin(document, project).filter((mention) => isWithin(mention.named, named));
    if (keyMention !== null && keyMention.spot.path === document.path) mentions.push(keyMention);
    const edits = mentions.flatMap(
      (mention) => editOf(document, mention, { name, depth, isWhole: sameThing(mention.named, named) }) ?? [],
    );
    if (edits.length > 0) changes[uriOfPath(document.path)] = edits;
  }
  return { changes };
}

/** The key of a part that is no component: of a member in a file that only has members, none of which is text. */
function ownKey({ path, tokens }: Spot, project: Project): Mention | null {
  const named: Named = { kind: "part", path, tokens };
  const document = project.documents().find((one) => one.path === path);
  if (document === undefined || tokens.length !== 1 || valueAt(document.value, tokens) === undefined) return null;
  const members: unknown[] = Object.values(Object(document.value));
  const isFolder = members.every((member) => typeof member === "object" && member !== null && !Array.isArray(member));
  const isWhole = mentionsOf({ kind: "part", path, tokens: [] }, project).length > 0;
  return isFolder && !isWhole ? { spot: { path, tokens }, spelling: "key", named } : null;
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
  return isWhole
    ? { range: rangeOf(document, start, end), newText: writtenName(name, written, document.format) }
    : null;
}

/** Where a token of a pointer is in a reference as it is written. */
export function tokenIn(written: string, depth: number): { readonly start: number; readonly end: number } | null {
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
