// An AsyncAPI document to what the official parser finds in it. Its informations and hints are left out: they recommend
// newer versions and more fields, which is not a problem.
import { currentText, type Node } from "../source/index.ts";
import type { Finding, WalkedDocuments } from "./walked-documents.ts";

export async function checkAsyncApi(root: Node, documents: WalkedDocuments, broken: boolean): Promise<Finding[]> {
  const { Parser } = await import("@asyncapi/parser");
  // Nothing is fetched, and no file is read but those that were: what leads elsewhere is judged by the readers, and reads as
  // an empty object here.
  const read = (uri: { toString(): string }): string => documents.textOf(String(uri)) ?? "{}";
  const resolvers = ["http", "https", "file"].map((schema) => ({ schema, order: 1, read }));
  const parser = new Parser({ __unstable: { resolver: { cache: false, resolvers } } });
  const { document } = root;
  const diagnostics = await parser.validate(currentText(document), { source: document.path });
  return diagnostics.flatMap(({ code, message, path, severity, source }): Finding[] => {
    if (severity > 1) return [];
    const start = source === undefined ? root : documents.at(source);
    if (start === null && broken) return [];
    const place = documents.follow(start ?? root, path.map(String));
    const part = place.parent === null ? "value" : "key";
    return [{ severity: severity === 0 ? "error" : "warning", detail: `${message} (${code})`, part, location: place }];
  });
}
