// Counts the schemas that the generated code repeats: the result of `unevaluatedProperties` and `unevaluatedItems` is known once
// each alternative around them has been tried, so each is written a second time. Nested, they double with every level.
import type { Report } from "../diagnostics/index.ts";
import { jsonTypesOf } from "../model/analysis/json-types.ts";
import type { Api } from "../model/api.ts";
import { schemasOf } from "../model/finish/used-schemas.ts";
import type { NamedSchema, Schema, UnevaluatedSchema } from "../model/schema.ts";
import { childrenOf } from "../model/walk.ts";
import type { Limits } from "../source/index.ts";

/** Reports the first schema with which there are too many. */
export function checkRestated(api: Api, report: Report, { restated: max }: Limits): void {
  const count = new Count();
  let restated = 0;
  for (const schema of [...api.schemas.map((named) => named.schema), ...schemasOf(api)]) {
    restated += count.restatedIn(schema);
    if (restated <= max) continue;
    report.add("over-limit", { kind: "key", location: schema.at }, { limit: "restated", max });
    return;
  }
}

/** Numbers of schemas; an overflow is `Infinity`. */
class Count {
  private readonly written = new Map<Schema, number>();
  private readonly looked = new Map<Schema, number>();
  private readonly inside = new Set<NamedSchema>();

  restatedIn(schema: Schema): number {
    const own = schema.kind === "unevaluated" ? this.restatedBy(schema) : 0;
    return childrenOf(schema).reduce((sum, child) => sum + this.restatedIn(child), own);
  }

  private restatedBy({ schema, properties, items }: UnevaluatedSchema): number {
    const types = jsonTypesOf(schema);
    const judges = [properties !== null && types.has("object"), items !== null && types.has("array")];
    return judges.filter((each) => each).length * this.lookedOf(schema);
  }

  /** A schema written out, with what is written again inside of it. */
  private writtenOf(schema: Schema): number {
    const known = this.written.get(schema);
    if (known !== undefined) return known;
    const own = schema.kind === "unevaluated" ? this.restatedBy(schema) : 0;
    const found = childrenOf(schema).reduce((sum, child) => sum + this.writtenOf(child), own + 1);
    this.written.set(schema, found);
    return found;
  }

  /** The code that determines which parts of a schema have evaluated a value: see `evaluation.ts`. */
  private lookedOf(schema: Schema): number {
    const known = this.looked.get(schema);
    if (known !== undefined) return known;
    const found = this.lookedAt(schema);
    this.looked.set(schema, found);
    return found;
  }

  private lookedAt(schema: Schema): number {
    const all = (schemas: readonly Schema[]): number => schemas.reduce((sum, each) => sum + this.lookedOf(each), 0);
    const tried = (schemas: readonly Schema[]): number => schemas.reduce((sum, each) => sum + this.writtenOf(each), 0);
    switch (schema.kind) {
      case "intersection":
        return all(schema.members);
      case "union":
        return all(schema.members) + (schema.mode === "types" ? 0 : tried(schema.members));
      case "conditional":
        return tried([schema.if]) + all([schema.if, schema.then, schema.else]);
      case "object":
        return all(schema.dependentSchemas.map((entry) => entry.schema));
      case "array":
        return schema.contains === null ? 0 : tried([schema.contains.schema]);
      case "ref":
        return this.lookedThrough(schema.target);
      case "unevaluated":
        return schema.properties === null || schema.items === null ? this.lookedOf(schema.schema) : 0;
      default:
        return 0;
    }
  }

  private lookedThrough(named: NamedSchema): number {
    if (this.inside.has(named)) return 0;
    this.inside.add(named);
    const found = this.lookedOf(named.schema);
    this.inside.delete(named);
    return found;
  }
}
