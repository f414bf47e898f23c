// A schema with a discriminator and those that extend it -> the union of these, each with the values of the property that select it:
// those that the mapping has for it, else its name.
import { keyOf, type Report } from "../../diagnostics/index.ts";
import { openObjectOf } from "../../model/analysis/bare-objects.ts";
import { listedMembersOf, requiredMembersOf } from "../../model/analysis/fixed-values.ts";
import { allJsonTypes, jsonTypesOf } from "../../model/analysis/json-types.ts";
import { type DraftSchema, targetOf } from "../../model/draft.ts";
import { noAnnotations, type RefSchema, type Schema, type UnionSchema } from "../../model/schema.ts";
import { identityOf } from "../../source/index.ts";
import type { BaseDiscriminator } from "./discriminator.ts";
import { endOf, Hierarchy } from "./hierarchy.ts";
import type { NamedDraft } from "./schema-registry.ts";

/** A discriminator and the schema that has it. */
export interface Root {
  readonly draft: NamedDraft;
  readonly base: BaseDiscriminator;
}

/** A schema as it was read, and what becomes of it. */
interface Relative {
  readonly draft: NamedDraft;
  readonly read: Schema;
  /** The discriminators that select it: its own, and those of what it extends. */
  readonly roots: readonly Root[];
  /** What others extend, where others do. */
  readonly extended: DraftSchema | null;
}

class Unions {
  private readonly roots: readonly Root[];
  private readonly hierarchy: Hierarchy;
  private readonly report: Report;
  private readonly family = new Map<DraftSchema, Relative>();

  constructor(roots: readonly Root[], hierarchy: Hierarchy, report: Report) {
    this.roots = roots;
    this.hierarchy = hierarchy;
    this.report = report;
  }

  of(drafts: readonly NamedDraft[]): readonly DraftSchema[] {
    const rootsOf = this.rootsByRelative();
    for (const draft of drafts) this.admit(draft, rootsOf.get(draft) ?? []);
    const schemaByRelative = new Map(
      [...this.family.values()].map((relative) => [relative, this.ownSchemaOf(relative)]),
    );
    const tags = new Map([...this.family.values()].map((relative) => [relative, this.tagsOf(relative)]));
    for (const [relative, schema] of schemaByRelative) {
      if (relative.extended === null) relative.draft.schema = both(schema, tags.get(relative) ?? []);
      else relative.extended.schema = { ...schema, annotations: noAnnotations };
    }
    // The alternatives beside a discriminator are those of the union now.
    for (const { draft, base } of this.roots)
      draft.discriminators = draft.discriminators.filter(({ field }) => identityOf(field) !== identityOf(base.field));
    const unions = [...this.family.values()].filter(({ extended }) => extended !== null);
    for (const relative of unions) relative.draft.schema = this.unionOf(relative, tags.get(relative) ?? []);
    for (const { draft, roots } of unions) draft.schema = withMapping(draft.schema, draft.base ?? roots[0]?.base);
    return drafts.flatMap((draft) => [draft, ...[this.family.get(draft)?.extended ?? []].flat()]);
  }

  private rootsByRelative(): ReadonlyMap<DraftSchema, readonly Root[]> {
    const byRelative = new Map<DraftSchema, Root[]>();
    for (const root of this.roots)
      for (const relative of [root.draft, ...this.hierarchy.descendantsOf(root.draft)])
        byRelative.set(relative, [...(byRelative.get(relative) ?? []), root]);
    return byRelative;
  }

  private admit(draft: NamedDraft, roots: readonly Root[]): void {
    if (roots.length === 0) return;
    const { at, schema: read } = draft;
    const isExtended = this.hierarchy.descendantsOf(draft).size > 0;
    const names = {
      identity: `${draft.identity} Base`,
      // If the name is taken, the first part is added.
      nameParts: ["Extended", ...draft.nameParts, "Base"],
      nameLength: draft.nameLength + 1,
    };
    this.family.set(draft, { draft, read, roots, extended: isExtended ? { ...names, at, schema: read } : null });
  }

  private isBelow(draft: DraftSchema, other: DraftSchema): boolean {
    return this.hierarchy.descendantsOf(other).has(draft);
  }

