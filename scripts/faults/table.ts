// Faults and their results -> the page docs/faults.md.
import type { Fault } from "../../packages/fulfillment/service/test/faults/fault.ts";
import type { Found } from "./worker.ts";

export function faultTable(faults: readonly Fault[], found: ReadonlyMap<string, Found>): string {
  const hits = faults.filter(({ id }) => (found.get(id)?.findings.length ?? 0) > 0).length;
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  const checks = new Map<string, number>();
  for (const { id } of faults) {
    const first = found.get(id)?.findings[0];
    if (first !== undefined) checks.set(first.check, (checks.get(first.check) ?? 0) + 1);
  }
  return [
    "# Seeded faults, and the checks that find them",
    "",
    "<!-- Written by `pnpm --filter faults seeded --write`. -->",
    "",
    "This page shows which faults of a service the conformance kit finds. Each fault is a bug that a careless change to the service",
    "could introduce. The faults exist only in tests, which wrap a part of the running service (`packages/fulfillment/service/test/faults`)",
    "and show that each is real. The conformance kit tests the service from the outside: over HTTP with a key, a key of",
    "another account and two invalid ones, through the deliveries it receives, and with a hook that ships, delivers and",
    "returns orders. It stops at its first finding, which the last two columns show.",
    "",
    `The kit finds **${hits} of ${faults.length}** (${((100 * hits) / faults.length).toFixed(1)} %), and reports nothing for the service without faults. \`pnpm --filter faults seeded\``,
    "runs them all; `pnpm --filter faults seeded ID` runs one and prints the finding.",
    "",
    "They are chosen from 564 that were seeded before: one to four for each check, and those that were hardest to find. Sets of faults",
    "that were new to the kit were found at 18 % (the first), 80 %, 72 %, 72 %, 67 %, 63 % and 87 % (the last):",
    "record [0080](decisions/0080-seeded-faults.md).",
    "",
    "| kind | faults | found |",
    "| --- | --- | --- |",
    ...kinds.map((kind) => {
      const own = faults.filter((fault) => fault.kind === kind);
      return `| ${kind} | ${own.length} | ${own.filter(({ id }) => (found.get(id)?.findings.length ?? 0) > 0).length} |`;
    }),
    "",
    "| check | finds first |",
    "| --- | --- |",
    ...[...checks].sort(([a], [b]) => a.localeCompare(b)).map(([check, count]) => `| \`${check}\` | ${count} |`),
    ...kinds.flatMap((kind) => [
      "",
      `## ${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
      "",
      "| fault | bug | check | in the case |",
      "| --- | --- | --- | --- |",
      ...faults.filter((fault) => fault.kind === kind).map((fault) => rowOf(fault, found.get(fault.id))),
    ]),
    "",
  ].join("\n");
}

function rowOf({ id, title }: Fault, found: Found | undefined): string {
  const first = found?.findings[0];
  const how =
    first === undefined
      ? ["", "not found"]
      : [`\`${first.check}\``, first.caseId === null ? "" : `\`${cell(first.caseId)}\``];
  return `| \`${id}\` | ${cell(title)} | ${how.join(" | ")} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
