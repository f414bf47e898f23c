// What the pages of one API are made with.
import type { Location, Operation, Server } from "waybill/description";
import { lineOf } from "waybill/description";
import type { OperationSamples } from "waybill/plugin";
import type { Words } from "../../site/words/worded.ts";
import type { Block, Inline } from "../blocks/block.ts";
import type { Additions } from "./additions.ts";
import type { SiteMap } from "./site-map.ts";
import type { TryItKind } from "./try-it.ts";

export interface ReferenceContext {
  readonly map: SiteMap;
  readonly samplesOf: (operation: Operation) => OperationSamples;
  /** Where a line of the description can be seen, with `{file}` and `{line}`; `null` when it has no address. */
  readonly source: string | null;
  /** Blocks of the team's own. */
  readonly additions?: Additions;
  /** Where the console of an operation sends it; `null` without consoles. */
  readonly tryIt?: TryItKind | null;
  /** The pages that Redocly has built of its documents, from the root of the site; `null` without one. */
  readonly redoc?: Redoc;
  /** How a reader's command names the AsyncAPI document: its address, or its file; `null` without one. */
  readonly asyncapi?: string | null;
  /** What titles and sentences of the interface are in the language of the site; blocks are translated later. */
  readonly words?: Words;
}

export interface Redoc {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
}

/** `operationId listOrders · openapi.yaml:41` */
export function metaLine(kind: string, name: string, at: Location, { source }: ReferenceContext): Block {
  const place = lineOf(at);
  const [, named = place, line = "1"] = /^(.*):(\d+)$/.exec(place) ?? [];
  // A file elsewhere is called by its name: its folders are no business of readers.
  const file = named.startsWith("../") ? (named.split("/").at(-1) ?? named) : named;
  const link: Inline =
    source === null
      ? { code: `${file}:${line}` }
      : { href: source.replace("{file}", () => file).replace("{line}", line), text: `${file}:${line}`, code: true };
  return { kind: "line", tone: "meta", content: [kind, " ", { code: name }, " · described in ", link] };
}

/** With the defaults of its variables, and without a slash at the end. */
export function addressOf(server: Server | undefined): string {
  if (server === undefined) return "";
  const values = new Map(server.variables.map(({ name, default: value }) => [name, value]));
  const url = server.url.replaceAll(/\{([^{}]+)\}/g, (written, name: string) => values.get(name) ?? written);
  return url.replace(/\/$/, "");
}

export function deprecation(isDeprecated: boolean, what: string): Block[] {
  return isDeprecated ? [{ kind: "line", tone: "warning", content: [`This ${what} is deprecated.`] }] : [];
}

export function prose(text: string | null, top = false): Block[] {
  return text === null || text.trim() === "" ? [] : [{ kind: "prose", markdown: text, ...(top ? { top } : {}) }];
}

/** A link to the page that Redocly has built. */
export function redocBlocks(path: string | null | undefined): Block[] {
  if (path == null) return [];
  return [
    {
      kind: "line",
      content: [{ href: path, text: "Reference (Redoc)" }, ": all of it in one HTML file, built by Redocly CLI"],
    },
  ];
}

export function heading(text: string, id: string): Block {
  return { kind: "heading", level: 2, text, id };
}

/** What the description calls a part of the page. */
export function describedHeading(text: string, id: string): Block {
  return { kind: "heading", level: 2, text, id, isDescribed: true };
}
