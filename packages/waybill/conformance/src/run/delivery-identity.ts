// All deliveries of a run -> what an event is about is called by its own id: not by that of a neighbour, and by the number and the address
// that the other events about it have. Most events outside of the API are about something that no operation shows.
import { placeOf } from "../description/description.ts";
import { asObject, type JsonObject, show } from "../values/json.ts";
import type { Context } from "./context.ts";
import type { Arrived } from "./expectations.ts";
import { isReference, plainName } from "./knowledge.ts";
import { dataOf } from "./phases/made-outside.ts";

/** Events that have to agree before another one is wrong. */
const enough = 2;

export function checkIdentities(context: Objecting, arrived: readonly Pick<Arrived, "event" | "payload">[]): void {
  const told = arrived.map(({ event, payload }) => ({ event, data: dataOf(payload) }));
  for (const one of told) checkNeighbours(context, one, told);
  for (const group of Map.groupBy(told, ownIdOf).values()) checkAgreement(context, group);
}

type Objecting = Pick<Context, "description" | "objectTo">;

interface Told {
  readonly event: string;
  readonly data: JsonObject;
}

/** `invite.redeemed` is about an invite: its `inviteId` is not the `campaignId` beside it, where other events tell them apart. */
function checkNeighbours(context: Objecting, { event, data }: Told, told: readonly Told[]): void {
  const ids = Object.entries(data).filter(([name, value]) => isId(name) && typeof value === "string");
  const own = ids.find(([name]) => plainName(name).startsWith(subjectOf(event)));
  if (own === undefined || subjectOf(event) === "") return;
  const [name, value] = own;
  for (const [other] of ids.filter(([one, same]) => one !== name && same === value)) {
    const beside = told.filter((one) => one.event !== event && isText(one.data[name]) && isText(one.data[other]));
    if (beside.length < enough || beside.some((one) => one.data[name] === one.data[other])) continue;
    const message = `${event} has the same value for ${name} and ${other}, which differ in other events`;
    object(context, event, { message, shown: JSON.stringify(data) });
  }
}

/** What several events say of one thing, always the same, the others say as well. */
function checkAgreement(context: Objecting, group: readonly Told[]): void {
  const [first] = group;
  if (first === undefined || ownIdOf(first) === null) return;
  const names = new Set(group.flatMap(({ data }) => Object.keys(data).filter(isIdentity)));
  for (const name of names) {
    const said = Map.groupBy(
      group.filter(({ data }) => typeof data[name] === "string"),
      ({ event }) => event,
    );
    const byEvent = [...said].map(([event, all]) => ({
      event,
      data: all[0]?.data ?? {},
      values: new Set(all.map(({ data }) => JSON.stringify(data[name]))),
    }));
    const counts = Map.groupBy(byEvent, ({ values }) => (values.size === 1 ? [...values][0] : undefined));
    const [agreeing, ...others] = [...counts].sort(([, a], [, b]) => b.length - a.length);
    // What changes from one event to the next, such as an id of the delivery, is no identity.
    if (agreeing === undefined || agreeing[0] === undefined || agreeing[1].length < enough || others.length !== 1)
      continue;
    const [odd, ...more] = others[0]?.[1] ?? [];
    if (odd === undefined || more.length > 0) continue;
    const message = `${odd.event} has a different ${name} than all other events about the same resource`;
    object(context, odd.event, { message, shown: `${show(odd.data[name] ?? null)} for ${agreeing[0]}` });
  }
}

/** The id of what a delivery is about: the one of its own kind, or else the first. */
function ownIdOf({ event, data }: Told): string | null {
  const ids = Object.entries(asObject(data) ?? {}).filter(([name]) => isId(name));
  const own = ids.find(([name]) => plainName(name).startsWith(subjectOf(event))) ?? ids[0];
  return own === undefined || !isText(own[1]) ? null : `${plainName(own[0])} ${String(own[1])}`;
}

/** `invite.redeemed` -> `invite` */
function subjectOf(event: string): string {
  return plainName(event.split(/[^A-Za-z0-9]/)[0] ?? "");
}

function isId(name: string): boolean {
  return /id$/i.test(name) && isReference(name);
}

function isIdentity(name: string): boolean {
  return isId(name) || /(number|e_?mail|sku|code)$/i.test(name);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length >= 6;
}

function object(
  context: Objecting,
  event: string,
  { message, shown }: { readonly message: string; readonly shown: string },
): void {
  const at = context.description.messages.find(({ eventName }) => eventName === event)?.at;
  context.objectTo("payload-differs", message, { subject: event, where: at === undefined ? null : placeOf(at), shown });
}
