// A folder -> the docs built into it: at once when they exist, otherwise in the background.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

const root = join(import.meta.dirname, "../../..");

/** What `pnpm run docs` builds, and where. */
export function ownDocs(): Docs {
  return findDocs(join(root, "docs/dist"), { program: process.execPath, parameters: ["docs/build/main.ts"] });
}

/** Served until the docs are there; the policy of the service allows no inline style and no inline script. */
const waitingPage = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>Building the docs</title></head>
<body><h1>The docs are being built</h1><p>This takes a minute. The page reloads until they are there.</p></body>
</html>
`;

/** Creates the folder, with a page that waits. */
export function findDocs(directory: string, { program, parameters }: BuildCommand): Docs {
  const page = join(directory, "index.html");
  const isThere = (): boolean => existsSync(page) && readFileSync(page, "utf8") !== waitingPage;
  if (isThere()) return { directory, building: null, stop: () => {} };
  mkdirSync(directory, { recursive: true });
  writeFileSync(page, waitingPage);
  const build = spawn(program, parameters, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const building = once(build, "exit").then(
    ([code]) => code === 0 && isThere(),
    () => false,
  );
  return { directory, building, stop: () => void build.kill() };
}
