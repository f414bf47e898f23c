// A schema -> blocks: its properties as nested fields, its alternatives as boxes. Schemas with a name open in place where there is room
// for them, and are links elsewhere: everything about them is on their own page.
import type { Json, NamedSchema, ObjectSchema, Property, Schema, UnionSchema } from "waybill/description";
import type { Block, Field, Line, Mark } from "../blocks/block.ts";
import { slugOf } from "../blocks/prose.ts";
import { factsOf, memberBesidesNull, statedMember, typeOf } from "./schema-type.ts";
import type { SiteMap } from "./site-map.ts";
import { enumNamesOf } from "./written.ts";

/** Who sends a value decides which of its properties are marked. */
export type Side = "request" | "response" | "schema";

interface Where {
  readonly map: SiteMap;
  readonly side: Side;
  /** What anchors begin with: `body`; `null` for places without anchors. */
  readonly anchor: string | null;
  /** How many levels of named schemas are open around it. */
  readonly depth: number;
  readonly inside: ReadonlySet<string>;
  /** How many fields may still be shown inside of named schemas. */
  readonly room: { fields: number };
}

export interface SchemaPlace {
  readonly map: SiteMap;
  readonly side: Side;
  readonly anchor: string | null;
  /** The schema that has the page, which is not opened in itself. */
  readonly within?: NamedSchema;
}

/** A body: opens the schema itself, also one with a name. */
export function bodyBlocks(schema: Schema, place: SchemaPlace): Block[] {
  const inside = new Set(place.within === undefined ? [] : [place.within.identity]);
  const where: Where = { ...place, depth: 0, inside, room: { fields: 90 } };
  const type: Block = { kind: "line", tone: "label", content: ["Type: ", ...typeOf(schema, place.map)] };
  const facts = factsOf(schema);
  const factBlocks: Block[] =
    facts.length === 0
      ? []
      : [
          {
            kind: "fields",
            fields: [{ name: "value", isLabel: true, id: null, type: [], marks: [], facts, blocks: [] }],
          },
        ];
  const target = schema.kind === "ref" ? schema.target.schema : schema;
  const isOpen = schema.kind !== "ref" || !inside.has(schema.target.identity);
  return [
    type,
    ...proseOf(
      place.within !== undefined && place.map.titleOf(place.within) === schema.annotations.title
        ? null
        : schema.annotations.title,
      schema.kind === "ref" && schema.annotations.description === target.annotations.description
        ? null
        : schema.annotations.description,
    ),
    ...factBlocks,
    ...(isOpen ? opened(schema, target, where) : []),
  ];
}

function opened(schema: Schema, target: Schema, where: Where): Block[] {
  if (schema.kind !== "ref") return partsOf(schema, where);
  const inner = { ...where, depth: 1, inside: new Set([...where.inside, schema.target.identity]) };
  const facts = factsOf(target);
  const targetField: Field = {
    name: where.map.nameOf(schema.target),
    id: null,
    type: typeOf(target, where.map),
    marks: [],
    facts,
    blocks: [],
  };
  // Its page is called so.
  const title = where.map.titleOf(schema.target) === target.annotations.title ? null : target.annotations.title;
  return [
    ...proseOf(title, target.annotations.description),
    ...(facts.length === 0 ? [] : [{ kind: "fields" as const, fields: [targetField] }]),
    ...partsOf(target, inner),
  ];
}

/** Of a parameter, a header, a property. `words`: its own, which come before those of its schema. */
export function fieldOf(
  name: string,
  schema: Schema,
  options: { readonly words?: string | null; readonly marks: readonly Mark[]; readonly facts?: Field["facts"] },
  place: SchemaPlace,
): Field {
  const inside = new Set(place.within === undefined ? [] : [place.within.identity]);
  return fieldIn(name, schema, options, { ...place, depth: 0, inside, room: { fields: 40 } });
}

