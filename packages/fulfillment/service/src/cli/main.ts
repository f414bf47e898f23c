#!/usr/bin/env node
// The door: the words of a command line to an exit code. Everything is imported after the compile cache is on.
import nodeModule from "node:module";
import type { Terminal } from "./terminal.ts";

/**
 * V8 begins with a young generation of one MiB, less than what a few dozen requests hold while they are served together, so
 * that it is copied to and fro: a request takes about a fifth less processor time with these. They can be given only when
 * a process starts, so this one starts once more, in its own place: the same process id, streams and environment.
 */
const youngGenerationFlags = ["--min-semi-space-size=16", "--max-semi-space-size=32"];

// "engines" in package.json is only a warning at install, so an older Node gets this far.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(`fulfillment needs Node 24 or newer; this is ${process.version}\n`);
  process.exit(2);
}

if (process.argv.includes("serve")) restartWithRoom();

nodeModule.enableCompileCache();

for (const stream of [process.stdout, process.stderr]) {
  // A reader that has seen enough (`fulfillment ... | head`) is no problem.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const terminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  // Opened by the commands that read it: a process with an open stream does not end.
  get input() {
    return process.stdin;
  },
  environment: process.env,
  now: Date.now,
};

const { run } = await import("./run.ts");
process.exitCode = await run(process.argv.slice(2), terminal);

/** Does nothing where the flags were given, or others in their place, and where a process cannot be replaced. */
function restartWithRoom(): void {
  const nodeFlags = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  if (nodeFlags.includes("semi-space") || process.connected || process.platform === "win32") return;
  // Absent where processes cannot be replaced.
  process.execve?.(
    process.execPath,
    [process.execPath, ...youngGenerationFlags, ...process.execArgv, ...process.argv.slice(1)],
    process.env,
  );
}
