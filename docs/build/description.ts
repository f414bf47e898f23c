// The files of the description -> a page for each, with a number, an anchor and colours for every line.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { colouredLines } from "./coloured-lines.ts";
import { escapeHtml } from "./html.ts";

export interface DescriptionFile {
  /** From the folder of the description: `paths/orders.yaml` */
  readonly file: string;
  /** `/description/paths/orders.yaml/` */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly html: string;
}

const published: readonly string[] = [
  "{openapi,asyncapi}.yaml",
  "paths/*.yaml",
  "schemas/*.yaml",
  "messages/*.yaml",
  "examples/**/*.json",
  "workflows/*.yaml",
  "extensions.schema.json",
];

export function readDescription(folder: string): DescriptionFile[] {
  const files = published.flatMap((pattern) =>
    globSync(pattern, { cwd: folder })
      .map((file) => file.replaceAll("\\", "/"))
      .sort(),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
  return [...texts].map(([file, text]) => {
    const lines = colouredLines(text);
    const html = lines.map((line, index) => lineOf(line, index + 1, { file, texts })).join("");
    return { file, path: pathOfDescription(file), text, lines: lines.length, html: `<code>${html}</code>` };
  });
}

/** Whether a file, named from the folder of the description, has a page. */
export function isPublished(file: string): boolean {
  return published.some((pattern) => path.posix.matchesGlob(file, pattern));
}

export function pathOfDescription(file: string): string {
  return `/description/${file}/`;
}

interface Place {
  readonly file: string;
  readonly texts: ReadonlyMap<string, string>;
}

function lineOf(html: string, number: number, place: Place): string {
  // Not in the tab order: keyboard users would need hundreds of stops to reach the rest of the page.
  const anchor = `<a class="number" href="#L${number}" tabindex="-1" aria-label="Line ${number}">${number}</a>`;
  return `<span class="line" id="L${number}">${anchor}${linked(html, place)}\n</span>`;
}

/** What a `$ref` names becomes a link to the line where it is. */
function linked(html: string, { file, texts }: Place): string {
  const found = /(\$ref(?:&quot;)?(?:<\/span>)?: ?(?:<span class="[a-z]+">)?(?:&quot;)?)([^<&]+)/.exec(html);
  const [whole = "", before = "", reference = ""] = found ?? [];
  const [target = "", pointer = ""] = reference.split("#");
  const to = target === "" ? file : path.posix.join(path.posix.dirname(file), target);
  const text = texts.get(to);
  if (reference === "" || text === undefined) return html;
  const href = escapeHtml(`${pathOfDescription(to)}${fragmentOf(text, pointer)}`);
  return html.replace(whole, () => `${before}<a href="${href}">${escapeHtml(reference)}</a>`);
}

/** The line that a pointer into YAML names: its keys are looked for one inside the other. */
function fragmentOf(text: string, pointer: string): string {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const lines = text.split("\n");
  const at = keys.reduce((from, key, depth) => {
    const start = `${"  ".repeat(depth)}${key}:`;
    return from < 0 ? from : lines.findIndex((line, index) => index >= from && line.startsWith(start));
  }, 0);
  return at > 0 ? `#L${at + 1}` : "";
}
