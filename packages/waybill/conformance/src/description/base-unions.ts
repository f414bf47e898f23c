// Schemas with a `discriminator` that others extend by `allOf` -> their unions, as the toolkit's option `discriminators` reads them. From
// the text of the documents, like everything that Ajv gets. Where the rule is fine-grained, the unions here accept more.

import { pointerOf } from "waybill/description";
import type { JsonSchema2020 } from "./json-schema-2020.ts";
import { type Documents, memberOf, membersOf, placeAt, placeOfReference, type SchemaPlace } from "./schema-place.ts";

export interface BaseUnions {
  /** Whether a reference is to what a schema extends, and not to the union. */
  readonly isExtension: (ref: SchemaPlace) => boolean;
  /** What a reference to a schema means; `null` where the schema itself says it. `refTo`: a reference to a schema itself, or to what it means. */
  readonly meaningOf: (
    place: SchemaPlace,
    refTo: (place: SchemaPlace, isBase: boolean) => string,
  ) => JsonSchema2020 | null;
  /** The keywords of a schema that list those which extend it. */
  readonly listingIn: (place: SchemaPlace) => readonly string[];
}

export const noUnions: BaseUnions = { isExtension: () => false, meaningOf: () => null, listingIn: () => [] };

interface Definition {
  readonly place: SchemaPlace;
  readonly name: string;
  readonly parents: readonly string[];
}

/** A discriminator and the schema that has it. */
interface Root {
  readonly key: string;
  readonly property: string;
  readonly mapping: readonly { readonly value: string; readonly target: string | null }[];
  readonly isOpen: boolean;
}

export function baseUnionsIn(documents: Documents): BaseUnions {
  const definitions = new Map(definitionsIn(documents).map((one) => [keyOf(one.place), one]));
  const below = (key: string, descendants: Set<string> = new Set()): ReadonlySet<string> => {
    for (const [child, { parents }] of definitions) {
      if (!parents.includes(key) || descendants.has(child)) continue;
      descendants.add(child);
      below(child, descendants);
    }
    return descendants;
  };
  const roots = [...definitions.values()]
    .flatMap((one) => rootOf(one, documents))
    .filter(({ key }) => {
      const others = below(key);
      return others.size > 0 && !others.has(key);
    });
  const rootsOf = (key: string): Root[] => roots.filter((root) => root.key === key || below(root.key).has(key));
  const family = new Map([...definitions].filter(([key]) => rootsOf(key).length > 0));
  const childrenOf = (key: string): Definition[] =>
    [...definitions.values()].filter(({ parents }) => parents.includes(key));

  const tagOf = (one: Definition): JsonSchema2020[] => {
    const [root, ...more] = rootsOf(keyOf(one.place));
    // Which of several discriminators a value belongs to, and values that schemas list themselves, are left to the schemas.
    if (root === undefined || more.length > 0 || root.isOpen || listsValues(one, root, definitions)) return [];
    const mapped = root.mapping.filter(({ target }) => target === keyOf(one.place)).map(({ value }) => value);
    const stated = memberOf(one.place, "x-ms-discriminator-value")?.value;
    const values = mapped.length > 0 ? mapped : [typeof stated === "string" ? stated : one.name];
    return [{ properties: { [root.property]: { enum: values } } }];
  };
  const isInstance = (one: Definition): boolean => {
    const key = keyOf(one.place);
    const unionRoots = rootsOf(key);
    if (unionRoots.some((root) => root.isOpen || root.mapping.some(({ target }) => target === key))) return true;
    if (memberOf(one.place, "x-ms-discriminator-value") !== null) return true;
    const root = unionRoots.find((each) => each.key === key);
    return root === undefined
      ? unionRoots.every(({ mapping }) => mapping.length === 0)
      : listsValues(one, root, definitions);
  };

  return {
    isExtension: (ref) => {
      const holder = holderOf(ref);
      const target = holder === null ? null : endOf(documents, String(ref.value), ref);
      return holder !== null && target !== null && family.has(keyOf(holder)) && family.has(keyOf(target));
    },
    listingIn: (place) => (family.has(keyOf(place)) ? listingOf(place, below(keyOf(place)), documents) : []),
    meaningOf: (place, refTo) => {
      const one = family.get(keyOf(place));
      if (one === undefined) return null;
      const self: JsonSchema2020 = { allOf: [{ $ref: refTo(place, true) }, ...tagOf(one)] };
      const children = childrenOf(keyOf(place));
      if (children.length === 0) return self;
      const others = rootsOf(keyOf(place)).flatMap((root) => (root.key === keyOf(place) ? root.mapping : []));
      const unrelated = others.flatMap(({ target }) =>
        target === null || family.has(target) ? [] : [definitions.get(target)],
      );
      const named = unrelated.flatMap((each) => (each === undefined ? [] : [each]));
      const members = [...children, ...named].map((each) => ({ $ref: refTo(each.place, false) }));
      const nullable = memberOf(place, "nullable")?.value === true ? [{ type: "null" }] : [];
      return { anyOf: [...members, ...(isInstance(one) ? [self] : []), ...nullable] };
    },
  };
}

