// The entry documents of an API as they are written -> what rules on documents get: values, references resolved, and places.
import { computedOnce } from "../model/computed-once.ts";
import { type Location, Node, writtenAt } from "../source/index.ts";
import type { LintedDocument } from "./lint-rule.ts";
import { type Resolving, resolvedValue } from "./official/resolved-value.ts";
import type { ReadFiles } from "./read-api.ts";
import { WalkedDocuments } from "./walked-documents.ts";

/** A reference back to what is being resolved stays. */
const resolving: Resolving = { isOpen: () => false, withSiblings: false, cyclic: false };

/** All rules of a run share them: references are resolved once. */
const known = new WeakMap<ReadFiles, readonly LintedDocument[]>();

export function lintedDocumentsOf(files: ReadFiles): readonly LintedDocument[] {
  return computedOnce(known, files, () => read(files));
}

function read({ openapi, asyncapi, base, inputs, map }: ReadFiles): LintedDocument[] {
  // A document that was converted or patched is checked as its author wrote it.
  const documents = inputs.map((input) => writtenAt(Node.root(input)).document);
  const walk = new WalkedDocuments(base, documents, map);
  return [openapi, asyncapi].flatMap((file) => {
    const root = file === null ? null : walk.at(file);
    return root === null ? [] : [lintedDocument(root, walk)];
  });
}

function lintedDocument(root: Node, walk: WalkedDocuments): LintedDocument {
  return {
    at: root,
    value: root.value,
    resolved: () => resolvedValue(root, walk, resolving),
    locate: (path) => locate(root, path, (node) => walk.resolved(node)),
    locateWritten: (path, file = root.document.path) => locate(walk.at(file) ?? root, path, (node) => node),
    path: root.document.path,
    textOf: (address) => walk.textOf(address),
  };
}

function locate(root: Node, path: readonly (string | number)[], follow: (node: Node) => Node): Location {
  let at = follow(root);
  for (const token of path) {
    const next = at.get(String(token));
    if (next === undefined) return at;
    at = follow(next);
  }
  return at;
}
