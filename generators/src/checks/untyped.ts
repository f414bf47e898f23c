// Schemas with `properties` or `items` and no `type`: by JSON Schema they accept strings, numbers and everything else too, which authors
// seldom mean. The option `untyped` decides which of the two they are.
import { keyOf, type Report } from "../diagnostics/index.ts";
import { coversEveryType } from "../model/analysis/json-types.ts";
import { untypedSchemasIn } from "../model/analysis/untyped-schemas.ts";
import type { Api } from "../model/api.ts";
import { schemasOf } from "../model/finish/used-schemas.ts";
import type { Schema } from "../model/schema.ts";
import { childrenOf } from "../model/walk.ts";
import { impliedTypeOf } from "../read/jsonschema/index.ts";
import { Node } from "../source/index.ts";

/** `isAssumed`: whether schemas without a type have one although no option states it. */
export function checkUntyped(api: Api, report: Report, isAssumed: boolean): void {
  for (const { at } of untypedSchemasIn(api)) reportUntyped(at, report, false);
  if (!isAssumed) return;
  for (const { schema } of api.schemas) reportAssumed(schema, report);
  for (const schema of schemasOf(api)) reportAssumed(schema, report);
}

function reportAssumed(schema: Schema, report: Report): void {
  if (schema.kind === "object" || schema.kind === "array") reportUntyped(schema.at, report, true);
  // The schema of each type is at the same place.
  const isUntyped = schema.kind === "union" && coversEveryType(schema);
  for (const child of isUntyped ? schema.members.flatMap(childrenOf) : childrenOf(schema)) reportAssumed(child, report);
}

function reportUntyped(at: Schema["at"], report: Report, isAssumed: boolean): void {
  if (!(at instanceof Node)) return;
  const implied = impliedTypeOf(at);
  const field = implied === null ? undefined : at.get(implied.keyword);
  if (implied === null || field === undefined) return;
  report.add("no-type", keyOf(field), { keyword: implied.keyword, type: implied.type, isAssumed });
}