function fieldIn(
  name: string,
  schema: Schema,
  {
    words = null,
    marks,
    facts = [],
  }: { readonly words?: string | null; readonly marks: readonly Mark[]; readonly facts?: Field["facts"] },
  where: Where,
): Field {
  const { annotations } = schema;
  const anchor = where.anchor === null ? null : `${where.anchor}-${slugOf(name)}`;
  const inner = { ...where, anchor: where.depth > 1 ? null : anchor };
  const all: Mark[] = [...marks];
  if (annotations.deprecated && !all.includes("deprecated")) all.push("deprecated");
  if (annotations.readOnly && where.side === "schema") all.push("read-only");
  if (annotations.writeOnly && where.side === "schema") all.push("write-only");
  const paragraphs = [words, annotations.title, annotations.description].filter(
    (text, at, texts): text is string => text !== null && text.trim() !== "" && texts.indexOf(text) === at,
  );
  return {
    name,
    id: anchor,
    type: typeOf(schema, where.map),
    marks: all,
    facts: [...factsOf(schema), ...facts],
    blocks: [...paragraphs.flatMap((text) => proseOf(text)), ...partsOf(schema, inner)],
  };
}

function proseOf(...texts: readonly (string | null)[]): Block[] {
  return texts.flatMap((text) =>
    text === null || text.trim() === "" ? [] : [{ kind: "prose" as const, markdown: text }],
  );
}

/** What is inside: nothing for a schema whose type and facts say everything. */
function partsOf(schema: Schema, where: Where): Block[] {
  switch (schema.kind) {
    case "enum":
      return meaningsOf(schema.values, schema.annotations);
    case "string":
      return meaningsOf(schema.known ?? [], schema.annotations);
    case "object":
      return objectBlocks(schema, where);
    case "array":
      return [
        ...schema.prefixItems.flatMap((item, at) => partBlocks(`Item ${at + 1}`, item, where)),
        ...(schema.prefixItems.length > 0 && schema.itemsStated
          ? partBlocks("Items after them", schema.items, where)
          : []),
        ...(schema.prefixItems.length === 0 ? itemBlocks(schema.items, where) : []),
        ...(schema.contains === null
          ? []
          : partBlocks(
              `Contains${schema.contains.max === null ? ` at least ${schema.contains.min}` : ` ${schema.contains.min} to ${schema.contains.max}`}`,
              schema.contains.schema,
              where,
            )),
      ];
    case "ref":
      return referredBlocks(schema.target, where);
    case "union":
      return unionBlocks(schema, where);
    case "intersection":
      return merged(
        schema.members.flatMap((member) => memberBlocks(member, where)),
        new Set(schema.members.flatMap(requiredOf)),
      );
    case "not":
      return partBlocks("Must not match", schema.schema, where);
    case "conditional":
      return [
        ...partBlocks("If it matches", schema.if, where),
        ...partBlocks("then", schema.then, where),
        ...partBlocks("otherwise", schema.else, where),
      ];
    case "unevaluated":
      return [
        ...memberBlocks(schema.schema, where),
        ...(schema.properties === null ? [] : partBlocks("Other properties", schema.properties, where)),
        ...(schema.items === null ? [] : partBlocks("Other items", schema.items, where)),
      ];
    default:
      return [];
  }
}

/** A property that several members of a combination describe is one field, with what each says of it. */
function merged(blocks: readonly Block[], required: ReadonlySet<string>): Block[] {
  const first = new Map<string, Field>();
  const mergedBlocks: Block[] = [];
  for (const block of blocks) {
    if (block.kind !== "fields") {
      mergedBlocks.push(block);
      continue;
    }
    const fields: Field[] = [];
    for (const field of block.fields) {
      const known = field.id === null ? undefined : first.get(field.id);
      if (field.id !== null) first.set(field.id, known === undefined ? field : mergedField(known, field, required));
      if (known === undefined) fields.push(field);
    }
    if (fields.length > 0) mergedBlocks.push({ ...block, fields });
  }
  return mergedBlocks.map((block) =>
    block.kind === "fields"
      ? { ...block, fields: block.fields.map((field) => first.get(field.id ?? "") ?? field) }
      : block,
  );
}

