// Schemas with `properties` or `items` and no `type`: by JSON Schema they accept strings, numbers and everything else too, which authors
// seldom mean.
import { keyOf, type Report } from "../diagnostics/index.ts";
import { allJsonTypes, coversEveryType, jsonTypesOf } from "../model/analysis/json-types.ts";
import type { Api } from "../model/api.ts";
import { schemasOf } from "../model/passes/used-schemas.ts";
import type { NamedSchema, Schema, UnionSchema } from "../model/schema.ts";
import { childrenOf } from "../model/walk.ts";
import { Node } from "../source/index.ts";

const telling = { properties: "object", items: "array" } as const;

export function checkUntyped(api: Api, report: Report): void {
  const search = new Search();
  for (const { schema } of api.schemas) search.visit(schema, false);
  for (const schema of schemasOf(api)) search.visit(schema, false);
  // What is only a part of an `allOf` has the type that another part states.
  const parts = new Set(
    api.schemas.filter((named) => search.parts.has(named) && !search.wholes.has(named)).map(({ schema }) => schema),
  );
  for (const union of search.untyped) if (!parts.has(union)) reportUntyped(union, report);
}

class Search {
  readonly untyped: Set<UnionSchema> = new Set();
  /** Targets of references from a combination that states a type, and of all other references. */
  readonly parts: Set<NamedSchema> = new Set();
  readonly wholes: Set<NamedSchema> = new Set();

  /** `isTyped`: something else decides which types the value can have. */
  visit(schema: Schema, isTyped: boolean): void {
    switch (schema.kind) {
      case "ref":
        (isTyped ? this.parts : this.wholes).add(schema.target);
        return;
      case "union":
        if (coversEveryType(schema) && !isTyped) this.untyped.add(schema);
        for (const member of schema.members) this.visit(member, isTyped);
        return;
      case "intersection": {
        const decides = isTyped || jsonTypesOf(schema).size < allJsonTypes.size;
        for (const member of schema.members) this.visit(member, decides);
        return;
      }
      case "unevaluated":
        this.visit(schema.schema, isTyped);
        return;
      // Conditions: what they leave open is decided elsewhere.
      case "not":
      case "conditional":
        for (const child of childrenOf(schema)) this.visit(child, true);
        return;
      case "object": {
        const conditions = schema.dependentSchemas.map((entry) => entry.schema);
        for (const child of childrenOf(schema)) this.visit(child, conditions.includes(child));
        return;
      }
      default:
        for (const child of childrenOf(schema)) this.visit(child, false);
    }
  }
}

function reportUntyped({ at }: UnionSchema, report: Report): void {
  // A type that is none is an error already.
  if (!(at instanceof Node) || at.has("type")) return;
  for (const [keyword, type] of Object.entries(telling)) {
    const field = at.get(keyword);
    if (field === undefined) continue;
    report.add("no-type", keyOf(field), { keyword, type });
    return;
  }
}
