// What crash.ts, fleet.ts and limiter-memory.ts have in common around their figures: options in, text and JSON out.
import path from "node:path";
import { machine, writeFigures } from "../figures.ts";

const root = path.join(import.meta.dirname, "../../..");

/** Writes to `file`, or to `.reports/bench/<name>.json` when no other is given, and says so. */
export function writeReport(name: string, file: string | undefined, found: object): void {
  const target = path.resolve(file ?? path.join(root, `.reports/bench/${name}.json`));
  writeFigures(target, { machine: machine(), ...found });
  console.log(`\nThe same as JSON: ${path.relative(process.cwd(), target)}`);
}

/** `12,345` */
export function count(number: number): string {
  return number.toLocaleString("en-US");
}

/** An option that counts something; ends the process with what is wrong. */
export function wholeNumber(option: string, text: string, least = 1): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least) return number;
  console.error(`--${option} takes a whole number of at least ${least}, not ${text}`);
  return process.exit(2);
}
