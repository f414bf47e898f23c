// A request that creates or changes something -> what is read of it afterwards, and where that is not what was sent.
import { matches } from "waybill/description";
import { schemasAt } from "../../description/schema-parts.ts";
import { asObject, isList, type JsonObject, valueAt } from "../../values/json.ts";
import { changedNames, differenceOf, isMostlySame, type Members, objectsIn, sharedNames } from "../comparison.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { discard } from "../creating.ts";
import { inputsFromLink, isReading } from "../inputs.ts";
import { linksOf } from "../links.ts";
import { itemsOf } from "../records.ts";
import { membersOfBody } from "../request-values.ts";
import { locksIn } from "../versions.ts";
import { listingsIn } from "./read-twice.ts";

export interface Reading {
  readonly result: CallResult;
  /** `null`: it is gone. */
  readonly resource: JsonObject | null;
}

/** What its own account reads of it now: by a link, or in a list below whose path it was created; `null` where there is neither. */
export async function readOwn(context: Context, created: CallResult): Promise<Reading | null> {
  const link = linksOf(context, created).find(({ followed }) => isReading(followed));
  if (link !== undefined) {
    const values = inputsFromLink(context, link.followed);
    if (values === null) return null;
    const result = await context.call(link.followed.operation, values);
    // Bytes are no record.
    if (isAccepted(result.status) && result.json === undefined) return null;
    return { result, resource: isAccepted(result.status) ? asObject(result.json) : null };
  }
  const id = asObject(created.json)?.["id"];
  const list = listingsIn(context).find(({ operation }) => operation.path.text === created.operation.path.text);
  if (id === undefined || list === undefined) return null;
  const result = await context.call(list.operation, list.values);
  return { result, resource: itemsOf(result.json)?.find((item) => item["id"] === id) ?? null };
}

/** By every link that reads. */
export async function readByLinks(context: Context, created: CallResult): Promise<CallResult[]> {
  const read: CallResult[] = [];
  for (const { followed } of linksOf(context, created)) {
    const values = isReading(followed) ? inputsFromLink(context, followed) : null;
    if (values !== null) read.push(await context.call(followed.operation, values));
  }
  return read.filter(({ status }) => isAccepted(status));
}

/** Reads what was created, compares it with what was sent, and removes it again where it is a subscription. */
export async function readAndDiscard(context: Context, created: CallResult): Promise<Reading | null> {
  const read = await readAndCompare(context, created);
  await discard(context, created);
  return read;
}

export async function readAndCompare(context: Context, created: CallResult): Promise<Reading | null> {
  const read = await readOwn(context, created);
  if (read?.resource != null) checkReadBack(context, created, read.result);
  return read;
}

/** What is read has the values that were sent, under the same names or in an object of another one. */
export function checkReadBack(context: Context, created: CallResult, read: CallResult): void {
  checkMoved(context, created, read);
  checkShared(context, created, read);
}

/** An object that was sent in one place may be read in another: it is the same where most of what both have agrees. */
function checkMoved(context: Context, created: CallResult, read: CallResult): void {
  for (const [before, after] of movedObjects(membersOfBody(created.values), asObject(read.json))) {
    for (const [member, value] of Object.entries(before)) {
      if (asObject(value) !== null || isList(value) || !Object.hasOwn(after, member)) continue;
      if (differenceOf(value, after[member], member) === null) continue;
      context.fault("lost-write", read, `returns a different ${member} than ${created.operation.id} was sent`);
    }
  }
}

/** Objects that were sent, each with the one of another name that it is read as. */
export function movedObjects(sent: Members | null, read: Members | null): [Members, Members][] {
  const received = objectsIn(read);
  return objectsIn(sent).flatMap(([name, before]): [Members, Members][] => {
    // An object of the same name is compared elsewhere.
    if (received.some(([other]) => other === name)) return [];
    const after = received.map(([, object]) => object).find((object) => isMostlySame(before, object));
    return after === undefined ? [] : [[before, after]];
  });
}

/** The members that the request and the response both have. */
export function checkShared(context: Context, sent: CallResult, received: CallResult): void {
  const [before, after] = [membersOfBody(sent.values), asObject(received.json)];
  const { body } = sent.values;
  const locks = body?.kind === "value" ? locksIn(sent.operation, body.mediaType.schema) : [];
  for (const name of sharedNames(before, after)) {
    // The service chooses the id.
    if (name === "id" && sent.operation.method === "post") continue;
    if (locks.includes(name)) continue;
    const difference = differenceOf(before?.[name], after?.[name], name);
    if (difference === null || !canHold(received, difference, before)) continue;
    context.fault("lost-write", received, `returns a different ${difference} than ${sent.operation.id} was sent`);
  }
}

/** Whether the schema of the response allows the value that was sent. */
function canHold({ verdict }: CallResult, difference: string, sent: Members | null): boolean {
  const path = difference.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const schema = verdict?.mediaType?.schema;
  const value = sent === null ? undefined : valueAt(sent, path);
  const speaking = schema === undefined ? [] : schemasAt(schema, path);
  // A response has more members than a request; of single values it has the same ones.
  if (value === undefined || asObject(value) !== null || isList(value)) return true;
  return speaking.length === 0 || speaking.some((one) => matches(one, value));
}

/** The members that are not as they were, where that lasts; all of them where the resource is gone. */
export async function changesSince(
  context: Context,
  created: CallResult,
  { resource: before }: Reading,
): Promise<{ readonly names: readonly string[]; readonly result: CallResult } | null> {
  const now = await readOwn(context, created);
  if (before === null || now === null) return null;
  const names = now.resource === null ? ["everything"] : changedNames(before, now.resource);
  if (names.length === 0) return null;
  // What changes by itself changes again.
  const later = await readOwn(context, created);
  const isSteady = later !== null && JSON.stringify(later.resource) === JSON.stringify(now.resource);
  return isSteady ? { names, result: now.result } : null;
}

/** A rejected request has changed nothing. Whether it has not. */
export async function checkUnchanged(
  context: Context,
  {
    created,
    before,
    refused,
  }: { readonly created: CallResult; readonly before: Reading; readonly refused: CallResult },
): Promise<boolean> {
  const changes = await changesSince(context, created, before);
  if (changes === null) return true;
  context.fault("wrong-state", refused, `changes ${changes.names.join(", ")} although it returns ${refused.status}`);
  return false;
}
