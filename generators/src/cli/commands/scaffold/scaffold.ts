// `waybill scaffold`: an API and a folder -> handlers to start from; in a folder that has some, what is missing.
import path from "node:path";
import { Report } from "../../../diagnostics/index.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import type { Project } from "../../../run/config/project.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { applyChanges } from "../../../run/output/apply-changes.ts";
import { planScaffold, type ScaffoldPlan } from "../../../scaffold/scaffold.ts";
import type { ExitCode, Terminal } from "../../terminal/terminal.ts";
import { formatOf, rejectUsage } from "../../terminal/usage.ts";
import { printScaffold, type Scaffolded } from "./printed.ts";
import { reportPlan, reportUnreadable } from "./problems.ts";
import { readApi } from "./read-api.ts";
import { selectServer } from "./selected.ts";
import { readCode } from "./user-code.ts";

export async function scaffold(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const selected = await selectServer(args, terminal);
  if (!selected.ok) return rejectUsage(selected.problems, terminal, format.value === "json");
  const { project, folder } = selected.value;
  const report = new Report();
  const printing = {
    format: format.value,
    terminal,
    verbose: args.has("verbose"),
    isDry: args.has("dry-run"),
    selected: selected.value,
  };
  const end = (done: Scaffolded): ExitCode => {
    printScaffold(done, report, printing);
    return report.hasErrors ? 1 : 0;
  };
  const settings = await readApi(selected.value, report, terminal);
  if (settings === null) return end(nothing);
  const code = readCode(folder, generatedIn(project));
  reportUnreadable(code, selected.value, report);
  if (report.hasErrors) return end(nothing);
  const { ts: compiler } = await import("ts-morph");
  const plan = planScaffold(settings, code.texts, compiler);
  reportPlan(plan, code, selected.value, report);
  if (plan.kind !== "planned" || report.hasErrors) return end(nothing);
  if (!printing.isDry) writeAll(folder, plan, report, terminal);
  return end({ plan, settings });
}

const nothing: Scaffolded = { plan: null, settings: null };

/** The folders of generated code, absolute. */
function generatedIn({ root, apis }: Project): string[] {
  return apis.flatMap(({ places }) => places.map(({ out }) => path.join(root, out)));
}

function writeAll(
  folder: string,
  { changes }: ScaffoldPlan & { readonly kind: "planned" },
  report: Report,
  { cwd }: Terminal,
): void {
  if (changes.length === 0) return;
  const failure = applyChanges(folder, changes);
  if (failure === null) return;
  const file = path.join(folder, failure.path);
  report.add("unwritable-file", { kind: "file", path: file }, { file: pathFrom(cwd, file), reason: failure.reason });
}
