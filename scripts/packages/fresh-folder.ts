// An empty folder, by default outside of the checkout, and commands run in it as a user would run them.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

/** What the command prints on standard output; rejects with everything it printed when it does not exit with 0. */
export function runIn(folder: string, program: string, ...parameters: string[]): Promise<string> {
  return runWith(process.env, folder, program, ...parameters);
}

/** The same, with other environment variables than this process has. */
export function runWith(
  env: NodeJS.ProcessEnv,
  folder: string,
  program: string,
  ...parameters: string[]
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, parameters, { cwd: folder, env: quiet(env), stdio: ["ignore", "pipe", "pipe"] });
  let [printed, all] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    all += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    all += text;
  });
  child.on("error", reject);
  child.on("close", (code, signal) => {
    if (code === 0) resolve(printed);
    else reject(new Error(`${[program, ...parameters].join(" ")} ended with ${code ?? signal}:\n${all.trim()}`));
  });
  return promise;
}

/** npm without its messages to users, and nothing of the package manager that started this script. */
function quiet(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !/^npm_(?:package|lifecycle)_/.test(name));
  const silent = { npm_config_audit: "false", npm_config_fund: "false", npm_config_loglevel: "error" };
  return { ...Object.fromEntries(own), ...silent, NO_COLOR: "1" };
}