  /** What a schema says itself: it refers to what it extends, and no longer to those that extend it. */
  private ownSchemaOf({ draft, read }: Relative): Schema {
    const strip = (schema: Schema): Schema | null => {
      switch (schema.kind) {
        case "ref": {
          const end = endOf(schema.target);
          if (this.isBelow(end, draft)) return null;
          const extended = this.family.get(end)?.extended ?? null;
          return extended === null ? schema : { ...schema, target: targetOf(extended) };
        }
        case "union":
          return this.listsDescendants(schema, draft) ? null : schema;
        case "intersection": {
          const members = schema.members.map(strip).filter((member) => member !== null);
          const [only] = members;
          return only !== undefined && members.length === 1
            ? { ...only, annotations: schema.annotations }
            : { ...schema, members };
        }
        case "unevaluated":
          return { ...schema, schema: strip(schema.schema) ?? anythingAt(schema) };
        default:
          return schema;
      }
    };
    return strip(read) ?? anythingAt(read);
  }

  /** The alternatives that a schema lists beside its discriminator: `oneOf` of schemas that extend it in turn. */
  private listsDescendants({ mode, members }: UnionSchema, draft: NamedDraft): boolean {
    return (
      mode !== "types" && members.some((member) => member.kind === "ref" && this.isBelow(endOf(member.target), draft))
    );
  }

  private alternativesIn(schema: Schema, draft: NamedDraft): readonly Schema[] {
    switch (schema.kind) {
      case "ref":
        return this.isBelow(endOf(schema.target), draft) ? [schema] : [];
      case "union":
        return this.listsDescendants(schema, draft) ? schema.members : [];
      case "intersection":
        return schema.members.flatMap((member) => this.alternativesIn(member, draft));
      case "unevaluated":
        return this.alternativesIn(schema.schema, draft);
      default:
        return [];
    }
  }

  private unionOf(relative: Relative, tags: readonly Schema[]): Schema {
    const { draft, read, extended } = relative;
    const { at, annotations } = read;
    const base = refTo(extended ?? draft, at);
    const listed = this.alternativesIn(read, draft);
    const children = this.hierarchy.childrenOf(draft).map((child) => refTo(child, child.at));
    const members = (listed.length > 0 ? listed : children).map((member) =>
      member.kind === "null" || (member.kind === "ref" && this.isBelow(endOf(member.target), draft))
        ? member
        : both(base, [member]),
    );
    const types = jsonTypesOf(read);
    const isNullable = types.has("null") && types.size < allJsonTypes.size;
    const all: Schema[] = [
      ...(this.isInstance(relative) ? [both(base, tags)] : []),
      ...members.filter((member) => !this.isWithin(member, members)),
      ...this.unrelatedOf(relative),
      ...(isNullable ? [{ kind: "null" as const, at, annotations: noAnnotations }] : []),
    ];
    const [only] = all;
    return only !== undefined && all.length === 1
      ? { ...only, annotations }
      : { kind: "union", mode: "anyOf", members: all, discriminator: null, at, annotations };
  }

  /** Whether another member includes it. */
  private isWithin(member: Schema, members: readonly Schema[]): boolean {
    if (member.kind !== "ref") return false;
    const end = endOf(member.target);
    return members.some((other) => other.kind === "ref" && this.isBelow(end, endOf(other.target)));
  }

  /** The schemas that only the mapping names: they repeat what they could extend. */
  private unrelatedOf({ draft }: Relative): Schema[] {
    const { base } = draft;
    if (base === null || !this.roots.some((root) => root.draft === draft)) return [];
    const targets = new Set(base.mapping.map(({ target }) => endOf(target)));
    return [...targets]
      .filter((target) => target !== draft && !this.isBelow(target, draft))
      .map((target) => {
        const values = base.mapping.filter((entry) => endOf(entry.target) === target).map(({ value }) => value);
        return both(refTo(target, base.field), [tagOf(refTo(target, base.field), { base, values })]);
      });
  }

  /** Whether values may be of the schema itself, and not only of those that extend it. */
  private isInstance(relative: Relative): boolean {
    const { draft, roots, extended } = relative;
    if (extended === null) return true;
    if (roots.some(({ base }) => mappedTo(draft, base).length > 0 || isFallback(draft, base))) return true;
    if (statedTagOf(draft) !== null) return true;
    if (roots.some((root) => root.draft === draft))
      return roots.some((root) => root.draft === draft && this.leftoverOf(relative, root).length > 0);
    return roots.every(({ base }) => base.mapping.length === 0);
  }

