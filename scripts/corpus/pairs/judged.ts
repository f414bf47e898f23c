// Pairs of schemas -> whether each breaks who sends or receives its values, by Ajv and by `waybill diff`.
import type { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import type { Change } from "../../../generators/src/diff/change.ts";
import { Findings } from "../../../generators/src/diff/findings.ts";
import type { Schema } from "../../../generators/src/model/schema.ts";
import { readFiles } from "../../../generators/test/source/memory-files.ts";
import { valueFor } from "../../../generators/test/targets/zod/arbitrary.ts";
import { ajvOf, type JsonSchema } from "../../../generators/test/targets/zod/judges.ts";
import { mutationsOf } from "../../../generators/test/targets/zod/mutation.ts";
import type { SchemaPair } from "./schemas.ts";

export type Direction = "request" | "response";

export interface Judged {
  readonly pair: SchemaPair;
  readonly direction: Direction;
  /** A value that its sender may send and its receiver refuses; null if none was found. */
  readonly witness: { readonly value: unknown } | null;
  /** The rules by which it is major. */
  readonly majors: readonly string[];
}

/** Both directions of each pair that can be read. */
export function judge(pairs: readonly SchemaPair[]): Judged[] {
  const [bases, revisions] = [
    schemasOf(pairs.map(({ base }) => base)),
    schemasOf(pairs.map(({ revision }) => revision)),
  ];
  return (["request", "response"] as const).flatMap((direction) => {
    const findings = new Findings();
    for (const [index, before] of bases.entries()) {
      const after = revisions[index];
      if (before == null || after == null) continue;
      findings.compareSchemas({ direction, where: String(index) }, before, after, {
        base: before.at,
        revision: after.at,
      });
    }
    const majors = majorsOf(findings.changes());
    return pairs.flatMap((pair, index): Judged[] => {
      if (bases[index] == null || revisions[index] == null) return [];
      const [sender, receiver] = direction === "request" ? [pair.base, pair.revision] : [pair.revision, pair.base];
      return [{ pair, direction, majors: majors.get(String(index)) ?? [], witness: witnessOf(sender, receiver) }];
    });
  });
}

function majorsOf(changes: readonly Change[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { rule, scope, uses } of changes)
    for (const { where, bump } of uses)
      if (bump === "major" && scope === "wire") found.set(where, [...(found.get(where) ?? []), rule]);
  return found;
}

function witnessOf(sender: JsonSchema, receiver: JsonSchema): Judged["witness"] {
  const ajv = ajvOf();
  const [maySend, receives] = [ajv.compile(sender), ajv.compile(receiver)];
  const breaks = (value: unknown) => maySend(value) && !receives(value) && isDescribed(value, [sender], ajv);
  const found = fc.sample(valuesOf(sender, receiver), { seed: 12, numRuns: 120 }).find(breaks);
  return found === undefined ? null : { value: found };
}

/** Of either, and what is nearly one. */
function valuesOf(sender: JsonSchema, receiver: JsonSchema): fc.Arbitrary<unknown> {
  const value = fc.oneof(valueFor(sender), valueFor(receiver));
  // Ajv compares items by their `toString`, which a member of that name hides.
  return fc.oneof(value, value.chain(mutationsOf)).filter((each) => !JSON.stringify(each)?.includes('"toString"'));
}

/**
 * Whether a sender that follows its schemas sends the value: members that an object does not list count as never sent, unless it says
 * what they are or lists none (docs/diff.md).
 */
function isDescribed(value: unknown, schemas: readonly JsonSchema[], ajv: Ajv2020): boolean {
  const parts = schemas.flatMap((schema) => partsOf(schema, value, ajv));
  if (Array.isArray(value)) {
    const items = parts.flatMap(({ items: each }) => (isSchema(each) ? [each] : []));
    return value.every((each) => isDescribed(each, items, ajv));
  }
  if (typeof value !== "object" || value === null) return true;
  const listing = parts.filter(({ properties }) => properties !== undefined);
  return Object.entries(value).every(([name, member]) => {
    const own = parts.flatMap(({ properties, additionalProperties: rest }) => {
      const named = propertyOf(properties, name);
      return named !== undefined ? [named] : isSchema(rest) && rest !== false ? [rest] : [];
    });
    if (own.length > 0) return isDescribed(member, own, ajv);
    return listing.length === 0;
  });
}

function propertyOf(properties: unknown, name: string): JsonSchema | undefined {
  if (typeof properties !== "object" || properties === null || !Object.hasOwn(properties, name)) return undefined;
  const found: unknown = Reflect.get(properties, name);
  return isSchema(found) ? found : undefined;
}

/** It, and the parts and alternatives that the value matches. */
function partsOf(schema: JsonSchema, value: unknown, ajv: Ajv2020): Readonly<Record<string, unknown>>[] {
  if (typeof schema === "boolean") return [];
  const inner = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const list: unknown = schema[keyword];
    return Array.isArray(list) ? list.filter(isSchema).filter((each) => ajv.compile(each)(value)) : [];
  });
  return [schema, ...inner.flatMap((each) => partsOf(each, value, ajv))];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));
}

function schemasOf(schemas: readonly JsonSchema[]): (Schema | null)[] {
  const named = Object.fromEntries(schemas.map((schema, index) => [`Case${index}`, schema]));
  const document = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: named },
  };
  const { api } = readFiles({ "openapi.json": JSON.stringify(document) });
  const found = new Map(api?.schemas.map((schema) => [schema.name, schema.schema]));
  return schemas.map((_, index) => found.get(`Case${index}`) ?? null);
}
