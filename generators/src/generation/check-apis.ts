// Stage 3: the checks of `generate`, on every API that was read.
import { runChecks } from "../checks/checks.ts";
import type { Report } from "../diagnostics/index.ts";
import type { ReadApis } from "./read-apis.ts";

export async function checkApis({ apis }: ReadApis, report: Report): Promise<void> {
  for (const api of apis) await runChecks(api, report.tolerating(api.files.tolerate), "generate");
}
