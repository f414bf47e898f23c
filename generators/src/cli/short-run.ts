// A command line -> whether V8 should work for a process that ends in seconds. Node's optimising compiler (TurboFan) pays off in servers:
// of a run of a few seconds it takes a fifth of the processor time, and its code is ready when little is left to do (docs/performance.md).
import { setFlagsFromString } from "node:v8";

/** Commands that end by themselves; what other packages provide may be a server. */
const short: ReadonlySet<string> = new Set([
  "generate",
  "check",
  "lint",
  "diff",
  "changeset",
  "scaffold",
  "upgrade",
  "paths",
]);

/** What every command loads: after a change of flags, Node compiles its own modules again. */
const loadedBefore = ["node:crypto", "node:net", "node:util"];

export function isShortRun(argv: readonly string[]): boolean {
  const [command = ""] = argv;
  return short.has(command) && !argv.includes("--watch");
}

/** To be called before anything else is compiled. Maglev, the compiler below it, stays. */
export function prepareShortRun(): void {
  for (const name of loadedBefore) process.getBuiltinModule(name);
  setFlagsFromString("--no-turbofan");
}
