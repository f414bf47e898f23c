// The documents of a run, to be walked again after reading: by name, along references, as far as a pointer leads.

import { fileURLToPath } from "node:url";
import { attempt } from "../source/attempt.ts";
import { currentText, type Location, Node, type SourceDocument, Sources, writtenAt } from "../source/index.ts";

export class WalkedDocuments {
  private readonly byName: ReadonlyMap<string, SourceDocument>;
  private readonly byPath: ReadonlyMap<string, SourceDocument>;
  private readonly sources: Sources;

  /** `base`: what the names are relative to. Only these documents are searched. */
  constructor(base: string, documents: readonly SourceDocument[], map: ReadonlyMap<string, string> = new Map()) {
    this.byName = new Map(documents.map((document) => [document.name, document]));
    this.byPath = new Map(documents.map((document) => [document.path, document]));
    this.sources = new Sources({ cwd: base, map, readText: missing });
    for (const document of documents) this.sources.replace(document);
  }

  /** As written, before it was patched or converted: what generated code refers to. */
  named(name: string): Node | null {
    const document = this.byName.get(name);
    return document === undefined ? null : Node.root(writtenAt(Node.root(document)).document);
  }

  at(path: string): Node | null {
    const document = this.byPath.get(path.replaceAll("\\", "/"));
    return document === undefined ? null : Node.root(document);
  }

  /** The text of a document by its path, by a `file:` URL, or by a URL that is mapped to it; `null` if it was not read. */
  textOf(address: string): string | null {
    const mapped = this.sources.urls.fileOf(address);
    const local = /^[a-z][a-z0-9+.-]+:/i.test(address) ? pathOfUrl(address) : decoded(address);
    const documentRoot = (mapped === null ? null : this.at(mapped)) ?? this.at(local);
    return documentRoot === null ? null : currentText(documentRoot.document);
  }

  /** What a chain of `$ref`s leads to; the last one that can be followed. */
  resolved(node: Node): Node {
    return resolvedIn(this.sources, node);
  }

  /** What the `$ref` of an object leads to, which may have one itself. */
  target(node: Node): Node | null {
    return targetIn(this.sources, node);
  }

  /** Down along `tokens`, through references, as far as values exist. */
  follow(from: Node, tokens: readonly string[]): Node {
    let reached = from;
    for (const token of tokens) {
      const next = reached.get(token) ?? this.resolved(reached).get(token);
      if (next === undefined) return reached;
      reached = next;
    }
    return reached;
  }
}

/** What a chain of `$ref`s leads to; the last one that can be followed. */
export function resolvedIn(sources: Sources, node: Node): Node {
  let at = node;
  for (let steps = 0; steps < 50; steps += 1) {
    const next = targetIn(sources, at);
    if (next === null) return at;
    at = next;
  }
  return at;
}

function targetIn(sources: Sources, node: Node): Node | null {
  const ref = node.get("$ref")?.value;
  const target = typeof ref === "string" ? sources.resolve(ref, node) : null;
  return target?.ok === true ? target.value : null;
}

function pathOfUrl(url: string): string {
  return url.startsWith("file:") && URL.canParse(url) ? fileURLToPath(url) : "";
}

function decoded(address: string): string {
  return attempt(() => decodeURI(address)) ?? address;
}

function missing(file: string): never {
  throw Object.assign(new Error(`not read: ${file}`), { code: "ENOENT" });
}

export interface Finding {
  readonly severity: "error" | "warning";
  readonly detail: string;
  /** The key is at fault, not the value. */
  readonly part: "key" | "value";
  readonly location: Location;
}

export function errorAt(location: Node, detail: string, part: Finding["part"] = "value"): Finding {
  return { severity: "error", detail, part, location };
}
