// Files of callers -> their texts in the last commit, where those are others.
import { History } from "./base/history.ts";
import type { UpgradeInput } from "./caller-project.ts";

/** Each file is looked up once. `null` for one that the commit does not have. */
export function committedTexts(root: string): UpgradeInput["committed"] {
  const history = History.around(root);
  const known = new Set<string>();
  const texts = new Map<string, string | null>();
  return (files) => {
    const changed = history?.changedAmong(files.filter((file) => !known.has(file))) ?? [];
    const found = changed.length === 0 ? undefined : history?.textsIn("HEAD", changed);
    for (const file of changed) texts.set(file, found?.get(file) ?? null);
    for (const file of files) known.add(file);
    return new Map(files.flatMap((file) => (texts.has(file) ? [[file, texts.get(file) ?? null] as const] : [])));
  };
}
