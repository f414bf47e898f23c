// All deliveries of a run, and all that was read of what they are about -> a delivery has no value that the record never had, and calls it by
// its own id: not by that of another thing, and by the number and the address that the other events about it have. Most events outside of
// the API are about something that no operation shows.
import type { Json } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { asObject, isObject, type JsonObject, show } from "../../values/json.ts";
import type { CallResult, Context } from "../context.ts";
import { isReference, plainName } from "../knowledge.ts";
import { isSame, recordsIn } from "../records.ts";
import { type StateMachine, stateMachinesOf } from "../rules/state-machine.ts";
import type { Arrived, Expected } from "./expectations.ts";

/** What a record was seen to say: each member, and its values. */
type Past = Map<string, Map<string, Json>>;

export class PayloadHistory {
  private readonly context: Context;
  private readonly machines: readonly StateMachine[];
  private readonly pasts = new Map<Json, Past>();

  constructor(context: Context) {
    this.context = context;
    this.machines = stateMachinesOf(context.description);
    context.listeners.push((result) => this.take(result));
  }

  check(arrived: readonly Arrived[]): void {
    for (const one of arrived) this.checkOne(one);
  }

  private take({ json, status, operation }: CallResult): void {
    if (operation.method !== "get" || status !== 200) return;
    for (const item of recordsIn(json)) {
      const id = item["id"];
      // A short one may be that of something else as well.
      if (typeof id !== "string" || id.length < 6) continue;
      const past = this.pasts.get(id) ?? new Map<string, Map<string, Json>>();
      this.pasts.set(id, past);
      for (const [name, value] of Object.entries(item)) {
        const values = past.get(name) ?? new Map<string, Json>();
        past.set(name, values.set(JSON.stringify(value), value));
      }
    }
  }

  private checkOne({ event, payload }: Arrived): void {
    const data = dataOf(payload);
    for (const past of this.pastsOf(data)) {
      for (const [name, value] of Object.entries(data)) {
        const values = [...(past.get(name)?.values() ?? [])];
        // What changes may have been otherwise when nothing was read; that of which there is none yet may come later.
        if (value === null || values.length !== 1 || isSame(value, values[0]) || this.isState(name)) continue;
        const comparison = `delivered: ${JSON.stringify(value)}\nread: ${JSON.stringify(values[0])}`;
        const message = `${event} has a ${name} that the resource never had`;
        this.context.objectTo("payload-differs", message, {
          subject: event,
          where: placeOfEvent(this.context, event),
          shown: comparison,
        });
      }
    }
    this.checkState(event, data);
  }

  /** The records whose ids the delivery has under a name of its own kind: `orderId`, or `id`. */
  private pastsOf(data: JsonObject): Past[] {
    const [idEntry] = Object.entries(data).filter(([name]) => /id$/i.test(name) && isReference(name));
    const past = idEntry === undefined ? undefined : this.pasts.get(idEntry[1]);
    return past === undefined ? [] : [past];
  }

  /** An event of the state machine has the state that it leads to. */
  private checkState(event: string, data: JsonObject): void {
    for (const { property, transitions, where } of this.machines) {
      const eventTransitions = transitions.filter((one) => one.event === event);
      const state = data[property];
      if (state === undefined || eventTransitions.length === 0 || eventTransitions.some(({ to }) => to === state))
        continue;
      const message = `${event} has ${property} ${JSON.stringify(state)}; the state machine says ${JSON.stringify(eventTransitions[0]?.to ?? null)}`;
      this.context.objectTo("payload-differs", message, { subject: event, where, shown: JSON.stringify(data) });
    }
  }

  private isState(name: string): boolean {
    return this.machines.some(({ property }) => property === name);
  }
}

/** The object of a delivery that says what it is about. */
export function dataOf(payload: unknown): JsonObject {
  const envelope = asObject(payload) ?? {};
  return Object.values(envelope).find(isObject) ?? envelope;
}

function placeOfEvent({ description }: FindingSink, event: string): string | null {
  const message = description.messages.find(({ eventName }) => eventName === event);
  return message === undefined ? null : placeOf(message.at);
}

/** Events that have to agree before another one is wrong. */
const enough = 2;

