// From what was created along the description's links: it can be read, it holds what was sent, and once deleted it is gone.
import { type Json, matches, type Operation } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { differenceOf, isList, isMostlySame, type Members, memberAt, objectsIn, sharedNames } from "../comparison.ts";
import { type Answered, asObject, type Context, isAccepted, isRefused } from "../context.ts";
import { callAnew, inputsFor, inputsFromLink } from "../inputs.ts";
import { linksOf } from "../links.ts";
import type { Followed } from "../runtime-expression.ts";
import { schemasAt } from "../schema-members.ts";
import { create } from "./baseline.ts";
import { checkGone } from "./deletion.ts";
import { checkUpdates } from "./updates.ts";

export async function runLinks(context: Context): Promise<void> {
  for (const [operation, { accepted, answered }] of context.baselines) {
    if (!accepted) continue;
    if (operation.method === "post") await followAll(context, operation, answered);
    await context.case("links", `${operation.id}/links/echo`, operation.id, async () => checkEcho(context, answered));
  }
}

async function followAll(context: Context, producer: Operation, first: Answered): Promise<void> {
  for (const { name, followed } of linksOf(context, first)) {
    await context.case("links", `${producer.id}/links/${name}`, producer.id, async () => {
      const created = (await createFull(context, producer)) ?? (await create(context, producer));
      const link = created === null ? undefined : linksOf(context, created).find((one) => one.name === name);
      const values = link === undefined ? null : inputsFromLink(context, link.followed);
      if (created === null || values === null) return;
      const target = followed.operation;
      const answered = await context.call(target, values);
      if (isLost(created, answered)) {
        const message = `${target.id} answers ${answered.status} for what ${producer.id} has just created`;
        context.object("lost-resource", message, { ...answered, where: placeOf(target.at) });
        return;
      }
      if (!isAccepted(answered.status)) return;
      if (target.method === "get") checkReadBack(context, created, answered);
      if (target.method === "put" || target.method === "patch") {
        await checkKept(context, created, answered);
        await checkUpdates(context, created, answered);
      }
      if (target.method === "delete") await checkGone(context, { created, deletion: target, values });
    });
  }
}

/**
 * Nothing but its absence keeps what was just created from being read. Whether something can be done with it is for the service
 * to say, and what is made later (202) may not be there yet.
 */
function isLost(created: Answered, { operation, status, values }: Answered): boolean {
  if (created.status === 202) return false;
  if (operation.method === "get" && values.body === null) return isRefused(status);
  return status === 404 || status === 410;
}

/** With everything that can be said, and two of what there may be several of; `null` when that is refused. */
async function createFull(context: Context, producer: Operation): Promise<Answered | null> {
  const values = inputsFor(context, producer, "all")?.values;
  const { body = null } = values ?? {};
  if (values === undefined || body?.kind !== "value") return null;
  for (const value of [doubled(body.value), body.value]) {
    if (!matches(body.mediaType.schema, value)) continue;
    const answered = await callAnew(context, producer, { ...values, body: { ...body, value } });
    if (isAccepted(answered.status)) return answered;
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

/** What a request said under a name, the answer says too, where it has that name. */
function checkEcho(context: Context, answered: Answered): void {
  if (!isAccepted(answered.status) || !["post", "put", "patch"].includes(answered.operation.method)) return;
  compare(context, {
    sent: answered,
    received: answered,
    names: sharedNames(bodyOf(answered), asObject(answered.json)),
  });
}

/** An object that was sent in one place may be read in another: it is the same where most of what both have agrees. */
function checkMoved(context: Context, created: Answered, read: Answered): void {
  const [sent, received] = [objectsIn(bodyOf(created)), objectsIn(asObject(read.json))];
  for (const [name, before] of sent) {
    // What has the same name stands in the same place, and is compared there.
    if (received.some(([other]) => other === name)) continue;
    const after = received.map(([, object]) => object).find((object) => isMostlySame(before, object));
    if (after === undefined) continue;
    for (const [member, value] of Object.entries(before)) {
      if (asObject(value) !== null || isList(value) || !Object.hasOwn(after, member)) continue;
      if (differenceOf(value, after[member], member) === null) continue;
      const message = `${read.operation.id} returns another ${member} than ${created.operation.id} was sent`;
      context.object("lost-write", message, read);
    }
  }
}

function checkReadBack(context: Context, created: Answered, read: Answered): void {
  checkMoved(context, created, read);
  compare(context, { sent: created, received: read, names: sharedNames(bodyOf(created), asObject(read.json)) });
}

/** What was changed is read as it was changed to. */
async function checkKept(context: Context, created: Answered, changed: Answered): Promise<void> {
  const link = linksOf(context, created).find(({ followed }) => isReading(followed, changed));
  const values = link === undefined ? null : inputsFromLink(context, link.followed);
  if (link === undefined || values === null) return;
  const read = await context.call(link.followed.operation, values);
  if (isAccepted(read.status)) checkReadBack(context, changed, read);
}

function isReading({ operation, parameters }: Followed, { operation: changing }: Answered): boolean {
  return (
    operation.method === "get" && Object.keys(parameters.path).length > 0 && operation.path.text === changing.path.text
  );
}

interface Comparison {
  readonly sent: Answered;
  readonly received: Answered;
  readonly names: readonly string[];
}

/** Whether what was sent may stand there in the answer at all, as far as its schema says. */
function canHold({ verdict }: Answered, difference: string, sent: Members | null): boolean {
  const path = difference.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const schema = verdict?.mediaType?.schema;
  const value = sent === null ? undefined : memberAt(sent, path);
  const speaking = schema === undefined ? [] : schemasAt(schema, path);
  // An answer has more members than a request; of single values it has the same ones.
  if (value === undefined || asObject(value) !== null || isList(value)) return true;
  return speaking.length === 0 || speaking.some((one) => matches(one, value));
}

function compare(context: Context, { sent, received, names }: Comparison): void {
  const [before, after] = [bodyOf(sent), asObject(received.json)];
  for (const name of names) {
    // Whose id it becomes is for whoever makes it to say.
    if (name === "id" && sent.operation.method === "post") continue;
    const difference = differenceOf(before?.[name], after?.[name], name);
    if (difference === null || !canHold(received, difference, before)) continue;
    const message = `${received.operation.id} returns another ${difference} than ${sent.operation.id} was sent`;
    context.object("lost-write", message, received);
  }
}

export function bodyOf({ values }: Answered): Members | null {
  return values.body?.kind === "value" ? asObject(values.body.value) : null;
}
