// From what was created along the description's links: it can be read, it holds what was sent, and once deleted it is gone.
import { type Json, matches, type Operation } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { type Answered, asObject, type Context, isAccepted, isRefused } from "../context.ts";
import { bodyTypeOf, inputsFor, inputsFromLink, linksOf } from "../inputs.ts";
import type { RequestValues } from "../request-values.ts";
import { create } from "./baseline.ts";
import { itemsOf } from "./paging.ts";

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
      if (isRefused(answered.status)) {
        const message = `${target.id} answers ${answered.status} for what ${producer.id} has just created`;
        context.object("lost-resource", message, { ...answered, where: placeOf(target.at) });
        return;
      }
      if (!isAccepted(answered.status)) return;
      if (target.method === "get") checkReadBack(context, created, answered);
      if (target.method === "put" || target.method === "patch") await checkUpdates(context, created, answered);
      if (target.method === "delete") await checkGone(context, { created, deletion: target, values });
    });
  }
}

/** With everything that can be said, and two of what there may be several of; `null` when that is refused. */
async function createFull(context: Context, producer: Operation): Promise<Answered | null> {
  const values = inputsFor(context, producer, "all")?.values;
  const { body = null } = values ?? {};
  if (values === undefined || body?.kind !== "value") return null;
  for (const value of [doubled(body.value), body.value]) {
    if (!matches(body.mediaType.schema, value)) continue;
    const answered = await context.call(producer, { ...values, body: { ...body, value } });
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

/** A name that stands once in what was sent and once in what is read means the same, wherever it stands. */
function checkLeaves(context: Context, created: Answered, read: Answered): void {
  const [sent, received] = [leavesOf(bodyOf(created)), leavesOf(asObject(read.json))];
  for (const [name, values] of sent) {
    const found = received.get(name) ?? [];
    const [value, back] = [values[0], found[0]];
    if (values.length !== 1 || found.length !== 1 || typeof value !== typeof back || value === back) continue;
    const message = `${read.operation.id} returns another ${name} than ${created.operation.id} was sent`;
    context.object("lost-write", message, read);
  }
  for (const name of lost(sent, received)) {
    context.object("lost-write", `${read.operation.id} has no ${name}, which ${created.operation.id} was sent`, read);
  }
}

/** Texts that were sent once and are null where they are read. */
function lost(sent: ReadonlyMap<string, readonly Json[]>, received: ReadonlyMap<string, readonly Json[]>): string[] {
  return [...sent].flatMap(([name, values]) => {
    const found = received.get(name) ?? [];
    return values.length === 1 && found.length === 1 && found[0] === null && values[0] !== null ? [name] : [];
  });
}

/** Scalars by the name of their member, outside of lists. */
function leavesOf(value: Json | null): Map<string, Json[]> {
  const leaves = new Map<string, Json[]>();
  const walk = (at: Json): void => {
    for (const [name, member] of Object.entries(asObject(at) ?? {})) {
      if (asObject(member) !== null) walk(member);
      else if (!isList(member)) leaves.set(name, [...(leaves.get(name) ?? []), member]);
    }
  };
  walk(value);
  return leaves;
}

function checkReadBack(context: Context, created: Answered, read: Answered): void {
  checkLeaves(context, created, read);
  compare(context, { sent: created, received: read, names: sharedNames(bodyOf(created), asObject(read.json)) });
}

interface Comparison {
  readonly sent: Answered;
  readonly received: Answered;
  readonly names: readonly string[];
}

function compare(context: Context, { sent, received, names }: Comparison): void {
  const [before, after] = [bodyOf(sent), asObject(received.json)];
  for (const name of names) {
    const difference = differenceOf(before?.[name], after?.[name], name);
    if (difference === null) continue;
    const message = `${received.operation.id} returns another ${difference} than ${sent.operation.id} was sent`;
    context.object("lost-write", message, received);
  }
}

function sharedNames(
  sent: Readonly<Record<string, Json>> | null,
  received: Readonly<Record<string, Json>> | null,
): string[] {
  return Object.keys(sent ?? {}).filter((name) => received !== null && Object.hasOwn(received, name));
}

/** The first place where what was sent differs from what came back, as far as both have it; `null` when none does. */
function differenceOf(sent: Json | undefined, received: Json | undefined, path: string): string | null {
  if (sent === undefined || received === undefined) return null;
  if (isList(sent)) {
    if (!isList(received)) return path;
    if (sent.length !== received.length) return path;
    return (
      sent
        .map((item, index) => differenceOf(item, received[index], `${path}.${index}`))
        .find((found) => found !== null) ?? null
    );
  }
  const [before, after] = [asObject(sent), asObject(received)];
  if (before !== null) {
    if (after === null) return path;
    const names = sharedNames(before, after);
    return (
      names.map((name) => differenceOf(before[name], after[name], `${path}.${name}`)).find((found) => found !== null) ??
      null
    );
  }
  return sent === received ? null : path;
}

/** Each field of a partial update by itself: it changes, and the others stay. */
async function checkUpdates(context: Context, created: Answered, linked: Answered): Promise<void> {
  const { operation, values } = linked;
  const mediaType = bodyTypeOf(operation);
  const all = inputsFor(context, operation, "all")?.values.body;
  const required = inputsFor(context, operation, "required")?.values.body;
  if (mediaType === null || all?.kind !== "value" || required?.kind !== "value") return;
  // A body that requires something replaces the whole.
  if (Object.keys(asObject(required.value) ?? { some: 1 }).length > 0) return;
  let state: Readonly<Record<string, Json>> = { ...asObject(created.json), ...asObject(linked.json) };
  const fields = Object.entries(asObject(all.value) ?? {});
  // The first one again, when all others have been changed.
  for (const [name, value] of [...fields, ...fields.slice(0, 1)]) {
    const changed = typeof value === "boolean" && state[name] === value ? !value : value;
    const answered = await context.call(operation, {
      ...values,
      body: { kind: "value", mediaType, value: { [name]: changed } },
    });
    const after = asObject(answered.json);
    if (!isAccepted(answered.status) || after === null) continue;
    for (const member of Object.keys(asObject(all.value) ?? {})) {
      const expected = member === name ? changed : state[member];
      const difference = differenceOf(expected, after[member], member);
      if (difference === null) continue;
      const what =
        member === name ? `does not change ${difference}` : `changes ${difference} when only ${name} is sent`;
      context.object("lost-write", `${operation.id} ${what}`, answered);
    }
    state = { ...state, ...after };
  }
}

interface Deletion {
  readonly created: Answered;
  readonly deletion: Operation;
  readonly values: RequestValues;
}

/** After a deletion every link but reading a list leads nowhere, and no list has it. */
async function checkGone(context: Context, { created, deletion, values }: Deletion): Promise<void> {
  const others = linksOf(context, created).filter(({ followed }) => followed.operation !== deletion);
  const again = await context.call(deletion, values);
  const after: Answered[] = [again];
  for (const { followed } of others) {
    const next = inputsFromLink(context, followed);
    if (next !== null) after.push(await context.call(followed.operation, next));
  }
  for (const answered of after) {
    if (!isAccepted(answered.status)) continue;
    const message = `${answered.operation.id} answers ${answered.status} for what ${deletion.id} has deleted`;
    context.object("deleted-resource", message, answered);
  }
  const id = asObject(created.json)?.["id"];
  if (id === undefined) return;
  for (const [operation, { accepted, answered }] of context.baselines) {
    if (!accepted || operation.method !== "get" || itemsOf(answered.json) === null) continue;
    if (!operation.path.text.startsWith(created.operation.path.text)) continue;
    const list = await context.call(operation, answered.values);
    if (itemsOf(list.json)?.some((item) => item["id"] === id) !== true) continue;
    context.object("deleted-resource", `${operation.id} lists what ${deletion.id} has deleted`, list);
  }
}

function bodyOf({ values }: Answered): Readonly<Record<string, Json>> | null {
  return values.body?.kind === "value" ? asObject(values.body.value) : null;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
