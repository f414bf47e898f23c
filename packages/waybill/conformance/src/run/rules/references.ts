// `x-waybill-references`, `-unique` and `-catalog`: names that must exist, members that must differ, lists that must be whole.
import { type Json, matches, type Schema } from "waybill/description";
import { extensionOf, textIn } from "../../description/description.ts";
import { schemasAt } from "../../description/schema-parts.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { discard } from "../creating.ts";
import { needsKey } from "../credentials.ts";
import { isAcceptedWrongly } from "../engines/refusal.ts";
import { bodyTypeOf } from "../inputs.ts";
import { nearlySame, otherCase, unknownLike } from "../knowledge.ts";
import { itemsOf } from "../records.ts";
import { membersOfBody } from "../request-values.ts";
import { anew, renewed, withBody } from "../variation.ts";
import { type Entry, entriesIn, isVerbatim, putAt } from "./entries.ts";

export function* references(context: Context): Cases {
  for (const first of context.accepted) {
    const { operation } = first;
    for (const entry of entriesIn(operation, "x-waybill-references")) {
      const run = (): Promise<void> => tryUnknown(context, first, entry);
      yield caseOf("invalid", operation, `invalid/references/${entry.path}`, run);
      yield* listedValues(context, first, entry);
    }
    for (const entry of operation.method === "post" ? entriesIn(operation, "x-waybill-unique") : []) {
      const run = (): Promise<void> => tryTwice(context, first, entry);
      yield caseOf("invalid", operation, `invalid/unique/${entry.path}`, run);
    }
    const catalog = textIn(extensionOf(operation.extensions, "x-waybill-catalog"), "of");
    if (catalog !== null) checkCatalog(context, first, catalog);
  }
}

async function tryUnknown(context: Context, { operation, values }: CallResult, { path, where }: Entry): Promise<void> {
  if (values.body?.kind !== "value") return;
  const body = renewed(context, putAt(values.body.value, path.split("."), unknownLike));
  const result = await context.call(operation, withBody(values, body));
  if (isAcceptedWrongly(context, result, { text: `accepts a ${path} that does not exist`, where })) return;
  if (isRefused(result.status) || result.status >= 500) return;
  context.fault("wrong-refusal", result, `returns ${result.status} to a ${path} that does not exist`, where);
}

async function tryTwice(context: Context, usual: CallResult, { path, within, where }: Entry): Promise<void> {
  const { operation, values } = usual;
  if (values.body?.kind !== "value") return;
  const same = anew(context, values);
  const first = await context.call(operation, same);
  if (!isAccepted(first.status)) return;
  const second = await context.call(operation, same);
  await raceFor(context, usual, { path, where });
  isAcceptedWrongly(context, second, { text: `accepts the same ${path} twice`, where });
  const { otherKey = null } = context.options;
  if (otherKey === null || within !== "account") return;
  const other = await context.call(operation, same, context.credential(operation, otherKey));
  if (!isRefused(other.status)) return;
  context.fault("rule-broken", other, `rejects a ${path} that only another account has`, where);
}

/** So often two requests race for one value: a gap of a millisecond is not met each time. */
const races = 4;

/** Two creates at once with one value that must be unique: one of them is accepted. */
async function raceFor(
  context: Context,
  { operation, values }: CallResult,
  { path, where }: Pick<Entry, "path" | "where">,
): Promise<void> {
  for (let round = 0; round < races; round += 1) {
    const same = anew(context, values);
    const send = (): Promise<CallResult> => context.call(operation, same);
    const results = await context.atOnce([send, send]);
    const [first] = results;
    if (first === undefined || !results.every(({ status }) => isAccepted(status))) continue;
    context.fault("rule-broken", first, `accepts two concurrent requests with the same ${path}`, where);
    return;
  }
}

/** So many values of a list are tried. */
const mostListed = 12;

/**
 * A reference is a value that an operation lists: each listed value is accepted, in the last of several elements as well, and what
 * only another account's list has is not.
 */
