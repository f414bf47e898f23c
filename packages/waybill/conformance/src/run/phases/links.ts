// From what was created along the description's links: it can be read, it has the sent values, and it is gone after its deletion.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { namesIn, schemasAt } from "../../description/schema-parts.ts";
import { isNamedIn, isRepeatable, sentencesIn, statedOf } from "../../description/stated.ts";
import { asObject, isList, type JsonObject } from "../../values/json.ts";
import { changedNames, differenceOf, type Members } from "../comparison.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { createFullest } from "../creating.ts";
import { checkReadBack, checkShared, readOwn } from "../engines/read-back.ts";
import { listingsIn } from "../engines/read-twice.ts";
import { bodyTypeOf, changeOf, follow, inputsFor, inputsFromLink, isPartialUpdate, isReading } from "../inputs.ts";
import { unknownLike } from "../knowledge.ts";
import { type Followed, isAboutOne, linksOf } from "../links.ts";
import { removalUndoneBy } from "../preparations.ts";
import { itemsOf } from "../records.ts";
import { membersOfBody, pathValues, type RequestValues } from "../request-values.ts";
import { renewed, withBody, withMembers } from "../variation.ts";
import { declaresAbsence } from "./unknown.ts";

export function* links(context: Context): Cases {
  for (const result of context.accepted) {
    const { operation } = result;
    if (operation.method === "post") yield* followedLinks(context, operation, result);
    yield caseOf("links", operation, "links/echo", async () => checkEcho(context, result));
  }
}

function* followedLinks(context: Context, producer: Operation, first: CallResult): Cases {
  for (const { name, followed } of linksOf(context, first)) {
    yield caseOf("links", producer, `links/${name}`, async () => {
      const created = await createFullest(context, producer);
      const link = created === null ? undefined : linksOf(context, created).find((one) => one.name === name);
      const values = link === undefined ? null : inputsFromLink(context, link.followed);
      if (created === null || values === null) return;
      const target = followed.operation;
      await context.makers.get(target)?.(values);
      const result = await context.call(target, values);
      if (isLost(created, result, followed)) {
        const text = `returns ${result.status} for what ${producer.id} has just created`;
        context.fault("lost-resource", result, text);
        return;
      }
      if (!isAccepted(result.status)) return;
      if (target.method === "get") checkReadBack(context, created, result);
      if (target.method === "put" || target.method === "patch") {
        await checkKept(context, created, result);
        await checkUpdates(context, created, result);
      }
      if (target.method === "delete") await checkGone(context, isNamed(followed, result) ? created : null, result);
    });
  }
}

/**
 * Nothing but its absence keeps what was just created from being read. Whether something can be done with it is for the service
 * to say, and what is made later (202) may not be there yet.
 */
function isLost(created: CallResult, result: CallResult, followed: Followed): boolean {
  const { operation, status, values } = result;
  if (created.status === 202) return false;
  if (!isNamed(followed, result)) return false;
  if (operation.method === "get" && values.body === null) return isRefused(status);
  return status === 404 || status === 410;
}

/** Whether the link names all that the path does; the rest is optional. */
function isNamed({ parameters }: Followed, { values }: CallResult): boolean {
  return Object.keys(parameters.path).length >= Object.keys(values.parameters.path).length;
}

/** A value of the request is in the response too, where that has a member of the same name. */
function checkEcho(context: Context, result: CallResult): void {
  if (!isAccepted(result.status) || !["post", "put", "patch"].includes(result.operation.method)) return;
  checkShared(context, result, result);
}

/** A changed value is read back. */
async function checkKept(context: Context, created: CallResult, changed: CallResult): Promise<void> {
  const read = follow(context, created, (one) => isReading(one) && isBeside(one, changed));
  if (read === null) return;
  const result = await context.call(read.operation, read.values);
  if (isAccepted(result.status)) checkReadBack(context, changed, result);
}

function isBeside({ operation, parameters }: Followed, { operation: changing }: CallResult): boolean {
  return Object.keys(parameters.path).length > 0 && operation.path.text === changing.path.text;
}

