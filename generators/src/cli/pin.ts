// `waybill pin URL`: what a configuration writes for a document at a URL, with the hash of it and of each document it refers to.
// The only command that fetches a document without a known hash; it writes no file.

import { fetchable, fetched } from "../config/sources/fetched.ts";
import { integrityOf } from "../config/sources/integrity.ts";
import { defaultLimits, megabyte } from "../source/index.ts";
import { parseText } from "../source/parse.ts";
import type { Arguments } from "./arguments.ts";
import type { ExitCode, Terminal } from "./terminal.ts";
import { rejectUsage } from "./usage.ts";

export async function pin(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const [text, ...more] = args.positionals;
  const asJson = args.has("json");
  if (text === undefined || more.length > 0) {
    const hint = "waybill pin https://api.example.com/openapi.yaml";
    return rejectUsage([{ message: "pin takes one URL", hint }], terminal, asJson);
  }
  const asked = fetchable(text);
  if ("reason" in asked) {
    const hint = "name the https URL of a document";
    return rejectUsage([{ message: `${text} is not fetched: ${asked.reason}`, hint }], terminal, asJson);
  }
  const pins = await pinsFrom(asked.url);
  for (const problem of pins.problems) terminal.err(`${problem}\n`);
  if (pins.problems.length > 0) return 1;
  const [entry = "", ...files] = pins.integrities.keys();
  const integrity = pins.integrities.get(entry) ?? "";
  const own = files.map((href) => [shownFrom(asked.url, href), pins.integrities.get(href) ?? ""] as const);
  const pinned = { url: entry, integrity, ...(own.length === 0 ? {} : { files: Object.fromEntries(own) }) };
  terminal.out(asJson ? `${JSON.stringify(pinned, null, 2)}\n` : `${literalOf(pinned)}\n`);
  return 0;
}

interface Pins {
  /** By URL, the entry first. */
  readonly integrities: Map<string, string>;
  readonly problems: string[];
}

const longestMilliseconds = 30_000;
const mostFiles = 1_000;

/** This origin cannot vouch for documents of another one: these must be mapped to a copy, or pinned by hand. */
async function pinsFrom(entry: URL): Promise<Pins> {
  const pins: Pins = { integrities: new Map(), problems: [] };
  const open = [entry.href];
  for (let href = open.shift(); href !== undefined; href = open.shift()) {
    if (pins.integrities.has(href)) continue;
    if (pins.integrities.size >= mostFiles) {
      pins.problems.push(`it refers to more than ${mostFiles} documents: pin a bundle of it`);
      return pins;
    }
    const bytes = defaultLimits.fileMegabytes * megabyte;
    const response = await fetched(new URL(href), { milliseconds: longestMilliseconds, bytes });
    if (!response.ok) {
      pins.problems.push(`${href} cannot be fetched: ${response.reason}`);
      continue;
    }
    pins.integrities.set(href, integrityOf(response.bytes));
    open.push(...referredFrom(href, response.bytes, entry, pins));
  }
  return pins;
}

function referredFrom(href: string, bytes: Uint8Array, entry: URL, { problems }: Pins): string[] {
  const parsed = parseText(new TextDecoder().decode(bytes), href.endsWith(".json") ? "json" : "yaml", defaultLimits);
  if (!parsed.ok) {
    problems.push(`${href} is neither YAML nor JSON`);
    return [];
  }
  return [...new Set(refsIn(parsed.value))].flatMap((ref) => {
    const target = ref.replace(/#.*$/s, "");
    if (target === "" || !URL.canParse(target, href)) return [];
    const next = new URL(target, href);
    if (next.origin === entry.origin) return [next.href];
    problems.push(`${href} refers to ${next.href}, which is another origin: map it to a copy`);
    return [];
  });
}

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" && typeof member === "string" ? [member] : refsIn(member),
  );
}

/** The shortest form, relative to the entry. */
function shownFrom(entry: URL, href: string): string {
  const folder = new URL(".", entry).href;
  return href.startsWith(folder) ? href.slice(folder.length) : href;
}

function literalOf(pinned: object): string {
  return JSON.stringify(pinned, null, 2).replace(/^(\s*)"(\w+)":/gm, "$1$2:");
}
