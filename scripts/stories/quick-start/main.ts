// `pnpm stories quick-start`: follows the quick start to the letter, in a copy of the checkout with nothing installed, and exits 1
// when the page is wrong. docs/checks/ has the links and the copy buttons of the built site.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../testing/programs.ts";
import { copyFiles } from "../harness/checkout-copy.ts";
import { type Block, blocksOfMarkdown, isPrinted, type Step, stepsOf } from "../harness/page.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const site = path.join(root, "docs/dist");
const page = "docs/guides/quick-start.md";
/** The first command installs the project. */
const patience = 300_000;
/** For what a command prints once it has ended, or goes on printing. */
const patienceForOutput = 60_000;

const steps = stepsOf(await withFreePorts(blocksOfMarkdown(readFileSync(path.join(root, page), "utf8"))));
const folder = mkdtempSync(path.join(tmpdir(), "quick-start-"));
const terminals = new Map<string, Terminal>();
try {
  copyFiles(root, folder);
  if (existsSync(site)) cpSync(site, path.join(folder, "docs/dist"), { recursive: true });
  for (const [at, step] of steps.entries()) await follow(step, steps[at + 1]);
  if (!steps.some(isVerifiedWebhook)) throw new Error(`${page} never gets to a verified webhook`);
  console.log(`${page}: ${steps.length} steps followed, to a verified webhook`);
} catch (error) {
  console.error(`${page}: ${error instanceof Error ? error.message : String(error)}`);
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

/** A command that the page shows the output of may go on running; any other must exit with 0. */
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
  const given = performance.now() + (step.kind === "run" ? patience : patienceForOutput);
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

/** The one thing that is changed: a port that something else listens on, which the page tells its reader to change too. */
async function withFreePorts(blocks: readonly Block[]): Promise<Block[]> {
  const others = new Map<string, string>();
  for (const port of [8080, 4000]) {
    if (await isFree(port)) continue;
    others.set(String(port), String(await freePort()));
    console.log(`port ${port} is taken here: ${others.get(String(port))} stands for it`);
  }
  const service = others.get("8080");
  const start = service === undefined ? "$1" : `$1 --port ${service}`;
  return blocks.map((block) => ({
    ...block,
    text: block.text
      .replaceAll(/\b(?:8080|4000)\b/g, (port) => others.get(port) ?? port)
      .replaceAll(/(pnpm@12 start)$/gm, start),
  }));
}

/** Whether this process could listen there. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const free = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return free;
}

/** A shell that is given blocks of commands, and everything that it printed. */
interface Terminal {
  /** Everything printed since the latest block. */
  readonly printed: () => string;
  readonly type: (block: string) => void;
  /** The exit status of the latest block; `null` while it runs. */
  readonly status: () => number | null;
  /** Ctrl-C, and waits until nothing of it runs any more. */
  readonly close: () => Promise<void>;
}

/** In a group of its own, so that Ctrl-C reaches all that was started in it. */
function openTerminal(folder: string): Terminal {
  const shell = spawn("sh", [], { cwd: folder, env: readersEnvironment(), stdio: "pipe", detached: true });
  let [printed, blocks] = ["", 0];
  const marker = (): RegExp => new RegExp(`^block ${blocks} ended: (\\d+)\\n`, "m");
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  return {
    printed: () => printed.replace(marker(), ""),
    type: (block) => {
      [printed, blocks] = ["", blocks + 1];
      // A block stops at its first command that fails, as a careful reader would; what it exports stays.
      shell.stdin.write(`set -e\n${block}\nset +e\necho "block ${blocks} ended: $?"\n`);
    },
    status: () => {
      const ended = marker().exec(printed)?.[1];
      if (ended !== undefined) return Number(ended);
      return shell.exitCode;
    },
    close: () => close(shell),
  };
}

async function close(shell: ChildProcessWithoutNullStreams): Promise<void> {
  if (shell.pid === undefined || shell.exitCode !== null) return;
  const ended = once(shell, "close");
  shell.stdin.end();
  process.kill(-shell.pid, "SIGINT");
  await ended;
}

/** What a reader has, certificates of the network among it: neither this workspace's programs in front of theirs nor what pnpm tells the scripts that it runs. */
function readersEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|pnpm_|NODE_(?!EXTRA_CA_CERTS$)|INIT_CWD$)/i.test(name),
  );
  const PATH = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => !folder.includes("node_modules"));
  return { ...Object.fromEntries(own), PATH: PATH.join(path.delimiter) };
}