/** Each field of a partial update by itself: it changes, and the others stay. */
async function checkUpdates(context: Context, created: CallResult, linked: CallResult): Promise<void> {
  const { operation, values } = linked;
  const change = changeOf(context, operation);
  // A body that requires something replaces the whole.
  if (change === null || !isPartialUpdate(operation)) return;
  const { schema } = change;
  const fields = Object.entries(change.members);
  let state: Members = { ...asObject(created.json), ...asObject(linked.json) };
  // The first one again, when all others have been changed.
  const changes = [...fields, ...fields.slice(0, 1)];
  for (const [name, value] of changes.flatMap(([field, fieldValue]) => shrinking(schema, field, fieldValue))) {
    const changed = typeof value === "boolean" && state[name] === value ? !value : value;
    const result = await context.call(operation, withMembers(operation, values, { [name]: changed }));
    const after = asObject(result.json);
    if (!isAccepted(result.status) || after === null) continue;
    const mismatch = differenceOf(changed, after[name], name);
    if (mismatch !== null) context.fault("lost-write", result, `does not change ${mismatch}`);
    const others = fields.flatMap(([one]) => (one !== name && state[one] !== undefined ? [one] : []));
    const lost = operation.method === "put" ? changesOf(others, state, after) : losses(others, state, after);
    for (const difference of lost)
      context.fault("lost-write", result, `changes ${difference} when only ${name} is sent`);
    state = { ...state, ...after };
  }
  await checkMerged(context, linked);
}

/** A merge patch (RFC 7396) changes an object inside of a record as it changes the record: member by member. */
async function checkMerged(context: Context, { operation, values }: CallResult): Promise<void> {
  const change = changeOf(context, operation);
  if (change === null || !/^application\/merge-patch\+json/i.test(bodyTypeOf(operation)?.type ?? "")) return;
  const send = async (body: JsonObject): Promise<CallResult> =>
    await context.call(operation, withMembers(operation, values, body));
  for (const [name, value] of Object.entries(change.members)) {
    const [[first, usual] = ["", null], ...others] = Object.entries(asObject(value) ?? {});
    const part = { [name]: { [first]: usual } };
    if (others.length === 0 || !matches(change.schema, part)) continue;
    const before = asObject(asObject((await send({ [name]: value })).json)?.[name]);
    const result = await send(part);
    const after = asObject(asObject(result.json)?.[name]);
    const lost = others.find(([one]) => before?.[one] !== undefined && after !== null && after[one] === undefined);
    if (lost !== undefined && isAccepted(result.status))
      context.fault("lost-write", result, `removes ${name}.${lost[0]} when only ${name}.${first} is sent`);
  }
}

/** Of a list of names: two of them, one of them, and two again, since a list can also lose some. */
function shrinking(schema: Schema, name: string, value: Json): [string, Json][] {
  const names = namesIn(schemasAt(schema, [name])).slice(0, 2);
  const lengths = names.length < 2 ? [] : [names, names.slice(1), names];
  const fitting = lengths.filter((list) => matches(schema, { [name]: list }));
  return fitting.length === 0 ? [[name, value]] : fitting.map((list) => [name, list]);
}

function losses(names: readonly string[], before: Members, after: Members): string[] {
  return names.flatMap((name) => differenceOf(before[name], after[name], name) ?? []);
}

/** None where all others have changed or gone: then PUT replaces the whole, as HTTP has it, and what is left out is reset. */
function changesOf(names: readonly string[], before: Members, after: Members): string[] {
  const differences = losses(names, before, after);
  const gone = names.filter((name) => after[name] === undefined);
  return differences.length + gone.length === names.length ? [] : differences;
}

/**
 * After a deletion every link to the thing itself, or to what is below it, leads nowhere, and no list has it. `created`: what has made it;
 * `null` where it is inside of something, and made at its address.
 */
