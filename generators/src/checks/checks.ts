// The checks of a description after it was read, in order, with the commands that run each. `generate` includes `check`.
// The checks that are part of every read are in model-checks.ts.
import type { Report } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { checkFilters, checkPagination } from "./configured.ts";
import { checkDates } from "./dates.ts";
import { checkExamples, checkSerialized } from "./examples.ts";
import { checkPatterns } from "./patterns.ts";
import type { CheckMode, ReadApi, ReadFiles } from "./read-api.ts";
import { checkSamples, checkSendable } from "./requests.ts";
import { checkPayloads, checkRequired, checkUntyped } from "./schemas.ts";
import { checkTeamRules } from "./team-rules.ts";
import { WalkedDocuments } from "./walked-documents.ts";

export interface Check {
  readonly modes: readonly CheckMode[];
  readonly run: (api: ReadApi, report: Report, mode: CheckMode) => void | Promise<void>;
}

const always: readonly CheckMode[] = ["generate", "lint", "edit"];

/** `diff` and `conform` only need the checks of the model, and none of these. */
const checks: Readonly<Record<string, Check>> = {
  filters: { modes: always, run: checkFilters },
  pagination: { modes: always, run: checkPagination },
  // No generated type depends on an example, so `generate` warns where `lint` fails.
  examples: {
    modes: always,
    run: (read, report, mode) =>
      checkExamples(judged(read, mode), report, { exampleSeverity: mode === "generate" ? "warning" : "error" }),
  },
  "serialized examples": { modes: always, run: (read, report, mode) => checkSerialized(judged(read, mode), report) },
  payloads: { modes: always, run: (read, report, mode) => checkPayloads(judged(read, mode), report) },
  required: { modes: always, run: (read, report, mode) => checkRequired(judged(read, mode), report) },
  untyped: {
    modes: always,
    run: (read, report, mode) => checkUntyped(judged(read, mode), report, read.options.untyped === null),
  },
  dates: {
    modes: always,
    run: (read, report, mode) => {
      if (read.options.dates === "date") checkDates(judged(read, mode), report);
    },
  },
  patterns: { modes: always, run: (read, report, mode) => checkPatterns(judged(read, mode), report) },
  "team rules": { modes: always, run: (read, report, mode) => checkTeamRules(read, judged(read, mode), report) },
  samples: { modes: always, run: checkSamples },
  sendable: { modes: always, run: checkSendable },
  "across documents": { modes: ["lint", "edit"], run: ({ files }, report) => checkAcross(files, report) },
  "official schemas": { modes: ["lint"], run: checkAgainstStandards },
};

/** `generate` checks the part that it generates from, the others the whole description. Neither has forms that only types use. */
function judged({ whole, api }: ReadApi, mode: CheckMode): Api {
  const chosen = mode === "generate" ? api : whole;
  return { ...chosen, schemas: chosen.schemas.filter(({ isOutput }) => isOutput !== true) };
}

/** Stage 3 of a run: every check of a mode, on every API that was read. */
export async function checkApis(apis: readonly ReadApi[], report: Report, mode: CheckMode): Promise<void> {
  await runChecks(apis, report, { mode, wanted: ({ modes }) => modes.includes(mode) });
}

/** What `lint` checks and `edit` does not. */
export async function checkRest(apis: readonly ReadApi[], report: Report): Promise<void> {
  await runChecks(apis, report, {
    mode: "lint",
    wanted: ({ modes }) => modes.includes("lint") && !modes.includes("edit"),
  });
}

interface Selected {
  readonly mode: CheckMode;
  readonly wanted: (check: Check) => boolean;
}

async function runChecks(apis: readonly ReadApi[], report: Report, { mode, wanted }: Selected): Promise<void> {
  const selected = Object.values(checks).filter(wanted);
  for (const api of apis) for (const { run } of selected) await run(api, report.forApi(api.scope), mode);
}

/** The official schemas report one wrong word as errors of everything around it: they run only on documents that the readers accepted. */
async function checkAgainstStandards({ files, understood }: ReadApi, report: Report): Promise<void> {
  if (!understood) return;
  const { checkOfficially } = await import("./official.ts");
  await checkOfficially(files, report);
}

/** The documents of an API have one version. The reader checks that a name means one schema: generated code depends on that. */
function checkAcross({ openapi, asyncapi, base, inputs, map }: ReadFiles, report: Report): void {
  const documents = new WalkedDocuments(base, inputs, map);
  const versionOf = (file: string | null) =>
    file === null ? undefined : documents.at(file)?.get("info")?.get("version");
  const [openapiVersion, other] = [versionOf(openapi), versionOf(asyncapi)];
  if (openapiVersion === undefined || other === undefined || openapiVersion.value === other.value) return;
  if (typeof openapiVersion.value !== "string" || typeof other.value !== "string") return;
  const related = [
    { message: "the version of the OpenAPI document", place: { kind: "value", location: openapiVersion } as const },
  ];
  report.add("different-versions", other, { openapi: openapiVersion.value, asyncapi: other.value }, { related });
}