  /** One for each property. */
  private tagsOf(relative: Relative): Schema[] {
    if (!this.isInstance(relative)) return [];
    const properties = [...new Set(relative.roots.map(({ base }) => base.property))];
    return properties.flatMap((property) => {
      const root = relative.roots.find(({ base }) => base.property === property);
      return root === undefined ? [] : this.tagFor(relative, root);
    });
  }

  private tagFor(relative: Relative, root: Root): Schema[] {
    const { read, draft } = relative;
    const { base } = root;
    if (isFallback(draft, base)) {
      const others = [...this.family.values()].filter((other) => other !== relative && other.roots.includes(root));
      const claimedValues = others.flatMap((other) => (this.isInstance(other) ? this.valuesOf(other, root) : []));
      return [tagOf(read, { base, values: claimedValues, isRest: true })];
    }
    const listed = stringsListedIn(read, base.property);
    const values = this.valuesOf(relative, root);
    return listed?.every((value) => values.includes(value)) || values.length === 0
      ? []
      : [tagOf(read, { base, values })];
  }

  /** The values that select a schema; where it lists values itself, it has no others. */
  private valuesOf(relative: Relative, root: Root): readonly string[] {
    const { draft, read } = relative;
    const { property } = root.base;
    const listed = stringsListedIn(read, property);
    const wanted = this.wantedOf(relative, root);
    const values = listed === null ? wanted : wanted.filter((value) => listed.includes(value));
    if (values.length > 0 || listed === null) return values;
    if (mappedTo(draft, root.base).length > 0) {
      const reason = `in ${JSON.stringify(draft.nameParts.at(-1))} it is never ${JSON.stringify(wanted[0])}`;
      this.report.add("unknown-discriminator", root.base.field, { property, reason }, { severity: "warning" });
    }
    return listed;
  }

  private wantedOf(relative: Relative, root: Root): readonly string[] {
    const { draft, roots } = relative;
    const { property } = root.base;
    const same = roots.filter(({ base }) => base.property === property);
    const mapped = [...new Set(same.flatMap(({ base }) => mappedTo(draft, base)))];
    if (mapped.length > 0) return mapped;
    const stated = statedTagOf(draft);
    if (stated !== null) return [stated];
    if (root.draft === draft) return this.leftoverOf(relative, root);
    // A schema that has a discriminator of another property below this one is one alternative with all that extend it.
    const inner = roots.find(
      ({ base, draft: other }) => base.property !== property && other !== draft && this.isBelow(other, root.draft),
    );
    const around = inner === undefined ? undefined : this.family.get(inner.draft);
    return around === undefined ? [String(draft.nameParts.at(-1))] : this.valuesOf(around, root);
  }

  /** The values that the schema lists and no other has. */
  private leftoverOf(relative: Relative, root: Root): readonly string[] {
    const listed = stringsListedIn(relative.read, root.base.property) ?? [];
    if (listed.length === 0) return [];
    const others = [...this.family.values()].filter(
      (other) => other.roots.includes(root) && other.draft !== root.draft,
    );
    const claimedValues = new Set(others.flatMap((other) => this.valuesOf(other, root)));
    return listed.filter((value) => !claimedValues.has(value));
  }
}

function both(schema: Schema, parts: readonly Schema[]): Schema {
  if (parts.length === 0) return schema;
  const { at, annotations } = schema;
  const baseMembers = schema.kind === "intersection" ? schema.members : [{ ...schema, annotations: noAnnotations }];
  return { kind: "intersection", members: [...baseMembers, ...parts], at, annotations };
}

/** With the value of each member, once all of them are unions. */
function withMapping(schema: Schema, base: BaseDiscriminator | undefined): Schema {
  if (schema.kind !== "union" || base === undefined) return schema;
  const { property } = base;
  const values = schema.members.map((member) => stringsListedIn(member, property) ?? []);
  if (values.some((each) => each.length === 0)) return schema;
  const mapping = values.flatMap((each, member) => each.map((value) => ({ value, member })));
  return { ...schema, discriminator: { property, mapping } };
}

