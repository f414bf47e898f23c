#!/usr/bin/env node
// The door: the words of a command line to an exit code. Nothing else in the toolkit reads process state or exits.
// Everything is imported after the compile cache is on, so a second run does not strip and compile types again.
import nodeModule from "node:module";
import type { Terminal } from "./terminal.ts";

// "engines" in package.json is only a warning at install, so an older Node gets this far.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`waybill needs Node 22.19 or newer; this is ${process.version}\n`);
  process.exit(2);
}

nodeModule.enableCompileCache();

for (const stream of [process.stdout, process.stderr]) {
  // A reader that has seen enough (`waybill ... | head`) is no problem.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

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
  // A terminal that has colours, unless NO_COLOR says that nobody wants them.
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
  const { run } = await import("./run.ts");
  process.exitCode = await run(process.argv.slice(2), terminal);
} catch (error) {
  terminal.err(
    `waybill: this is a defect of waybill, please report it\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}