async function checkGone(context: Context, created: CallResult | null, deleted: CallResult): Promise<void> {
  const { operation: deletion, values } = deleted;
  const gone = shapeOf(deletion);
  // What has no id of its own, such as a mark on something, may be taken away as often as one likes.
  const isThing = gone.endsWith("}");
  const linked = created === null ? [] : linksOf(context, created);
  const restoring = linked.find(({ followed }) => removalUndoneBy(context, followed.operation) === deletion)?.followed;
  const others = linked.filter(
    ({ followed }) =>
      ![deletion, restoring?.operation].includes(followed.operation) &&
      (mustMiss(followed, gone) || changesThing(followed, gone)),
  );
  // What can be restored is still there for its deletion.
  const isOver = isThing && declaresAbsence(deletion) && restoring === undefined;
  const after: CallResult[] = isOver && !isRepeatable(statedOf(deletion)) ? [await context.call(deletion, values)] : [];
  for (const { followed } of others) {
    const next = inputsFromLink(context, followed);
    const { operation } = followed;
    if (next === null) continue;
    const isDeclared = mustMiss(followed, gone);
    const changes = eachMember(context, operation, next);
    // Without a declared response, what an unknown id gets is the measure.
    if (!isDeclared && !(await isRefusedUnknown(context, operation, changes[0]))) continue;
    for (const one of isDeclared ? [next, ...changes] : changes) after.push(await context.call(operation, one));
  }
  for (const result of after) {
    if (!isAccepted(result.status) || isMarkedAsGone(result.json, created?.json)) continue;
    context.fault("deleted-resource", result, `returns ${result.status} for what ${deletion.id} has deleted`);
  }
  if (isThing && created !== null) await lookInLists(context, created, deletion);
  if (isThing) await lookInParent(context, deleted);
  if (restoring !== undefined && created !== null) await checkRestored(context, created, restoring);
}

/** What was deleted is there again, with all that the description says stays. */
async function checkRestored(context: Context, created: CallResult, restoring: Followed): Promise<void> {
  const { operation } = restoring;
  const values = inputsFromLink(context, restoring);
  const result = values === null ? null : await context.call(operation, values);
  const read = result === null || !isAccepted(result.status) ? null : await readOwn(context, created);
  if (read === null) return;
  if (read.resource === null && !isAccepted(read.result.status))
    return context.fault(
      "lost-resource",
      read.result,
      `returns ${read.result.status} for what ${operation.id} has restored`,
    );
  const before = asObject(created.json) ?? {};
  const isStaying = staysIn(operation.words.description ?? "");
  for (const name of changedNames(before, read.resource ?? {}).filter(isStaying)) {
    const text = `has another ${name} once ${operation.id} has restored it, which is described as: it stays`;
    context.fault("wrong-state", read.result, text);
  }
}

/** Whether a description of a restoration says that a member stays: by its name, or as one of all that it does not name. */
function staysIn(stated: string): (name: string) => boolean {
  const stays = /\b(as (?:it|they) (?:is|are|was|were)(?: before)?|unchanged|stays?|remains?|keeps?|retains?)\b/i;
  const isOther = /\b(all|everything|every|any(?:thing)?) (?:else|others?)\b/i;
  const [staying, others] = [true, false].map((is) => sentencesIn(stated).filter((one) => stays.test(one) === is));
  const isNamed = (sentences: readonly string[] = [], name: string): boolean =>
    sentences.some((one) => isNamedIn(one, name) && !/\b(?:not|except|but|unless)\b/i.test(one));
  return (name) =>
    isNamed(staying, name) ||
    (staying?.some((one) => isOther.test(one)) === true &&
      !others?.some((one) => isNamedIn(one, name)) &&
      !staying.some((one) => isNamedIn(one, name)));
}

/** An update with one member at a time, a switch in both ways: none of them brings back what is gone. */
function eachMember(context: Context, operation: Operation, values: RequestValues): RequestValues[] {
  const schema = bodyTypeOf(operation)?.schema;
  const all = inputsFor(context, operation, "all")?.values;
  if (schema === undefined || all === undefined || !["put", "patch"].includes(operation.method)) return [];
  return Object.entries(membersOfBody(all) ?? {}).flatMap(([name, value]) =>
    (typeof value === "boolean" ? [value, !value] : [value])
      .map((one) => renewed(context, { [name]: one }))
      .filter((body) => matches(schema, body))
      .map((body) => ({ ...withBody(all, body), parameters: values.parameters })),
  );
}

