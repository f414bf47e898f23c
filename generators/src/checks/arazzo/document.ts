// What the checks of an Arazzo document share: the document with its source descriptions, and how it is walked.
import { nearest, quote, type Report } from "../../diagnostics/index.ts";
import type { Node, Sources } from "../../source/index.ts";
import type { ArazzoVersion } from "./structure.ts";

/** A source description; `root` is `null` where it is not read. */
export interface SourceDescription {
  readonly name: string;
  readonly kind: "openapi" | "asyncapi" | "arazzo" | null;
  readonly root: Node | null;
  /** The operations of HTTP and of events by their ids, the workflows of another document by theirs. */
  readonly members: ReadonlyMap<string, Node>;
}

export interface ArazzoDocument {
  readonly root: Node;
  readonly version: ArazzoVersion;
  readonly sources: readonly SourceDescription[];
  readonly workflows: ReadonlyMap<string, Node>;
  readonly documents: Sources;
  readonly report: Report;
}

/** Items by their ids, each of which is used once. */
export function byId(items: readonly Node[], field: string, report: Report): Map<string, Node> {
  const known = new Map<string, Node>();
  for (const item of items) {
    const id = item.get(field);
    if (id === undefined || typeof id.value !== "string") continue;
    if (known.has(id.value)) unresolved(report, id, `the ${field} ${quote(id.value)} is used twice`);
    else known.set(id.value, item);
  }
  return known;
}

export function unresolved(report: Report, at: Node, detail: string, names: Iterable<string> = [], name = ""): void {
  report.add("workflow-reference", at, { detail, near: nearest(name, [...names]) });
}

export function itemsAt(node: Node, key: string): Node[] {
  return node.get(key)?.items() ?? [];
}

export function textAt(node: Node, key: string): string {
  const value = node.get(key)?.value;
  return typeof value === "string" ? value : "";
}