/** The later member narrows the earlier one, as a constant narrows a string. */
function mergedField(one: Field, other: Field, required: ReadonlySet<string>): Field {
  const existingParts = new Set([...one.facts, ...one.blocks].map((part) => JSON.stringify(part)));
  const isNew = (part: Field["facts"][number] | Block): boolean => !existingParts.has(JSON.stringify(part));
  return {
    ...one,
    type: other.type.length > 0 ? other.type : one.type,
    marks: [...new Set([...one.marks, ...other.marks])].filter(
      (mark) => mark !== "may be absent" || !required.has(one.name),
    ),
    facts: [...one.facts, ...other.facts.filter(isNew)],
    blocks: [...one.blocks, ...other.blocks.filter(isNew)],
  };
}

function requiredOf(schema: Schema): string[] {
  if (schema.kind === "ref") return requiredOf(schema.target.schema);
  return schema.kind === "object" ? schema.properties.filter(({ required }) => required).map(({ name }) => name) : [];
}

/** The values of an enum with what they mean, or what code calls them. */
function meaningsOf(
  values: readonly Json[],
  { enumDescriptions: meanings, extensions }: Schema["annotations"],
): Block[] {
  const codeNames = enumNamesOf(extensions, values);
  if (Object.keys(meanings).length === 0 && codeNames === null) return [];
  const names = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  const all = [...new Set([...names, ...Object.keys(meanings)])];
  const fields = all.map(
    (name, at): Field => ({
      name,
      id: null,
      type: codeNames?.[at] === undefined || codeNames[at] === name ? [] : ["in code ", { code: codeNames[at] }],
      marks: [],
      facts: [],
      blocks: proseOf(meanings[name] ?? null),
    }),
  );
  return [{ kind: "details", summary: [`${fields.length} values`], blocks: [{ kind: "fields", fields }] }];
}

function objectBlocks(schema: ObjectSchema, where: Where): Block[] {
  const fields = schema.properties
    .filter(({ unsent }) => unsent !== true)
    .map((property) => propertyOf(property, schema, where));
  for (const { pattern, schema: patternSchema } of schema.patternProperties)
    fields.push({
      ...fieldIn(pattern, patternSchema, { marks: [] }, where),
      facts: [{ label: "", values: ["Every property whose name matches this pattern"] }, ...factsOf(patternSchema)],
    });
  if (schema.additional.kind !== "never" && (schema.additional.kind !== "any" || schema.additionalStated))
    fields.push(labelField("(other properties)", schema.additional, where));
  if (schema.propertyNames !== null) fields.push(labelField("(names of properties)", schema.propertyNames, where));
  where.room.fields -= where.depth > 0 ? fields.length : 0;
  return [
    ...(fields.length === 0 ? [] : [{ kind: "fields" as const, fields }]),
    ...schema.dependentSchemas.flatMap(({ name, schema: dependentSchema }) =>
      partBlocks("With", dependentSchema, where, [" ", { code: name }]),
    ),
  ];
}

/** Of values that have no name in the description. */
function labelField(label: string, schema: Schema, where: Where): Field {
  return { ...fieldIn(label, schema, { marks: [] }, { ...where, anchor: null }), isLabel: true };
}

function propertyOf({ name, required, schema }: Property, holder: ObjectSchema, where: Where): Field {
  const some = holder.properties.some((property) => property.required);
  const marks: Mark[] =
    where.side === "response"
      ? required || !some || isForbidden(schema)
        ? []
        : ["may be absent"]
      : required
        ? ["required"]
        : [];
  const field = fieldIn(name, schema, { marks }, where);
  const inner = field.blocks.filter(({ kind }) => kind !== "prose" && kind !== "details");
  if (inner.length === 0) return field;
  const count = countOf(inner);
  // A few lines are shown at once; the rest opens.
  const isShort = count <= 3 && where.depth === 0;
  const detailBlocks: Block[] = isShort
    ? inner
    : [{ kind: "details", summary: [summaryOf(inner, count)], blocks: inner }];
  return {
    ...field,
    blocks: [...field.blocks.filter(({ kind }) => kind === "prose" || kind === "details"), ...detailBlocks],
  };
}

/** A property that no value fits: `not: {}`, `false`. */
function isForbidden(schema: Schema): boolean {
  return schema.kind === "never" || (schema.kind === "not" && schema.schema.kind === "any");
}

function countOf(blocks: readonly Block[]): number {
  return blocks.reduce(
    (sum, block) => sum + (block.kind === "fields" ? block.fields.length : block.kind === "box" ? 4 : 1),
    0,
  );
}

