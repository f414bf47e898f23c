// With the key of another account: nothing of this account is reached, read or listed.
import { matches, type Operation } from "waybill/description";
import { extensionOf, textIn } from "../../description/description.ts";
import { isNamedIn, sentencesIn, statedOf } from "../../description/stated.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create, provide, provideFromProducer } from "../creating.ts";
import { needsKey } from "../credentials.ts";
import { changesSince, readOwn } from "../engines/read-back.ts";
import { List, listingsIn, listsWith, manyOf, sameItem, sizeOf } from "../engines/read-twice.ts";
import { isAcceptedWrongly } from "../engines/refusal.ts";
import {
  allMembers,
  bodyTypeOf,
  distinctBody,
  freshValues,
  inputsFromLink,
  isUrlName,
  makeNamed,
  namedBy,
} from "../inputs.ts";
import { isReference, ownerOfPath } from "../knowledge.ts";
import { isAboutOne, linksOf, type NamedLink } from "../links.ts";
import { itemsOf } from "../records.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { anew, jsonBodyOf, withBody, withMembers, withParameter } from "../variation.ts";
import { filtersOf } from "./paging.ts";

export function* otherAccounts(context: Context): Cases {
  const { otherKey = null } = context.options;
  if (otherKey === null) return;
  for (const result of context.accepted) {
    const { operation } = result;
    if (operation.method !== "post" || linksOf(context, result).length === 0) continue;
    yield caseOf("other accounts", operation, "other-account", () => tryOther(context, result, otherKey));
    const beside = (): Promise<void> => createBeside(context, result, otherKey);
    yield caseOf("other accounts", operation, "other-account/beside", beside, { elsewhere: "or last" });
  }
  for (const first of context.accepted) yield* foreignReferences(context, first, otherKey);
  for (const first of context.accepted) {
    const { operation } = first;
    if (operation.method !== "get" || !needsKey(operation)) continue;
    if (accountPath.test(operation.path.text)) {
      const apart = (): Promise<void> => tellApart(context, first, otherKey);
      yield caseOf("other accounts", operation, "other-account/own", apart);
    }
    const run = (): Promise<void> => interleave(context, first, otherKey);
    yield caseOf("other accounts", operation, "other-account/at-once", run, { elsewhere: "or last" });
  }
  for (const first of listingsIn(context)) {
    const { operation } = first;
    if (!needsKey(operation)) continue;
    yield caseOf("other accounts", operation, "other-account/list", () => tryFilters(context, first, otherKey));
  }
}

/**
 * Whether both accounts see records of a list that were there before the run, and nothing says that they are of one account: a catalog, say,
 * which all accounts may have in common.
 */
async function isShared(context: Context, first: CallResult, otherKey: string): Promise<boolean> {
  const { operation } = first;
  const { info } = context.description.http ?? {};
  const noun = ownerOfPath(operation.path.text);
  const sentences = sentencesIn(info?.description ?? "").filter((one) => isNamedIn(one, noun));
  if (/\b(your|own|other|another|themselves|mine|my)\b/i.test([statedOf(operation), ...sentences].join(" ")))
    return false;
  const seen = context.baselines.get(operation);
  const isMadeHere = (item: JsonObject): boolean =>
    context.records.sent.get(item["id"] ?? null)?.operation.path.text === operation.path.text;
  const before = (itemsOf(seen?.json) ?? []).filter((item) => !isMadeHere(item));
  if (before.length === 0) return false;
  const theirs = await context.call(operation, inWhole(first), context.credential(operation, otherKey));
  return before.some((item) => itemsOf(theirs.json)?.some((one) => sameItem(one, item)) === true);
}

/** The list of what an operation creates, where it is one that all accounts share. */
async function isSharedKind(context: Context, producer: Operation, otherKey: string): Promise<boolean> {
  const list = listingsIn(context).find(({ operation }) => operation.path.text === producer.path.text);
  if (list === undefined || !(await isShared(context, list, otherKey))) return false;
  for (const operation of [producer, list.operation])
    context.leftOut.note(operation, "foreign-access", "both accounts see what was there before the run");
  return true;
}

/** `/me` returns the account that the key is of: another one for each. */
const accountPath = /\/(me|self|whoami|current[-_]?user|account|profile)$/i;

async function tellApart(context: Context, { operation, values }: CallResult, otherKey: string): Promise<void> {
  const usual = await context.call(operation, values);
  const other = await context.call(operation, values, context.credential(operation, otherKey));
  const id = asObject(usual.json)?.["id"];
  if (!isAccepted(usual.status) || !isAccepted(other.status) || id === undefined) return;
  if (asObject(other.json)?.["id"] === id) context.fault("foreign-access", other, "returns the account of another key");
}

