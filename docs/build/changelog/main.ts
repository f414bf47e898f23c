// The repository -> the page of the changelog.
import path from "node:path";
import type { ReferenceGroup } from "../../reference/index.ts";
import type { Page } from "../pages.ts";
import type { Summary } from "../summary.ts";
import { readReleases } from "./changesets.ts";
import { type Differ, readDescribed } from "./described.ts";
import { changelogPage } from "./page.ts";

export async function readChangelog(
  root: string,
  { summary, navigation, differ }: { summary: Summary; navigation: readonly ReferenceGroup[]; differ: Differ },
): Promise<Page> {
  const described = await readDescribed(path.join(root, "spec"), { current: summary.version, differ });
  return changelogPage({ releases: readReleases(root), described, summary, navigation });
}
