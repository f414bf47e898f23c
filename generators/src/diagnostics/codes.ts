// The one table of codes. Every diagnostic is created from one of its rows.
import type { Table } from "./code.ts";
import { type ApiArgs, apiCodes } from "./codes-api.ts";
import { type OutputArgs, outputCodes } from "./codes-output.ts";
import { type OverlayArgs, overlayCodes } from "./codes-overlay.ts";
import { type SchemaArgs, schemaCodes } from "./codes-schema.ts";
import { type SourceArgs, sourceCodes } from "./codes-source.ts";

/** The arguments the wording of each code needs. */
export interface CodeArgs extends SourceArgs, SchemaArgs, ApiArgs, OverlayArgs, OutputArgs {}

export type Code = keyof CodeArgs;

export const codes: Table<CodeArgs> = {
  ...sourceCodes,
  ...schemaCodes,
  ...apiCodes,
  ...overlayCodes,
  ...outputCodes,
};
