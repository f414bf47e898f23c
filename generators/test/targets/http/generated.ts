// This product's own description -> its generated types, validators, server and client, on disk for as long as a test runs.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import type { TargetName } from "../../../src/targets/built-in-targets.ts";
import { contextOf, emitAll, temporaryDirectory } from "../../scenarios/generation.ts";

export const openapiPath: string = path.join(import.meta.dirname, "../../../../spec/openapi.yaml");

export interface GeneratedFolder {
  readonly directory: string;
  readonly dispose: () => void;
}

/** The output of the targets and of those they need; throws when the description has problems. */
export async function generateOwn(targets: readonly TargetName[]): Promise<GeneratedFolder> {
  const report = new Report();
  const { api } = readApi({ cwd: path.dirname(openapiPath), openapi: "openapi.yaml" }, report);
  if (api === null || report.hasErrors) throw new Error(report.list().map(textOf).join("\n\n"));
  const folder = temporaryDirectory();
  for (const file of await emitAll(api, targets, contextOf(openapiPath))) {
    const place = path.join(folder.directory, file.target, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.text);
  }
  return folder;
}
