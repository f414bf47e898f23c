// An invalid manifest -> a diagnostic: the place, the reason, and how to restore it.
import path from "node:path";
import type { Place, Report } from "../../diagnostics/index.ts";
import { mergeMarkIn } from "../../source/merge-conflict.ts";
import { parseText } from "../../source/parse.ts";
import { type ManifestFile, manifestName } from "./manifest.ts";

type Damaged = ManifestFile & { readonly kind: "damaged" };

/** `rebuild`: the command that generates. */
export function reportDamaged({ text, detail }: Damaged, root: string, rebuild: string, report: Report): void {
  const file = path.join(root, manifestName);
  const again = `run waybill generate --force, which writes it again`;
  if (text === null) {
    const advice = "make it and its parent folders readable and writable for the current user";
    report.add(
      "invalid-manifest",
      { kind: "file", path: file },
      { file: manifestName, detail: wordsOf(detail), advice },
    );
    return;
  }
  const place = (offset: number): Place => {
    const document = { path: file, name: manifestName, format: "json", text, value: undefined } as const;
    return { kind: "offset", document, offset };
  };
  const conflict = mergeMarkIn(text);
  if (conflict !== null) {
    const advice = `keep either side, then run ${rebuild}; should it name hand edits that are the merge's, ${again}`;
    const args = { file: manifestName, detail: "it contains merge conflict markers", advice };
    report.add("invalid-manifest", place(conflict), args);
    return;
  }
  const parsed = parseText(text, "json");
  const fault = parsed.ok || "duplicates" in parsed ? null : parsed;
  const args = {
    file: manifestName,
    detail: fault?.detail ?? detail,
    advice: `restore it from version control, or ${again}`,
  };
  report.add("invalid-manifest", place(fault?.offset ?? 0), args);
}

function wordsOf(detail: string): string {
  if (detail.startsWith("EACCES") || detail.startsWith("EPERM")) return "permission denied";
  return detail.startsWith("EISDIR") ? "it is a folder" : detail;
}
