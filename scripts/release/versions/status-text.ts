// The findings of `pnpm release status` -> text, with colours on a terminal.
import { styleText } from "node:util";
import { type Bump, bumps } from "../../../generators/src/entries/description.ts";
import { filesIn, nextSteps, type Status, type ToGenerate } from "./status-report.ts";

type Colour = Parameters<typeof styleText>[0];
type Paint = (colour: Colour, text: string) => string;

const colours: Readonly<Record<Bump, Colour>> = { major: "red", minor: "green", patch: "blue" };
/** Of the places that a stale file comes from. */
const mostReasons = 3;

/** No colours where `stream` is not a terminal, or `NO_COLOR` is set. */
export function textOfStatus(status: Status, stream: NodeJS.WritableStream): string {
  const paint: Paint = (colour, text) => styleText(colour, text, { stream });
  const blocks = [
    changesBlock(status, paint),
    versionBlock(status, paint),
    generatedBlock(status, paint),
    consumersBlock(status, paint),
    nextBlock(status, paint),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function changesBlock({ since, changes, edited }: Status, paint: Paint): string[] {
  const uncommitted = edited.length === 0 ? "" : `; not committed: ${edited.join(", ")}`;
  if (changes.length === 0) return [`${paint("bold", "Changes")}  none since ${since}${uncommitted}`];
  const counts = bumps.flatMap((bump) => {
    const count = changes.filter((change) => change.bump === bump).length;
    return count === 0 ? [] : [`${count} ${bump}`];
  });
  const list = changes.flatMap(({ bump, message, means, revision }) => [
    `  ${paint(colours[bump], bump.padEnd(6))} ${message}`,
    paint("dim", `         ${revision.file}:${revision.line}:${revision.column}  ${means}`),
  ]);
  return [`${paint("bold", "Changes")}  since ${since}: ${counts.join(", ")}${uncommitted}`, ...list];
}

function versionBlock({ since, needed, pending, isCovered }: Status, paint: Paint): string[] {
  const { given, next, files } = pending;
  const planned = given === null ? "no changeset is pending" : `${next} by ${files.join(", ")}`;
  const verdict =
    needed === null
      ? "the description needs none"
      : isCovered
        ? paint("green", `enough: the changes need a ${needed} version`)
        : paint("red", `not enough: the changes need a ${needed} version`);
  return [`${paint("bold", "Version")}  ${since}; ${planned}; ${verdict}`];
}

function generatedBlock({ toGenerate }: Status, paint: Paint): string[] {
  const title = paint("bold", "Generated");
  if (toGenerate.length === 0) return [`${title}  up to date`];
  return [`${title}  ${paint("red", filesIn(toGenerate.length))} out of date`, ...toGenerate.map(staleLine)];
}

function staleLine({ file, code, because }: ToGenerate): string {
  const reasons = because.slice(0, mostReasons).map(({ message, file: from, line }) => `${message}, ${from}:${line}`);
  const more = because.length > mostReasons ? [`and ${because.length - mostReasons} more`] : [];
  return `  ${file}  ${[code.replace(/-file$/, ""), ...reasons, ...more].join("; ")}`;
}

function consumersBlock({ broken, since, pending }: Status, paint: Paint): string[] {
  const title = paint("bold", "Users");
  if (broken === null) return [`${title}  run pnpm generate to check whether programs for ${since} still compile`];
  if (broken.length === 0) return [`${title}  programs for ${since} compile`];
  const verdict = pending.given === "major" ? "as a major version may" : paint("red", "which only a major version may");
  const list = broken.map(({ file, line, column, text }) => `  ${file}:${line}:${column}  ${text.split("\n")[0]}`);
  return [`${title}  programs for ${since} break, ${verdict}`, ...list];
}

function nextBlock(status: Status, paint: Paint): string[] {
  const steps = nextSteps(status);
  const title = paint("bold", "Next");
  if (steps.length === 0) return [`${title}  nothing: all is as it was released`];
  const width = Math.max(...steps.map(({ command }) => command.length));
  return [title, ...steps.map(({ command, why }) => `  ${paint("cyan", command.padEnd(width))}  ${why}`)];
}