function* listedValues(context: Context, first: CallResult, { path, where, lists, member }: Entry): Cases {
  const { operation, values } = first;
  const list = context.accepted.find((one) => one.operation.id === lists);
  const { body } = values;
  if (list === undefined || member === null || body?.kind !== "value") return;
  const schema = bodyTypeOf(operation)?.schema;
  const records = async (key?: string): Promise<readonly JsonObject[]> => {
    const credential = key === undefined ? undefined : context.credential(list.operation, key);
    return itemsOf((await context.call(list.operation, list.values, credential)).json) ?? [];
  };
  const listed = async (key?: string): Promise<readonly Json[]> =>
    (await records(key)).flatMap((item) => item[member] ?? []);
  const send = async (changed: Json): Promise<CallResult | null> => {
    if (schema === undefined || !matches(schema, changed)) return null;
    return await context.call(operation, withBody(values, renewed(context, changed)));
  };
  const steps = path.split(".");
  const sendWith = (value: Json): Promise<CallResult | null> => send(putAt(body.value, steps, () => value));
  yield caseOf("valid", operation, `valid/references/${path}`, async () => {
    for (const value of [...new Set(await listed())].slice(0, mostListed)) {
      const result = await sendWith(value);
      if (result === null || !isRefused(result.status)) continue;
      const text = `rejects the ${path} ${JSON.stringify(value)}, which ${list.operation.id} returns`;
      context.fault("rule-broken", result, text, where);
    }
  });
  yield caseOf("invalid", operation, `invalid/references/${path}/members`, async () => {
    for (const [name, value] of otherMembers(await records(), member)) {
      const text = `accepts the ${name} of what ${list.operation.id} returns as ${path}`;
      isAcceptedWrongly(context, await sendWith(value), { text, where });
    }
  });
  yield caseOf("invalid", operation, `invalid/references/${path}/empty`, async () => {
    if ((await listed()).includes("")) return;
    const text = `accepts an empty ${path}, which ${list.operation.id} does not return`;
    isAcceptedWrongly(context, await sendWith(""), { text, where });
  });
  const near = async (): Promise<void> => {
    const values = await listed();
    const text = values.find((value) => typeof value === "string");
    for (const { value, what } of text === undefined ? [] : nearlySame(text, otherCase(text))) {
      const about = { text: `accepts ${what} as ${path}, which ${list.operation.id} does not return`, where };
      if (!values.includes(value)) isAcceptedWrongly(context, await sendWith(value), about);
    }
  };
  yield caseOf("invalid", operation, `invalid/references/${path}/near`, near, { elsewhere: "or last" });
  const { otherKey = null } = context.options;
  if (otherKey !== null && needsKey(list.operation)) {
    yield caseOf("other accounts", operation, `other-account/references/${path}`, async () => {
      const accountValues = await listed();
      const foreign = (await listed(otherKey)).filter((value) => !accountValues.includes(value));
      const text = `accepts a ${path} that only ${list.operation.id} of another account returns`;
      for (const value of [...new Set(foreign)].slice(0, 3))
        isAcceptedWrongly(context, await sendWith(value), { check: "foreign-access", text, where });
    });
  }
  if (!steps.includes("*")) return;
  yield caseOf("invalid", operation, `invalid/references/${path}/last`, async () => {
    const text = `accepts a ${path} that does not exist in the last of several`;
    isAcceptedWrongly(context, await send(withLastUnknown(body.value, steps)), { text, where });
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
  const schema = context.description.schemas.find((one) => one.name === name || one.nameParts.at(-1) === name);
  const values = schema?.schema.kind === "enum" ? schema.schema.values : [];
  const entries = itemsOf(result.json);
  if (entries === null || values.length === 0) return;
  if (entries.length !== values.length)
    context.fault("rule-broken", result, `lists ${entries.length} of the ${values.length} values of ${name}`);
  // Entries need not say which value they are of; where they do, every value is there.
  const named = entries.map((entry) => Object.values(entry).find((member) => values.includes(member)));
  const missing = values.filter((value) => !named.includes(value));
  if (named.every((one) => one === undefined) || missing.length === 0) return;
  context.fault("rule-broken", result, `does not list ${missing.join(", ")} of ${name}`);
}

/** Where texts count to the byte, other texts are other values: each is taken beside one that is nearly the same. */
export function* nearlyEqualValues(context: Context, { operation, values }: CallResult, schema: Schema): Cases {
  for (const { path, where } of entriesIn(operation, "x-waybill-unique")) {
    if (!schemasAt(schema, [path]).some(isVerbatim)) continue;
    const run = async (): Promise<void> => {
      const base = membersOfBody(anew(context, values)) ?? {};
      const [usual, ...others] = nearTo(base[path]);
      if (usual === undefined) return;
      const send = async (value: string): Promise<CallResult> =>
        await context.call(operation, withBody(values, { ...base, [path]: value }));
      const first = await send(usual[1]);
      if (!isAccepted(first.status)) return;
      const acceptedResults: CallResult[] = [first];
      for (const [what, other] of others) {
        if (!matches(schema, { ...base, [path]: other })) continue;
        const result = await send(other);
        const text = `rejects a ${path} that differs from an existing one only in ${what}`;
        if (isAccepted(result.status)) acceptedResults.push(result);
        else if (isRefused(result.status)) context.fault("rule-broken", result, text, where);
      }
      for (const one of acceptedResults) await discard(context, one);
    };
    yield caseOf("valid", operation, `valid/unique/${path}`, run, { elsewhere: "or last" });
  }
}

/** A text, and others with what they differ in. Of a URL the host is the same in any letters, and the rest is not. */
function nearTo(value: Json | undefined): (readonly [what: string, text: string])[] {
  if (typeof value !== "string") return [];
  const url = URL.parse(value);
  if (url === null) {
    return [
      ["", `${value}a`],
      ["the case of a letter", `${value}A`],
      ["its last character", value],
    ];
  }
  const path = `${url.origin}${url.pathname.replace(/\/$/, "")}`;
  return [
    ["", `${path}/near`],
    ["the case of its path", `${path}/Near`],
    ["its last character", `${path}/nea`],
    ["an additional character", `${path}/near2`],
    ["a trailing slash", `${path}/near/`],
    ["its query", `${path}/near?a=1`],
    ["the case of its query", `${path}/near?A=1`],
    ["an additional path segment", `${path}/near/by`],
  ];
}
