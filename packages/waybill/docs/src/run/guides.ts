// A folder of Markdown -> the guides of the site: each with a title, and with links between files made links between pages.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import MarkdownIt from "markdown-it";
import { parse, stringify } from "yaml";
import { undrawnLines, withDiagrams } from "../blocks/diagrams.ts";
import { withDirectives } from "../blocks/directives.ts";
import { firstSentence, slugOf } from "../blocks/prose.ts";
import type { OwnPage } from "../content.ts";

export interface Guide {
  /** `/guides/getting-started/` */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly order: number;
  /** Without front matter and title. */
  readonly body: string;
  /** Where it is written, for the link at its title. */
  readonly source: string;
  /** The Markdown twin without its title, where it is not the body. */
  readonly twin: string | null;
  /** The heading of llms.txt that lists it. */
  readonly list: string;
  /** As it is staged, below the folder of guides: `guides/getting-started.md`. */
  readonly file: string;
  readonly text: string;
}

export interface Guides {
  readonly guides: readonly Guide[];
  /** Images and the like: the file, and where it goes. */
  readonly others: readonly { readonly from: string; readonly to: string }[];
  /** Images that the site cannot have, directives that are none, and Mermaid that cannot be drawn. The build stops at them. */
  readonly problems: readonly GuideProblem[];
}

