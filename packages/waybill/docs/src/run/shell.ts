// docs.config.ts -> what is around the pages and between them: sections, versions, footer, pages of the team's own, policy.
import path from "node:path";
import type { DocsConfig, FooterColumn, Product, Searched, Version } from "../config.ts";
import type { Card } from "../finish/head.ts";

export interface Shell {
  readonly navigation: DocsConfig["navigation"] | null;
  readonly products: readonly Product[];
  /** New paths by old ones. */
  readonly redirects: ReadonlyMap<string, string>;
  readonly footer: readonly FooterColumn[];
  readonly versions: readonly Version[];
  /** Where a guide is edited, with `{file}`; `null` when that is not known. */
  readonly edit: string | null;
  readonly card: Card | null;
  /** `null`: any. */
  readonly hosts: ReadonlySet<string> | null;
  readonly strict: boolean;
  readonly introduction: string | null;
  /** Absolute; `null` for none. */
  readonly public: string | null;
  /** Absolute files by the path of the page. */
  readonly routes: ReadonlyMap<string, string>;
  /** Absolute files by the name of the component. */
  readonly components: ReadonlyMap<string, string>;
  /** `null` for the default. */
  readonly policy: string | null;
  readonly policies: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly scripts: readonly string[];
  /** What pages may send to, besides the site and the servers of the description. */
  readonly connect: readonly string[];
  readonly feedback: string | null;
  readonly compress: boolean;
  readonly content: DocsConfig["content"] | null;
  readonly searched: readonly Searched[] | null;
  readonly samples: DocsConfig["samples"] | null;
}

export function shellOf(config: DocsConfig, folder: string): Shell {
  const files = (some: Readonly<Record<string, string>> | undefined): ReadonlyMap<string, string> =>
    new Map(Object.entries(some ?? {}).map(([name, file]) => [name, path.resolve(folder, file)]));
  return {
    navigation: config.navigation ?? null,
    products: config.products ?? [],
    redirects: new Map(Object.entries(config.redirects ?? {})),
    footer: config.footer ?? [],
    versions: config.versions ?? [],
    edit: config.edit ?? null,
    card: config.card ?? null,
    hosts: config.hosts === undefined ? null : new Set([...config.hosts, ...hostsOf(config.edit)]),
    strict: config.strict ?? false,
    introduction: config.introduction ?? null,
    public: config.public === undefined ? null : path.resolve(folder, config.public),
    routes: files(config.routes),
    components: files(config.components),
    policy: config.policy ?? null,
    policies: config.policies ?? {},
    scripts: (config.scripts ?? []).map((file) => path.resolve(folder, file)),
    connect: [...(config.connect ?? []), ...originsOf(config.feedback)],
    feedback: config.feedback ?? null,
    compress: config.compress ?? false,
    content: config.content ?? null,
    searched: config.searched ?? null,
    samples: config.samples ?? null,
  };
}

/** None of a path, which is on the site. */
function originsOf(address: string | undefined): string[] {
  return address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [];
}

/** Where guides are edited, links may lead. */
function hostsOf(edit: string | undefined): string[] {
  const address = edit?.replace("{file}", "") ?? "";
  return URL.canParse(address) ? [new URL(address).host] : [];
}
