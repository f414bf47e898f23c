// The Markdown of the repository that the site publishes -> pages with path, title and place in the navigation.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

export interface Page {
  /** From the root of the repository: `docs/guides/webhooks.md` */
  readonly file: string;
  /** From the root of the site, without the base: `/guides/webhooks/` */
  readonly path: string;
  readonly section: "guides" | "toolkit" | "changelog";
  readonly group:
    | ""
    | "targets"
    | "servers"
    | "guides"
    | "reference"
    | "plugins"
    | "packages"
    | "evidence"
    | "security"
    | "contributing"
    | "diagnostics"
    | "decisions";
  readonly order: number;
  readonly title: string;
  /** In the sidebar. */
  readonly label: string;
  readonly description: string;
  /** Whether the description appears under the title; not when it is the text's first sentence. */
  readonly lead: boolean;
  /** Markdown without front matter and without the title. */
  readonly body: string;
}

interface Folder {
  readonly files: string;
  readonly section: Page["section"];
  readonly group: Page["group"];
  readonly path: (file: string) => string;
  /** Where the title is not what the sidebar should say. */
  readonly label?: (file: string, title: string) => string;
  /** The section whose first sentence describes the page, or its title does; else the first sentence of all. */
  readonly describedBy?: string;
}

const name = (file: string): string => path.posix.basename(file, ".md").toLowerCase();
const folderOf = (file: string): string => path.posix.basename(path.posix.dirname(file));
const number = (file: string): string => /\d+/.exec(name(file))?.[0] ?? "";

/** The first row that a file fits counts. */
const folders: readonly Folder[] = [
  { files: "docs/guides/README.md", section: "guides", group: "", path: () => "/guides/" },
  {
    files: "docs/guides/toolkit.md",
    section: "toolkit",
    group: "",
    path: () => "/guides/toolkit/",
    label: () => "Getting started",
  },
  // For those who have a description of their own.
  {
    files: "docs/guides/{frameworks,handlers,webhooks-for-your-api}.md",
    section: "toolkit",
    group: "servers",
    path: (file) => `/guides/${name(file)}/`,
  },
  {
    files: "docs/guides/{ci,client,docs-for-your-api,migrating,monorepo,next,react,testing}.md",
    section: "toolkit",
    group: "guides",
    path: (file) => `/guides/${name(file)}/`,
  },
  { files: "docs/guides/*.md", section: "guides", group: "", path: (file) => `/guides/${name(file)}/` },
  { files: "README.md", section: "toolkit", group: "", path: () => "/toolkit/", label: () => "Overview" },
  { files: "spec/open-decisions.md", section: "guides", group: "", path: () => "/guides/open-decisions/" },
  {
    files: "spec/README.md",
    section: "toolkit",
    group: "contributing",
    path: () => "/toolkit/description/",
    label: () => "The API description",
  },
  { files: "spec/extensions.md", section: "toolkit", group: "contributing", path: () => "/toolkit/extensions/" },
  { files: "spec/workflows/README.md", section: "toolkit", group: "contributing", path: () => "/toolkit/workflows/" },
  {
    files: "CONTRIBUTING.md",
    section: "toolkit",
    group: "contributing",
    path: () => "/toolkit/contributing/",
    label: () => "Change the toolkit",
  },
  { files: "docs/words.md", section: "toolkit", group: "contributing", path: () => "/toolkit/words/" },
  {
    files: "SECURITY.md",
    section: "toolkit",
    group: "security",
    path: () => "/toolkit/reporting/",
    label: () => "Report a vulnerability",
  },
  { files: "docs/security.md", section: "toolkit", group: "security", path: () => "/toolkit/security/" },
  {
    files: "generators/README.md",
    section: "toolkit",
    group: "",
    path: () => "/toolkit/waybill/",
    label: () => "Concepts",
  },
  {
    files: "packages/*/*/README.md",
    section: "toolkit",
    group: "packages",
    path: (file) => `/toolkit/${folderOf(file)}/`,
    label: folderOf,
  },
  {
    files: "docs/errors/README.md",
    section: "toolkit",
    group: "diagnostics",
    path: () => "/errors/",
    label: () => "All diagnostics",
  },
  {
    files: "docs/errors/*.md",
    section: "toolkit",
    group: "diagnostics",
    path: (file) => `/errors/${name(file)}/`,
    describedBy: "Why",
  },
  {
    files: "docs/decisions/README.md",
    section: "toolkit",
    group: "decisions",
    path: () => "/decisions/",
    label: () => "All decisions",
  },
  {
    files: "docs/decisions/*.md",
    section: "toolkit",
    group: "decisions",
    path: (file) => `/decisions/${name(file)}/`,
    label: (file, title) => `${number(file)} ${title.replace(/^\d+[:.]?\s*/, "")}`,
    describedBy: "title",
  },
  {
    files: "docs/targets/README.md",
    section: "toolkit",
    group: "targets",
    path: () => "/toolkit/targets/",
    label: () => "All targets",
  },
  {
    files: "docs/targets/*.md",
    section: "toolkit",
    group: "targets",
    path: (file) => `/toolkit/targets/${name(file)}/`,
  },
  {
    files: "docs/{plugins,model}.md",
    section: "toolkit",
    group: "plugins",
    path: (file) => `/toolkit/${name(file)}/`,
    label: (file, title) => (name(file) === "model" ? "Reference of the model" : title),
  },
  {
    files: "docs/{diff,editors,mock-server,upgrading}.md",
    section: "toolkit",
    group: "guides",
    path: (file) => `/toolkit/${name(file)}/`,
  },
  {
    files: "docs/{cli,configuration,json-schema,options}.md",
    section: "toolkit",
    group: "reference",
    path: (file) => `/toolkit/${name(file)}/`,
  },
  { files: "docs/*.md", section: "toolkit", group: "evidence", path: (file) => `/toolkit/${name(file)}/` },
];

