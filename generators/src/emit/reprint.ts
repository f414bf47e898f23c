// A file that the last run may have printed from the same -> its text, and what has to be known about it.
import { type FileSpec, type GeneratedFile, type PrintContext, printFiles } from "./file.ts";
import { noReuse } from "./reuse.ts";

/** A file that an earlier run may have printed. */
export interface Reprintable {
  /** Among all of a run. */
  readonly name: string;
  /** `use` is told each word that whoever prints the file has to know afterwards, such as the helpers that it calls. */
  readonly make: (use: (word: string) => void) => FileSpec;
}

export interface Reprinted {
  /** None when it has nothing to declare. */
  readonly files: readonly GeneratedFile[];
  readonly words: readonly string[];
}

/** The file as the last run printed it, where that is known to have been from the same; else as `printFiles` has it. */
export function reprinted({ name, make }: Reprintable, context: PrintContext): Reprinted {
  const { reuse = noReuse } = context;
  const [words = "", ...texts] = reuse.texts(name, () => {
    const used = new Set<string>();
    const printed = printFiles([make((word) => void used.add(word))], context);
    return [[...used].join(" "), ...printed.flatMap(textsOfFile)];
  });
  return { files: filesOfTexts(texts), words: words.split(" ") };
}

function textsOfFile({ target, path, text, divided }: GeneratedFile): string[] {
  return [target, path, text, ...(divided === undefined ? [] : [divided.script, divided.types])];
}

function filesOfTexts([target, path, text, script, types]: readonly string[]): GeneratedFile[] {
  if (target === undefined || path === undefined || text === undefined) return [];
  return [
    { target, path, text, ...(script === undefined || types === undefined ? {} : { divided: { script, types } }) },
  ];
}
