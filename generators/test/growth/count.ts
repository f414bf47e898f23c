// Prints, for each shape of description, the blocks of the toolkit's code that run more than 2.1 times as often for twice the
// size. A process of its own: the engine counts what it compiles from here on, whether it optimises that or not.
import { Session } from "node:inspector";
import path from "node:path";

/** How often, by module, function and place in it. */
type Steps = ReadonlyMap<string, number>;

const size = 40;
const folders = { src: path.join(import.meta.dirname, "../../src"), test: path.join(import.meta.dirname, "..") };
const session = new Session();
session.connect();
await posted("Profiler.enable");
await posted("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { run } = await import("./run.ts");
const { pairsOf, shapes } = await import("./shapes.ts");

const found: Record<string, string[]> = {};
for (const [name, shape] of Object.entries(shapes)) found[name] = await grownBy((count) => run(shape(count)));
found["pairs of what is counted"] = await grownBy(async (count) => void pairsOf(count));
console.log(JSON.stringify(found));
process.exit(0);

/** Blocks that run at least once per item, and more than 2.1 times as often for twice as many items. */
async function grownBy(work: (count: number) => Promise<void>): Promise<string[]> {
  // The first run loads what is loaded on demand.
  await work(3);
  const once = await stepsOf(() => work(size));
  const twice = await stepsOf(() => work(2 * size));
  return [...twice].flatMap(([piece, count]) => {
    const before = once.get(piece) ?? 0;
    // The engine may start to count a block in between, when it optimises something.
    return before > 0 && count > 4 * size && count > 2.1 * before + size ? [`${piece}: ${before} -> ${count}`] : [];
  });
}

async function stepsOf(work: () => Promise<void>): Promise<Steps> {
  await posted("Profiler.takePreciseCoverage");
  await work();
  const { result } = await posted("Profiler.takePreciseCoverage");
  const steps = new Map<string, number>();
  for (const [label, folder] of Object.entries(folders)) {
    for (const { url, functions } of result.filter((script) => script.url.includes(`${folder}/`))) {
      const module = url.slice(url.indexOf(folder) + folder.length + 1);
      if (label === "test" && module !== "growth/shapes.ts") continue;
      for (const { functionName, ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          const key = `${label === "test" ? "test " : ""}${module} ${functionName}:${startOffset}-${endOffset}`;
          steps.set(key, (steps.get(key) ?? 0) + count);
        }
      }
    }
  }
  return steps;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
}

function posted(method: string, parameters: object = {}): Promise<Coverage> {
  return new Promise((resolve, reject) => {
    session.post(method, parameters, (error, response) => {
      if (error === null) resolve(Object.assign({ result: [] }, response));
      else reject(error);
    });
  });
}
