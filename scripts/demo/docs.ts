// A folder -> the docs built into it: at once when they exist, otherwise in the background.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

export interface Docs {
  readonly directory: string;
  /** Resolves with whether the build succeeded; `null`: they existed before. */
  readonly building: Promise<boolean> | null;
  /** Ends a build that is under way. */
  stop(): void;
}

/** Runs in a process of its own; its output goes to standard error. */
export interface BuildCommand {
  readonly program: string;
  readonly parameters: readonly string[];
}

const root = join(import.meta.dirname, "../..");

/** What `pnpm run docs` builds, and where. */
export function ownDocs(): Docs {
  return findDocs(join(root, "docs/dist"), { program: process.execPath, parameters: ["docs/build/main.ts"] });
}

/** Creates the folder, so that it can be served while it is empty. */
export function findDocs(directory: string, { program, parameters }: BuildCommand): Docs {
  const isThere = (): boolean => existsSync(join(directory, "index.html"));
  if (isThere()) return { directory, building: null, stop: () => {} };
  mkdirSync(directory, { recursive: true });
  const build = spawn(program, parameters, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const building = once(build, "exit").then(
    ([code]) => code === 0 && isThere(),
    () => false,
  );
  return { directory, building, stop: () => void build.kill() };
}
