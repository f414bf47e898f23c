// What was compared -> the section of docs/corpus.md: descriptions with their counts, and a row for each rule that was needed.
import { markdownTable } from "../../bench/figures.ts";
import type { Description } from "../first-contact/descriptions.ts";
import { versions } from "./clients.ts";
import type { Compared, Difference } from "./compare.ts";
import { type Rule, ruleOf, rules } from "./rules.ts";

export interface Row {
  readonly one: Description;
  readonly operations: number;
  readonly compared: readonly Compared[];
}

export interface Measured {
  readonly rows: readonly Row[];
  readonly skipped: readonly string[];
  /** `2026-11-23` */
  readonly date: string;
}

export function pageText({ rows, skipped, date }: Measured): string {
  const operations = rows.reduce((sum, row) => sum + row.operations, 0);
  const requests = rows.reduce((sum, row) => sum + requestsOf(row), 0);
  const peers = `hey-api ${versions["@hey-api/openapi-ts"]} and openapi-fetch ${versions["openapi-fetch"]}`;
  const accepts = rows.flatMap(({ compared }) => compared.filter((one) => one.accepts)).length;
  return [
    `Measured on ${date}: ${operations} operations of ${rows.length} descriptions, ${requests} requests by each of three clients, beside ${peers}.`,
    descriptionsOf(rows),
    `${accepts} of the operations have responses of several media types. Waybill sends \`Accept\` with them (RFC 9110, 12.5.1); the others send none.`,
    rulesOf(rows),
    ...(skipped.length === 0 ? [] : [`Skipped: ${skipped.join("; ")}`]),
  ].join("\n\n");
}

function requestsOf({ compared }: Row): number {
  return compared.reduce((sum, { requests }) => sum + requests, 0);
}

function descriptionsOf(rows: readonly Row[]): string {
  const same = (row: Row, peer: Difference["peer"]): string => {
    const count = row.compared.reduce((sum, one) => sum + one.same[peer], 0);
    return `${((count / requestsOf(row)) * 100).toFixed(0)} %`;
  };
  const cells = rows.map((row) => [
    row.one.name,
    row.one.source,
    `${row.operations}`,
    `${requestsOf(row)}`,
    same(row, "hey-api"),
    same(row, "openapi-fetch"),
  ]);
  const head = ["description", "package", "operations", "requests", "the same in hey-api", "the same in openapi-fetch"];
  return markdownTable(head, cells);
}

const sides: Readonly<Record<Rule["side"], string>> = {
  ours: "Waybill",
  theirs: "the others",
  both: "both",
  silent: "silent",
};

function rulesOf(rows: readonly Row[]): string {
  const all = rows.flatMap(({ compared }) => compared.flatMap(({ differences }) => differences));
  const byRule = Map.groupBy(all, ruleOf);
  const cells = rules.flatMap((rule) => {
    const own = byRule.get(rule) ?? [];
    const count = (peer: Difference["peer"]): string => `${own.filter((one) => one.peer === peer).length}`;
    const operations = new Set(own.map(({ operation }) => operation)).size;
    const { what, ours, theirs, standard, side } = rule;
    if (own.length === 0) return [];
    return [[what, ours, theirs, standard, sides[side], `${operations}`, count("hey-api"), count("openapi-fetch")]];
  });
  const head = [
    "values",
    "Waybill sends",
    "the others send",
    "standard",
    "on the side of",
    "operations",
    "hey-api",
    "openapi-fetch",
  ];
  return markdownTable(
    head,
    cells.map((row) => row.map((cell) => cell.replaceAll("|", "\\|"))),
  );
}
