// What a check of the site is given, and what it says: findings, each with a page and what to do, and figures to read.
import type { Browser } from "playwright-core";

export interface Site {
  /** `http://127.0.0.1:34567` */
  readonly url: string;
  readonly browser: Browser;
  /** Every page that was built: `/`, `/guides/quick-start/`. */
  readonly paths: readonly string[];
  /** Whether the slowest questions are asked of some pages only, where a program has written many. */
  readonly isSample: boolean;
  /** Pages that stand for their kind, by the names that findings use. */
  readonly templates: ReadonlyMap<string, string>;
}

export interface Finding {
  /** The page, and at which width and in which colours where that matters. */
  readonly where: string;
  readonly what: string;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  /** Lines for people: figures, and what is no failure. */
  readonly notes: readonly string[];
}

export type Check = (site: Site) => Promise<Outcome>;

/** Those of this site; what was not built is left out. */
export function templatesOf(paths: readonly string[]): Map<string, string> {
  const wanted: readonly (readonly [name: string, pattern: RegExp])[] = [
    ["landing", /^\/$/],
    ["guide", /^\/guides\/quick-start\/$/],
    ["operation", /^\/reference\/http\/orders\/create-order\/$/],
    ["event", /^\/reference\/events\/order-shipped\/$/],
    ["schema", /^\/reference\/schemas\/order\/$/],
    ["overview", /^\/reference\/http\/$/],
    ["diagnostic", /^\/errors\/ref-not-found\/$/],
    ["source", /^\/description\/openapi\.yaml\/$/],
    ["changelog", /^\/changelog\/$/],
    ["downloads", /^\/downloads\/$/],
    ["not-found", /^\/404\.html$/],
  ];
  return new Map(
    wanted.flatMap(([name, pattern]) => {
      const path = paths.find((one) => pattern.test(one));
      return path === undefined ? [] : [[name, path] as const];
    }),
  );
}

/** Of any site: the first page of each kind, which may be below the folder of an API. */
export function anyTemplatesOf(paths: readonly string[]): Map<string, string> {
  const wanted: readonly (readonly [name: string, pattern: RegExp])[] = [
    ["overview", /^\/$/],
    ["operation", /^\/(?:[^/]+\/)?operations\/[^/]+\/[^/]+\/$/],
    ["event", /^\/(?:[^/]+\/)?events\/[^/]+\/$/],
    ["channel", /^\/(?:[^/]+\/)?channels\/[^/]+\/$/],
    ["schema", /^\/(?:[^/]+\/)?schemas\/[^/]+\/$/],
  ];
  const sorted = paths.toSorted();
  return new Map(
    wanted.flatMap(([name, pattern]) => {
      const found = sorted.find((one) => pattern.test(one));
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}
