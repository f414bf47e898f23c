// A file that no configuration names -> the API that it describes.
import path from "node:path";
import { codesOf } from "../diagnostics/tolerance.ts";
import { apiOptionsOf } from "../model/api-options.ts";
import { unconfigured } from "../run/config/description-files.ts";
import { noRules } from "../run/config/reading-rules.ts";
import type { DescribedApi } from "./described.ts";

/** An entry document that no configuration names. */
export function ownApi(file: string, kind: "openapi" | "asyncapi"): DescribedApi {
  const named = { openapi: null, asyncapi: null, [kind]: file };
  const rules = { ...noRules, workingFolder: path.dirname(file) };
  const reading = {
    rules,
    tolerate: codesOf([]),
    lenient: "nowhere",
    options: apiOptionsOf({}),
    overlays: [],
  } as const;
  return { files: { ...unconfigured, ...reading, ...named }, base: null };
}
