// An invalid manifest -> a diagnostic: place, reason, and how to restore it. An unchanged run, which has no need of it, loads no parser.
import path from "node:path";
import type { Place, Report } from "../../diagnostics/index.ts";
import { mergeMarkIn } from "../../source/fault.ts";
import { parseText } from "../../source/parse.ts";
import type { ManifestFile } from "./manifest.ts";

type Damaged = ManifestFile & { readonly kind: "damaged" };

interface Rewriting {
  readonly root: string;
  /** The name of its file. */
  readonly name: string;
  /** The command that generates. */
  readonly rebuild: string;
  /** Whether this run writes the manifest again, as `--force` asks: it needs no other then. */
  readonly isReplaced: boolean;
}

export function reportDamaged(
  damagedManifest: Damaged,
  { root, name, rebuild, isReplaced }: Rewriting,
  report: Report,
): void {
  const file = path.join(root, name);
  const { offset, detail, advice } = damageIn(damagedManifest, rebuild);
  const { text } = damagedManifest;
  const document = text === null ? null : ({ path: file, name, format: "json", text, value: undefined } as const);
  const place: Place = document === null ? { kind: "file", path: file } : { kind: "offset", document, offset };
  if (isReplaced) {
    const replaced = { file: name, detail, advice: "--force writes it again" };
    report.add("invalid-manifest", place, replaced, { severity: "warning" });
  } else report.add("invalid-manifest", place, { file: name, detail, advice });
}

interface Damage {
  readonly offset: number;
  readonly detail: string;
  readonly advice: string;
}

function damageIn({ text, detail }: Damaged, rebuild: string): Damage {
  const again = "run waybill generate --force, which writes it again";
  if (text === null) {
    const advice = "make it and its parent folders readable and writable for the current user";
    return { offset: 0, detail: wordsOf(detail), advice };
  }
  const conflict = mergeMarkIn(text);
  if (conflict !== null) {
    const advice = `keep either side, then run ${rebuild}; if it reports hand edits that come from the merge, ${again}`;
    return { offset: conflict, detail: "it contains merge conflict markers", advice };
  }
  const parsed = parseText(text, "json");
  const fault = parsed.ok || "duplicates" in parsed ? { offset: 0, detail } : parsed;
  return { offset: fault.offset, detail: fault.detail, advice: `restore it from version control, or ${again}` };
}

function wordsOf(detail: string): string {
  if (detail.startsWith("EACCES") || detail.startsWith("EPERM")) return "permission denied";
  return detail.startsWith("EISDIR") ? "it is a folder" : detail;
}
