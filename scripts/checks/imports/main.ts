// `pnpm check imports`: all modules, read once by dependency-cruiser -> imports that direction.mjs forbids, and circles of imports that exist
// at run time. Of circles of types and values together the tool follows one for each import, so that a circle of types can hide one of values.
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { endOf } from "../../testing/programs.ts";
import { allowed } from "./options.ts";

const read = z.object({
  modules: z.array(
    z.object({
      source: z.string(),
      dependencies: z.array(z.object({ resolved: z.string(), preCompilationOnly: z.boolean().default(false) })),
    }),
  ),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
    ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string() })) }),
  }),
});

const { positionals: folders } = parseArgs({ allowPositionals: true });
const program = path.join(import.meta.dirname, "../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
const config = path.join(import.meta.dirname, "direction.mjs");
const ended = await endOf([process.execPath, program, "--config", config, "--output-type", "json", ...folders]);
// It ends with the number of violations.
if (!ended.stdout.startsWith("{")) throw new Error(ended.output);
const { modules, summary } = read.parse(JSON.parse(ended.stdout));
const comments = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
const problems = [
  ...summary.violations.map(({ from, to, rule: { name } }) => `${name}: ${from} -> ${to}\n  ${comments.get(name)}`),
  ...circlesOf(importsAtRunTime()).map(
    (circle) => `circle: ${circle.join(" -> ")}\n  move what they share into another module`,
  ),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** The modules of a standard's own recursion are one here, named by their pattern. */
function importsAtRunTime(): Imports {
  const nodeOf = (file: string): string => allowed.find((pattern) => new RegExp(pattern).test(file)) ?? file;
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = nodeOf(source);
    const to = dependencies.filter((one) => !one.preCompilationOnly).map(({ resolved }) => nodeOf(resolved));
    imports.set(from, new Set([...(imports.get(from) ?? []), ...to.filter((node) => node !== from)]));
  }
  return imports;
}

/** Each circle once, from its first module by name. */
function circlesOf(imports: Imports): string[][] {
  const left = new Set([...imports.keys()].sort());
  return [...left].flatMap((start) => {
    const circle = shortestCircle(imports, start, left);
    left.delete(start);
    return circle === null ? [] : [circle];
  });
}

/** Breadth first, through modules of `among`. */
function shortestCircle(imports: Imports, start: string, among: ReadonlySet<string>): string[] | null {
  const reached = new Set<string>();
  const queue = [[start]];
  for (const chain of queue) {
    for (const next of imports.get(chain.at(-1) ?? start) ?? []) {
      if (next === start) return chain;
      if (!among.has(next) || reached.has(next)) continue;
      reached.add(next);
      queue.push([...chain, next]);
    }
  }
  return null;
}
