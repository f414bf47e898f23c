// The commands of `postprocess`, run on the files of an API that were just written; and the record of what they were run on.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { hashOf, textHash } from "../../source/document.ts";
import { pathFrom } from "../config/paths.ts";
import { wordsOfCommand } from "../config/project-of-config.ts";
import { formHash } from "../formatting/unformatted.ts";
import type { Output } from "./manifest.ts";

/** What a run of commands depends on; `output.source` in the manifest. */
export function sourceHash(text: string, commands: readonly string[]): string {
  return hashOf(JSON.stringify([commands, text]));
}

export interface Postprocessing {
  readonly api: string;
  readonly command: string;
  /** Below the root. */
  readonly files: readonly string[];
}

export class PostprocessFailure extends Error {
  override readonly name = "PostprocessFailure";
  readonly command: string;
  /** What it printed; may be empty. */
  readonly output: string;

  constructor(command: string, reason: string, output: string) {
    super(reason);
    this.command = command;
    this.output = output;
  }
}

/**
 * Runs each command in `cwd` with the paths of its files behind its own arguments: first what the project has in node_modules/.bin,
 * else what is on the PATH. No shell reads them. Throws a `PostprocessFailure`.
 */
export function runPostprocessing(tasks: readonly Postprocessing[], root: string, cwd: string): void {
  for (const { command, files } of tasks) {
    const names = files.map((file) => argumentOf(pathFrom(cwd, path.join(root, file))));
    for (const some of portions(names)) runCommand(command, some, cwd);
    const gone = files.find((file) => !existsSync(path.join(root, file)));
    if (gone !== undefined) throw new PostprocessFailure(command, `removed ${gone}`, "");
  }
}

/** What the commands left of a file. */
export function processedOutput(root: string, file: string, output: Output): Output {
  const text = readFileSync(path.join(root, file), "utf8");
  return { ...output, sha256: textHash(text), form: formHash(file, text) };
}

function runCommand(command: string, files: readonly string[], cwd: string): void {
  const parsedCommand = wordsOfCommand(command);
  const [tool = "", ...args] = parsedCommand.ok ? parsedCommand.value : [];
  const { exitCode, stdout, stderr } = ranTool(tool, [...args, ...files], { command, cwd });
  if (exitCode === 0) return;
  const reason = exitCode === undefined ? "was killed" : `failed with exit code ${exitCode}`;
  throw new PostprocessFailure(
    command,
    reason,
    [stderr, stdout]
      .map((text) => text.trim())
      .join("\n")
      .trim(),
  );
}

function ranTool(tool: string, args: readonly string[], { command, cwd }: { command: string; cwd: string }) {
  // Loaded here: most configurations have no such commands, and it brings child processes and the network of Node with it.
  const { xSync }: typeof import("tinyexec") = createRequire(import.meta.url)("tinyexec");
  try {
    return xSync(tool, args, {
      nodeOptions: { cwd, env: { NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 26 },
    });
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing ? `${tool} was found neither in node_modules/.bin nor on the PATH` : String(error);
    throw new PostprocessFailure(command, reason, "");
  }
}

/** A path that no tool reads as a flag. */
function argumentOf(file: string): string {
  return file.startsWith("-") ? `./${file}` : file;
}

/** As many as a command line of Windows has room for. */
const room = 7000;

function portions(files: readonly string[]): string[][] {
  const all: string[][] = [];
  let length = room;
  for (const file of files) {
    length += file.length + 3;
    if (length > room) {
      all.push([]);
      length = file.length + 3;
    }
    all.at(-1)?.push(file);
  }
  return all;
}