function definitionsIn(documents: Documents): Definition[] {
  return [...documents.values()].flatMap((document) => {
    const root = placeAt({ document, parent: null, key: "" });
    if (root === null) return [];
    const components = memberOf(root, "components");
    const lists = [
      components === null ? null : memberOf(components, "schemas"),
      memberOf(root, "$defs"),
      memberOf(root, "definitions"),
    ];
    return [...(memberOf(root, "openapi") === null ? [root] : []), ...lists.flatMap((list) => membersOf(list))].map(
      (place) => ({
        place,
        name: place.at.parent === null ? (document.name.split("/").at(-1) ?? "").replace(/\.[^.]+$/, "") : place.at.key,
        parents: parentsOf(place, documents),
      }),
    );
  });
}

/** The schemas that it refers to in `allOf`, at any depth. */
function parentsOf(place: SchemaPlace, documents: Documents): string[] {
  return membersOf(memberOf(place, "allOf")).flatMap((part) => {
    const ref = memberOf(part, "$ref");
    const target = typeof ref?.value === "string" ? endOf(documents, ref.value, ref) : null;
    return target === null ? parentsOf(part, documents) : [keyOf(target)];
  });
}

function rootOf({ place }: Definition, documents: Documents): Root[] {
  const field = discriminatorIn(place);
  const property =
    typeof field?.value === "string" ? field.value : field === null ? null : memberOf(field, "propertyName")?.value;
  if (field === null || typeof property !== "string") return [];
  const mapping = membersOf(memberOf(field, "mapping")).map((entry) => ({
    value: entry.at.key,
    target: targetOf(entry, documents),
  }));
  return [{ key: keyOf(place), property, mapping, isOpen: memberOf(field, "defaultMapping") !== null }];
}

function discriminatorIn(place: SchemaPlace): SchemaPlace | null {
  const parts = membersOf(memberOf(place, "allOf")).map(discriminatorIn);
  return memberOf(place, "discriminator") ?? parts.find((discriminator) => discriminator !== null) ?? null;
}

/** By name among the components of its document, or by URI. */
function targetOf(entry: SchemaPlace, documents: Documents): string | null {
  const value = String(entry.value);
  const byName = placeOfReference(documents, `#/components/schemas/${value}`, entry.at);
  const target = byName ?? endOf(documents, value, entry);
  return target === null ? null : keyOf(target);
}

function endOf(documents: Documents, ref: string, from: SchemaPlace, steps = 0): SchemaPlace | null {
  const target = placeOfReference(documents, ref, from.at);
  const next = target === null ? null : memberOf(target, "$ref");
  return next === null || typeof next.value !== "string" || steps > 20
    ? target
    : endOf(documents, next.value, next, steps + 1);
}

/** Whether the schema, or what it extends, lists values for the property. */
function listsValues(
  { place, parents }: Definition,
  root: Root,
  definitions: ReadonlyMap<string, Definition>,
): boolean {
  const lists = (part: SchemaPlace): boolean => {
    const properties = memberOf(part, "properties");
    const property = properties === null ? null : memberOf(properties, root.property);
    const isOwn =
      property !== null && ["enum", "const", "$ref", "allOf"].some((key) => memberOf(property, key) !== null);
    return isOwn || membersOf(memberOf(part, "allOf")).some(lists);
  };
  const others = parents.flatMap((key) => definitions.get(key) ?? []);
  return lists(place) || (root.key !== keyOf(place) && others.some((other) => listsValues(other, root, definitions)));
}

function listingOf(place: SchemaPlace, below: ReadonlySet<string>, documents: Documents): string[] {
  return ["oneOf", "anyOf"].filter((keyword) =>
    membersOf(memberOf(place, keyword)).some((member) => {
      const ref = memberOf(member, "$ref");
      const target = typeof ref?.value === "string" ? endOf(documents, ref.value, ref) : null;
      return target !== null && below.has(keyOf(target));
    }),
  );
}

/** The definition that has a reference in its `allOf`. */
function holderOf({ at }: SchemaPlace): SchemaPlace | null {
  let part = at.parent;
  if (part?.parent?.key !== "allOf") return null;
  while (part?.parent?.key === "allOf") part = part.parent.parent;
  return part === null ? null : placeAt(part);
}

function keyOf({ at }: SchemaPlace): string {
  return `${at.document.path}#${pointerOf(at)}`;
}
