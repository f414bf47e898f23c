// The repository -> the pages of the changelogs, and the entries of the API's feed.
import path from "node:path";
import type { FeedEntry, NavigationGroup } from "@waybill/docs";
import { diffDescriptions } from "../../../generators/src/entries/description.ts";
import type { Page } from "../pages.ts";
import type { Summary } from "../summary.ts";
import { readReleases } from "./changesets.ts";
import { type Differ, readDescribed } from "./described.ts";
import { changelogEntries, changelogPage, toolkitChangelogPage } from "./page.ts";

/** `root` is the workspace: places and problems are relative to it. */
export async function readChangelog(
  root: string,
  {
    summary,
    navigation,
    dates,
  }: { summary: Summary; navigation: readonly NavigationGroup[]; dates: ReadonlyMap<string, string> },
): Promise<{ pages: readonly Page[]; entries: readonly FeedEntry[] }> {
  const differ: Differ = async (base, revision) => {
    const { changes, problems } = diffDescriptions({ cwd: root, ...base }, { cwd: root, ...revision });
    if (changes === null) {
      const messages = problems.map(({ message }) => message).join("; ");
      throw new Error(`the changelog needs both descriptions without errors: ${messages}`);
    }
    return changes
      .filter(({ scope }) => scope !== "code")
      .map(({ bump, message, means }) => ({ bump, text: `${message}. ${means}` }));
  };
  const described = await readDescribed(path.join(root, "spec"), { current: summary.version, differ });
  const sources = { releases: readReleases(root), described, summary, navigation, dates };
  return { pages: [changelogPage(sources), toolkitChangelogPage(sources)], entries: changelogEntries(sources) };
}
