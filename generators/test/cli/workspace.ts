// A folder of files for one test, and the command line run in it: in this process, or as a process of its own.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { onTestFinished, vi } from "vitest";
import { bundledImports, testedToolkit, toolkitSource } from "../../../scripts/testing/bundled-programs.ts";
import { compilerProgram, sparing, sparingEnvironment } from "../../../scripts/testing/sparing-compiler.ts";
import { sparingNode } from "../../../scripts/testing/sparing-node.ts";
import { ranApart } from "./in-process.ts";

// Some tests start several processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const toolkit = path.join(import.meta.dirname, "../..");

export const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200": { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
components:
  schemas:
    Order:
      type: object
      properties:
        note: { type: string, maxLength: 200 }
`;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class Workspace {
  readonly folder: string = realpathSync(mkdtempSync(path.join(tmpdir(), "waybill-")));

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  path(file: string): string {
    return path.join(this.folder, file);
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), text);
  }

  read(file: string): string {
    return readFileSync(this.path(file), "utf8");
  }

  edit(file: string, from: string, to: string): void {
    const text = this.read(file);
    if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
    this.write(
      file,
      text.replace(from, () => to),
    );
  }

  /** The toolkit, which a configuration imports, and zod, which generated code does. */
  install(): void {
    mkdirSync(this.path("node_modules"), { recursive: true });
    symlinkSync(toolkit, this.path("node_modules/waybill"));
    symlinkSync(path.join(toolkit, "node_modules/zod"), this.path("node_modules/zod"));
  }

  git(...words: readonly string[]): string {
    return gitIn(this.folder, ...words);
  }

  commit(): void {
    commitIn(this.folder);
  }

  private isInstalled(): boolean {
    return existsSync(this.path("node_modules/waybill"));
  }

  /** Every file below `folder` with its content and its time of change: what a run must leave alone. */
  snapshot(folder = "."): Record<string, string> {
    const files = readdirSync(this.path(folder), { recursive: true, encoding: "utf8" }).sort();
    return Object.fromEntries(
      files.flatMap((file) => {
        const stats = statSync(path.join(this.path(folder), file), { bigint: true });
        return stats.isFile()
          ? [[file, `${stats.mtimeNs} ${readFileSync(path.join(this.path(folder), file), "utf8")}`]]
          : [];
      }),
    );
  }

  /** What the compiler reports with the tsconfig.json of the folder. */
  compiled(): string {
    const manifest = path.join(toolkit, "../node_modules/typescript/package.json");
    const words = [...sparing, "-p", this.folder];
    return spawnSync(compilerProgram(manifest), words, { encoding: "utf8", env: sparingEnvironment() }).stdout;
  }

  /** Runs the command line in this process: a tenth of the time of `spawn`. */
  async run(args: readonly string[], { folder = "." }: Pick<RunOptions, "folder"> = {}): Promise<Ended> {
    return await ranApart(this.path(folder), args);
  }

  /** The same as a process: for tests of the environment, of modules that Node loads, of streams and exit codes. */
  spawn(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const child = this.start(args, options);
    const { promise, resolve } = Promise.withResolvers<Ended>();
    const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
    child.on("close", (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
    return promise;
  }

  /** The process, still running. */
  start(
    args: readonly string[],
    { env = {}, folder = ".", isSource = false }: RunOptions = {},
  ): ChildProcessWithoutNullStreams {
    const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
    const program = isSource ? [toolkitSource] : [...(this.isInstalled() ? bundledImports() : []), testedToolkit()];
    const words = [...sparingNode, ...program, ...args];
    const variables = { PATH, HOME, NODE_COMPILE_CACHE, ...env };
    const child = spawn(process.execPath, words, { cwd: this.path(folder), env: variables });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  }
}

function gitIn(folder: string, ...words: readonly string[]): string {
  const person = ["-c", "user.name=Waybill", "-c", "user.email=waybill@example.com"];
  return execFileSync("git", [...person, ...words], { cwd: folder, encoding: "utf8", stdio: "pipe" });
}

/** Everything in the folder, on the branch main. */
export function commitIn(folder: string): void {
  gitIn(folder, "init", "--quiet", "--initial-branch", "main");
  gitIn(folder, "add", "--all");
  gitIn(folder, "commit", "--quiet", "--message", "before");
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory, below the workspace. */
  readonly folder?: string;
  /** Starts the toolkit's source instead of a bundle. */
  readonly isSource?: boolean;
}

/** `NODE_OPTIONS` that load a module of this folder first. */
export function preload(name: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${path.join(import.meta.dirname, "preload", `${name}.ts`)}` };
}

export function textOf(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text;
}