/** What another account creates changes nothing in the lists of this one. */
async function createBeside(context: Context, created: CallResult, otherKey: string): Promise<void> {
  const { operation, values } = created;
  // What it names is not there for another account.
  const names = Object.keys(membersOfBody(values) ?? {});
  const isOwn = names.some((name) => isReference(name) || isUrlName(name)) || operation.path.text.includes("{");
  if (isOwn || !needsKey(operation) || (await isSharedKind(context, operation, otherKey))) return;
  await createFullBeside(context, created, otherKey);
  // Of numbers beside the lists, only the description says whose they are.
  const isOfOne = ({ operation: one, json }: CallResult): boolean =>
    one.method === "get" && !one.path.text.includes("{") && needsKey(one) && itemsOf(json) === null;
  const numbers = context.accepted.filter((one) => isOfOne(one) && /\b(your|own|my)\b/i.test(statedOf(one.operation)));
  const looks: (() => Promise<CallResult | null>)[] = [
    ...(await listsWith(context, created)).map(
      (first) => async (): Promise<CallResult | null> => (await new List(context, first).all())?.result ?? null,
    ),
    ...numbers.map((first) => () => context.call(first.operation, first.values)),
  ];
  for (const look of looks) {
    const changes = [await changeOf(look), await changeOf(look)];
    const [change] = changes;
    if (change == null || changes.includes(null)) continue;
    context.fault("foreign-access", change, `has another response once another account has called ${operation.id}`);
  }

  async function changeOf(look: () => Promise<CallResult | null>): Promise<CallResult | null> {
    const before = await look();
    const body = jsonBodyOf(created);
    const renamed = body === null ? values : withBody(values, distinctBody(context, operation, body.value));
    const other = await context.call(operation, anew(context, renamed), context.credential(operation, otherKey));
    const [after, later] = [await look(), await look()];
    if (!isAccepted(other.status) || before === null || after === null || later === null) return null;
    const [first, ...others] = [before, after, later].map(({ json }) => JSON.stringify(json));
    // What changes by itself is another one at each look.
    return others[0] === others[1] && others[0] !== first ? after : null;
  }
}

/** With all that names nothing, so that what is counted of this account has something beside it. */
async function createFullBeside(context: Context, { operation, values }: CallResult, otherKey: string): Promise<void> {
  const named = Object.entries(allMembers(context, operation)).filter(
    ([name]) => !isReference(name) && !isUrlName(name),
  );
  const members = { ...membersOfBody(values), ...Object.fromEntries(named) };
  const schema = bodyTypeOf(operation)?.schema;
  if (schema === undefined || !matches(schema, members)) return;
  const sent = withMembers(operation, anew(context, values), members);
  await context.call(operation, sent, context.credential(operation, otherKey));
}

/**
 * A member of a body that names what another operation creates, by the name of the parameter that reads it: `cartId`. So does the second
 * parameter of `PUT /carts/{cartId}/items/{productId}`.
 */
function* foreignReferences(context: Context, usual: CallResult, otherKey: string): Cases {
  const { operation, values } = usual;
  // What is not there can be taken away as often as one likes.
  const parts = ["get", "delete"].includes(operation.method) ? [] : operation.path.segments;
  const [, ...inPath] = parts.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
  for (const name of [...Object.keys(membersOfBody(values) ?? {}), ...inPath]) {
    const named = namedBy(context, operation, name);
    if (named === null || !needsKey(named.reader)) continue;
    const run = async (): Promise<void> => {
      const made = await makeNamed(context, operation, name, otherKey);
      // What both accounts may read, both may refer to.
      if (made === null || isAccepted((await context.call(made.operation, made.values)).status)) return;
      const fresh = (await provide(context, operation)) ?? values;
      const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
      const namedIn = (values: RequestValues): RequestValues =>
        parameter === undefined
          ? withMembers(operation, values, { ...membersOfBody(values), [name]: made.id })
          : withParameter(values, parameter, made.id);
      const first = await context.call(operation, namedIn(fresh));
      // What else it names may be used up.
      const result =
        first.status === 409
          ? await context.call(operation, namedIn(await freshValues(context, operation, fresh)))
          : first;
      isAcceptedWrongly(context, result, { check: "foreign-access", text: `accepts the ${name} of another account` });
    };
    yield caseOf("other accounts", operation, `other-account/reference/${name}`, run, { elsewhere: "or last" });
  }
}

