// `x-waybill-references`, `-unique` and the like of a schema -> the places of a body that each is about.
import type { Json, Operation, Schema } from "waybill/description";
import { extensionOf, isRecord, placeOf, textIn } from "../../description/description.ts";
import { asObject } from "../../values/json.ts";
import type { CallResult, Context } from "../context.ts";
import { bodyTypeOf, inputsFor } from "../inputs.ts";
import { unknownLike } from "../knowledge.ts";
import { itemsOf } from "../records.ts";

export interface Entry {
  /** Of a member of the body: `products.*.sku`. */
  readonly path: string;
  readonly within: unknown;
  /** The operation that lists what may be referred to, and the member of its records. */
  readonly lists: string | null;
  readonly member: string | null;
  /** How a record shows what was referred to. */
  readonly shown: Shown | null;
  /** Of the schema that states the rule. */
  readonly where: string;
}

export interface Shown {
  /** Of a member of the record. */
  readonly path: string;
  /** The member of the listed record that has the same value. */
  readonly member: string;
}

/** The rules of an extension on the body of an operation. */
export function entriesIn(operation: Operation, extension: string): readonly Entry[] {
  const body = bodyTypeOf(operation)?.schema;
  if (body?.kind !== "ref") return [];
  const { schema, at } = body.target;
  const list = schema.annotations.extensions[extension];
  return (Array.isArray(list) ? list : []).filter(isRecord).flatMap((entry): Entry[] => {
    const path = textIn(entry, "path");
    if (path === null) return [];
    const [lists, member] = [textIn(entry, "operation"), textIn(entry, "member")];
    return [{ path, within: entry["within"], lists, member, shown: shownIn(entry), where: placeOf(at) }];
  });
}

function shownIn(entry: Readonly<Record<string, unknown>>): Shown | null {
  const shownAs = extensionOf(entry, "shownAs");
  const [path, member] = [textIn(shownAs, "path"), textIn(shownAs, "member")];
  return path === null || member === null ? null : { path, member };
}

/** `x-waybill-verbatim`: texts count to the byte. */
export function isVerbatim({ annotations }: Pick<Schema, "annotations">): boolean {
  return annotations.extensions["x-waybill-verbatim"] === true;
}

/** The value with another one at a path; what is not there is put there. */
export function putAt(value: Json, [step, ...rest]: readonly string[], change: (old: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (step === "*") return Array.isArray(value) ? value.map((item: Json) => putAt(item, rest, change)) : value;
  const members = asObject(value);
  return members === null ? value : { ...members, [step]: putAt(members[step] ?? "", rest, change) };
}

/** The usual body with one reference at a time to what does not exist: in each place of a list, and in its last element alone. */
export function unknownBodies(
  operation: Operation,
  { body }: CallResult["values"],
): { readonly path: string; readonly body: Json }[] {
  if (body?.kind !== "value") return [];
  const { value } = body;
  return entriesIn(operation, "x-waybill-references").map(({ path }) => {
    return { path, body: putAt(value, path.split("."), unknownLike) };
  });
}

/** So many values of a reference are tried. */
const mostListed = 3;

/** The body with all members, once for each listed value of a reference. */
export function fullBodies(context: Context, operation: Operation): Json[] {
  const fullBody = inputsFor(context, operation, "all")?.values.body;
  if (fullBody?.kind !== "value") return [];
  const bodies = entriesIn(operation, "x-waybill-references").flatMap(({ path, lists, member }): Json[] => {
    const list = context.accepted.find((one) => one.operation.id === lists);
    const values = (itemsOf(list?.json) ?? []).flatMap((item) => (member === null ? [] : (item[member] ?? [])));
    return path.includes("*")
      ? []
      : values.slice(0, mostListed).map((value) => putAt(fullBody.value, path.split("."), () => value));
  });
  return bodies.length === 0 ? [fullBody.value] : bodies;
}
