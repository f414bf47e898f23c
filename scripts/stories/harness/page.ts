// A guide, as Markdown -> the steps of its reader: commands by terminal, files, printed output; and whether what was printed is what it shows: ids
// differ from run to run, and an ellipsis matches anything.

export type Step =
  | { readonly kind: "run"; readonly terminal: string; readonly text: string }
  | { readonly kind: "prints"; readonly terminal: string; readonly text: string }
  | { readonly kind: "file"; readonly name: string; readonly text: string };

/** A block of code as a reader sees it: its title, and what its copy button copies. */
export interface Block {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

/** `Terminal 2` is typed there, `Terminal 2 prints` is seen there, any other title is the name of a file to save. */
export function stepsOf(blocks: readonly Block[]): Step[] {
  return blocks.map(({ language, title, text }): Step => {
    const [, terminal, prints] = /^(Terminal \d+)( prints)?$/.exec(title) ?? [];
    if (terminal === undefined) return { kind: "file", name: fileNameOf(title, text), text };
    if (prints !== undefined) return { kind: "prints", terminal, text };
    if (language !== "sh")
      throw new Error(`the block titled ${title} is ${language}: what is typed there has to be sh`);
    return { kind: "run", terminal, text };
  });
}

/** Nothing else may be in the page: a block without a title would be a step that is never run. */
function fileNameOf(title: string, text: string): string {
  if (/^[\w-]+\.\w+$/.test(title)) return title;
  throw new Error(
    `a block is titled ${JSON.stringify(title)}, which is neither a terminal nor a file: ${text.slice(0, 60)}`,
  );
}

/** Fences as in ```` ```sh title="Terminal 1" ````. */
export function blocksOfMarkdown(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*)(.*)\n([\s\S]*?)^```$/gm)].map(([, language = "", info = "", text = ""]) => ({
    language,
    title: /title="([^"]*)"/.exec(info)?.[1] ?? "",
    text,
  }));
}

/** Whether all of `expected` is in `printed`, in one piece. */
export function isPrinted(expected: string, printed: string): boolean {
  return new RegExp(patternOf(expected.trim())).test(printed);
}

function patternOf(expected: string): string {
  return expected
    .split(/(\b[a-z]{2,4}_[0-9A-Z]{26}\b|…)/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      return part === "…" ? ".*" : `${part.slice(0, part.indexOf("_"))}_[0-9A-Z]{26}`;
    })
    .join("");
}