export function checkIdentities(context: FindingSink, arrived: readonly Pick<Arrived, "event" | "payload">[]): void {
  const deliveredEvents = arrived.map(({ event, payload }) => ({ event, data: dataOf(payload) }));
  for (const one of deliveredEvents) checkOwnId(context, one, deliveredEvents);
  for (const group of Map.groupBy(deliveredEvents, ownIdOf).values()) checkAgreement(context, group);
}

type FindingSink = Pick<Context, "description" | "objectTo">;

interface EventData {
  readonly event: string;
  readonly data: JsonObject;
}

/** `invite.redeemed` is about an invite: its `inviteId` is not the `campaignId` beside it, where other events tell them apart. */
function checkOwnId(context: FindingSink, { event, data }: EventData, deliveredEvents: readonly EventData[]): void {
  const ids = Object.entries(data).filter(([name, value]) => isId(name) && typeof value === "string");
  const idEntry = ids.find(([name]) => plainName(name).startsWith(subjectOf(event)));
  if (idEntry === undefined || subjectOf(event) === "") return;
  const [name, value] = idEntry;
  for (const [other] of ids.filter(([one, same]) => one !== name && same === value)) {
    const beside = deliveredEvents.filter(
      (one) => one.event !== event && isText(one.data[name]) && isText(one.data[other]),
    );
    if (beside.length < enough || beside.some((one) => one.data[name] === one.data[other])) continue;
    const message = `${event} has the same value for ${name} and ${other}, which differ in other events`;
    object(context, event, { message, shown: JSON.stringify(data) });
  }
}

/** What several events say of one thing, always the same, the others say as well. */
function checkAgreement(context: FindingSink, group: readonly EventData[]): void {
  const [first] = group;
  if (first === undefined || ownIdOf(first) === null) return;
  const names = new Set(group.flatMap(({ data }) => Object.keys(data).filter(isIdentity)));
  for (const name of names) {
    const deliveriesByEvent = Map.groupBy(
      group.filter(({ data }) => typeof data[name] === "string"),
      ({ event }) => event,
    );
    const byEvent = [...deliveriesByEvent].map(([event, all]) => ({
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

/** Milliseconds between two occasions: times of whole seconds differ as well. */
const apart = 5_000;

/** The time of an event, beside what it is about or in one that is about nothing, is another one on the next occasion. */
export function checkTimes(
  context: FindingSink,
  arrived: readonly Pick<Arrived, "event" | "payload">[],
  expected: readonly Pick<Expected, "event" | "at">[],
): void {
  for (const [event, all] of Map.groupBy(arrived, (one) => one.event)) {
    const occasions = expected.flatMap((one) => (one.event === event ? [one.at] : []));
    if (all.length < 2 || Math.max(...occasions) - Math.min(...occasions) < apart) continue;
    for (const [name, value] of Object.entries(momentsIn(all[0]?.payload))) {
      if (all.some(({ payload }) => momentsIn(payload)[name] !== value)) continue;
      const about = { subject: event, where: placeOfEvent(context, event), shown: show(value), caseId: null };
      context.objectTo("stale-timestamp", `${event} has the same ${name} on every occasion`, about);
    }
  }
}

const momentNames = /^(time_?stamp|(occurred|emitted|fired|sent)_?at)$/i;

/** Of what an event is about, such a member may be a time of its own. */
function momentsIn(payload: unknown): JsonObject {
  const [envelope, data] = [asObject(payload) ?? {}, dataOf(payload)];
  const isAboutOne = Object.keys(data).some(isId);
  const members = Object.entries(isAboutOne ? envelope : { ...envelope, ...data });
  const isFlat = isAboutOne && data === envelope;
  return Object.fromEntries(isFlat ? [] : members.filter(([name, value]) => momentNames.test(name) && isText(value)));
}

/** The id of what a delivery is about: the one of its own kind, or else the first. */
function ownIdOf({ event, data }: EventData): string | null {
  const ids = Object.entries(asObject(data) ?? {}).filter(([name]) => isId(name));
  const idEntry = ids.find(([name]) => plainName(name).startsWith(subjectOf(event))) ?? ids[0];
  return idEntry === undefined || !isText(idEntry[1]) ? null : `${plainName(idEntry[0])} ${String(idEntry[1])}`;
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
  context: FindingSink,
  event: string,
  { message, shown }: { readonly message: string; readonly shown: string },
): void {
  context.objectTo("payload-differs", message, { subject: event, where: placeOfEvent(context, event), shown });
}
