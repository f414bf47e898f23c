#!/usr/bin/env node
// The door: the words of a command line to an exit code. Everything is imported after the compile cache is on.
import nodeModule from "node:module";
import type { Terminal } from "./terminal.ts";
import { restartWithRoom } from "./young-generation.ts";

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
  environment: process.env,
  now: Date.now,
};

const { run } = await import("./run.ts");
process.exitCode = await run(process.argv.slice(2), terminal);
