// Faults and their results -> the page docs/faults.md.
import { type Fault, isAbout } from "../../packages/fulfillment/service/test/faults/fault.ts";
import type { Found, FoundBy } from "./worker.ts";

export function faultTable(faults: readonly Fault[], found: ReadonlyMap<string, Found>): string {
  const hits = faults.filter((fault) => findingOf(fault, found) !== undefined).length;
  const kinds = [...new Set(faults.map(({ kind }) => kind))];
  const checks = new Map<string, number>();
  for (const fault of faults) {
    const first = findingOf(fault, found);
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
    "returns orders. Each fault names the checks that are about it (`foundBy`): a finding of another one does not count. The last two",
    "columns show the first that does.",
    "",
    `The kit finds **${hits} of ${faults.length}** (${((100 * hits) / faults.length).toFixed(1)} %), and reports nothing for the service without faults. \`pnpm --filter faults seeded\``,
    "runs them all; `pnpm --filter faults seeded ID` runs one and prints the finding.",
    "",
    "Of 735 that were seeded, these stay: the hardest to find, the missed, and one for each way to find them. Sets of faults",
    "that were new to the kit were found at 18 % (the first), 80 %, 72 %, 72 %, 67 %, 63 %, 87 %, 90 %, 93 %, 93 %, 80 %, 65 % and 97 % (the last):",
    "record [0080](decisions/0080-seeded-faults.md).",
    "",
    "| kind | faults | found |",
    "| --- | --- | --- |",
    ...kinds.map((kind) => {
      const own = faults.filter((fault) => fault.kind === kind);
      return `| ${kind} | ${own.length} | ${own.filter((fault) => findingOf(fault, found) !== undefined).length} |`;
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
      ...faults.filter((fault) => fault.kind === kind).map((fault) => rowOf(fault, findingOf(fault, found))),
    ]),
    "",
  ].join("\n");
}

/** The first that is about the fault. */
export function findingOf(fault: Fault, found: ReadonlyMap<string, Found>): FoundBy | undefined {
  return found.get(fault.id)?.findings.find(({ check }) => isAbout(fault, check));
}

function rowOf({ id, title }: Fault, first: FoundBy | undefined): string {
  const how =
    first === undefined
      ? ["", "not found"]
      : [`\`${first.check}\``, first.caseId === null ? "" : `\`${cell(first.caseId)}\``];
  return `| \`${id}\` | ${cell(title)} | ${how.join(" | ")} |`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
