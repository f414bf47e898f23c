// A checkout -> a trial of everything that a release of it does: versions, changelogs, checks, packages in a registry of this machine,
// a program that runs on them, and the docs with those of the version before beside them. Nothing leaves the machine.
import { cpSync, mkdirSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type BuiltSite, layBeside } from "../../docs/build/beside/main.ts";
import type { Tarball } from "../stories/harness/tarballs.ts";
import { buildDocs, olderVersions, unpackOlder } from "./docs/sites.ts";
import { checkSwitch } from "./docs/switch-check.ts";
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
  /** A folder with the archives of older docs. */
  readonly older: string | null;
  /** Whether the docs are built, with the former ones beside them. */
  readonly docs: boolean;
}

/** The summary at the end. Rejects with the step that failed. */
export async function dryRun({ checkout, work, run, output, older, docs: withDocs }: DryRun): Promise<string[]> {
  const before = copyOf(checkout, join(work, "before"));
  const workspace = copyOf(checkout, join(work, "release"));
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  // Beside the other steps: it takes as long as all of them. Its failure is that of the step that waits for it.
  const former = withDocs ? olderSites(before, { work, older }) : null;
  former?.catch(() => {});
  const plan = await raiseVersions(run, before, workspace);
  await run("check", () => check(workspace));
  const tarballs = await run("pack", async () => {
    const packed = await pack(workspace, null);
    for (const { file } of packed) cpSync(file, join(output, "tarballs", basename(file)));
    return { result: packed, said: `${packed.length} packages, built and packed` };
  });
  await tryOut(run, tarballs);
  cpSync(join(workspace.path, "packages/fulfillment/client/CHANGELOG.md"), join(output, "CHANGELOG.md"), {
    force: true,
  });
  if (former === null) return [...table(plan, tarballs), "", `in ${output}: tarballs/, CHANGELOG.md; no docs`];
  const problems = await docs(run, { workspace, work, output, former });
  return [...table(plan, tarballs), "", ...problems, `in ${output}: tarballs/, site/, pictures/, CHANGELOG.md`];
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

/** What raising versions could break; the rest of `pnpm check` is about what was there before. */
async function check(workspace: Workspace): Promise<{ result: null; said: string }> {
  const steps = ["types", "generated", "examples", "description", "bump", "versions", "house-rules"];
  await workspace.node("scripts/checks/check.ts", ...steps);
  return { result: null, said: steps.join(", ") };
}

interface Docs {
  readonly workspace: Workspace;
  readonly work: string;
  readonly output: string;
  readonly former: Promise<OlderSites>;
}

async function docs(run: Run, { workspace, work, output, former }: Docs): Promise<string[]> {
  const version = apiVersion(workspace.path);
  const { sites: older, note } = await run("older", async () => {
    const found = await former;
    return { result: found, said: found.note };
  });
  const folder = join(work, "sites", version);
  await run("docs", async () => {
    const printed = await buildDocs(workspace.path, { output: folder, base: "/" });
    return {
      result: null,
      said: `${version}: ${
        printed
          .trim()
          .split("\n")
          .find((line) => line.includes(" pages")) ?? ""
      }`,
    };
  });
  const site = join(output, "site");
  await run("beside", async () => {
    const { pages, problems } = await layBeside({ current: { version, folder }, older, output: site });
    if (problems.length > 0) throw new Error(problems.join("\n"));
    return { result: null, said: `${pages} pages of ${1 + older.length} versions, every link leads somewhere` };
  });
  const [last] = older;
  if (last !== undefined) {
    await run("switch", async () => {
      const pictures = join(output, "pictures");
      const said = await checkSwitch({ folder: site, current: version, older: last.version, pictures });
      return { result: null, said };
    });
  }
  return note.startsWith("no archive") ? [note] : [];
}

interface OlderSites {
  readonly sites: readonly BuiltSite[];
  readonly note: string;
}

/** From archives; without any, the version of this checkout before the raise serves as the last release. */
async function olderSites(before: Workspace, { work, older }: Pick<DryRun, "work" | "older">): Promise<OlderSites> {
  const version = apiVersion(before.path);
  if (older !== null) {
    const named = [version, ...olderVersions(before.path).map((one) => one.version)];
    const sites = named.map((one) => unpackOlder(resolve(older), one, join(work, "sites", one)));
    return { sites, note: `${named.join(", ")} from ${older}` };
  }
  const folder = join(work, "sites", version);
  await buildDocs(before.path, { output: folder, base: `/${version}/` });
  return { sites: [{ version, folder }], note: `no archive is given: ${version} is built from this checkout instead` };
}

function table(plan: readonly Planned[], tarballs: readonly Tarball[]): string[] {
  const rows = tarballs.map(({ name, version, file }) => {
    const planned = plan.find((one) => one.name === name);
    const versions = planned === undefined ? `${version}, published before` : `${planned.from} -> ${planned.to}`;
    return `  ${name.padEnd(26)} ${versions.padEnd(24)} ${`${(statSync(file).size / 1000).toFixed(0)} kB`.padStart(7)}`;
  });
  return ["what would be published", ...rows];
}
