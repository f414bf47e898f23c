// A workspace whose versions are raised -> its packages built, packed, checked, published to a registry of this machine, and a
// program that runs on them as they are installed from there.
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder, installedVersion, runWith } from "../stories/harness/fresh-folder.ts";
import { findTarballs, type Tarball } from "../stories/harness/tarballs.ts";
import { checkPackages } from "../stories/packages/package-checks.ts";
import { published } from "./plan.ts";
import { publishTarballs } from "./registry/publish.ts";
import { type Registry, startRegistry } from "./registry/registry.ts";
import { placed, withAbsoluteLinks } from "./registry-page.ts";
import type { Run } from "./steps.ts";
import type { Workspace } from "./workspace.ts";

/** `repository` is where the sources are, which npm compares with where it is published from, and where links of READMEs lead. */
export async function pack(workspace: Workspace, repository: string | null): Promise<Tarball[]> {
  for (const { folder } of published(workspace.path)) nameRepository(join(workspace.path, folder), folder, repository);
  for (const old of globSync("tarballs/*.tgz", { cwd: workspace.path })) rmSync(join(workspace.path, old));
  await workspace.pnpm("tarballs");
  return findTarballs(workspace.path);
}

function nameRepository(folder: string, directory: string, url: string | null): void {
  if (url === null) return;
  const [manifest, readme] = [join(folder, "package.json"), join(folder, "README.md")];
  const place = { url, directory };
  const placedManifest = placed(
    Object(JSON.parse(readFileSync(manifest, "utf8"))),
    place,
    process.env["DOCS_SITE"] ?? null,
  );
  writeFileSync(manifest, `${JSON.stringify(placedManifest, null, 2)}\n`);
  writeFileSync(readme, withAbsoluteLinks(readFileSync(readme, "utf8"), place));
}

/** Publishes them to a registry of this machine, and runs a program on what is installed from there. */
export async function tryOut(run: Run, tarballs: readonly Tarball[]): Promise<void> {
  await run("packages", async () => ({
    result: null,
    said: `publint, attw, contents: ${await checkPackages(tarballs)}`,
  }));
  await using registry = await startRegistry();
  await run("trial", async () => {
    const outcomes = await publishTarballs(registry, tarballs);
    const there = outcomes.filter(({ wasThere }) => wasThere);
    if (there.length > 0) throw new Error(`${there.map(({ name }) => name).join(", ")}: published before`);
    return { result: null, said: `${outcomes.length} packages to a registry of this machine` };
  });
  await run("install", async () => ({ result: null, said: await runInstalled(registry, tarballs) }));
}

/** What the program prints. Rejects when a package is installed in another version than its tarball's. */
async function runInstalled(registry: Registry, tarballs: readonly Tarball[]): Promise<string> {
  using folder = freshFolder("installed", join(import.meta.dirname, "installed"));
  registry.writeNpmrc(folder.path);
  const exact = tarballs.map(({ name, version }) => `${name}@${version}`);
  await runWith(registry.environment, folder.path, "npm", "install", "--save-exact", "--prefer-offline", ...exact);
  for (const { name, version } of tarballs) {
    const installed = installedVersion(folder.path, name);
    if (installed !== version) throw new Error(`${name} ${installed} was installed, ${version} was published`);
  }
  return (await runWith(registry.environment, folder.path, process.execPath, "program.mjs")).trim();
}
