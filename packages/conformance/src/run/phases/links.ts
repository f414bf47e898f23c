// From what was created along the description's links: it can be read, it has the sent values, and it is gone after its deletion.

import { type Json, matches, type Operation } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { schemasAt } from "../../description/schema-parts.ts";
import { asObject, isList, valueAt } from "../../values/json.ts";
import { differenceOf, isMostlySame, type Members, objectsIn, sharedNames } from "../comparison.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { callAnew, inputsFor, inputsFromLink } from "../inputs.ts";
import { linksOf } from "../links.ts";
import type { Followed } from "../runtime-expression.ts";
import { create } from "./baseline.ts";
import { checkGone } from "./deletion.ts";
import { checkUpdates } from "./updates.ts";

export async function runLinks(context: Context): Promise<void> {
  for (const [operation, { accepted, result }] of context.baselines) {
    if (!accepted) continue;
    if (operation.method === "post") await followAll(context, operation, result);
    await context.case("links", `${operation.id}/links/echo`, operation.id, async () => checkEcho(context, result));
  }
}

async function followAll(context: Context, producer: Operation, first: CallResult): Promise<void> {
  for (const { name, followed } of linksOf(context, first)) {
    await context.case("links", `${producer.id}/links/${name}`, producer.id, async () => {
      const created = (await createFull(context, producer)) ?? (await create(context, producer));
      const link = created === null ? undefined : linksOf(context, created).find((one) => one.name === name);
      const values = link === undefined ? null : inputsFromLink(context, link.followed);
      if (created === null || values === null) return;
      const target = followed.operation;
      const result = await context.call(target, values);
      if (isLost(created, result)) {
        const message = `${target.id} returns ${result.status} for what ${producer.id} has just created`;
        context.object("lost-resource", message, { ...result, where: placeOf(target.at) });
        return;
      }
      if (!isAccepted(result.status)) return;
      if (target.method === "get") checkReadBack(context, created, result);
      if (target.method === "put" || target.method === "patch") {
        await checkKept(context, created, result);
        await checkUpdates(context, created, result);
      }
      if (target.method === "delete") await checkGone(context, { created, deletion: target, values });
    });
  }
}

/**
 * Nothing but its absence keeps what was just created from being read. Whether something can be done with it is for the service
 * to say, and what is made later (202) may not be there yet.
 */
function isLost(created: CallResult, { operation, status, values }: CallResult): boolean {
  if (created.status === 202) return false;
  if (operation.method === "get" && values.body === null) return isRefused(status);
  return status === 404 || status === 410;
}

/** With all members, and two elements in each list; `null` when that is rejected. */
async function createFull(context: Context, producer: Operation): Promise<CallResult | null> {
  const values = inputsFor(context, producer, "all")?.values;
  const { body = null } = values ?? {};
  if (values === undefined || body?.kind !== "value") return null;
  for (const value of [doubled(body.value), body.value]) {
    if (!matches(body.mediaType.schema, value)) continue;
    const result = await callAnew(context, producer, { ...values, body: { ...body, value } });
    if (isAccepted(result.status)) return result;
  }
  return null;
}

/** Lists of objects with their first element twice. */
function doubled(value: Json): Json {
  if (isList(value)) return value.length === 1 && asObject(value[0]) !== null ? [...value, ...value] : value;
  const members = asObject(value);
  return members === null
    ? value
    : Object.fromEntries(Object.entries(members).map(([name, member]) => [name, doubled(member)]));
}

/** A value of the request is in the response too, where that has a member of the same name. */
function checkEcho(context: Context, result: CallResult): void {
  if (!isAccepted(result.status) || !["post", "put", "patch"].includes(result.operation.method)) return;
  compare(context, {
    sent: result,
    received: result,
    names: sharedNames(bodyOf(result), asObject(result.json)),
  });
}

/** An object that was sent in one place may be read in another: it is the same where most of what both have agrees. */
function checkMoved(context: Context, created: CallResult, read: CallResult): void {
  const [sent, received] = [objectsIn(bodyOf(created)), objectsIn(asObject(read.json))];
  for (const [name, before] of sent) {
    // An object of the same name is compared elsewhere.
    if (received.some(([other]) => other === name)) continue;
    const after = received.map(([, object]) => object).find((object) => isMostlySame(before, object));
    if (after === undefined) continue;
    for (const [member, value] of Object.entries(before)) {
      if (asObject(value) !== null || isList(value) || !Object.hasOwn(after, member)) continue;
      if (differenceOf(value, after[member], member) === null) continue;
      const message = `${read.operation.id} returns a different ${member} than ${created.operation.id} was sent`;
      context.object("lost-write", message, read);
    }
  }
}

function checkReadBack(context: Context, created: CallResult, read: CallResult): void {
  checkMoved(context, created, read);
  compare(context, { sent: created, received: read, names: sharedNames(bodyOf(created), asObject(read.json)) });
}

/** A changed value is read back. */
async function checkKept(context: Context, created: CallResult, changed: CallResult): Promise<void> {
  const link = linksOf(context, created).find(({ followed }) => isReading(followed, changed));
  const values = link === undefined ? null : inputsFromLink(context, link.followed);
  if (link === undefined || values === null) return;
  const read = await context.call(link.followed.operation, values);
  if (isAccepted(read.status)) checkReadBack(context, changed, read);
}

function isReading({ operation, parameters }: Followed, { operation: changing }: CallResult): boolean {
  return (
    operation.method === "get" && Object.keys(parameters.path).length > 0 && operation.path.text === changing.path.text
  );
}

interface Comparison {
  readonly sent: CallResult;
  readonly received: CallResult;
  readonly names: readonly string[];
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

function compare(context: Context, { sent, received, names }: Comparison): void {
  const [before, after] = [bodyOf(sent), asObject(received.json)];
  for (const name of names) {
    // The service chooses the id.
    if (name === "id" && sent.operation.method === "post") continue;
    const difference = differenceOf(before?.[name], after?.[name], name);
    if (difference === null || !canHold(received, difference, before)) continue;
    const message = `${received.operation.id} returns a different ${difference} than ${sent.operation.id} was sent`;
    context.object("lost-write", message, received);
  }
}

function bodyOf({ values }: CallResult): Members | null {
  return values.body?.kind === "value" ? asObject(values.body.value) : null;
}
