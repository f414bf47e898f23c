// Rules of a description beyond its schemas, in `x-waybill-references`, `-unique` and `-catalog`: names that must exist, members
// that must differ, lists that must be whole.

import type { Json, NamedSchema, Operation } from "waybill/description";
import { extensionOf, isRecord, placeOf, textIn } from "../../description/description.ts";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { credentialOf } from "../credentials.ts";
import { bodyTypeOf } from "../inputs.ts";
import { unknownLike } from "../knowledge.ts";
import { itemsOf } from "../lists.ts";
import { renewed, withBody } from "../variation.ts";

export async function runStatedRules(context: Context): Promise<void> {
  for (const first of context.accepted) {
    const { operation } = first;
    const schema = schemaOfBody(operation);
    if (schema !== null) {
      for (const entry of entriesOf(schema, "x-waybill-references")) {
        const id = `${operation.id}/invalid/references/${entry.path}`;
        await context.case("invalid", id, operation.id, () => tryUnknown(context, first, entry));
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

interface Entry {
  /** Of a member of the body: `products.*.sku`. */
  readonly path: string;
  readonly within: unknown;
  /** Of the schema that states the rule. */
  readonly where: string;
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

async function tryTwice(context: Context, usual: CallResult, { path, within, where }: Entry): Promise<void> {
  const { operation, values } = usual;
  if (values.body?.kind !== "value") return;
  const same = withBody(values, renewed(context, values.body.value));
  const first = await context.call(operation, same);
  if (!isAccepted(first.status)) return;
  const second = await context.call(operation, same);
  if (isAccepted(second.status)) {
    context.object("rule-broken", `${operation.id} accepts the same ${path} twice`, { ...second, where });
  }
  const { otherKey = null } = context.options;
  if (otherKey === null || within !== "account") return;
  const other = await context.call(operation, same, credentialOf(context.schemes(operation), otherKey));
  if (!isRefused(other.status)) return;
  context.object("rule-broken", `${operation.id} rejects a ${path} that only another account has`, { ...other, where });
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

function entriesOf({ schema, at }: NamedSchema, extension: string): Entry[] {
  const list = schema.annotations.extensions[extension];
  return (Array.isArray(list) ? list : []).filter(isRecord).flatMap((entry): Entry[] => {
    const path = textIn(entry, "path");
    return path === null ? [] : [{ path, within: entry["within"], where: placeOf(at) }];
  });
}

function schemaOfBody(operation: Operation): NamedSchema | null {
  const schema = bodyTypeOf(operation)?.schema;
  return schema?.kind === "ref" ? schema.target : null;
}

/** The value with another one at a path; what is not there is put there. */
function putAt(value: Json, [step, ...rest]: readonly string[], change: (old: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (step === "*") return Array.isArray(value) ? value.map((item: Json) => putAt(item, rest, change)) : value;
  const members = asObject(value);
  return members === null ? value : { ...members, [step]: putAt(members[step] ?? "", rest, change) };
}