/** For those who change this repository, not for those who use what is in it. */
const unpublished: ReadonlySet<string> = new Set(["docs/README.md"]);

export function readPages(root: string): Page[] {
  const seen = new Set<string>(unpublished);
  return folders.flatMap((folder) =>
    globSync(folder.files, { cwd: root })
      .map((file) => file.replaceAll("\\", "/"))
      .sort()
      .filter((file) => !seen.has(file) && seen.add(file))
      .map((file) => pageOf(readFileSync(path.join(root, file), "utf8"), file, folder)),
  );
}

function pageOf(text: string, file: string, folder: Folder): Page {
  const { data, body } = splitFrontMatter(text);
  const heading = /^\s*(?:<!--[\s\S]*?-->\s*)?# (.+)\n/.exec(body);
  const title = textField(data, "title") ?? heading?.[1]?.replaceAll("`", "");
  if (title === undefined) throw new Error(`${file} has no title: give it a front matter with "title", or a "# " line`);
  const rest = heading === null ? body : body.slice(heading[0].length);
  const order = data["order"];
  return {
    file,
    path: folder.path(file),
    section: folder.section,
    group: folder.group,
    order: typeof order === "number" ? order : folder.path(file).split("/").length > 3 ? 1000 : 0,
    title,
    label: folder.label?.(file, title) ?? title,
    description: textField(data, "description") ?? describedBy(folder, title) ?? firstSentence(rest, folder),
    lead: textField(data, "description") !== undefined,
    body: rest.replace(/^<!--[\s\S]*?-->\n/, "").trimStart(),
  };
}

/** A Markdown file -> its YAML front matter and what follows it. */
export function splitFrontMatter(text: string): { data: Record<string, unknown>; body: string } {
  const found = /^---\n([\s\S]*?)\n---\n/.exec(text);
  if (found === null) return { data: {}, body: text };
  const parsed: unknown = parse(found[1] ?? "");
  const data = typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  return { data: Object.fromEntries(Object.entries(data)), body: text.slice(found[0].length) };
}

function textField(data: Record<string, unknown>, key: string): string | undefined {
  const value = data[key];
  return typeof value === "string" ? value : undefined;
}

/** `0031: Diff compares` -> `Decision 0031: Diff compares.` */
function describedBy(folder: Folder, title: string): string | undefined {
  return folder.describedBy === "title" ? `Decision ${title.replace(/^(\d+):? /, "$1: ")}.` : undefined;
}

/** The first sentence of the first paragraph, as plain text. */
function firstSentence(markdown: string, folder: Folder): string {
  const { describedBy } = folder;
  const start = describedBy === undefined ? -1 : markdown.indexOf(`\n## ${describedBy}\n`);
  const paragraph = markdown
    .slice(Math.max(start, 0))
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "")
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .find((block) => /^[A-Za-z`*[]/.test(block));
  const plain = (paragraph ?? "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ");
  // "A target for waybill: …" says nothing yet at its colon.
  return (/^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/:$/, ".");
}
