// Named schemas -> which of them extend which, by `allOf`.
import { computedOnce } from "../../model/computed-once.ts";
import type { DraftSchema } from "../../model/draft.ts";
import type { Schema } from "../../model/schema.ts";
import { Node } from "../../source/index.ts";
import type { NamedDraft } from "./schema-registry.ts";

/** Keys whose members are definitions. What is referred to elsewhere, such as a property, is a use of the schema that it refers to. */
const definitions: ReadonlySet<string> = new Set(["schemas", "$defs", "definitions"]);

export class Hierarchy {
  private readonly children = new Map<DraftSchema, NamedDraft[]>();
  private readonly descendants = new Map<DraftSchema, ReadonlySet<DraftSchema>>();

  constructor(drafts: readonly NamedDraft[]) {
    for (const draft of drafts.filter(isDefinition)) {
      const parents = new Set(partsOf(draft).map((target) => endOf(target)));
      for (const parent of parents) if (parent !== draft) this.childrenOf(parent).push(draft);
    }
  }

  /** Those that extend a schema themselves, in the order of the description. */
  childrenOf(schema: DraftSchema): NamedDraft[] {
    return computedOnce(this.children, schema, () => []);
  }

  /** Whether a schema extends itself, which is an error that another check reports. */
  isCircular(schema: DraftSchema): boolean {
    return [...this.descendantsOf(schema)].some((other) => this.descendantsOf(other).has(schema));
  }

  /** Those that extend a schema, and those that extend these, each before its own. */
  descendantsOf(schema: DraftSchema): ReadonlySet<DraftSchema> {
    return computedOnce(this.descendants, schema, () => this.allBelow(schema));
  }

  private allBelow(schema: DraftSchema): Set<DraftSchema> {
    const descendants = new Set<DraftSchema>();
    const visit = (parent: DraftSchema): void => {
      for (const child of this.childrenOf(parent)) {
        if (child === schema || descendants.has(child)) continue;
        descendants.add(child);
        visit(child);
      }
    };
    visit(schema);
    return descendants;
  }
}

function isDefinition({ at }: NamedDraft): boolean {
  return at.parent === null || definitions.has(at.parent.key);
}

/** `Alias: { $ref: Pet }` is Pet; `allOf` with one reference is a schema of its own. */
export function endOf(schema: DraftSchema): DraftSchema {
  let end = schema;
  for (let steps = 0; steps < 100 && end.schema.kind === "ref" && !extendsIts(end); steps += 1) end = end.schema.target;
  return end;
}

function extendsIts({ at }: DraftSchema): boolean {
  return at instanceof Node && at.has("allOf");
}

/** The schemas that a schema refers to for its own value, in `allOf` or beside other keywords. */
function partsOf(draft: NamedDraft): DraftSchema[] {
  return draft.schema.kind === "ref" && !extendsIts(draft) ? [] : referencesIn(draft.schema);
}

/** `oneOf` with one schema is read as that schema. */
function isAlternative({ parent }: Schema["at"]): boolean {
  return parent?.key === "oneOf" || parent?.key === "anyOf";
}

function referencesIn(schema: Schema): DraftSchema[] {
  switch (schema.kind) {
    case "ref":
      return isAlternative(schema.at) ? [] : [schema.target];
    case "intersection":
      return schema.members.flatMap(referencesIn);
    case "unevaluated":
      return referencesIn(schema.schema);
    default:
      return [];
  }
}
