// Tables of the packages' READMEs -> their missing and extra rows, compared with the source code.
import { FulfillmentClient } from "../../../packages/client/src/index.ts";
import type { Document } from "./passages.ts";

export type Texts = (file: string) => string;

export const clientReadme = "packages/client/README.md";
export const webhooksReadme = "packages/webhooks/README.md";

/** Resources and methods of the client, all of them and no others. */
export function checkClientMethods(read: Texts): string[] {
  const rows = rowsOf(read(clientReadme), /^\|\s*\|\s*\|\n/m);
  const listed = rows.flatMap(([resources = "", methods = ""]) => pairsOf(spansIn(resources), methods));
  const client = new FulfillmentClient({ apiKey: "-" });
  const offered = Object.entries(client).flatMap(([resource, methods]) =>
    Object.keys(Object(methods)).map((method) => `${resource}.${method}`),
  );
  return differences(clientReadme, listed, offered);
}

/** `products`, `inventory`, `contacts` | `list`, `list`, `create`: one method for each, or all methods of the one resource. */
function pairsOf(resources: readonly string[], cell: string): string[] {
  const methods = spansIn(cell);
  const [only] = resources;
  if (resources.length === 1) return methods.map((method) => `${only}.${method}`);
  return resources.map((resource, at) => `${resource}.${methods[at] ?? ""}`);
}

/** Codes of the client's errors. */
export function checkClientErrors(read: Texts): string[] {
  const rows = rowsOf(read(clientReadme), /^\| `code` \| class \|.*\n/m);
  const source = ["errors", "errors.gen"].map((name) => read(`packages/client/src/${name}.ts`)).join("\n");
  const codes = [...source.matchAll(/readonly code = "(\w+)"/g)].map(([, code = ""]) => code);
  return differences(
    clientReadme,
    rows.flatMap(([code = ""]) => spansIn(code)),
    codes,
  );
}

/** Codes of the webhook kit's errors, each with the status that the handler returns. */
export function checkWebhookErrors(read: Texts): string[] {
  const rows = rowsOf(read(webhooksReadme), /^\| code \| status \|.*\n/m);
  const table = /const statuses[^{]*\{([\s\S]*?)\n\}/.exec(read("packages/webhooks/src/answer.ts"))?.[1] ?? "";
  const statuses = [...table.matchAll(/^ {2}(\w+): (\d+)/gm)].map(([, code = "", status = ""]) => `${code} ${status}`);
  const own = rows.map(([code = "", status = ""]) => `${spansIn(code).join("")} ${status || unanswered}`);
  return differences(webhooksReadme, own, statuses);
}

/** A code that no sender ever sees counts as a fault of the receiver. */
const unanswered = "500";

export function textsOf(documents: readonly Document[], fallback: Texts): Texts {
  return (file) => documents.find((document) => document.file === file)?.text ?? fallback(file);
}

function rowsOf(text: string, head: RegExp): string[][] {
  const start = head.exec(text);
  if (start === null) return [];
  const lines = text.slice(start.index + start[0].length).split("\n");
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(1, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function spansIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
}

function differences(file: string, listed: readonly string[], there: readonly string[]): string[] {
  return [
    ...there.filter((one) => !listed.includes(one)).map((one) => `${file}: its table leaves out ${one}`),
    ...listed.filter((one) => !there.includes(one)).map((one) => `${file}: its table has ${one}, which does not exist`),
  ];
}
