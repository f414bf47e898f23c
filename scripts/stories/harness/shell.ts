// A command line as typed into a terminal -> its output and exit code, in a folder outside of the checkout.
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { outputOf } from "../../testing/programs.ts";

export interface Ran {
  readonly line: string;
  readonly code: number | null;
  /** Both streams, as a terminal shows them. */
  readonly output: string;
}

export class Shell {
  readonly folder: string;
  private readonly environment: NodeJS.ProcessEnv;

  constructor(folder: string, environment: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.environment = environment;
  }

  async run(line: string, more: NodeJS.ProcessEnv = {}): Promise<Ran> {
    const { code, output } = await outputOf(this.start(line, more));
    return { line, code, output };
  }

  /** In a group of its own: what `npx` starts ends with it. */
  start(line: string, more: NodeJS.ProcessEnv = {}): ChildProcess {
    const env = { ...this.environment, ...more };
    return spawn("sh", ["-c", line], { cwd: this.folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  }
}

/**
 * What a developer has: this Node and its npm, pnpm, the registry, and none of the workspace's programs. `home` is a folder for the
 * files that this needs.
 */
export function developersEnvironment(registry: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  const programs = join(home, "programs");
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, "pnpm"), '#!/bin/sh\nexec npx --yes pnpm@12 "$@"\n');
  chmodSync(join(programs, "pnpm"), 0o755);
  const others = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return {
    ...Object.fromEntries(
      Object.entries(registry).filter(
        ([name]) => !/^(?:GITHUB_|CI$|INIT_CWD$|NODE_|npm_config_user_agent$|npm_execpath$|npm_command$)/.test(name),
      ),
    ),
    PATH: [programs, dirname(process.execPath), ...others].join(delimiter),
    NO_COLOR: "1",
    npm_config_loglevel: "error",
    npm_config_prefer_offline: "true",
  };
}
