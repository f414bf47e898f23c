// The URL of a document -> it and the documents of the same origin that it refers to, as they are served now.
import { isUtf8 } from "node:buffer";
import { type Limits, limitsOf } from "../../../source/limits.ts";
import { formatOf, parseText } from "../../../source/parse.ts";
import { fetched, longestMilliseconds, type NotFetched } from "./fetched.ts";

export interface FetchedDescription {
  readonly ok: true;
  /** By URL, the entry first. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  /** Why documents that it refers to are not among them, one line each. A reader that needs one reports the reference. */
  readonly missing: readonly string[];
}

const mostFiles = 1_000;

/** An origin cannot vouch for documents of another one: these must be mapped to a copy. */
export async function fetchedDescription(
  entry: URL,
  limits: Partial<Limits>,
): Promise<FetchedDescription | NotFetched> {
  const bytes = limitsOf(limits).fileMegabytes * 2 ** 20;
  const documents = new Map<string, Uint8Array>();
  const missing: string[] = [];
  const open = new Set([entry.href]);
  // A set goes on with what is added to it.
  for (const href of open) {
    if (documents.size >= mostFiles) {
      missing.push(`${entry.href} refers to more than ${mostFiles} documents: use a bundle of it`);
      break;
    }
    const response = await fetched(new URL(href), { milliseconds: longestMilliseconds, bytes });
    const failure = response.ok && !isUtf8(response.bytes) ? notText : response;
    if (!failure.ok && href === entry.href) return failure;
    if (!failure.ok) missing.push(`${href} cannot be fetched: ${failure.reason}`);
    if (!response.ok || !failure.ok) continue;
    documents.set(href, response.bytes);
    for (const next of referredFrom(href, response.bytes, limits)) {
      if (next.origin === entry.origin) open.add(next.href);
      else missing.push(`${href} refers to ${next.href}, which is another origin: map it to a copy`);
    }
  }
  return { ok: true, documents, missing: [...new Set(missing)] };
}

const notText: NotFetched = {
  ok: false,
  reason: "it is not UTF-8",
  hint: "name a YAML or JSON document",
  isDown: false,
};

/** A document that cannot be parsed refers to nothing: its reader reports why. */
function referredFrom(href: string, bytes: Uint8Array, limits: Partial<Limits>): URL[] {
  const text = new TextDecoder().decode(bytes);
  // Most descriptions are one document, and parsing takes longer than fetching.
  if (!/\$ref["']?\s*:\s*(?!["']?#)/.test(text)) return [];
  const isJson = formatOf(new URL(href).pathname) === "json" || /^\uFEFF?\s*\{/.test(text);
  const parsed = parseText(text, isJson ? "json" : "yaml", limitsOf(limits));
  if (!parsed.ok) return [];
  return [...new Set(refsIn(parsed.value))].flatMap((ref) => {
    const target = ref.replace(/#.*$/s, "");
    return target === "" ? [] : (URL.parse(target, href) ?? []);
  });
}

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" && typeof member === "string" ? [member] : refsIn(member),
  );
}