function refTo(target: DraftSchema, at: RefSchema["at"]): RefSchema {
  return { kind: "ref", target: targetOf(target), at, annotations: noAnnotations };
}

function anythingAt({ at }: Schema): Schema {
  return { kind: "any", at, annotations: noAnnotations };
}

// A discriminator and a schema that it selects -> the values of the property, and the schema of an object that has one of them.
function mappedTo(draft: NamedDraft, { mapping }: BaseDiscriminator): string[] {
  return mapping.filter(({ target }) => endOf(target) === draft).map(({ value }) => value);
}

function isFallback(draft: NamedDraft, { fallback }: BaseDiscriminator): boolean {
  return fallback !== null && endOf(fallback) === draft;
}

/** Azure's way to state the value where the schema is. */
function statedTagOf({ at }: NamedDraft): string | null {
  const value = at.get("x-ms-discriminator-value")?.value;
  return typeof value === "string" ? value : null;
}

function stringsListedIn(schema: Schema, property: string): readonly string[] | null {
  return (
    listedMembersOf(schema)
      .get(property)
      ?.filter((value) => typeof value === "string") ?? null
  );
}

/** An object whose property has one of the values or, as `isRest`, none of them. */
function tagOf(
  schema: Schema,
  { base, values, isRest = false }: { base: BaseDiscriminator; values: readonly string[]; isRest?: boolean },
): Schema {
  const { field: at, property: name } = base;
  const annotations = { ...noAnnotations, ...marksOf(schema, name) };
  const listed: Schema = { kind: "enum", values, at, annotations };
  const required = !isRest && requiredMembersOf(schema).has(name);
  const rest: Schema = { kind: "not", schema: listed, at, annotations };
  return openObjectOf([{ name, required, schema: isRest ? rest : listed, at }], at);
}

interface Marks {
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** In which direction a member is not sent. */
function marksOf(schema: Schema, name: string, seen: ReadonlySet<DraftSchema> = new Set()): Marks {
  switch (schema.kind) {
    case "object": {
      const annotations = schema.properties.find((property) => property.name === name)?.schema.annotations;
      return { readOnly: annotations?.readOnly === true, writeOnly: annotations?.writeOnly === true };
    }
    case "ref":
      return seen.has(schema.target) ? noMarks : marksOf(schema.target.schema, name, new Set([...seen, schema.target]));
    case "intersection": {
      const all = schema.members.map((member) => marksOf(member, name, seen));
      return { readOnly: all.some(({ readOnly }) => readOnly), writeOnly: all.some(({ writeOnly }) => writeOnly) };
    }
    case "unevaluated":
      return marksOf(schema.schema, name, seen);
    default:
      return noMarks;
  }
}

const noMarks: Marks = { readOnly: false, writeOnly: false };

// Schemas with a `discriminator` that others extend by `allOf`, once every schema has been read -> as their authors mean them: a
// reference to one is the union of those that extend it, each with its values of the property. What they extend is then a schema of
// its own without the discriminator, so that nothing leads back to the union.

/** Changes these schemas; returns them with those that the unions need, each after its own. */
export function readBases(drafts: readonly NamedDraft[], report: Report): readonly DraftSchema[] {
  const roots = drafts.flatMap((draft): Root[] => (draft.base === null ? [] : [{ draft, base: draft.base }]));
  if (roots.length === 0) return drafts;
  const hierarchy = new Hierarchy(drafts);
  const extended = roots.filter(({ draft }) => hierarchy.descendantsOf(draft).size > 0 && !hierarchy.isCircular(draft));
  for (const root of extended) reportBase(root, hierarchy, report);
  const unionRoots = extended.filter(({ base }) => base.meaning !== "letter");
  return unionRoots.length === 0 ? drafts : new Unions(unionRoots, hierarchy, report).of(drafts);
}

function reportBase({ draft, base }: Root, hierarchy: Hierarchy, report: Report): void {
  const { field, property, meaning } = base;
  if (meaning === "author") return;
  const names = [...hierarchy.descendantsOf(draft)].map(({ nameParts }) => JSON.stringify(nameParts.at(-1)));
  const nameList = names.length > 4 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  const name = String(draft.nameParts.at(-1));
  report.add("base-discriminator", keyOf(field), { name, property, names: nameList, isAssumed: meaning === "assumed" });
}
