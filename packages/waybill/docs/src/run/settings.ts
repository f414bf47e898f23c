// Flags and docs.config.ts -> what the site is called, looks like, and holds besides the reference.
import path from "node:path";
import { type Arguments, type Usable, type UsageProblem, unusable, usable } from "waybill/command";
import german from "../../site/words/de.json" with { type: "json" };
import type { Words } from "../../site/words/worded.ts";
import type { Additions } from "../reference/additions.ts";
import type { SitePaths } from "../reference/site-map.ts";
import type { TryItKind } from "../reference/try-it.ts";
import { type Accent, accentOf, accentWarnings } from "./accent.ts";
import type { LoadedDocsConfig } from "./docs-config.ts";
import type { Synonyms } from "./search-index.ts";
import { type Shell, shellOf } from "./shell.ts";

export interface Settings {
  /** `null`: the title of the description. */
  readonly name: string | null;
  /** Absolute; `null` for none. */
  readonly logo: string | null;
  readonly accent: Accent | null;
  /** What the site changes in what was asked for. */
  readonly warnings: readonly string[];
  /** Style sheets that set tokens, absolute. */
  readonly styles: readonly string[];
  /** The folder of the guides, absolute. */
  readonly guides: string | null;
  /** Absolute. */
  readonly out: string;
  /** The folder of the site: `/` or `/docs/`. */
  readonly base: string;
  /** Where it is published: `https://docs.acme.example`; `null`: no sitemap is written. */
  readonly site: string | null;
  /** What TypeScript samples import. */
  readonly client: string;
  readonly source: string | null;
  /** Older descriptions, the oldest first, as they are given. */
  readonly since: readonly string[];
  readonly redocly: boolean;
  /** Where pages of the reference are; of a site of one API. */
  readonly paths: SitePaths;
  readonly tryIt: TryItKind | null;
  readonly synonyms: Synonyms;
  /** `de`, and what the interface is called in it. */
  readonly language: string;
  readonly words: Words;
  readonly additions: Additions;
  readonly shell: Shell;
}

/** A flag comes before the field of its name. */
export function settingsOf(
  args: Arguments,
  cwd: string,
  { config, folder }: LoadedDocsConfig = { config: {}, folder: cwd },
): Usable<Settings> {
  const problems: UsageProblem[] = [];
  const text = (name: "name" | "accent" | "base" | "site" | "client" | "source"): string | null =>
    args.one(name) ?? config[name] ?? null;
  const absolute = (name: "logo" | "guides" | "out"): string | null => {
    const flagValue = args.one(name);
    if (flagValue !== null) return path.resolve(cwd, flagValue);
    const configValue = config[name];
    return configValue === undefined ? null : path.resolve(folder, configValue);
  };
  const css = args.all("css").map((file) => path.resolve(cwd, file));
  const base = `/${(text("base") ?? "/").replace(/^\/+|\/+$/g, "")}/`.replace("//", "/");
  const site = text("site");
  if (site !== null && !(URL.canParse(site) && /^https?:$/.test(new URL(site).protocol)))
    problems.push({
      message: `--site must be an http or https address, found ${JSON.stringify(site)}`,
      hint: "for example --site https://docs.acme.example",
    });
  const source = text("source");
  if (source !== null && !source.includes("{file}"))
    problems.push({
      message: "--source must contain {file}",
      hint: "for example --source 'https://git.example/acme/api/blob/main/{file}#L{line}'",
    });
  const colour = text("accent");
  const accent = colour === null ? null : accentOf(colour);
  if (colour !== null && accent === null)
    problems.push({
      message: `--accent must be a colour such as #0b6f69, found ${JSON.stringify(colour)}`,
      hint: "write six hexadecimal digits after #",
    });
  const language = args.one("language") ?? config.language ?? "en";
  if (!/^[a-z]{2,3}(?:-\w{2,8})*$/i.test(language))
    problems.push({
      message: `--language must be a language tag such as de, found ${JSON.stringify(language)}`,
      hint: "en and de are included; for another language, words in docs.config.ts has the translations",
    });
  if (problems.length > 0) return { ok: false, problems };
  return usable({
    name: text("name"),
    logo: absolute("logo"),
    accent,
    warnings: accentWarnings(accent),
    styles: css.length > 0 ? css : (config.css ?? []).map((file) => path.resolve(folder, file)),
    guides: absolute("guides"),
    out: absolute("out") ?? path.join(cwd, "site"),
    base,
    site,
    client: text("client") ?? "./generated/client/index.gen.ts",
    source,
    since: args.all("since"),
    redocly: args.has("redocly") || config.redocly === true,
    paths: config.paths ?? {},
    tryIt: tryItKind(args.one("try-it") ?? config.tryIt ?? "servers"),
    additions: config.additions ?? {},
    synonyms: config.synonyms ?? [],
    language,
    words: { ...(language.split("-")[0] === "de" ? german : {}), ...config.words },
    shell: shellOf(config, folder),
  });
}

function tryItKind(written: string): TryItKind | null {
  return written === "none" ? null : written === "origin" ? "origin" : "servers";
}

/** The first positional. */
export function actionOf(args: Arguments): Usable<"build" | "dev" | "proxy"> {
  const [word] = args.positionals;
  if (word === "build" || word === "dev" || word === "proxy") return usable(word);
  if (word === undefined)
    return unusable("docs needs build, dev or proxy", "for example: waybill docs build openapi.yaml --out site");
  return unusable(`docs has no ${JSON.stringify(word)}`, `write: waybill docs build ${word}`);
}
