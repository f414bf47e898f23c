// State machines of the description: every transition from every state, and every rejection, with the state read back, the
// events that follow, and their payloads.

import type { Json } from "waybill/description";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { referencesOf } from "../references.ts";
import { type Refusal, type StateMachine, stateMachinesOf, type Transition, wayTo } from "../state-machine.ts";
import type { Subscriptions } from "../subscriptions.ts";
import { create } from "./baseline.ts";
import { comparePayloads } from "./payloads.ts";
import { callOn, readResource } from "./resource.ts";

export async function runLifeCycle(context: Context, subscriptions: Subscriptions | null): Promise<void> {
  for (const machine of stateMachinesOf(context.description)) {
    const cycle: Cycle = { machine, subscriptions };
    for (const transition of machine.transitions) {
      for (const from of transition.from ?? [null]) {
        const name = transition.operation ?? transition.event ?? "outside";
        const id = `${machine.name}/life-cycle/${name}/${String(from)}-${String(transition.to)}`;
        await attempt(context, cycle, { id, from, subject: name, transition });
      }
    }
    for (const transition of machine.transitions) {
      const again = machine.refusals.some(
        ({ operation, from }) => operation === transition.operation && from.includes(transition.to),
      );
      const [from] = transition.from ?? [];
      if (!again || from === undefined) continue;
      const id = `${machine.name}/life-cycle/${transition.operation}/${String(from)}-race`;
      await attempt(context, cycle, { id, from, subject: transition.operation ?? "", race: transition });
    }
    for (const refusal of machine.refusals) {
      for (const from of refusal.from) {
        const id = `${machine.name}/life-cycle/${refusal.operation}/${String(from)}-refused`;
        await attempt(context, cycle, { id, from, subject: refusal.operation, refusal });
      }
    }
  }
}

interface Cycle {
  readonly machine: StateMachine;
  readonly subscriptions: Subscriptions | null;
}

interface Attempt {
  readonly id: string;
  readonly from: Json;
  readonly subject: string;
  readonly transition?: Transition;
  readonly refusal?: Refusal;
  /** To be made twice at the same time. */
  readonly race?: Transition;
}

async function attempt(
  context: Context,
  cycle: Cycle,
  { id, from, subject, transition, refusal, race }: Attempt,
): Promise<void> {
  const canMake = (one: Transition): boolean => one.operation !== null || triggerOf(context, one) !== null;
  const way = from === null ? [] : wayTo(cycle.machine, from, canMake);
  const last = transition === undefined || canMake(transition);
  if (way === null || !last || (from === null && transition?.operation == null)) {
    const missing = cycle.machine.transitions.filter(
      (one) => one.operation === null && one.from !== null && triggerOf(context, one) === null,
    );
    const events = [...new Set(missing.flatMap(({ event }) => event ?? []))];
    if (events.length > 0)
      context.notes.add(
        `states after ${events.join(", ")} were not reached; pass --trigger '${events[0]}=…' to trigger it`,
      );
    return;
  }
  await context.case("life cycle", id, subject, async () => {
    let resource: Resource | null = null;
    for (const one of way) resource = await make(context, cycle, { transition: one, resource });
    if (from !== null && resource === null) return;
    if (refusal !== undefined && resource !== null) await refuse(context, cycle, { refusal, resource, from });
    if (race !== undefined && resource !== null) await runRace(context, cycle, { race, created: resource.created });
    if (transition !== undefined) await make(context, cycle, { transition, resource });
  });
}

interface Resource {
  /** The response that created it. */
  readonly created: CallResult;
}

interface Making {
  readonly transition: Transition;
  readonly resource: Resource | null;
}

/** Makes one transition and checks everything about it; `null` when it could not be made. */
async function make(context: Context, cycle: Cycle, { transition, resource }: Making): Promise<Resource | null> {
  const { subscriptions, machine } = cycle;
  const before = subscriptions?.expected.length ?? 0;
  if (resource === null) {
    const operation = context.description.operations.find(({ id }) => id === transition.operation);
    const created = operation === undefined ? null : await create(context, operation);
    if (created === null) return null;
    await checkAfter(context, cycle, { transition, created, before, result: created });
    return { created };
  }
  const { created } = resource;
  const { operation: operationId, event } = transition;
  if (operationId === null) {
    const references = referencesOf(created);
    const trigger = triggerOf(context, transition);
    if (event !== null)
      subscriptions?.expect(event, { references, cause: `a trigger of ${event}`, where: machine.where });
    await trigger?.({ ...context.knowledge.all(), ...asObject(created.json) });
    await checkAfter(context, cycle, { transition, created, before, result: null });
    return resource;
  }
  const result = await callOn(context, { property: machine.property, created, operationId, to: transition.to });
  if (result === null) return null;
  const { status, message } = transition.response;
  const said = asObject(result.json)?.["message"];
  const where = machine.where;
  if (status !== null && result.status !== status) {
    context.object("wrong-transition", `${operationId} returns ${result.status}; the state machine says ${status}`, {
      ...result,
      where,
    });
  } else if (message !== null && said !== message) {
    context.object(
      "wrong-transition",
      `${operationId} says ${JSON.stringify(said)}; the state machine says ${JSON.stringify(message)}`,
      { ...result, where },
    );
  }
  await checkAfter(context, cycle, { transition, created, before, result });
  return resource;
}

