// A document -> what functions of rulesets expect beside a value: the document, and the graph of its references.
import path from "node:path";
import { load } from "js-yaml";
import type { LintedDocument } from "waybill/plugin";
import { hasFormat } from "./formats.ts";
import { isRecord } from "./values.ts";

/** The references of a file: the pointer of each to what it leads to. */
interface FileReferences {
  readonly refMap: Readonly<Record<string, string>>;
}

export interface Inventory {
  readonly document: {
    readonly data: unknown;
    readonly parserResult: { readonly data: unknown };
    readonly source: string;
    readonly formats: ReadonlySet<unknown>;
  };
  readonly resolved: unknown;
  readonly unresolved: unknown;
  readonly source: string;
  readonly formats: ReadonlySet<unknown>;
  readonly graph: {
    readonly nodes: Readonly<Record<string, FileReferences>>;
    getNodeData(file: string): FileReferences;
    /** Each file, and each place that a reference leads to: `/spec/openapi.yaml#/components/schemas/Order`. */
    overallOrder(): readonly string[];
  };
}

/** `formats`: those that rules name; a document's are those of them that it has. */
export function inventoryOf(document: LintedDocument, root: object, formats: ReadonlySet<unknown>): Inventory {
  const { value, path: source } = document;
  const had = new Set([...formats].filter((format) => hasFormat(value, [format])));
  const nodes: Record<string, FileReferences> = {};
  const targets = new Set<string>();
  const read = (file: string, contents: unknown): void => {
    const refMap: Record<string, string> = {};
    nodes[file] = { refMap };
    for (const [pointer, reference] of pointersIn(contents)) {
      refMap[pointer] = reference;
      const [address = "", fragment = ""] = reference.split("#");
      const target = address === "" ? file : path.posix.join(path.posix.dirname(file), address);
      targets.add(`${target}#${fragment}`);
      if (Object.hasOwn(nodes, target)) continue;
      const text = document.textOf(target);
      if (text !== null) read(target, load(text));
    }
  };
  read(source, value);
  return {
    document: { data: value, parserResult: { data: value }, source, formats: had },
    resolved: root,
    unresolved: value,
    source,
    formats: had,
    graph: {
      nodes,
      getNodeData: (file) => nodes[file] ?? { refMap: {} },
      overallOrder: () => [...Object.keys(nodes), ...targets],
    },
  };
}

/** Where each `$ref` goes. */
export function referencesIn(value: unknown): string[] {
  return pointersIn(value).map(([, reference]) => reference);
}

/** `["#/paths/~1orders/get", "#/components/…"]` of each `$ref`. */
function pointersIn(value: unknown, pointer = "#"): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  const reference = isRecord(value) ? value["$ref"] : undefined;
  const within = Object.entries(value).flatMap(([key, member]) =>
    pointersIn(member, `${pointer}/${encodeURIComponent(key.replaceAll("~", "~0")).replaceAll("%2F", "~1")}`),
  );
  return typeof reference === "string" ? [[pointer, reference], ...within] : within;
}
