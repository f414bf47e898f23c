// The blocks of a page -> its twin in Markdown, for programs and for people who copy it.
import { twinPath } from "../../site/search/twin-path.ts";
import { type Words, worded } from "../../site/words/worded.ts";
import type { Block, Field, Inline, Line, Page } from "./block.ts";

interface Context {
  readonly base: string;
  readonly words: Words;
}

/** Links between pages lead to twins: `/operations/orders/list-orders.md`. */
export function markdownOf(page: Page, base: string, words: Words = {}): string {
  const context = { base, words };
  const some = [...page.intro, ...page.main, ...page.aside];
  const lead = page.description === "" ? [] : [page.description];
  return `${[`# ${page.title}`, ...lead, ...some.flatMap((block) => blockText(block, context))].join("\n\n")}\n`;
}

function blockText(block: Block, context: Context): string[] {
  switch (block.kind) {
    case "heading":
      return [`${"#".repeat(block.level)} ${block.text}`];
    case "prose":
      return [block.markdown.trim()];
    case "line":
      if (block.tone === "jump") return [];
      return [block.tone === "warning" ? `**${line(block.content, context)}**` : line(block.content, context)];
    case "list":
      return [block.items.map((item) => `- ${line(item, context)}`).join("\n")];
    case "endpoint":
      return [
        `\`\`\`http\n${block.method === null ? "" : `${block.method.toUpperCase()} `}${block.server}${block.path}\n\`\`\``,
      ];
    case "fields":
      return [block.fields.map((field) => fieldText(field, context, "")).join("\n")];
    case "samples":
      return block.tabs.flatMap(({ label, language, text }) => [
        `${block.title}${label === block.title ? "" : ` (${label})`}:`,
        fenced(text, language),
      ]);
    case "details":
    case "box":
      return [
        `**${line(block.kind === "box" ? block.title : block.summary, context)}**`,
        ...block.blocks.flatMap((inner) => blockText(inner, context)),
      ];
    case "response":
      return [
        `### ${block.status} ${inline(block.text, context)}`.trimEnd(),
        ...[...block.blocks, ...block.aside].flatMap((inner) => blockText(inner, context)),
      ];
    case "index":
      return [
        block.entries
          .map(({ href, label, badge, code }) => {
            const name = [badge, code].filter((part) => part !== null).join(" ");
            return `- [${label}](${linked(href, context)})${name === "" ? "" : `: \`${name}\``}`;
          })
          .join("\n"),
      ];
    case "try-it":
      return [];
    default:
      return block satisfies never;
  }
}

function fieldText({ name, type, marks, facts, blocks }: Field, context: Context, indentation: string): string {
  const annotations = [line(type, context), ...marks.map((mark) => worded(mark, context.words))]
    .filter((part) => part !== "")
    .join(", ");
  const head = `${indentation}- \`${name}\`${annotations === "" ? "" : ` (${annotations})`}`;
  const inner = `${indentation}  `;
  const notes = facts.map(
    ({ label, values }) => `${inner}${label}: ${values.map((value) => inline(value, context)).join(", ")}`,
  );
  const below = blocks.flatMap((block) =>
    block.kind === "fields"
      ? block.fields.map((field) => fieldText(field, context, inner))
      : blockText(block, context).map((text) => indented(text, inner)),
  );
  return [head, ...notes, ...below].join("\n");
}

function indented(text: string, indentation: string): string {
  return text.replace(/^(?=.)/gm, indentation);
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function line(content: Line, context: Context): string {
  return content.map((part) => inline(part, context)).join("");
}

function inline(part: Inline, context: Context): string {
  if (typeof part === "string") return part;
  if ("markdown" in part) return part.markdown;
  if ("href" in part) return `[${part.code === true ? `\`${part.text}\`` : part.text}](${linked(part.href, context)})`;
  if ("text" in part) return part.text;
  return part.code.includes("`") ? `\`\` ${part.code} \`\`` : `\`${part.code}\``;
}

function linked(href: string, { base }: Context): string {
  if (!href.startsWith("/")) return href;
  const [path = "", fragment] = href.split("#");
  const target = path.endsWith("/") ? twinPath(path) : path;
  return `${base}${target.slice(1)}${fragment === undefined ? "" : `#${fragment}`}`;
}