interface Refusing {
  readonly refusal: Refusal;
  readonly resource: Resource;
  readonly from: Json;
}

async function refuse(
  context: Context,
  { machine, subscriptions }: Cycle,
  { refusal, resource, from }: Refusing,
): Promise<void> {
  const { created } = resource;
  const before = subscriptions?.expected.length ?? 0;
  const result = await callOn(context, {
    property: machine.property,
    created,
    operationId: refusal.operation,
    to: null,
  });
  if (result === null) return;
  const about = { ...result, where: machine.where };
  const { status, message } = refusal.response;
  if (isAccepted(result.status)) {
    context.object(
      "wrong-transition",
      `${refusal.operation} is accepted when ${machine.property} is ${String(from)}; the state machine rejects it`,
      about,
    );
  } else if (status !== null && result.status !== status) {
    context.object(
      "wrong-transition",
      `${refusal.operation} returns ${result.status} when ${machine.property} is ${String(from)}; the state machine says ${status}`,
      about,
    );
  } else if (message !== null && asObject(result.json)?.["message"] !== message) {
    context.object(
      "wrong-transition",
      `${refusal.operation} does not say ${JSON.stringify(message)} when ${machine.property} is ${String(from)}`,
      about,
    );
  }
  // A rejected call fires no event.
  if (subscriptions !== null && isAccepted(result.status)) subscriptions.expected.length = before;
  await checkState(context, machine, { created, expected: from, cause: refusal.operation });
}

/** Two identical calls at once: where a second call is rejected, exactly one may be accepted. */
async function runRace(
  context: Context,
  { machine }: Cycle,
  { race, created }: { readonly race: Transition; readonly created: CallResult },
): Promise<void> {
  const { operation, to } = race;
  if (operation === null) return;
  context.session.together = true;
  const both = [0, 1].map(() => callOn(context, { property: machine.property, created, operationId: operation, to }));
  const results = await Promise.all(both).finally(() => {
    context.session.together = false;
  });
  const accepted = results.filter((result) => result !== null && isAccepted(result.status));
  const [first] = results;
  if (accepted.length === 1 || first === null || first === undefined) return;
  const message = `of two ${operation} at the same time ${accepted.length} are accepted; the state machine accepts one`;
  context.object("wrong-transition", message, { ...first, where: machine.where });
}

interface After {
  readonly transition: Transition;
  readonly created: CallResult;
  /** How many events were expected before it. */
  readonly before: number;
  readonly result: CallResult | null;
}

async function checkAfter(
  context: Context,
  { machine, subscriptions }: Cycle,
  { transition, created, before, result }: After,
): Promise<void> {
  if (result !== null && !isAccepted(result.status)) return;
  const cause = transition.operation ?? transition.event ?? "outside";
  const resource = await checkState(context, machine, { created, expected: transition.to, cause });
  if (subscriptions === null || transition.event === null) return;
  await subscriptions.settle();
  const expected = subscriptions.expected.slice(before).find(({ event }) => event === transition.event);
  if (expected === undefined) {
    // The operation does not say that it fires the event, but the state machine does.
    if (result !== null)
      subscriptions.expect(transition.event, { references: referencesOf(result), cause, where: machine.where });
    await subscriptions.settle();
  } else if (resource !== null) comparePayloads(context, subscriptions, { expected, resource, where: machine.where });
}

interface StateQuestion {
  readonly created: CallResult;
  readonly expected: Json;
  readonly cause: string;
}

/** Reads the resource and its state; the resource as it is now, or `null` when it is gone or cannot be read. */
async function checkState(
  context: Context,
  machine: StateMachine,
  { created, expected, cause }: StateQuestion,
): Promise<Readonly<Record<string, Json>> | null> {
  const found = await readResource(context, created);
  if (found === null) return null;
  const { result, resource } = found;
  const state = resource?.[machine.property] ?? null;
  if (state !== expected && !(expected === null && resource === null)) {
    const is = resource === null ? "the resource is gone" : `${machine.property} is ${JSON.stringify(state)}`;
    const message = `after ${cause} ${is}; the state machine says ${JSON.stringify(expected)}`;
    context.object("wrong-state", message, { ...result, where: machine.where });
  }
  return resource;
}

function triggerOf(
  context: Context,
  { event }: Transition,
): ((resource: Readonly<Record<string, Json>>) => Promise<void>) | null {
  return event === null ? null : (context.options.triggers?.[event] ?? null);
}
