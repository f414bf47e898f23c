// Directives of Markdown (`:::note`, `:::steps`, `:::cards`, `:::tabs`) and alerts (`> [!NOTE]`) -> HTML around the same Markdown. Its blank
// lines end the HTML, so that any renderer of CommonMark reads what is between as Markdown.
import { hintFor } from "waybill/command";
import { escaped } from "../finish/tags.ts";

export interface DirectiveProblem {
  /** From 0. */
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

export interface Directed {
  readonly text: string;
  readonly problems: readonly DirectiveProblem[];
}

/** The names of Starlight, Docusaurus and GitHub, each with what readers see and its look. */
const callouts: Readonly<Record<string, readonly [title: string, look: string]>> = {
  note: ["Note", "note"],
  info: ["Info", "note"],
  tip: ["Tip", "tip"],
  important: ["Important", "tip"],
  caution: ["Caution", "caution"],
  warning: ["Warning", "caution"],
  danger: ["Danger", "danger"],
};
const names = [...Object.keys(callouts), "steps", "cards", "tabs", "tab"];

interface Open {
  readonly name: string;
  readonly line: number;
  readonly end: string;
  /** Of tabs, those that it has so far. */
  tabs: number;
}

/** A directive that is unknown, misplaced or never closed is a problem, and stays in the text. */
export function withDirectives(markdown: string): Directed {
  const problems: DirectiveProblem[] = [];
  const open: Open[] = [];
  const output: string[] = [];
  let fence: string | null = null;
  let groups = 0;
  const lines = markdown.split("\n");
  for (let line = 0; line < lines.length; line += 1) {
    const text = lines[line] ?? "";
    const [, mark = null] = /^\s*(`{3,}|~{3,})/.exec(text) ?? [];
    if (fence === null) fence = mark;
    else if (mark?.startsWith(fence) === true && text.trim() === mark) fence = null;
    const [, name, title = null] = /^:{3,} *([\w-]+)(?:\[(.*)\])? *$/.exec(text) ?? [];
    const isEnd = /^:{3,} *$/.test(text);
    const [, alert] = /^> ?\[!(note|tip|important|warning|caution)\] *$/i.exec(text) ?? [];
    if (fence === null && alert !== undefined) {
      const [start, end] = calloutOf(alert.toLowerCase(), null) ?? ["", ""];
      output.push("", start, "");
      for (; lines[line + 1]?.startsWith(">") === true; line += 1)
        output.push((lines[line + 1] ?? "").replace(/^> ?/, ""));
      output.push("", end, "");
      continue;
    }
    if (fence !== null || mark !== null || (name === undefined && !isEnd)) {
      output.push(text);
      continue;
    }
    if (name === undefined) {
      const closed = open.pop();
      if (closed === undefined)
        problems.push({ line, message: "::: closes nothing", hint: `open a block with one of ${names.join(", ")}` });
      output.push(...(closed === undefined ? [text] : ["", closed.end, ""]));
      continue;
    }
    const above = open.at(-1);
    const problem = problemOf(name, title, above);
    if (problem !== null) {
      problems.push({ line, ...problem });
      output.push(text);
      // Its end is not the end of another.
      open.push({ name, line, end: ":::", tabs: 0 });
      continue;
    }
    if (name === "tabs") groups += 1;
    const [start, end] = htmlOf(name, title, { group: groups, isFirst: above?.tabs === 0 });
    if (name === "tab" && above !== undefined) above.tabs += 1;
    open.push({ name, line, end, tabs: 0 });
    output.push("", start, "");
  }
  for (const { name, line } of open)
    problems.push({ line, message: `:::${name} is never closed`, hint: "close it with a line of :::" });
  return { text: output.join("\n"), problems };
}

function problemOf(
  name: string,
  title: string | null,
  above: Open | undefined,
): Pick<DirectiveProblem, "message" | "hint"> | null {
  if (!names.includes(name)) return { message: `unknown directive :::${name}`, hint: hintFor(name, names) };
  if (name === "tab" && above?.name !== "tabs")
    return {
      message: ":::tab is not directly inside ::::tabs",
      hint: "put ::::tabs before it, and :::: after the last",
    };
  if (name === "tab" && title === null)
    return { message: ":::tab has no title", hint: "write the title in brackets, such as :::tab[npm]" };
  return null;
}

interface Tab {
  /** Of one group, one tab is open at a time. */
  readonly group: number;
  readonly isFirst: boolean;
}

function htmlOf(name: string, title: string | null, { group, isFirst }: Tab): readonly [start: string, end: string] {
  const callout = calloutOf(name, title);
  if (callout !== null) return callout;
  if (name !== "tab") return [`<div class="wb-${name}">`, "</div>"];
  return [
    `<details name="tabs-${group}"${isFirst ? " open" : ""}>\n<summary>${escaped(title ?? "")}</summary>`,
    "</details>",
  ];
}

function calloutOf(name: string, title: string | null): readonly [start: string, end: string] | null {
  const callout = callouts[name];
  if (callout === undefined) return null;
  const [label, look] = callout;
  return [
    `<div class="wb-callout wb-${look}" role="note">\n<p class="wb-callout-title">${escaped(title ?? label)}</p>`,
    "</div>",
  ];
}
