// A document -> its outline: operations, channels, messages, components.
import { type DocumentSymbol, SymbolKind } from "vscode-languageserver";
import type { SourceDocument } from "waybill/language";
import { methods } from "../methods.ts";
import { locationOf, rangeOfLocation } from "../places.ts";
import { valueAt } from "../value-at.ts";

export function symbolsOf(document: SourceDocument): DocumentSymbol[] {
  const folder = (
    tokens: readonly string[],
    children: readonly DocumentSymbol[],
    kind: SymbolKind = SymbolKind.Namespace,
  ): DocumentSymbol[] => (children.length === 0 ? [] : [symbol(document, tokens, { kind, children: [...children] })]);
  const members = (tokens: readonly string[], kind: SymbolKind): DocumentSymbol[] =>
    keysAt(document, tokens).map((key) => symbol(document, [...tokens, key], { kind }));
  const paths = ["paths", "webhooks"].flatMap((top) =>
    folder(
      [top],
      keysAt(document, [top]).map((route) =>
        symbol(document, [top, route], { kind: SymbolKind.Interface, children: operationsAt(document, [top, route]) }),
      ),
    ),
  );
  const channels = folder(
    ["channels"],
    keysAt(document, ["channels"]).map((name) =>
      symbol(document, ["channels", name], {
        kind: SymbolKind.Interface,
        children: members(["channels", name, "messages"], SymbolKind.Event),
      }),
    ),
  );
  const operations = folder(["operations"], members(["operations"], SymbolKind.Method));
  const components = folder(
    ["components"],
    keysAt(document, ["components"]).flatMap((kind) =>
      folder(
        ["components", kind],
        members(["components", kind], kind === "schemas" ? SymbolKind.Class : SymbolKind.Object),
      ),
    ),
  );
  const definitions = ["definitions", "$defs"].flatMap((top) => folder([top], members([top], SymbolKind.Class)));
  const symbols = [...paths, ...channels, ...operations, ...components, ...definitions];
  return symbols.length > 0 ? symbols : members(["properties"], SymbolKind.Property);
}

function operationsAt(document: SourceDocument, tokens: readonly string[]): DocumentSymbol[] {
  return keysAt(document, tokens)
    .filter((key) => methods.includes(key))
    .map((method) => {
      const id = valueAt(document.value, [...tokens, method, "operationId"]);
      const name = `${method.toUpperCase()} ${tokens.at(-1) ?? ""}`;
      return {
        ...symbol(document, [...tokens, method], { kind: SymbolKind.Method }),
        name,
        ...(typeof id === "string" ? { detail: id } : {}),
      };
    });
}

function keysAt(document: SourceDocument, tokens: readonly string[]): string[] {
  const value = valueAt(document.value, tokens);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

interface Outline {
  readonly kind: SymbolKind;
  readonly children?: DocumentSymbol[];
}

function symbol(document: SourceDocument, tokens: readonly string[], { kind, children = [] }: Outline): DocumentSymbol {
  const location = locationOf(document, tokens);
  const key = rangeOfLocation(location, "key").range;
  const value = rangeOfLocation(location).range;
  const isAfter =
    value.end.line > key.end.line || (value.end.line === key.end.line && value.end.character >= key.end.character);
  return {
    name: tokens.at(-1) || "(empty)",
    kind,
    range: { start: key.start, end: isAfter ? value.end : key.end },
    selectionRange: key,
    children,
  };
}
