// An empty folder, by default outside of the checkout, and commands run in it as a user would run them.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { endOf } from "../../testing/programs.ts";

export interface FreshFolder extends Disposable {
  readonly path: string;
}

/** With a copy of what is in `contents`, if that is given. Disposing of it removes the folder. */
export function freshFolder(name: string, contents?: string): FreshFolder {
  const folder = folderIn(tmpdir(), `waybill-${name}-`);
  if (contents !== undefined) cpSync(contents, folder.path, { recursive: true });
  return folder;
}

/**
 * For a copy of a checkout that builds the docs: below the checkout, where git ignores it. What is installed is linked from there, and
 * Astro treats a file that shares no folder with its project as one inside of it.
 */
export function folderForCopies(checkout: string, name: string): FreshFolder {
  const reports = join(checkout, ".reports");
  mkdirSync(reports, { recursive: true });
  return folderIn(reports, `copies-${name}-`);
}

function folderIn(parent: string, prefix: string): FreshFolder {
  const path = mkdtempSync(join(parent, prefix));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const manifest = z.object({ version: z.string() });

/** The version of a package that is installed in the folder. */
export function installedVersion(folder: string, name: string): string {
  return manifest.parse(JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"))).version;
}

/** What the command prints on standard output; rejects with everything it printed when it does not exit with 0. */
export function runIn(folder: string, ...command: readonly [string, ...string[]]): Promise<string> {
  return runWith(process.env, folder, ...command);
}

/** The same, with other environment variables than this process has. */
export async function runWith(
  env: NodeJS.ProcessEnv,
  folder: string,
  ...command: readonly [string, ...string[]]
): Promise<string> {
  const { code, stdout, output } = await endOf(command, { cwd: folder, env: quiet(env) });
  if (code === 0) return stdout;
  throw new Error(`${command.join(" ")} ended with ${code ?? "a signal"}:\n${output.trim()}`);
}

/** npm without its messages to users, and nothing of the package manager that started this script. */
function quiet(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !/^npm_(?:package|lifecycle)_/.test(name));
  const silent = { npm_config_audit: "false", npm_config_fund: "false", npm_config_loglevel: "error" };
  return { ...Object.fromEntries(own), ...silent, NO_COLOR: "1" };
}
