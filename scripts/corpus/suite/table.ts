// Scores -> a table as text: right, wrong and refused, by file of the suite and in total.
import type { Score } from "../../../generators/test/targets/zod/suite.ts";

export interface Part {
  readonly name: "required" | "formats";
  /** The share of tests that has to be right. */
  readonly goal: number;
  readonly rows: readonly { readonly own: Score; readonly ajv: Score }[];
}

export function tableOf({ rows }: Part): string {
  const heads = ["", "tests", "right", "wrong", "refused", "Ajv: right", "wrong", "refused"];
  const lines = rows.map(({ own, ajv }) => [own.keyword, countOf(own), ...countsOf(own), ...countsOf(ajv)]);
  const totals = [1, 2, 3, 4, 5, 6, 7].map((column) => lines.reduce((sum, line) => sum + Number(line[column]), 0));
  return [heads, ...lines, ["all", ...totals]].map(lineOf).join("\n");
}

export function summaryOf(part: Part): string {
  const { own, ajv, wrong } = sharesOf(part);
  return `${percent(own)} right, ${wrong} wrong (goal: ${percent(part.goal)}, none wrong); Ajv: ${percent(ajv)} right`;
}

export function isMet(part: Part): boolean {
  const { own, wrong } = sharesOf(part);
  return own >= part.goal && wrong === 0;
}

function sharesOf({ rows }: Part): { own: number; ajv: number; wrong: number } {
  const sum = (pick: (row: Part["rows"][number]) => number): number => rows.reduce((all, row) => all + pick(row), 0);
  const all = sum(({ own }) => countOf(own));
  return {
    own: sum(({ own }) => own.right) / all,
    ajv: sum(({ ajv }) => ajv.right) / all,
    wrong: sum(({ own }) => own.wrong.length),
  };
}

function countOf({ right, wrong, refused }: Score): number {
  return right + wrong.length + refused;
}

function countsOf({ right, wrong, refused }: Score): number[] {
  return [right, wrong.length, refused];
}

/** 98.99 % is not 99 %. */
function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

function lineOf([name, ...counts]: readonly (string | number)[]): string {
  return `${String(name).padEnd(26)}${counts.map((count) => String(count).padStart(11)).join("")}`;
}