function changesThing({ operation }: Followed, gone: string): boolean {
  return gone.endsWith("}") && shapeOf(operation) === gone && ["put", "patch"].includes(operation.method);
}

async function isRefusedUnknown(
  context: Context,
  operation: Operation,
  values: RequestValues | undefined,
): Promise<boolean> {
  if (values === undefined) return false;
  const { parameters } = values;
  const path = Object.fromEntries(Object.entries(parameters.path).map(([name, value]) => [name, unknownLike(value)]));
  return isRefused((await context.call(operation, { ...values, parameters: { ...parameters, path } })).status);
}

/** The path without the names of its parameters: `/things/{}`. */
function shapeOf({ path }: Operation): string {
  return path.text.replace(/\{[^}]*\}/g, "{}");
}

/** Calls on the deleted resource, or below it, with a declared response for its absence. */
function mustMiss(followed: Followed, gone: string): boolean {
  const { operation } = followed;
  const shape = shapeOf(operation);
  const isReading = operation.method === "get";
  // A singleton, such as a setting, may return to its initial value.
  if (!gone.endsWith("}")) return isReading && shape === gone && declaresAbsence(operation);
  if (shape === gone || shape.startsWith(`${gone}/`)) return isReading || declaresAbsence(operation);
  // An id in a body: elsewhere, and about the same.
  const isElsewhere = operation.parameters.every((one) => one.in !== "path");
  return isElsewhere && !isReading && isAboutOne(followed) && declaresAbsence(operation);
}

/** Services may keep what was deleted, as long as they mark it as deleted or in another state. */
function isMarkedAsGone(json: unknown, before: unknown): boolean {
  const earlier = asObject(before);
  return Object.entries(asObject(json) ?? {}).some(
    ([name, value]) =>
      (/(deleted|removed|archived)(_?(at|on|date))?$/i.test(name) && value !== null && value !== false) ||
      (/^(state|status)$/i.test(name) && typeof earlier?.[name] === "string" && value !== earlier[name]) ||
      (typeof value === "string" &&
        /^(deleted|removed|archived|cancell?ed|inactive|closed|terminated|revoked|deactivated)$/i.test(value)),
  );
}

/** `DELETE /carts/{cartId}/items/{productId}`: the cart has no item with the `productId`. */
async function lookInParent(context: Context, { operation: deletion, values }: CallResult): Promise<void> {
  const [, parent, collection = "", name = ""] = /^(.*\})\/([^/{}]+)\/\{([^/{}]+)\}$/.exec(deletion.path.text) ?? [];
  const reader = context.description.operations.find((one) => one.method === "get" && one.path.text === parent);
  if (reader === undefined) return;
  const { [name]: id = null, ...path } = values.parameters.path;
  const read = await context.call(reader, pathValues(path));
  const items = asObject(read.json)?.[collection];
  const isIn = (item: Json): boolean =>
    Object.entries(asObject(item) ?? {}).some(([member, value]) => [name, "id"].includes(member) && value === id);
  if (isList(items ?? null) && (items as readonly Json[]).some(isIn))
    context.fault("deleted-resource", read, `has what ${deletion.id} has deleted in its ${collection}`);
}

async function lookInLists(context: Context, created: CallResult, deletion: Operation): Promise<void> {
  const id = asObject(created.json)?.["id"];
  if (id === undefined) return;
  const base = created.operation.path.text;
  for (const { operation, values } of listingsIn(context)) {
    if (operation.path.text !== base && !operation.path.text.startsWith(`${base}/`)) continue;
    const list = await context.call(operation, values);
    const listedItem = itemsOf(list.json)?.find((item) => item["id"] === id);
    if (listedItem === undefined || isMarkedAsGone(listedItem, created.json)) continue;
    context.fault("deleted-resource", list, `lists what ${deletion.id} has deleted`);
  }
}
