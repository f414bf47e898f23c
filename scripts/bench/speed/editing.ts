// A language server and a description -> how long its responses take, through the protocol, right after a key and at rest.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { medianOf } from "../figures.ts";
import { LanguageClient, type Published } from "./language-client.ts";

export interface Edited {
  readonly name: string;
  readonly folder: string;
  /** The document of the description that is opened first, and the one that is changed: absolute paths. */
  readonly entry: string;
  readonly file: string;
  /** A text of the file, whose last letter before the quote or line end is doubled: it names a type. */
  readonly typed: string;
  /** A text of the file that is hovered: a reference. */
  readonly reference: string;
  /** A text of the entry document that ends in a name, to be renamed: `"simple-user"`, `name: Orders`. */
  readonly named: string;
}

export interface Latency {
  readonly kind: string;
  readonly median: number;
  readonly slowest: number;
}

/** Milliseconds after which a server has nothing left to do. */
const rest = 2500;

export async function latenciesOf(
  program: readonly string[],
  { folder, entry, file, typed, reference, named }: Edited,
  times: number,
): Promise<Latency[]> {
  const client = new LanguageClient(program, folder);
  await client.request("initialize", { processId: null, rootUri: pathToFileURL(folder).href, capabilities: {} });
  client.notify("initialized", {});
  for (const path of new Set([entry, file])) {
    const document = {
      languageId: path.endsWith(".json") ? "json" : "yaml",
      version: 1,
      text: readFileSync(path, "utf8"),
    };
    client.notify("textDocument/didOpen", { textDocument: { uri: pathToFileURL(path).href, ...document } });
  }
  const text = readFileSync(file, "utf8");
  const textDocument = { uri: pathToFileURL(file).href };
  const at = (written: string, after: number): object => positionIn(text, text.indexOf(written) + after);
  const opened = readFileSync(entry, "utf8");
  const name = positionIn(opened, opened.indexOf(named) + named.length - 2);
  await client.request("textDocument/hover", { textDocument, position: at(reference, 2) });
  await wait(2 * rest);
  const found = new Map<string, number[]>();
  const timed = async (kind: string, work: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    await work();
    found.set(kind, [...(found.get(kind) ?? []), performance.now() - started]);
  };
  const end = text.indexOf(typed) + typed.length - (typed.endsWith('"') ? 1 : 0);
  const start = positionIn(text, end);
  const after = { ...start, character: start.character + 1 };
  for (let turn = 0; turn < 2 * times; turn += 1) {
    const isWrong = turn % 2 === 0;
    const isMeant = ({ uri, diagnostics }: Published): boolean =>
      uri === textDocument.uri && diagnostics.some(({ code }) => code === "unknown-type") === isWrong;
    const change = isWrong ? { range: { start, end: start }, text: "g" } : { range: { start, end: after }, text: "" };
    await timed("keystroke to diagnostics", async () => {
      const responded = client.published(isMeant);
      client.notify("textDocument/didChange", {
        textDocument: { ...textDocument, version: turn + 2 },
        contentChanges: [change],
      });
      await responded;
    });
    const hover = { textDocument, position: at(reference, 2) };
    await timed("hover, right after a key", () => client.request("textDocument/hover", hover));
    await wait(rest);
    if (isWrong) continue;
    await timed("hover", () => client.request("textDocument/hover", hover));
    await timed("completion", () => client.request("textDocument/completion", { textDocument, position: start }));
    const renaming = { textDocument: { uri: pathToFileURL(entry).href }, position: name, newName: "Renamed" };
    await timed("rename", () => client.request("textDocument/rename", renaming));
  }
  await client.stop();
  return [...found].map(([kind, times]) => ({ kind, median: medianOf(times), slowest: Math.max(...times) }));
}

function positionIn(text: string, offset: number): { readonly line: number; readonly character: number } {
  const before = text.slice(0, offset);
  const line = before.split("\n").length - 1;
  return { line, character: offset - (before.lastIndexOf("\n") + 1) };
}
