// A checkout whose versions are raised and not yet published -> its packages, checked and tried, in the registry, and a tag for each.
// What the registry has already is left alone, so a run that was broken off is finished by the next.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { runIn } from "../stories/harness/fresh-folder.ts";
import { pack, tryOut } from "./packages.ts";
import { pendingChangesets, published } from "./plan.ts";
import { type Destination, publishTarballs, versionsAt } from "./registry/publish.ts";
import type { Run } from "./steps.ts";
import { copyOf } from "./workspace.ts";

interface Folders {
  readonly checkout: string;
  /** Is removed at the end. */
  readonly work: string;
}

export interface Publishing extends Folders {
  readonly run: Run;
  /** Another than npm is configured with: to try this. */
  readonly registry: string | null;
}

/** The summary at the end. Rejects with the step that failed; nothing is published before the last but one. */
export async function publish({ checkout, work, run, registry }: Publishing): Promise<string[]> {
  const pending = pendingChangesets(checkout);
  if (pending.length > 0) return [`${pending.join(", ")} wait: merge the pull request that raises the versions first`];
  const destination: Destination = {
    url: registry ?? (await runIn(work, "npm", "config", "get", "registry")).trim(),
    environment: process.env,
  };
  const missing = await run("registry", async () => {
    const names = await unpublished(destination, checkout);
    return { result: names, said: names.length === 0 ? "has every version" : `lacks ${names.join(", ")}` };
  });
  if (missing.length > 0) await publishMissing(run, destination, { checkout, work });
  // After what a run that was broken off has published, too.
  const tags = await run("tags", () => {
    const made = tagPublished(checkout);
    return Promise.resolve({ result: made, said: `${made.length} new` });
  });
  return missing.length === 0 && tags.length === 0 ? ["there is nothing to publish"] : tags;
}

async function publishMissing(run: Run, destination: Destination, folders: Folders): Promise<void> {
  const workspace = copyOf(folders.checkout, join(folders.work, "release"));
  await run("check", async () => {
    await workspace.node("scripts/checks/check.ts");
    return { result: null, said: "pnpm check" };
  });
  const tarballs = await run("pack", async () => {
    const packed = await pack(workspace, repositoryOf(process.env));
    return { result: packed, said: `${packed.length} packages, built and packed` };
  });
  await tryOut(run, tarballs);
  await run("publish", async () => {
    const outcomes = await publishTarballs(destination, tarballs, flagsFor(destination));
    const fresh = outcomes.filter(({ wasThere }) => !wasThere);
    return { result: null, said: fresh.map(({ name, version }) => `${name} ${version}`).join(", ") };
  });
}

async function unpublished(to: Destination, checkout: string): Promise<string[]> {
  const asked = published(checkout).map(async ({ name, version }) => {
    return (await versionsAt(to, name)).includes(version) ? [] : [`${name}@${version}`];
  });
  return (await Promise.all(asked)).flat();
}

/** Only GitHub can vouch for what it ran; npm refuses to claim it elsewhere, and so does the registry of a trial. */
function flagsFor({ url }: Destination): string[] {
  const isTrial = /^http:\/\/127\.0\.0\.1:/.test(url);
  return isTrial ? [] : ["--provenance"];
}

/** npm compares the manifest's repository with the one that the workflow runs in. */
function repositoryOf(environment: NodeJS.ProcessEnv): string | null {
  const [server, repository] = [environment["GITHUB_SERVER_URL"], environment["GITHUB_REPOSITORY"]];
  return server === undefined || repository === undefined ? null : `${server}/${repository}`;
}

/**
 * A tag for each version that has none yet: `New tag:  @fulfillment/spec@1.1.0`, the line by which GitHub's action of changesets learns of
 * it: it pushes the tag and makes a release of it.
 */
function tagPublished(checkout: string): string[] {
  const git = (...parameters: string[]): string => execFileSync("git", parameters, { cwd: checkout, encoding: "utf8" });
  const there = new Set(git("tag", "--list").split("\n"));
  const missing = published(checkout)
    .map(({ name, version }) => `${name}@${version}`)
    .filter((tag) => !there.has(tag));
  for (const tag of missing) git("tag", tag);
  return missing.map((tag) => `New tag:  ${tag}`);
}
