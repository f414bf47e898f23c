// A checkout -> a trial of everything that a release of it does: versions, changelogs, checks, packages in a registry of this machine,
// a program that runs on them, and the docs. Nothing leaves the machine.
import { cpSync, mkdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { layBeside } from "../../docs/build/beside/main.ts";
import type { Tarball } from "../stories/harness/tarballs.ts";
import { buildDocs } from "./docs/sites.ts";
import { pack, tryOut } from "./packages.ts";
import { type Planned, pendingChangesets, planInWords, planOf } from "./plan.ts";
import type { Run } from "./steps.ts";
import { apiVersion } from "./versions/places.ts";
import { copyOf, makeUpChangeset, type Workspace } from "./workspace.ts";

export interface DryRun {
  readonly checkout: string;
  /** A folder that is removed at the end. */
  readonly work: string;
  readonly run: Run;
  /** Where what was made is left. */
  readonly output: string;
  /** Whether the docs are built, and everything is checked. */
  readonly docs: boolean;
}

/** The summary at the end. Rejects with the step that failed. */
export async function dryRun({ checkout, work, run, output, docs: withDocs }: DryRun): Promise<string[]> {
  const before = copyOf(checkout, join(work, "before"));
  const workspace = copyOf(checkout, join(work, "release"));
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const plan = await raiseVersions(run, before, workspace);
  await run("check", () => check(workspace, withDocs));
  const tarballs = await run("pack", async () => {
    const packed = await pack(workspace, null);
    for (const { file } of packed) cpSync(file, join(output, "tarballs", basename(file)));
    return { result: packed, said: `${packed.length} packages, built and packed` };
  });
  await tryOut(run, tarballs);
  cpSync(join(workspace.path, "packages/fulfillment/client/CHANGELOG.md"), join(output, "CHANGELOG.md"), {
    force: true,
  });
  if (!withDocs) return [...table(plan, tarballs), "", `in ${output}: tarballs/, CHANGELOG.md; no docs`];
  await run("docs", () => docs(workspace, join(work, "site"), join(output, "site")));
  return [...table(plan, tarballs), "", `in ${output}: tarballs/, site/, CHANGELOG.md`];
}

async function raiseVersions(run: Run, before: Workspace, workspace: Workspace): Promise<Planned[]> {
  await run("changesets", async () => {
    const pending = pendingChangesets(workspace.path);
    if (pending.length > 0) return { result: null, said: pending.join(", ") };
    makeUpChangeset(workspace);
    return { result: null, said: "none is pending: one is made up, a minor of the API and a patch of the toolkit" };
  });
  return await run("version", async () => {
    await workspace.pnpm("version-packages");
    // A release installs from the lockfile of the raised versions.
    await workspace.pnpm("install", "--frozen-lockfile", "--lockfile-only", "--offline");
    const plan = planOf(before.path, workspace.path);
    if (plan.length === 0) throw new Error("the changesets raise no version: what is there to release?");
    return { result: plan, said: planInWords(plan) };
  });
}

/** What raising versions could break, and every night what only a fault of these steps would; the rest is about what was there before. */
async function check(workspace: Workspace, isNightly: boolean): Promise<{ result: null; said: string }> {
  const steps = ["generated", "client", "examples", "description", "bump", "versions"];
  if (isNightly) steps.push("types", "house-rules");
  await workspace.node("scripts/checks/check.ts", ...steps);
  return { result: null, said: steps.join(", ") };
}

/** As `pnpm release docs` publishes them, without those of older versions. */
async function docs(workspace: Workspace, folder: string, site: string): Promise<{ result: null; said: string }> {
  await buildDocs(workspace.path, { output: folder, base: "/" });
  const current = { version: apiVersion(workspace.path), folder };
  const { pages, problems } = await layBeside({ current, older: [], output: site });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return { result: null, said: `${pages} pages, every link leads somewhere` };
}

function table(plan: readonly Planned[], tarballs: readonly Tarball[]): string[] {
  const rows = tarballs.map(({ name, version, file }) => {
    const planned = plan.find((one) => one.name === name);
    const versions = planned === undefined ? `${version}, published before` : `${planned.from} -> ${planned.to}`;
    return `  ${name.padEnd(26)} ${versions.padEnd(24)} ${`${(statSync(file).size / 1000).toFixed(0)} kB`.padStart(7)}`;
  });
  return ["what would be published", ...rows];
}
