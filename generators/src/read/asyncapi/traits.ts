// A message or an operation with its traits, or an object and its reference -> what they say together.
import { isFields } from "../../model/fields.ts";
import type { Documentation } from "../../model/messaging.ts";
import { identityOf, type Node } from "../../source/index.ts";
import { extensionsOf, followObject, itemsOf, stringField } from "../fields/index.ts";
import { type AsyncApiReading, openObject } from "./asyncapi-reading.ts";

/**
 * The object and its traits in order of precedence: in AsyncAPI 3 the object itself, then the last trait; in AsyncAPI 2, which
 * applies the traits to the object as patches, the last trait first and the object last.
 */
export function withTraits(
  reading: AsyncApiReading,
  node: Node,
  what: "a message trait" | "an operation trait",
): readonly Node[] {
  const traits = itemsOf(reading, node, "traits").flatMap((item) => openObject(reading, item, what) ?? []);
  return reading.version === 2 ? [...traits.toReversed(), node] : [node, ...traits.toReversed()];
}

export function firstText(reading: AsyncApiReading, owners: readonly Node[], field: string): string | null {
  for (const owner of owners) {
    const text = stringField(reading, owner, field);
    if (text !== null) return text;
  }
  return null;
}

/** `tags` and `externalDocs`, each of the first owner that has it. */
export function documentationOf(reading: AsyncApiReading, owners: readonly Node[]): Documentation {
  const fields = ["tags", "externalDocs"].flatMap((name) =>
    owners.flatMap((owner) => owner.get(name) ?? []).slice(0, 1),
  );
  if (fields.length === 0) return undocumented;
  return Object.fromEntries(fields.map((field) => [field.key, resolvedOf(reading, field, new Set())]));
}

const undocumented: Documentation = Object.freeze({});

/**
 * The content of `bindings` by the name of the protocol, with its references replaced by their targets. Those of traits are merged, as
 * the standard says: member by member.
 */
export function bindingsOf(reading: AsyncApiReading, owners: readonly Node[]): Record<string, unknown> {
  const each = owners.toReversed().flatMap((owner) => {
    const field = owner.get("bindings");
    const node = field === undefined ? null : followObject(reading, field, "bindings");
    return node === null ? [] : [resolvedOf(reading, node, new Set())];
  });
  const merged = each.reduce((all, one) => mergedOf(all, one), {});
  return isFields(merged) ? merged : {};
}

/** JSON Merge Patch (RFC 7396), without deletion. */
function mergedOf(base: unknown, patch: unknown): unknown {
  if (!isFields(base) || !isFields(patch)) return patch;
  const members = Object.entries(patch).map(([key, value]) => [
    key,
    Object.hasOwn(base, key) ? mergedOf(base[key], value) : value,
  ]);
  return { ...base, ...Object.fromEntries(members) };
}

/** A reference to what it is in stays a reference, and so does one that leads nowhere, which is reported elsewhere. */
function resolvedOf(reading: AsyncApiReading, node: Node, around: ReadonlySet<string>): unknown {
  if (node.isArray) return node.items().map((item) => resolvedOf(reading, item, around));
  if (!node.isObject) return node.value;
  const ref = node.get("$ref");
  if (ref === undefined || typeof ref.value !== "string")
    return Object.fromEntries(node.members().map((member) => [member.key, resolvedOf(reading, member, around)]));
  const target = reading.sources.resolve(ref.value, ref);
  const identity = target.ok ? identityOf(target.value) : "";
  if (!target.ok || around.has(identity)) return node.value;
  return resolvedOf(reading, target.value, new Set([...around, identity]));
}

export function allExtensionsOf(owners: readonly Node[]): Record<string, unknown> {
  return Object.assign({}, ...owners.toReversed().map(extensionsOf));
}
