// What the site's pages say -> a Markdown twin for each: `/guides/webhooks.md` beside `/guides/webhooks/`.

/** A page as machines see it. */
export interface Twin {
  /** Of the page, without the base: `/guides/webhooks/` */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Without title and description. */
  readonly body: string;
  readonly kind: "guide" | "reference" | "toolkit" | "description" | "other";
}

/** `/guides/webhooks/` -> `/guides/webhooks.md`, `/` -> `/index.md` */
export function twinPath(path: string): string {
  return path === "/" ? "/index.md" : `${path.replace(/\/$/, "")}.md`;
}

export function printTwin({ title, description, body }: Twin): string {
  const lead = description === "" ? "" : `> ${description}\n\n`;
  // Where the body has a title already, it has all of it.
  const text = body.trimEnd();
  return text.startsWith("# ") ? `${text}\n` : `# ${title}\n\n${lead}${text}\n`;
}

/** Inside `markdown`, links between pages -> links between their twins, so that a reader of one can go on. */
export function linkedTwin(markdown: string, { base, paths }: { base: string; paths: ReadonlySet<string> }): string {
  return markdown.replaceAll(/(\]\(|^\[[^\]]+\]: )(\/[^)\s#]*)/gm, (_whole, before: string, path: string) => {
    const target = paths.has(path) ? twinPath(path) : path;
    return `${before}${base}${target.slice(1)}`;
  });
}
