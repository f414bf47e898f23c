// Paths of descriptions -> an API model that later code can rely on: what is read passes these checks in every command.

import { bounded, Report } from "../diagnostics/index.ts";
import { checkFormats } from "../read/jsonschema/index.ts";
import { checkBodies } from "../read/openapi/check-bodies.ts";
import { checkRequests } from "../read/openapi/paths.ts";
import { type DraftModel, type ReadOptions, type ReadResult, readDraft } from "../read/read-api.ts";
import { checkCounts } from "./counts.ts";
import { checkCycles } from "./cycles.ts";
import { checkRestated } from "./restated-schemas.ts";

export function readApi(options: ReadOptions, report: Report = new Report()): ReadResult {
  const { draft, document, api, inputs, paths } = readDraft(options, report);
  const checked = bounded({ report, document, purpose: "to be read" }, () => {
    if (draft !== null) for (const check of Object.values(modelChecks)) check(draft);
    return api;
  });
  return { api: checked, inputs, paths };
}

/** In order: checks that follow references come after the check for cycles. */
const modelChecks: Readonly<Record<string, (model: DraftModel) => void>> = {
  cycles: ({ schemas, reading }) => checkCycles(schemas, reading.report, reading.sources.limits),
  counts: (model) => checkCounts(model.reading, model),
  "restated schemas": ({ registry, http, messaging, schemas, reading }) => {
    if (registry.hasUnevaluated) checkRestated({ http, messaging, schemas }, reading.report, reading.sources.limits);
  },
  bodies: ({ reading, operations }) => checkBodies(reading, operations),
  requests: ({ reading, http }) => checkRequests(reading, http?.operations ?? []),
  formats: ({ registry, reading }) => checkFormats(registry, reading.report),
};
