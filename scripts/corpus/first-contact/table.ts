// The results of a run -> the table of docs/corpus.md, the shares above it, and the list of what failed below it.
import { markdownTable, medianOf } from "../../bench/figures.ts";
import type { Contact } from "./contact.ts";
import type { Description } from "./descriptions.ts";
import type { Fault, Judged } from "./faults.ts";

export interface Row {
  readonly one: Description;
  readonly contacts: readonly Contact[];
  /** `null` where waybill passed, or failed without an error in the description. */
  readonly judged: Judged | null;
}

export interface Measured {
  readonly rows: readonly Row[];
  readonly skipped: readonly string[];
  /** `2026-11-23` */
  readonly date: string;
  readonly machine: string;
}

/** For a page of docs. */
export function pageText({ rows, skipped, date, machine }: Measured): string {
  const packages = new Set(rows.map(({ one }) => one.source)).size;
  const parts = [
    `Measured on ${date}: ${rows.length} descriptions from ${packages} packages. ${machine}.`,
    sharesOf(rows),
    tableOf(rows),
    failuresOf(rows),
    ...(skipped.length === 0 ? [] : [`Skipped: ${skipped.map(firstLineOf).join("; ")}`]),
  ];
  return parts.join("\n\n");
}

/** One row for each generator. */
function sharesOf(rows: readonly Row[]): string {
  const cells = generatorsIn(rows).map((name) => {
    const own = contactsOf(rows, name);
    const passed = own.filter((contact) => contact.passed);
    return [
      name,
      `${passed.length} of ${own.length}`,
      `${((passed.length / own.length) * 100).toFixed(0)} %`,
      `${own.filter(({ verdict }) => verdict.endsWith("type errors")).length}`,
      `${medianOf(own.map(({ lines }) => lines))}`,
      `${Math.max(...own.map(({ lines }) => lines))}`,
      `${medianOf(own.map(({ seconds }) => seconds)).toFixed(1)} s`,
    ];
  });
  const head = [
    "",
    "generates and compiles",
    "share",
    "does not compile",
    "lines, median",
    "lines, most",
    "time, median",
  ];
  return markdownTable(head, cells);
}

function tableOf(rows: readonly Row[]): string {
  const names = generatorsIn(rows);
  const cells = rows.map(({ one, contacts }) => [
    one.name,
    one.source,
    ...names.flatMap((name) => {
      const own = contacts.find(({ generator }) => generator === name);
      return own === undefined ? ["-", "-", "-"] : [own.verdict, `${own.lines}`, `${own.seconds.toFixed(1)} s`];
    }),
  ]);
  return markdownTable(["description", "package", ...names.flatMap((name) => [name, "lines", "time"])], cells);
}

function failuresOf(rows: readonly Row[]): string {
  const failed = rows.flatMap((row) => {
    const own = row.contacts.find(({ generator }) => generator === "waybill");
    return own === undefined || own.passed ? [] : [{ ...row, own }];
  });
  if (failed.length === 0) return "Waybill generates all targets from all of them, and the output compiles.";
  const items = failed
    .map(({ one, own, judged }) => {
      const faults = judged?.faults ?? [];
      const lines = faults.length > 0 ? faults.map((fault) => faultLine(fault)) : [`  - ${firstLineOf(own.output)}`];
      return [`- ${one.name} (${one.source}): ${own.verdict}${schemaText(judged)}`, ...lines].join("\n");
    })
    .join("\n");
  return `What stops Waybill, and who else reports it there:\n\n${items}`;
}

function faultLine({ code, count, place, message, confirmed }: Fault): string {
  const also = confirmed.length === 0 ? "no other reader reports it" : `so does ${confirmed.join(", ")}`;
  return `  - \`${code}\`, ${count === 1 ? "1 place" : `${count} places`}, first ${place}: ${asCode(message)} (${also})`;
}

function schemaText(judged: Judged | null): string {
  if (judged === null || judged.schema === "") return "";
  // Without a network it has no verdict on a description that refers to URLs.
  if (judged.schema.startsWith("Error downloading")) return "; swagger-parser cannot read it either";
  return `; swagger-parser: ${asCode(judged.schema)}`;
}

/** So that Markdown makes no links of URLs in it. */
function asCode(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

function generatorsIn(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(({ contacts }) => contacts.map(({ generator }) => generator)))].sort(waybillFirst);
}

function waybillFirst(a: string, b: string): number {
  return Number(b === "waybill") - Number(a === "waybill") || (a < b ? -1 : 1);
}

function contactsOf(rows: readonly Row[], name: string): Contact[] {
  return rows.flatMap(({ contacts }) => contacts.filter(({ generator }) => generator === name));
}

function firstLineOf(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