/** Each account gets its own response, also while the other one calls. */
async function interleave(context: Context, { operation, values: usual }: CallResult, otherKey: string): Promise<void> {
  const values = (await provideFromProducer(context, operation)) ?? usual;
  const other = context.credential(operation, otherKey);
  const call = (isOther: boolean): Promise<CallResult> =>
    isOther ? context.call(operation, values, other) : context.call(operation, values);
  const [ours, theirs] = [await call(false), await call(true)];
  const turns = [false, true, false, true];
  const results = await context.atOnce(turns.map((isOther) => () => call(isOther)));
  const isAlike = (a: CallResult, b: CallResult): boolean =>
    a.status === b.status && JSON.stringify(a.json) === JSON.stringify(b.json);
  // Where both see the same, or something else changes, nothing can be mixed up.
  if (isAlike(ours, theirs) || !isAlike(ours, await call(false)) || !isAlike(theirs, await call(true))) return;
  for (const [index, result] of results.entries()) {
    const mistaken = turns[index] === true ? ours : theirs;
    if (!isAlike(result, mistaken)) continue;
    context.object(
      "foreign-access",
      `${operation.id} returns the response of another account that calls as well`,
      result,
    );
    return;
  }
}

/** Every filter of a list by itself and with each other one, each with a value that the own records have. */
async function tryFilters(context: Context, first: CallResult, otherKey: string): Promise<void> {
  const { operation } = first;
  if (await isShared(context, first, otherKey)) return;
  const list = new List(context, first);
  const accountPage = await list.all();
  if (accountPage === null) return;
  const credential = context.credential(operation, otherKey);
  const many = inWhole(first);
  const filters = filtersOf(operation, accountPage.items).flatMap(({ filter, property }) => {
    const values = accountPage.items.map((item) => item[property]);
    const value = values.find((one) => one !== undefined && matches(filter.schema, one));
    return value === undefined ? [] : [{ filter, value }];
  });
  const queries = [[], ...filters.map((one) => [one]), ...(filters.length > 1 ? [filters] : [])];
  for (const query of queries) {
    const values = query.reduce((all, { filter, value }) => withParameter(all, filter, value), many);
    const result = await context.call(operation, values, credential);
    const items = itemsOf(result.json) ?? [];
    if (!hasMadeIds(context, items) && !sharesOwned(operation, accountPage.items, items)) continue;
    const how = query.length === 0 ? "" : ` with ${query.map(({ filter }) => filter.name).join(" and ")}`;
    context.object("foreign-access", `${operation.id}${how} returns data of another account`, result);
  }
}

/** As many records as may be asked for. */
function inWhole({ operation, values }: CallResult): RequestValues {
  const size = sizeOf(operation);
  return size === null ? values : withParameter(values, size, manyOf(size));
}

/** Ids that this run has made are no other account's. */
function hasMadeIds({ madeIds }: Context, items: readonly JsonObject[]): boolean {
  return items.some((item) => Object.values(item).some((value) => madeIds.has(value)));
}

/** `x-waybill-owned`: the member that identifies records of one account alone. */
function sharesOwned(
  { extensions }: Operation,
  accountRecords: readonly JsonObject[],
  other: readonly JsonObject[],
): boolean {
  const member = textIn(extensionOf(extensions, "x-waybill-owned"), "member");
  if (member === null) return false;
  const known = new Set(accountRecords.map((item) => item[member]));
  return other.some((item) => item[member] !== undefined && known.has(item[member]));
}

async function tryOther(context: Context, first: CallResult, otherKey: string): Promise<void> {
  const { operation: producer } = first;
  if (await isSharedKind(context, producer, otherKey)) return;
  // Where there can be only one, such as the loan of a book, it is the first one.
  const created = (await create(context, producer)) ?? first;
  const foreign = {
    check: "foreign-access",
    text: `gives another account access to what ${producer.id} created`,
  } as const;
  let before = await readOwn(context, created);
  // What is done before a request, such as a deletion, would be in the way of others.
  const isPrepared = ({ followed }: NamedLink): number => Number(context.preparations.has(followed.operation));
  for (const { followed } of linksOf(context, created).toSorted((a, b) => isPrepared(a) - isPrepared(b))) {
    const { operation } = followed;
    // Public operations and lists of the own account show nothing.
    if (!isAboutOne(followed) || !needsKey(operation)) continue;
    const values = inputsFromLink(context, followed);
    if (values === null || (values.body === null && bodyTypeOf(operation) !== null)) continue;
    const prepare = context.preparations.get(operation);
    if (prepare !== undefined) {
      await prepare(values);
      before = await readOwn(context, created);
    }
    const result = await context.call(operation, values, context.credential(operation, otherKey));
    if (isAcceptedWrongly(context, result, foreign) || operation.method === "get" || before === null) continue;
    const changes = await changesSince(context, created, before);
    if (changes === null) continue;
    const names = changes.names.join(", ");
    const text = `changes ${names} of another account's resource, although it returns ${result.status}`;
    context.fault("foreign-access", result, text);
  }
}