function summaryOf(blocks: readonly Block[], count: number): string {
  const isFields = blocks.every(({ kind }) => kind === "fields");
  return isFields ? `${count} ${count === 1 ? "property" : "properties"}` : "Details";
}

/** The members of a combination say their own facts; a reference says where the rest is. */
function memberBlocks(member: Schema, where: Where, label = "value"): Block[] {
  const facts = factsOf(member);
  const factFields: Field[] =
    facts.length === 0
      ? []
      : [{ name: label, isLabel: true, id: null, type: typeOf(member, where.map), marks: [], facts, blocks: [] }];
  const prose = proseOf(member.annotations.title, member.annotations.description);
  const parts = partsOf(member, where);
  return [...prose, ...(factFields.length === 0 ? [] : [{ kind: "fields" as const, fields: factFields }]), ...parts];
}

function itemBlocks(items: Schema, where: Where): Block[] {
  return memberBlocks(items, where, "each item");
}

function partBlocks(label: string, schema: Schema, where: Where, subject: Line = []): Block[] {
  if (schema.kind === "any" && schema.annotations.description === null && label !== "Other properties") return [];
  const blocks = memberBlocks(schema, { ...where, anchor: null });
  return [{ kind: "box", title: [label, ...subject, ": ", ...typeOf(schema, where.map)], blocks }];
}

function unionBlocks(schema: UnionSchema, where: Where): Block[] {
  const { members, mode, discriminator } = schema;
  const only = memberBesidesNull(schema);
  if (only !== null) return [...proseOf(only.annotations.title, only.annotations.description), ...partsOf(only, where)];
  const stated = statedMember(schema);
  if (stated !== null) return memberBlocks(stated, where);
  const values = members.filter(({ kind }) => kind !== "null");
  const isPlain = values.every(
    (member) =>
      partsOf(member, { ...where, room: { fields: 0 } }).length === 0 &&
      !hasWords(member) &&
      factsOf(member).length === 0,
  );
  const chosen: Block[] =
    discriminator === null
      ? []
      : [{ kind: "line", tone: "label", content: ["Chosen by the property ", { code: discriminator.property }] }];
  if (isPlain && values.every(({ kind }) => kind !== "ref")) return chosen;
  const title = { oneOf: "Exactly one of these", anyOf: "At least one of these", types: "One of these" }[mode];
  const boxes = values.map((member, place): Block => {
    const at = members.indexOf(member);
    const chosenBy = discriminator?.mapping.filter((entry) => entry.member === at).map(({ value }) => value) ?? [];
    const { title: named } = member.annotations;
    const type: Line = member.kind === "ref" || named === null ? typeOf(member, where.map) : [{ text: named }];
    const name: Line = [...type, ...chosenBy.flatMap((value) => [" ", { code: value }])];
    const blocks = memberBlocks(member, { ...where, anchor: null }).filter(
      (block) => block.kind !== "prose" || block.markdown !== named,
    );
    return { kind: "box", title: name, choice: place === 0 ? "open" : "closed", blocks };
  });
  return [{ kind: "line", tone: "label", content: [`${title}:`] }, ...chosen, ...boxes];
}

function hasWords({ annotations }: Schema): boolean {
  return annotations.title !== null || annotations.description !== null;
}

/** Opened in place while there is room, else its page says it. */
function referredBlocks(target: NamedSchema, where: Where): Block[] {
  const { schema } = target;
  if (where.inside.has(target.identity) || where.depth >= 3) return [];
  if (where.depth >= 1 && where.room.fields <= 0) return [];
  const inner = { ...where, depth: where.depth + 1, inside: new Set([...where.inside, target.identity]) };
  const facts = factsOf(schema);
  const factFields: Field[] =
    facts.length === 0
      ? []
      : [{ name: where.map.nameOf(target), id: null, type: typeOf(schema, where.map), marks: [], facts, blocks: [] }];
  return [
    ...proseOf(schema.annotations.description),
    ...(factFields.length === 0 ? [] : [{ kind: "fields" as const, fields: factFields }]),
    ...partsOf(schema, inner),
  ];
}
