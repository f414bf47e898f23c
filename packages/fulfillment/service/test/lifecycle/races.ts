// Commands that are under way at the same time -> whether some order of doing them one after the other explains what came of them.
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { type Action, action, commandOf, creation, racingAction, textOf } from "./actions.ts";
import { allOrders, doStep, named, type Run } from "./commands.ts";
import { deliveryOf, replyTo } from "./expectations.ts";
import { type Command, type Order, type Outcome, step } from "./model.ts";
import { ask, deliveriesSince } from "./tenant.ts";
import type { Reply } from "./warehouse.ts";

export interface Race {
  /** Done before it, one after the other. */
  readonly before: readonly Action[];
  /** Of two to five actions. Those of one client are done one after the other. */
  readonly racing: readonly Racing[];
}

export interface Racing {
  readonly action: Action;
  readonly client: number;
  /** Turns of the event loop that the client waits first. */
  readonly pause: number;
}

export const races: fc.Arbitrary<Race> = fc
  .record({
    first: creation,
    more: fc.array(action, { maxLength: 4 }),
    racing: fc.array(fc.record({ action: racingAction, client: fc.nat({ max: 3 }), pause: fc.nat({ max: 3 }) }), {
      minLength: 2,
      maxLength: 5,
      size: "max",
    }),
  })
  .map(({ first, more, racing }) => {
    const before = [first, ...more];
    return { before, racing, toString: () => textOfRace({ before, racing }) };
  });

/** `create(1 of 5, first campaign), then at once: 0: ship(order 0) | 1 after 2 turns: get(order 0, by account)` */
function textOfRace({ before, racing }: Race): string {
  const clients = racing.map(({ action: each, client, pause }) => {
    const when = pause === 0 ? "" : ` after ${pause} turns`;
    return `${client}${when}: ${textOf(each)}`;
  });
  return `${before.map(textOf).join(", ")}, then at once: ${clients.join(" | ")}`;
}

/** A command and its reply, and when it was under way, by a clock that ticks with each call and each reply. */
interface Happened {
  readonly command: Command;
  readonly called: number;
  readonly replied: number;
  readonly reply: unknown;
}

/** What can be seen when all is over. */
interface Aftermath {
  readonly orders: unknown;
  /** In no order: the requirements promise none. */
  readonly deliveries: readonly string[];
}

/** Rejects with everything that happened when no order explains it. */
export async function runRace({ before, racing }: Race, run: Run): Promise<void> {
  let orders: readonly Order[] = [];
  for (const each of before) orders = await doStep(each, orders, run);
  const happened = await race(racing, orders, run);
  const aftermath = await lookAround(run);
  const explained = explain(orders, { rest: happened, explained: [], aftermath, run });
  if (explained === null) {
    throw new Error(`no order of these commands explains what came of them\n${describe(happened, aftermath)}`);
  }
  const calls = explained.map(({ happened: { called } }) => called);
  const inOrder = calls.every((called, index) => index === 0 || called > (calls[index - 1] ?? 0));
  run.note(`race explained ${inOrder ? "in the order" : "out of the order"} of the calls`);
}

async function race(racing: readonly Racing[], orders: readonly Order[], run: Run): Promise<Happened[]> {
  let clock = 0;
  const happened: Happened[] = [];
  const goOn = async (client: number, actions: readonly Racing[]): Promise<void> => {
    for (const { action: wanted, pause } of actions) {
      for (let turn = 0; turn < pause; turn += 1) await nextTurn();
      const command = commandOf(wanted, orders);
      const called = clock++;
      const reply: Reply = await ask(run, command, client);
      const replied = clock++;
      happened.push({ command: named(command, reply), called, replied, reply: run.numbers.takenFrom(reply) });
    }
  };
  const clients = Map.groupBy(racing, ({ client }) => client);
  await Promise.all([...clients].map(([client, actions]) => goOn(client, actions)));
  return happened;
}

async function lookAround(run: Run): Promise<Aftermath> {
  const { bodies } = await deliveriesSince(run.system, run.tenant, run.lastDelivery);
  const deliveries = textsOf(bodies.map((body) => run.numbers.takenFrom(body)));
  return { orders: run.numbers.takenFrom(await ask(run, allOrders)), deliveries };
}

/** What was explained, in that order. */
type Explained = readonly { readonly happened: Happened; readonly outcome: Outcome }[];

interface Question {
  /** Not yet explained. */
  readonly rest: readonly Happened[];
  readonly explained: Explained;
  readonly aftermath: Aftermath;
  readonly run: Run;
}

/** The commands in an order that explains everything; `null`: there is none. What was over before another began comes first. */
function explain(orders: readonly Order[], question: Question): Explained | null {
  const { rest, explained, aftermath, run } = question;
  if (rest.length === 0) return isDeepStrictEqual(aftermathOf(orders, explained, run), aftermath) ? explained : null;
  const firstReply = Math.min(...rest.map(({ replied }) => replied));
  for (const happened of rest.filter(({ called }) => called < firstReply)) {
    for (const outcome of outcomesOf(orders, happened, question)) {
      if (!isDeepStrictEqual(replyTo(happened.command, outcome.response, run.tenant), happened.reply)) continue;
      const others = rest.filter((each) => each !== happened);
      const further = [...explained, { happened, outcome }];
      const found = explain(outcome.orders, { ...question, rest: others, explained: further });
      if (found !== null) return found;
    }
  }
  return null;
}

/**
 * One, or on PostgreSQL two: stock is looked at a moment before the new order can be seen, and what others give back in
 * between is missed. Nothing that was said of orders forbids it, as long as stock is not reserved twice.
 */
function outcomesOf(orders: readonly Order[], { command, called }: Happened, { explained, run }: Question): Outcome[] {
  const outcome = step(orders, command);
  const { response, event } = outcome;
  if (run.system.isSerial || response.kind !== "created" || event === null) return [outcome];
  const isGivenBackMeanwhile = explained.some(
    ({ happened, outcome: earlier }) => happened.replied > called && earlier.event?.order.allocation === "RESTOCKED",
  );
  if (!isGivenBackMeanwhile) return [outcome];
  const order: Order = { ...response.order, allocation: "UNALLOCATED" };
  return [outcome, { response: { ...response, order }, event: { ...event, order }, orders: [...orders, order] }];
}

function aftermathOf(orders: readonly Order[], explained: Explained, { tenant }: Run): Aftermath {
  const events = explained.flatMap(({ outcome: { event } }) => (event === null ? [] : [deliveryOf(event, tenant)]));
  return { orders: replyTo(allOrders, step(orders, allOrders).response, tenant), deliveries: textsOf(events) };
}

/** As text with sorted names, sorted. */
function textsOf(values: readonly unknown[]): string[] {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return values.map((value) => JSON.stringify(value, sorted)).sort();
}

/** `1-2 {"kind":"ship","id":"ord_1"} -> {"code":0,"body":"ord_1 SHIPPED"}` */
function describe(happened: readonly Happened[], { orders, deliveries }: Aftermath): string {
  const commands = happened.map(
    ({ command, called, replied, reply }) => `${called}-${replied} ${JSON.stringify(command)} -> ${inShort(reply)}`,
  );
  return [...commands, `afterwards: ${inShort(orders)}`, ...deliveries.map((each) => `delivered: ${each}`)].join("\n");
}

function inShort(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    const { id, orderId = id, status, allocationStatus = "" } = Object(each);
    return typeof orderId === "string" && typeof status === "string"
      ? `${orderId} ${status} ${allocationStatus}`
      : each;
  });
}
