// Rules of a description beyond its schemas, in `x-waybill-references`, `-unique` and `-catalog`: names that must exist, members
// that must differ, lists that must be whole.

import { type Json, matches, type NamedSchema, type Operation } from "waybill/description";
import { extensionOf, isRecord, placeOf, textIn } from "../../description/description.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { needsKey } from "../credentials.ts";
import { bodyTypeOf } from "../inputs.ts";
import { itemsOf } from "../items.ts";
import { unknownLike } from "../knowledge.ts";
import { renewed, withBody } from "../variation.ts";

export async function runStatedRules(context: Context): Promise<void> {
  for (const first of context.accepted) {
    const { operation } = first;
    const schema = schemaOfBody(operation);
    if (schema !== null) {
      for (const entry of entriesOf(schema, "x-waybill-references")) {
        const id = `${operation.id}/invalid/references/${entry.path}`;
        await context.case("invalid", id, operation.id, () => tryUnknown(context, first, entry));
        await tryOtherReferences(context, first, entry);
      }
      for (const entry of operation.method === "post" ? entriesOf(schema, "x-waybill-unique") : []) {
        const id = `${operation.id}/invalid/unique/${entry.path}`;
        await context.case("invalid", id, operation.id, () => tryTwice(context, first, entry));
      }
    }
    const catalog = textIn(extensionOf(operation.extensions, "x-waybill-catalog"), "of");
    if (catalog !== null) checkCatalog(context, first, catalog);
  }
}

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

async function tryUnknown(context: Context, first: CallResult, { path, where }: Entry): Promise<void> {
  const { operation, values } = first;
  if (values.body?.kind !== "value") return;
  const body = renewed(context, putAt(values.body.value, path.split("."), unknownLike));
  const result = await context.call(operation, withBody(values, body));
  const about = { ...result, where };
  if (isAccepted(result.status)) {
    context.object("rule-broken", `${operation.id} accepts a ${path} that does not exist`, about);
  } else if (!isRefused(result.status) && result.status < 500) {
    context.object("wrong-refusal", `${operation.id} returns ${result.status} to a ${path} that does not exist`, about);
  }
}

/** The usual body with one reference at a time to what does not exist: in each place of a list, and in its last element alone. */
export function unknownBodies(
  operation: Operation,
  { body }: CallResult["values"],
): { readonly path: string; readonly body: Json }[] {
  const schema = schemaOfBody(operation);
  if (schema === null || body?.kind !== "value") return [];
  const { value } = body;
  return entriesOf(schema, "x-waybill-references").map(({ path }) => ({
    path,
    body: putAt(value, path.split("."), unknownLike),
  }));
}

async function tryTwice(context: Context, usual: CallResult, { path, within, where }: Entry): Promise<void> {
  const { operation, values } = usual;
  if (values.body?.kind !== "value") return;
  const same = withBody(values, renewed(context, values.body.value));
  const first = await context.call(operation, same);
  if (!isAccepted(first.status)) return;
  const second = await context.call(operation, same);
  await raceFor(context, usual, { path, where });
  if (isAccepted(second.status)) {
    context.object("rule-broken", `${operation.id} accepts the same ${path} twice`, { ...second, where });
  }
  const { otherKey = null } = context.options;
  if (otherKey === null || within !== "account") return;
  const other = await context.call(operation, same, context.credential(operation, otherKey));
  if (!isRefused(other.status)) return;
  context.object("rule-broken", `${operation.id} rejects a ${path} that only another account has`, { ...other, where });
}

/** So often two requests race for one value: a gap of a millisecond is not met each time. */
const races = 4;

/** Two creates at once with one value that must be unique: one of them is accepted. */
async function raceFor(
  context: Context,
  { operation, values }: CallResult,
  { path, where }: Pick<Entry, "path" | "where">,
): Promise<void> {
  const { session } = context;
  for (let round = 0; round < races; round += 1) {
    const same = values.body?.kind === "value" ? withBody(values, renewed(context, values.body.value)) : values;
    session.together = true;
    const results = await Promise.all([0, 1].map(() => context.call(operation, same))).finally(() => {
      session.together = false;
    });
    const [first] = results;
    if (first === undefined || results.filter(({ status }) => isAccepted(status)).length < 2) continue;
    const message = `${operation.id} accepts two concurrent requests with the same ${path}`;
    context.object("rule-broken", message, { ...first, where });
    return;
  }
}

/** So many values of a list are tried. */
const mostListed = 12;

/**
 * A reference is a value that an operation lists: each listed value is accepted, in the last of several elements as well, and what
 * only another account's list has is not.
 */
