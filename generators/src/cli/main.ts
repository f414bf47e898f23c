#!/usr/bin/env node
// The entry point: a command line -> an exit code. Nothing else in the toolkit reads process state or exits.
// Everything is imported after the compile cache is on, so a second run does not strip and compile types again.
import nodeModule from "node:module";
import { requireNode } from "../run/node-version.ts";
import { isShortRun, prepareShortRun } from "./short-run.ts";
import type { Terminal } from "./terminal/terminal.ts";

try {
  requireNode();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}

if (isShortRun(process.argv.slice(2))) prepareShortRun();
nodeModule.enableCompileCache();

for (const stream of [process.stdout, process.stderr]) {
  // A reader that has seen enough (`waybill ... | head`) is no problem.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const ask = async (question: string): Promise<string> => {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
};

const terminal: Terminal = {
  cwd: process.cwd(),
  onGitHub: process.env["GITHUB_ACTIONS"] === "true",
  repository: process.env["GITHUB_WORKSPACE"] || null,
  variable: (name) => process.env[name] || null,
  readInput: async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  },
  ...(process.stdin.isTTY === true && process.stderr.isTTY === true ? { ask } : {}),
  // hasColors() is false if NO_COLOR is set.
  colours: process.stdout.isTTY === true && process.stdout.hasColors(),
  isWatched: process.stderr.isTTY === true,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  peakMemory: () => process.resourceUsage().maxRSS * 1024,
  stopped: (stop) => {
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  },
};

try {
  const { runCommand } = await import("./run.ts");
  process.exitCode = await runCommand(process.argv.slice(2), terminal);
} catch (error) {
  terminal.err(`waybill: internal error; please report it\n${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
