// A reader of the command line, one of its inputs and a size -> the processor time that it takes in this process, and how it ends.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "../../src/cli/run.ts";
import { plainTerminal } from "../cli/in-process.ts";
import type { Files } from "./inputs.ts";
import { readers } from "./readers.ts";

export interface Cost {
  /** Milliseconds of processor time. */
  readonly milliseconds: number;
  readonly code: number;
  /** The start of what it prints. */
  readonly message: string;
}

export async function costOfReading(name: string, input: string, size: number): Promise<Cost> {
  const reader = readers[name];
  const worst = reader?.inputs[input];
  if (reader === undefined || worst === undefined) throw new Error(`there is no row ${name}, ${input}`);
  const cwd = mkdtempSync(path.join(tmpdir(), "readers-"));
  const files = worst.files(size);
  writeAll(cwd, files);
  // What `diff` and `upgrade` compare with.
  writeAll(path.join(cwd, "before"), worst.files(Math.ceil(size / 2)));
  const entry = Object.keys(files).find((file) => /^(?:openapi|asyncapi)\./.test(file)) ?? "";
  try {
    return await costOf(cwd, reader.words(entry));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

async function costOf(cwd: string, words: readonly string[]): Promise<Cost> {
  let message = "";
  const write = (text: string): void => {
    if (message.length < 400) message += text.slice(0, 400);
  };
  const start = process.cpuUsage();
  const code = await runCommand(words, plainTerminal(cwd, { out: write, err: write }));
  const { user, system } = process.cpuUsage(start);
  return { milliseconds: (user + system) / 1000, code, message };
}

function writeAll(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}