async function tryOtherReferences(context: Context, first: CallResult, entry: Entry): Promise<void> {
  const { path, where, lists, member } = entry;
  const { operation, values } = first;
  const list = context.accepted.find((one) => one.operation.id === lists);
  const { body } = values;
  if (list === undefined || member === null || body?.kind !== "value") return;
  const schema = bodyTypeOf(operation)?.schema;
  const records = async (key?: string): Promise<readonly JsonObject[]> => {
    const credential = key === undefined ? undefined : context.credential(list.operation, key);
    const { json } = await context.call(list.operation, list.values, credential);
    return itemsOf(json) ?? [];
  };
  const listed = async (key?: string): Promise<readonly Json[]> =>
    (await records(key)).flatMap((item) => item[member] ?? []);
  const send = async (changed: Json): Promise<CallResult | null> => {
    if (schema === undefined || !matches(schema, changed)) return null;
    return await context.call(operation, withBody(values, renewed(context, changed)));
  };
  const steps = path.split(".");
  await context.case("valid", `${operation.id}/valid/references/${path}`, operation.id, async () => {
    for (const value of [...new Set(await listed())].slice(0, mostListed)) {
      const result = await send(putAt(body.value, steps, () => value));
      if (result === null || !isRefused(result.status)) continue;
      const message = `${operation.id} rejects the ${path} ${JSON.stringify(value)}, which ${list.operation.id} returns`;
      context.object("rule-broken", message, { ...result, where });
    }
  });
  await context.case("invalid", `${operation.id}/invalid/references/${path}/members`, operation.id, async () => {
    for (const [name, value] of otherMembers(await records(), member)) {
      const result = await send(putAt(body.value, steps, () => value));
      if (result === null || !isAccepted(result.status)) continue;
      const message = `${operation.id} accepts the ${name} of what ${list.operation.id} returns as ${path}`;
      context.object("rule-broken", message, { ...result, where });
    }
  });
  await context.case("invalid", `${operation.id}/invalid/references/${path}/empty`, operation.id, async () => {
    if ((await listed()).includes("")) return;
    const result = await send(putAt(body.value, steps, () => ""));
    if (result === null || !isAccepted(result.status)) return;
    const message = `${operation.id} accepts an empty ${path}, which ${list.operation.id} does not return`;
    context.object("rule-broken", message, { ...result, where });
  });
  const { otherKey = null } = context.options;
  if (otherKey !== null && needsKey(list.operation)) {
    await context.case("other accounts", `${operation.id}/other-account/references/${path}`, operation.id, async () => {
      const own = await listed();
      const foreign = (await listed(otherKey)).filter((value) => !own.includes(value));
      for (const value of [...new Set(foreign)].slice(0, 3)) {
        const result = await send(putAt(body.value, steps, () => value));
        if (result === null || !isAccepted(result.status)) continue;
        const message = `${operation.id} accepts a ${path} that only ${list.operation.id} of another account returns`;
        context.object("foreign-access", message, { ...result, where });
      }
    });
  }
  if (!steps.includes("*")) return;
  await context.case("invalid", `${operation.id}/invalid/references/${path}/last`, operation.id, async () => {
    const result = await send(withLastUnknown(body.value, steps));
    if (result === null || !isAccepted(result.status)) return;
    const message = `${operation.id} accepts a ${path} that does not exist in the last of several`;
    context.object("rule-broken", message, { ...result, where });
  });
}

/** The other texts of the first record that is listed, by their names: what names it elsewhere is not what it is referred to by. */
function otherMembers(records: readonly JsonObject[], member: string): [name: string, value: string][] {
  const names = records.map((one) => one[member]);
  return Object.entries(records[0] ?? {}).flatMap(([name, value]): [string, string][] =>
    name === member || typeof value !== "string" || names.includes(value) ? [] : [[name, value]],
  );
}

/** The list on the way with its first element once more, and in that one a value that does not exist. */
function withLastUnknown(value: Json, [step, ...rest]: readonly string[]): Json {
  if (step === undefined) return value;
  const members = asObject(value);
  if (step === "*" && Array.isArray(value)) {
    const [first] = value;
    return first === undefined ? value : [...value, putAt(first, rest, unknownLike)];
  }
  return members === null ? value : { ...members, [step]: withLastUnknown(members[step] ?? "", rest) };
}

function checkCatalog(context: Context, result: CallResult, name: string): void {
  const { operation, json } = result;
  const schema = context.description.schemas.find((one) => one.name === name || one.nameParts.at(-1) === name);
  const values = schema?.schema.kind === "enum" ? schema.schema.values : [];
  const entries = itemsOf(json);
  if (entries === null || values.length === 0) return;
  const about = { ...result, where: placeOf(operation.at) };
  if (entries.length !== values.length) {
    const message = `${operation.id} lists ${entries.length} of the ${values.length} values of ${name}`;
    context.object("rule-broken", message, about);
  }
  // Entries need not say which value they are of; where they do, every value is there.
  const named = entries.map((entry) => Object.values(entry).find((member) => values.includes(member)));
  const missing = values.filter((value) => !named.includes(value));
  if (named.every((one) => one === undefined) || missing.length === 0) return;
  context.object("rule-broken", `${operation.id} does not list ${missing.join(", ")} of ${name}`, about);
}

/** The rules of an extension on the body of an operation. */
export function entriesIn(operation: Operation, extension: string): readonly Entry[] {
  const schema = schemaOfBody(operation);
  return schema === null ? [] : entriesOf(schema, extension);
}

function entriesOf({ schema, at }: NamedSchema, extension: string): Entry[] {
  const list = schema.annotations.extensions[extension];
  return (Array.isArray(list) ? list : []).filter(isRecord).flatMap((entry): Entry[] => {
    const path = textIn(entry, "path");
    return path === null
      ? []
      : [
          {
            path,
            within: entry["within"],
            lists: textIn(entry, "operation"),
            member: textIn(entry, "member"),
            shown: shownIn(entry),
            where: placeOf(at),
          },
        ];
  });
}

function shownIn(entry: Readonly<Record<string, unknown>>): Shown | null {
  const shown = extensionOf(entry, "shownAs");
  const [path, member] = [textIn(shown, "path"), textIn(shown, "member")];
  return path === null || member === null ? null : { path, member };
}

function schemaOfBody(operation: Operation): NamedSchema | null {
  const schema = bodyTypeOf(operation)?.schema;
  return schema?.kind === "ref" ? schema.target : null;
}

/** The value with another one at a path; what is not there is put there. */
export function putAt(value: Json, [step, ...rest]: readonly string[], change: (old: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (step === "*") return Array.isArray(value) ? value.map((item: Json) => putAt(item, rest, change)) : value;
  const members = asObject(value);
  return members === null ? value : { ...members, [step]: putAt(members[step] ?? "", rest, change) };
}