export interface GuideProblem {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

export function readGuides(folder: string | null, base: string): Guides {
  if (folder === null) return { guides: [], others: [], problems: [] };
  const files = globSync("**/*", { cwd: folder, exclude: ["**/node_modules/**"] }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  const pages = new Map(files.filter((file) => /\.mdx?$/i.test(file)).map((file) => [file, pathOf(file)]));
  const guides = [...pages].map(([file, sitePath]) => readGuide({ folder, file, sitePath, pages, base }));
  const others = files
    .filter((file) => imageFile.test(file))
    .map((file) => ({ from: path.join(folder, file), to: `guides/${file}` }));
  return {
    guides: guides.toSorted((one, other) => one.order - other.order || (one.path < other.path ? -1 : 1)),
    others,
    problems: [...pages.keys()].sort().flatMap((file) => {
      const text = withoutFrontMatter(readFileSync(path.join(folder, file), "utf8"));
      return [...imageProblems(folder, file, text), ...blockProblems(path.join(folder, file), text)];
    }),
  };
}

const imageFile = /\.(png|jpe?g|gif|svg|webp|avif)$/i;
const markdown = new MarkdownIt();

/** Of images with a relative path, those that are not in the folder. Others are links of the site, which are checked when it is built. */
function imageProblems(folder: string, file: string, text: string): GuideProblem[] {
  const lines = text.split("\n");
  return markdown.parse(text, {}).flatMap(({ children, map }) =>
    (children ?? []).flatMap((token): GuideProblem[] => {
      const written = token.type === "image" ? String(token.attrGet("src") ?? "") : "";
      const source = decodeURI(written);
      if (source === "" || /^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(source)) return [];
      const target = path.posix.join(path.posix.dirname(file), source.replace(/[?#].*$/, ""));
      const problem = imageProblem(folder, target);
      if (problem === null) return [];
      const start = map?.[0] ?? 0;
      const inBlock = lines.slice(start, map?.[1]).findIndex((line) => line.includes(written));
      const line = start + Math.max(0, inBlock);
      const column = Math.max(0, lines[line]?.indexOf(written) ?? 0) + 1;
      const [message, hint] = problem;
      return [
        { file: path.join(folder, file), line: line + 1, column, message: `the image ${source} ${message}`, hint },
      ];
    }),
  );
}

function blockProblems(file: string, text: string): GuideProblem[] {
  const undrawn = undrawnLines(text).map((line) => ({
    line,
    message: "this Mermaid cannot be drawn",
    hint: "fix it, or use a flowchart, sequence, state, class or entity relationship diagram",
  }));
  return [...withDirectives(text).problems, ...undrawn].map((problem) => ({
    ...problem,
    file,
    line: problem.line + 1,
    column: 1,
  }));
}

/** It is no Markdown; its lines count. */
function withoutFrontMatter(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/^---\n[\s\S]*?\n---\n/, (front) => "\n".repeat(front.split("\n").length - 1));
}

function imageProblem(folder: string, target: string): readonly [message: string, hint: string] | null {
  if (target.startsWith("../")) return ["is outside the folder of the guides", "move it into the folder"];
  if (!existsSync(path.join(folder, target))) return ["does not exist", "fix the path, or add the file"];
  return imageFile.test(target) ? null : ["has no known format", "use PNG, JPEG, GIF, SVG, WebP or AVIF"];
}

/** `README.md` and `index.md` are the page of their folder. */
function pathOf(file: string): string {
  const parts = file
    .replace(/\.mdx?$/i, "")
    .split("/")
    .map((part) => (/^(readme|index)$/i.test(part) ? "" : slugOf(part)));
  return `/${["guides", ...parts.filter((part) => part !== "")].join("/")}/`;
}

interface GuideFile {
  readonly folder: string;
  readonly file: string;
  readonly sitePath: string;
  readonly pages: ReadonlyMap<string, string>;
  readonly base: string;
}

function readGuide({ folder, file, sitePath, pages, base }: GuideFile): Guide {
  const written = readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n");
  const [, front = "", rest = written] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(written) ?? [];
  const data: unknown = front === "" ? {} : parse(front);
  const frontMatter: Readonly<Record<string, unknown>> = typeof data === "object" && data !== null ? { ...data } : {};
  const heading = /^\s*# +(.+?) *#* *(?:\n|$)/.exec(rest);
  const title = textIn(frontMatter["title"]) ?? heading?.[1] ?? path.posix.basename(file).replace(/\.mdx?$/i, "");
  const unlinked = textIn(frontMatter["title"]) === null && heading !== null ? rest.slice(heading[0].length) : rest;
  const body = unlinked.replaceAll(
    /(\]\()([^()\s#]+\.mdx?)(#[^()\s]*)?(\))/gi,
    (matchedLink, start: string, target: string, fragment: string | undefined, end: string) => {
      const pagePath = pages.get(path.posix.join(path.posix.dirname(file), decodeURI(target)));
      return pagePath === undefined ? matchedLink : `${start}${base}${pagePath.slice(1)}${fragment ?? ""}${end}`;
    },
  );
  const stated = textIn(frontMatter["description"]);
  const description = stated ?? firstSentence(body.replace(/^\s*((?:#|:::).*\n+)+/, ""));
  const order = typeof frontMatter["order"] === "number" ? frontMatter["order"] : Number.MAX_SAFE_INTEGER;
  return {
    path: sitePath,
    title,
    description,
    order,
    body,
    source: file,
    twin: null,
    list: "Guides",
    // Beside the images that it shows.
    file: `guides/${path.posix.join(path.posix.dirname(file), `${path.posix.basename(sitePath)}.md`)}`,
    text: stagedText({ path: sitePath, title, description, body, lead: stated !== null }),
  };
}

/** A page that a program of the team has written -> a guide in its place of the site. */
export function guideOf({ path: sitePath, title, description, lead = true, body, twin, file, list }: OwnPage): Guide {
  return {
    path: sitePath,
    title,
    description,
    order: 0,
    body,
    source: file ?? "",
    twin: twin ?? null,
    list: list ?? "Guides",
    file: `${sitePath.slice(1, -1)}.md`,
    text: stagedText({ path: sitePath, title, description, body, lead }),
  };
}

interface Staged {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly lead: boolean;
}

function stagedText({ path: sitePath, title, description, body, lead }: Staged): string {
  const descriptionField = description === "" ? {} : { description };
  const frontMatter = stringify({ title, ...descriptionField, ...(lead ? {} : { lead }), editUrl: false });
  return `---\n${frontMatter}slug: ${sitePath.slice(1, -1)}\n---\n\n${withDiagrams(withDirectives(body).text)}`;
}

function textIn(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
