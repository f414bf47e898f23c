// Documents and what they name -> highlights, links to what references lead to, symbols of all APIs, and how often each component is used.
import {
  type CodeLens,
  type Diagnostic,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentLink,
  type DocumentSymbol,
  type WorkspaceSymbol,
} from "vscode-languageserver";
import type { SourceDocument } from "waybill/language";
import { locationOf, rangeOfLocation, uriOfPath } from "../places.ts";
import { valueAt } from "../value-at.ts";
import type { Project } from "../workspace/project.ts";
import type { Texts } from "../workspace/texts.ts";
import { mentionsIn, type Named, type Spot, sameThing } from "./named-things.ts";
import { isDefinition, locationOfMention, mentionsWithin } from "./references.ts";
import { symbolsOf } from "./symbols.ts";

/** Every place of a document that names the thing; the one that it has its name from is written, the others are read. */
export function highlightsOf(named: Named, document: SourceDocument, project: Project): DocumentHighlight[] {
  return mentionsWithin(document, project)
    .filter((mention) => sameThing(mention.named, named))
    .map((mention) => ({
      range: locationOfMention(document, mention).range,
      kind: isDefinition({ document, mention }) ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
    }));
}

/** The references of a document. Where one leads is computed when a person follows it. */
export function linksIn(document: SourceDocument): DocumentLink[] {
  return mentionsIn(document).flatMap(({ spot, spelling, named }) => {
    if (typeof spelling === "string" || named.kind !== "part") return [];
    const data: Spot = { path: named.path, tokens: named.tokens };
    return [{ range: rangeOfLocation(locationOf(document, spot.tokens)).range, data }];
  });
}

/** The file of a reference, at the line that it leads to, if there is one. */
export function withTarget(link: DocumentLink, texts: Texts): DocumentLink {
  const { path, tokens }: Spot = link.data;
  const document = texts.lastParsed(path)?.document ?? null;
  if (document === null || tokens.length === 0 || valueAt(document.value, tokens) === undefined)
    return { ...link, target: uriOfPath(path) };
  const { start } = rangeOfLocation(locationOf(document, tokens), "key").range;
  return { ...link, target: `${uriOfPath(path)}#L${start.line + 1},${start.character + 1}` };
}

/** Operations, channels, messages and components whose name or id has a text. */
export function workspaceSymbols(projects: readonly Project[], query: string): WorkspaceSymbol[] {
  const wanted = query.toLowerCase();
  const documents = new Map(projects.flatMap((one) => one.documents()).map((one) => [one.path, one]));
  const symbolsIn = (uri: string, symbols: readonly DocumentSymbol[]): WorkspaceSymbol[] =>
    symbols.flatMap(({ name, kind, detail, children = [], selectionRange }) => {
      const isWanted = children.length === 0 && `${name} ${detail ?? ""}`.toLowerCase().includes(wanted);
      const found = {
        name,
        kind,
        location: { uri, range: selectionRange },
        ...(detail ? { containerName: detail } : {}),
      };
      return [...(isWanted ? [found] : []), ...symbolsIn(uri, children)];
    });
  return [...documents.values()].flatMap((one) => symbolsIn(uriOfPath(one.path), symbolsOf(one)));
}

/** Above each component: how many places refer to it, or to something in it. */
export function usesIn(document: SourceDocument, project: Project): CodeLens[] {
  const counts = new Map<string, number>();
  for (const { spot, spelling, named } of project.documents().flatMap((one) => mentionsWithin(one, project))) {
    if (named.kind !== "part" || (spelling === "key" && sameSpot(spot, named))) continue;
    const key = keyOf({ path: named.path, tokens: named.tokens.slice(0, 3) });
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return mentionsIn(document).flatMap(({ spot, spelling, named }) => {
    if (spelling !== "key" || named.kind !== "part" || spot.tokens[0] !== "components" || !sameSpot(spot, named))
      return [];
    const count = counts.get(keyOf(spot)) ?? 0;
    const title = count === 0 ? "not used" : `${count} ${count === 1 ? "use" : "uses"}`;
    const { range } = rangeOfLocation(locationOf(document, spot.tokens), "key");
    // No client has a command for this one: it is shown, not run.
    return [{ range, command: { title, command: "" } }];
  });
}

/** At each change that needs a major version: what it is. */
export function breakingIn(diagnostics: readonly Diagnostic[]): CodeLens[] {
  return diagnostics.map(({ range, message }) => {
    const [title = ""] = String(message).split("\n");
    return { range, command: { title: `breaking: ${title}`, command: "" } };
  });
}

function sameSpot(a: Spot, b: Spot): boolean {
  return keyOf(a) === keyOf(b);
}

function keyOf({ path, tokens }: Spot): string {
  return JSON.stringify([path, ...tokens]);
}
