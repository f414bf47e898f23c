// What a plan could not do -> diagnostics at the places in the user's files.
import { readdirSync } from "node:fs";
import path from "node:path";
import type { Place, Report } from "../../../diagnostics/index.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import { withoutExtension } from "../../../scaffold/modules.ts";
import type { ScaffoldNote, ScaffoldPlan } from "../../../scaffold/scaffold.ts";
import type { SelectedServer } from "./selected.ts";
import type { UserCode } from "./user-code.ts";

type Where = Pick<SelectedServer, "folder" | "project">;

export function reportUnreadable({ unreadable }: UserCode, { folder, project }: Where, report: Report): void {
  for (const file of unreadable) {
    const place = { kind: "file", path: path.join(folder, file) } as const;
    report.add("handler-file-syntax", place, { file: shown(file, { folder, project }), reason: "it is not UTF-8" });
  }
}

export function reportPlan(plan: ScaffoldPlan, { texts }: UserCode, where: Where, report: Report): void {
  const placeIn = (file: string, offset: number): Place => {
    const absolute = path.join(where.folder, file).replaceAll("\\", "/");
    const text = texts.get(file) ?? "";
    const document = { path: absolute, name: shown(file, where), format: "text", text, value: text } as const;
    return { kind: "offset", document, offset };
  };
  switch (plan.kind) {
    case "syntax":
      for (const { path: file, offset, message } of plan.problems)
        report.add("handler-file-syntax", placeIn(file, offset), { file: shown(file, where), reason: message });
      return;
    case "no-table": {
      const folder = pathFrom(where.project.base, where.folder) || "this folder";
      const files = plan.inTheWay.map((file) => shown(file, where));
      report.add("handlers-not-found", { kind: "none" }, { folder, files });
      return;
    }
    case "planned":
      for (const note of plan.notes) reportNote(note, placeIn(note.path, note.offset), where, report);
  }
}

function reportNote(
  { kind, operations, text, file = "" }: ScaffoldNote,
  place: Place,
  where: Where,
  report: Report,
): void {
  switch (kind) {
    case "unclear":
      report.add("unclear-handlers", place, { text, operations });
      return;
    case "other":
      report.add("other-handlers", place, { operations, file: shown(file, where) });
      return;
    case "gone":
      for (const operation of operations) report.add("handler-gone", place, { operation });
      return;
    case "broken": {
      // What is no code of the folder may be there: a declaration, JSON, a link.
      if (text === "" && isThere(path.join(where.folder, file))) return;
      const reason = text === "" ? `there is no ${shown(file, where)}` : `${shown(file, where)} exports no ${text}`;
      for (const operation of operations) report.add("handler-not-exported", place, { operation, reason });
    }
  }
}

/** Whether a specifier resolves to something on disk: a file with any extension, or a folder. */
function isThere(specified: string): boolean {
  const name = path.basename(withoutExtension(specified));
  try {
    return readdirSync(path.dirname(specified)).some((one) => one === name || one.startsWith(`${name}.`));
  } catch {
    return false;
  }
}

function shown(file: string, { folder, project }: Where): string {
  return pathFrom(project.base, path.join(folder, file));
}
