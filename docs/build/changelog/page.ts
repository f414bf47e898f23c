// Releases, what changed in the description, and what the current version has -> the changelog of each product as a page.
import type { FeedEntry, NavigationGroup } from "@waybill/docs";
import type { Page } from "../pages.ts";
import type { Summary } from "../summary.ts";
import { beyondDescription } from "./beyond-description.ts";
import { type Bump, bumps, type PackageChange, type Release } from "./changesets.ts";
import type { DescriptionChange } from "./described.ts";

export interface ChangelogSources {
  readonly releases: readonly Release[];
  /** By version, against the version before; the current one may not have one yet. */
  readonly described: ReadonlyMap<string, readonly DescriptionChange[]>;
  readonly summary: Summary;
  readonly navigation: readonly NavigationGroup[];
  /** The day of each version's release: `2026-11-21` */
  readonly dates: ReadonlyMap<string, string>;
}

const intro =
  "The version of the API is part of its path; what counts as a change that breaks something is in [Versions](/guides/versioning/). To hear of new versions, subscribe to the [feed](/changelog.xml). The toolkit has [a changelog of its own](/toolkit/changelog/).";
const toolkitIntro =
  "What each version of `waybill` and of the packages `@waybill/*` brought; they are released together. The API of this repository has [a changelog of its own](/changelog/).";

const needs: Readonly<Record<Bump, string>> = {
  major: "Requires changes on your side",
  minor: "New",
  patch: "Fixed",
};

/** Of the API and its packages. */
export function changelogPage(all: ChangelogSources): Page {
  const sources = { ...all, releases: all.releases.map((release) => changesOf(release, (name) => !isToolkit(name))) };
  const { releases, dates } = sources;
  const pending = releases.find(({ version }) => version === null);
  const sections = versionsOf(sources).map(({ version, text }) => {
    const date = dates.get(version);
    return [`## ${version}`, ...(date === undefined ? [] : [`Released on ${date}.`]), text].join("\n\n");
  });
  const parts = [intro, ...pendingText(pending), ...sections];
  const description = "What each version of the API brought, and what it asks of you.";
  return pageOf({ path: "/changelog/", title: "API changelog", description, parts });
}

/** Of the toolkit: the days of its releases are in its CHANGELOG.md files, if at all. */
export function toolkitChangelogPage({ releases: all }: Pick<ChangelogSources, "releases">): Page {
  const releases = all.map((release) => changesOf(release, isToolkit)).filter(({ changes }) => changes.length > 0);
  const released = releases.flatMap(({ version, changes }) => (version === null ? [] : [{ version, changes }]));
  const parts = [
    toolkitIntro,
    ...pendingText(releases.find(({ version }) => version === null)),
    ...released
      .toSorted((a, b) => b.version.localeCompare(a.version, "en", { numeric: true }))
      .map(({ version, changes }) => `## ${version}\n\n${changesText(changes)}`),
  ];
  const description = "What each version of the toolkit brought, and what it asks of you.";
  return pageOf({ path: "/toolkit/changelog/", title: "Toolkit changelog", description, parts });
}

function isToolkit(name: string): boolean {
  return name === "waybill" || name.startsWith("@waybill/");
}

function changesOf({ version, changes }: Release, isOf: (name: string) => boolean): Release {
  return { version, changes: changes.filter((change) => isOf(change.package)) };
}

function pendingText(pending: Release | undefined): string[] {
  return pending === undefined || pending.changes.length === 0
    ? []
    : [`## Unreleased\n\n${changesText(pending.changes)}`];
}

type Written = Pick<Page, "path" | "title" | "description"> & { readonly parts: readonly string[] };

function pageOf({ path, title, description, parts }: Written): Page {
  const place = { file: "CHANGELOG.md", path, section: "changelog", group: "", order: 0 } as const;
  return { ...place, title, description, lead: true, body: `${parts.join("\n\n")}\n` };
}

/** Of versions that are released: the page has them all. */
export function changelogEntries(sources: ChangelogSources): FeedEntry[] {
  return versionsOf(sources).flatMap(({ version, text }) => {
    const date = sources.dates.get(version);
    return date === undefined ? [] : [{ version, date, text }];
  });
}

/** The newest first. */
function versionsOf(sources: ChangelogSources): { version: string; text: string }[] {
  const { releases, described, summary } = sources;
  const versions = new Set([...releases.flatMap(({ version }) => version ?? []), ...described.keys(), summary.version]);
  const sorted = [...versions].sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  const first = sorted.at(-1);
  return sorted.map((version) => ({ version, text: versionText(version, sources, version === first) }));
}

function versionText(
  version: string,
  { releases, described, summary, navigation }: ChangelogSources,
  isFirst: boolean,
): string {
  const inDescription = described.get(version) ?? [];
  const changes = (releases.find((release) => release.version === version)?.changes ?? [])
    .map((change) => ({ ...change, text: beyondDescription(change.text, inDescription) }))
    .filter(({ text }) => text !== "");
  const parts: string[] = [];
  if (isFirst && version === summary.version) parts.push(firstRelease(summary, navigation));
  if (inDescription.length > 0) parts.push(`### The API\n\n${describedText(inDescription)}`);
  if (changes.length > 0) parts.push(`### The packages\n\n${changesText(changes)}`);
  if (parts.length === 0) parts.push("Nothing that users would notice.");
  return parts.join("\n\n");
}

function firstRelease({ operations, events, schemas }: Summary, navigation: readonly NavigationGroup[]): string {
  const rows = navigation
    .filter(({ items }) => items.some(({ path }) => /^\/reference\/(?:http|events)\/./.test(path)))
    .map(({ label, items }) => `- **${label}**: ${items.map((item) => `[${item.label}](${item.path})`).join(", ")}`);
  const counted = `${operations} operations, ${events} events and ${schemas} schemas`;
  return [`The first release. It has ${counted}.`, ...(rows.length === 0 ? [] : [rows.join("\n")])].join("\n\n");
}

function describedText(changes: readonly DescriptionChange[]): string {
  return grouped(changes, ({ bump }) => bump)
    .map(([bump, list]) => [`**${needs[bump]}**`, list.map(({ text }) => `- ${text}`).join("\n")].join("\n\n"))
    .join("\n\n");
}

/** A changeset of several packages appears once. */
function changesText(changes: readonly PackageChange[]): string {
  return grouped(changes, ({ bump }) => bump)
    .map(([bump, list]) => {
      const texts = Map.groupBy(list, ({ text }) => text);
      const items = [...texts].map(([text, same]) => {
        const names = [...new Set(same.map((change) => `\`${change.package}\``))].sort().join(", ");
        // A list is below the names: on their line, its first dash would be text.
        const space = /^[-*] /.test(text) ? "\n\n  " : " ";
        return `- ${names}:${space}${text.replaceAll("\n", "\n  ")}`;
      });
      return [`**${needs[bump]}**`, items.join("\n")].join("\n\n");
    })
    .join("\n\n");
}

function grouped<T>(items: readonly T[], bumpOf: (item: T) => Bump): [Bump, T[]][] {
  return bumps
    .map((bump): [Bump, T[]] => [bump, items.filter((item) => bumpOf(item) === bump)])
    .filter(([, list]) => list.length > 0);
}
