// `waybill pin URL`: what a configuration writes for a document at a URL, with the hash of it and of each document it refers to.
// `--write` puts that into the configuration.
import { fetchable } from "../../../run/config/sources/fetched.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { type ExitCode, rejectUsage, type Terminal } from "../../terminal/terminal.ts";
import { literalOf, pinUrl, readingProblemOf } from "./pinned.ts";

export async function pin(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const [text, ...more] = args.positionals;
  const asJson = args.has("json");
  const isWriting = args.has("write");
  if (args.has("config") && !isWriting)
    return rejectUsage([{ message: "--config is only valid with --write", hint: "add --write" }], terminal, asJson);
  if (more.length > 0 || (text === undefined && !isWriting)) {
    const hint = "waybill pin https://api.example.com/openapi.yaml; with --write all that the configuration names";
    return rejectUsage([{ message: "pin takes one URL", hint }], terminal, asJson);
  }
  const fetchTarget = text === undefined ? null : fetchable(text);
  if (fetchTarget !== null && "reason" in fetchTarget) {
    const hint = "use the https URL of a document";
    return rejectUsage([{ message: `${text} is not fetched: ${fetchTarget.reason}`, hint }], terminal, asJson);
  }
  if (isWriting) return (await import("./write-pins.ts")).writePins(fetchTarget?.url ?? null, args, terminal);
  return fetchTarget === null ? 2 : printPins(fetchTarget.url, terminal, asJson);
}

async function printPins(url: URL, terminal: Terminal, asJson: boolean): Promise<ExitCode> {
  const pinned = await pinUrl(url);
  if (!pinned.ok) {
    const { reason, hint } = pinned;
    terminal.err(`${url} cannot be fetched: ${reason}\n${hint === null ? "" : `hint: ${hint}\n`}`);
    return 1;
  }
  const misread = readingProblemOf(pinned);
  if (misread !== null) {
    terminal.err(`${misread}\n`);
    return 1;
  }
  for (const reason of pinned.missing) terminal.err(`not pinned: ${reason}\n`);
  terminal.out(`${asJson ? JSON.stringify(pinned.document, null, 2) : literalOf(pinned.document)}\n`);
  return 0;
}
