// `pnpm test:quick-start`: follows the quick start to the letter, in a copy of the checkout with nothing installed, and exits 1
// where the page is wrong. `--page FILE` follows another page.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isPrinted } from "./expected.ts";
import { blocksOfMarkdown, type Step, stepsOf } from "./page.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

const root = path.resolve(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { page: { type: "string", default: "docs/guides/quick-start.md" } } });
/** The first command installs the project. */
const patience = 300_000;

const steps = stepsOf(blocksOfMarkdown(await withFreePorts(readFileSync(path.join(root, values.page), "utf8"))));
const folder = mkdtempSync(path.join(tmpdir(), "quick-start-"));
const terminals = new Map<string, Terminal>();
try {
  copyFiles(folder);
  for (const [at, step] of steps.entries()) await follow(step, steps[at + 1]);
  if (!steps.some(isVerifiedWebhook)) throw new Error(`${values.page} never gets to a verified webhook`);
  console.log(`${values.page}: ${steps.length} steps followed, to a verified webhook`);
} catch (error) {
  console.error(`${values.page}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await Promise.all([...terminals.values()].map((terminal) => terminal.close()));
  rmSync(folder, { recursive: true });
}

async function follow(step: Step, next: Step | undefined): Promise<void> {
  switch (step.kind) {
    case "file":
      writeFileSync(path.join(folder, step.name), step.text);
      return;
    case "run":
      return await run(step, next);
    case "prints":
      return await until(step, () => isPrinted(step.text, terminalOf(step.terminal).printed()));
  }
}

/** A command that the page shows the output of may go on running; any other has to end, and well. */
async function run(step: Step & { readonly kind: "run" }, next: Step | undefined): Promise<void> {
  const terminal = terminalOf(step.terminal);
  console.log(`${step.terminal}\n${step.text.replaceAll(/^/gm, "  ").trimEnd()}`);
  terminal.type(step.text);
  const goesOn = next?.kind === "prints" && next.terminal === step.terminal ? next.text : null;
  await until(step, () => terminal.status() !== null || (goesOn !== null && isPrinted(goesOn, terminal.printed())));
  const status = terminal.status();
  if (status !== null && status !== 0) throw new Error(`${told(step)}\nended with ${status}`);
}

async function until(step: Step & { readonly kind: "run" | "prints" }, happened: () => boolean): Promise<void> {
  const given = performance.now() + (step.kind === "run" ? patience : 20_000);
  while (!happened()) {
    if (performance.now() > given) throw new Error(told(step));
    await sleep(50);
  }
}

function told(step: Step & { readonly kind: "run" | "prints" }): string {
  const what = step.kind === "run" ? "these commands" : "this never came";
  return `${step.terminal}: ${what}:\n${step.text}\nThe terminal shows:\n${terminalOf(step.terminal).printed()}`;
}

function terminalOf(name: string): Terminal {
  const terminal = terminals.get(name) ?? openTerminal(folder);
  terminals.set(name, terminal);
  return terminal;
}

function isVerifiedWebhook(step: Step): boolean {
  return step.kind === "prints" && /^verified \w+\.\w+ /.test(step.text);
}

/** What git has or would add: a fresh clone of what is here. */
function copyFiles(to: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of listed.toString().split("\0").filter(Boolean)) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(to, file));
  }
}

/** The one thing that is changed in the page: a port that something else listens on, which the page tells the reader to do too. */
async function withFreePorts(page: string): Promise<string> {
  let text = page;
  for (const port of [8080, 4000]) {
    if ((await listenOn(port)) !== null) continue;
    const other = await listenOn(0);
    console.log(`port ${port} is taken here: ${other} stands for it`);
    text = text
      .replaceAll(String(port), String(other))
      .replaceAll(/(pnpm@12 start)$/gm, `$1${port === 8080 ? ` --port ${other}` : ""}`);
  }
  return text;
}

/** The port, once it is known to be free; `null` when it is not. */
async function listenOn(port: number): Promise<number | null> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<number | null>();
  server.on("error", () => resolve(null));
  server.listen(port, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" ? (address?.port ?? null) : null));
  });
  return await promise;
}
