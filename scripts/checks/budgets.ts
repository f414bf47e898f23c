// Counts the lines and files that people write and keep, and fails where there are more than `budgets.json` allows. `goal` is what the
// budget falls to. `--write` records today's numbers where they are lower: a budget never rises that way.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

interface Amounts {
  readonly lines: number;
  readonly files: number;
}

interface Budget {
  readonly what: string;
  /** Pathspecs of git. */
  readonly of: readonly string[];
  /** Whether these are generated files, which count nowhere else. */
  readonly generated?: boolean | undefined;
  readonly most: Some;
  readonly goal?: Some | undefined;
}

interface Some {
  readonly lines?: number | undefined;
  readonly files?: number | undefined;
}

const amounts = z.strictObject({ lines: z.int(), files: z.int() }).partial();
const budgets = z.array(
  z.strictObject({
    what: z.string(),
    of: z.array(z.string()),
    generated: z.boolean().optional(),
    most: amounts,
    goal: amounts.optional(),
  }),
);

const file = path.join(import.meta.dirname, "budgets.json");

export function readBudgets(): Budget[] {
  return budgets.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Comments and empty lines count. */
export function countOf(root: string, { of, generated = false }: Pick<Budget, "of" | "generated">): Amounts {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...of], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = [...new Set(listed.split("\0"))].filter(
    (name) => name !== "" && name.includes(".gen.") === generated && existsSync(path.join(root, name)),
  );
  const lines = files.map((name) => linesIn(readFileSync(path.join(root, name), "latin1")));
  return { lines: lines.reduce((sum, count) => sum + count, 0), files: files.length };
}

/** None in what is no text, such as an archive. */
function linesIn(text: string): number {
  return text.includes("\0") ? 0 : text.split("\n").length - 1;
}

/** `scripts: 20,100 lines, 20,000 allowed`, for each amount that is over. */
export function overBudget({ what, most }: Budget, found: Amounts): string[] {
  return (["lines", "files"] as const).flatMap((unit) => {
    const allowed = most[unit];
    return allowed === undefined || found[unit] <= allowed
      ? []
      : [`${what}: ${shown(found[unit])} ${unit}, ${shown(allowed)} allowed`];
  });
}

function lowered({ what, of, generated, most, goal }: Budget, found: Amounts): Budget {
  const lower = (unit: keyof Amounts): Some =>
    most[unit] === undefined ? {} : { [unit]: Math.min(most[unit], found[unit]) };
  return { what, of, generated, most: { ...lower("lines"), ...lower("files") }, goal };
}

function shown(count: number): string {
  return count.toLocaleString("en");
}

/** Of the root, where each is a command that everybody sees. */
function rootCommands(root: string): string[] {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")));
  return Object.keys(scripts);
}

const mostRootCommands = 16;

if (import.meta.main) {
  const root = process.cwd();
  const counted = readBudgets().map((one) => ({ budget: one, found: countOf(root, one) }));
  const commands = rootCommands(root);
  if (process.argv.includes("--write")) {
    const texts = counted.map((one) => `  ${JSON.stringify(lowered(one.budget, one.found))}`);
    writeFileSync(file, `[\n${texts.join(",\n")}\n]\n`);
  }
  for (const { budget: one, found } of counted) {
    const goal = one.goal === undefined ? "" : `; goal ${JSON.stringify(one.goal).replaceAll(/[{}"]/g, "")}`;
    console.log(`${one.what.padEnd(22)} ${shown(found.lines).padStart(8)} lines in ${shown(found.files)} files${goal}`);
  }
  const over = counted.flatMap((one) => overBudget(one.budget, one.found));
  if (commands.length > mostRootCommands) {
    over.push(
      `package.json: ${commands.length} commands, ${mostRootCommands} allowed: others are those of their packages`,
    );
  }
  for (const line of over) console.error(line);
  if (over.length > 0)
    console.error("take something away; a budget rises only with a reason, in scripts/checks/budgets.json");
  process.exitCode = over.length > 0 ? 1 : 0;
}
