// This process -> the same with a limit for V8's young generation, the memory that new objects are created in. V8 lets it grow to 64 MB (two
// halves of 32), most of which is garbage by then. It fixes its own limit before any code runs: only how it grows can be set later.
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const megabyte = 2 ** 20;

/** Of each half. Smaller ones copy more, larger ones make a run no faster (docs/decisions/0121-short-lived-commands.md). */
const megabytes = 12;

/** A step creates 64 kB; about forty are enough. */
const mostSteps = 256;

/**
 * Lets it grow once, to the limit, and never again. To be called before anything else is compiled: Node keeps compiled code by the flags
 * that it was compiled with. Where it has another size already, as with `--min-semi-space-size`, nothing changes.
 */
export function limitYoungGeneration(): void {
  if (hasGrown()) return;
  setFlagsFromString(`--semi-space-growth-factor=${megabytes}`);
  // V8 lets it grow when enough of it is still in use after a collection.
  const used: unknown[] = [];
  while (!hasGrown() && used.length < mostSteps) used.push(new Array<number>(8192).fill(0));
  setFlagsFromString(`--semi-space-growth-factor=${hasGrown() ? 1 : v8Default}`);
}

const v8Default = 2;

/** Each half begins with one megabyte, and the second is there from the first collection. */
function hasGrown(): boolean {
  return youngGenerationSize() > 2 * megabyte;
}

/** Of both halves, in bytes. */
function youngGenerationSize(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}
