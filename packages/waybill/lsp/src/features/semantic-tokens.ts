// What a document names -> the kind of each name, for an editor to colour: components, operations, tags, and parameters in paths.
import {
  type Range,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensLegend,
} from "vscode-languageserver";
import { type SourceDocument, spanOf } from "waybill/language";
import { locationOf, rangeOf } from "../places.ts";
import { valueAt } from "../value-at.ts";
import { mentionsIn } from "./named-things.ts";

const kinds = ["class", "method", "enumMember", "parameter"] as const;

export const legend: SemanticTokensLegend = { tokenTypes: [...kinds], tokenModifiers: [] };

export interface ColouredRange {
  readonly range: Range;
  readonly kind: (typeof kinds)[number];
}

export function colouredRanges(document: SourceDocument): ColouredRange[] {
  const names = mentionsIn(document).map(({ spot, spelling, named }): ColouredRange => {
    const { start, end } = spanOf(locationOf(document, spot.tokens), spelling === "key" ? "key" : "value");
    const kind = named.kind === "part" ? "class" : named.kind === "operation" ? "method" : "enumMember";
    return { range: rangeOf(document, start, end), kind };
  });
  const parameters = Object.keys(Object(valueAt(document.value, ["paths"]))).flatMap((route) => {
    const { start, end } = spanOf(locationOf(document, ["paths", route]), "key");
    return [...document.text.slice(start, end).matchAll(/\{[^{}]*\}/g)].map(
      ({ 0: { length }, index }): ColouredRange => {
        return { range: rangeOf(document, start + index, start + index + length), kind: "parameter" };
      },
    );
  });
  return [...names, ...parameters];
}

/** As the protocol has them: in the order of the text, each on one line. */
export function semanticTokens(coloured: readonly ColouredRange[]): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  const sorted = coloured.toSorted(
    ({ range: { start: a } }, { range: { start: b } }) => a.line - b.line || a.character - b.character,
  );
  for (const {
    range: { start, end },
    kind,
  } of sorted)
    if (start.line === end.line && end.character > start.character)
      builder.push(start.line, start.character, end.character - start.character, kinds.indexOf(kind), 0);
  return builder.build();
}
