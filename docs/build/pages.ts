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
    | "running"
    | "code"
    | "setup"
    | "commands"
    | "reference"
    | "targets"
    | "plugins"
    | "packages"
    | "evidence"
    | "security"
    | "contributing"
    | "releases"
    | "diagnostics"
    | "decisions";
  readonly order: number;
  readonly title: string;
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
  /** The section whose first sentence describes the page, or its title does; else the first sentence of all. */
  readonly describedBy?: string;
}

const name = (file: string): string => path.posix.basename(file, ".md").toLowerCase();
const folderOf = (file: string): string => path.posix.basename(path.posix.dirname(file));

/** The first row that a file fits counts. */
const folders: readonly Folder[] = [
  { files: "docs/guides/README.md", section: "guides", group: "", path: () => "/guides/" },
  { files: "docs/guides/toolkit.md", section: "toolkit", group: "", path: () => "/toolkit/" },
  // For those who have a description of their own.
  {
    files: "docs/guides/{which-generator,glossary}.md",
    section: "toolkit",
    group: "",
    path: (file) => `/guides/${name(file)}/`,
  },
  {
    files: "docs/guides/toolkit-versions.md",
    section: "toolkit",
    group: "releases",
    path: (file) => `/guides/${name(file)}/`,
  },
  {
    files: "docs/guides/{adapters,client,docs-for-your-api,frameworks,handlers,sdk,testing,webhooks-for-your-api}.md",
    section: "toolkit",
    group: "code",
    path: (file) => `/guides/${name(file)}/`,
  },
  {
    files: "docs/guides/{ci,migrating,monorepo,next,react}.md",
    section: "toolkit",
    group: "setup",
    path: (file) => `/guides/${name(file)}/`,
  },
  {
    files: "docs/guides/{portal,running}.md",
    section: "guides",
    group: "running",
    path: (file) => `/guides/${name(file)}/`,
  },
  { files: "spec/open-decisions.md", section: "guides", group: "running", path: () => "/guides/open-decisions/" },
  { files: "docs/guides/*.md", section: "guides", group: "", path: (file) => `/guides/${name(file)}/` },
  { files: "spec/README.md", section: "toolkit", group: "contributing", path: () => "/toolkit/description/" },
  { files: "spec/extensions.md", section: "toolkit", group: "contributing", path: () => "/toolkit/extensions/" },
  { files: "spec/workflows/README.md", section: "toolkit", group: "contributing", path: () => "/toolkit/workflows/" },
  { files: "CONTRIBUTING.md", section: "toolkit", group: "contributing", path: () => "/toolkit/contributing/" },
  { files: "docs/words.md", section: "toolkit", group: "contributing", path: () => "/toolkit/words/" },
  { files: "SECURITY.md", section: "toolkit", group: "security", path: () => "/toolkit/reporting/" },
  { files: "docs/security.md", section: "toolkit", group: "security", path: () => "/toolkit/security/" },
  { files: "generators/README.md", section: "toolkit", group: "packages", path: () => "/toolkit/waybill/" },
  {
    files: "packages/waybill/*/README.md",
    section: "toolkit",
    group: "packages",
    path: (file) => `/toolkit/${folderOf(file)}/`,
  },
  {
    files: "packages/fulfillment/*/README.md",
    section: "guides",
    group: "packages",
    path: (file) => `/toolkit/${folderOf(file)}/`,
  },
  { files: "docs/errors/README.md", section: "toolkit", group: "reference", path: () => "/errors/" },
  {
    files: "docs/errors/*.md",
    section: "toolkit",
    group: "diagnostics",
    path: (file) => `/errors/${name(file)}/`,
    describedBy: "Why",
  },
  { files: "docs/decisions/README.md", section: "toolkit", group: "contributing", path: () => "/decisions/" },
  {
    files: "docs/decisions/*.md",
    section: "toolkit",
    group: "decisions",
    path: (file) => `/decisions/${name(file)}/`,
    describedBy: "title",
  },
  { files: "docs/targets/README.md", section: "toolkit", group: "targets", path: () => "/toolkit/targets/" },
  {
    files: "docs/targets/*.md",
    section: "toolkit",
    group: "targets",
    path: (file) => `/toolkit/targets/${name(file)}/`,
  },
  { files: "docs/{plugins,model}.md", section: "toolkit", group: "plugins", path: (file) => `/toolkit/${name(file)}/` },
  {
    files: "docs/{diff,editors,lint,mock-server,upgrading}.md",
    section: "toolkit",
    group: "commands",
    path: (file) => `/toolkit/${name(file)}/`,
  },
  {
    files: "docs/{cli,configuration,http,json-schema,openapi-3.2,options}.md",
    section: "toolkit",
    group: "reference",
    path: (file) => `/toolkit/${name(file)}/`,
  },
  { files: "docs/*.md", section: "toolkit", group: "evidence", path: (file) => `/toolkit/${name(file)}/` },
];

/** For those who change this repository, not for those who use what is in it. */
const unpublished: ReadonlySet<string> = new Set(["README.md", "docs/README.md"]);

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
    order: typeof order === "number" ? order : 1000,
    title,
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
