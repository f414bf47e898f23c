// State machines of the description: every transition from every state, and every rejection, with the state read back, the
// events that follow, and their payloads.
import type { Json } from "waybill/description";
import { placeOf, textsIn } from "../../description/description.ts";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { needsKey } from "../credentials.ts";
import type { Expected } from "../expectations.ts";
import { createFull } from "../full-body.ts";
import { bodyTypeOf, inputsFromLink } from "../inputs.ts";
import { isSame } from "../items.ts";
import { isAboutOne, linksOf } from "../links.ts";
import { changesSince, readOwn } from "../reading.ts";
import { membersOfBody } from "../request-values.ts";
import type { Trigger } from "../run-options.ts";
import { type Refusal, type StateMachine, stateMachinesOf, type Transition, wayTo } from "../state-machine.ts";
import { referencesOf, type Subscriptions } from "../subscriptions.ts";
import { triggersFor, unsaidIn } from "../trigger-names.ts";
import { create } from "./baseline.ts";
import { listOf, listsWith } from "./counting.ts";
import { runCrowd } from "./crowd.ts";
import { checkReadBack } from "./links.ts";
import { dataOf, makeOutside, type Outside } from "./made-outside.ts";
import { differing } from "./singles.ts";

export async function runLifeCycle(context: Context, subscriptions: Subscriptions | null): Promise<void> {
  for (const machine of stateMachinesOf(context.description)) {
    await new LifeCycle(context, machine, subscriptions).run();
  }
}

/** So often two calls race: a gap of a millisecond is not met each time. */
const races = 5;

interface Attempt {
  /** The end of the case's id. */
  readonly name: string;
  readonly subject: string;
  /** The state that the resource is brought to first; `null`: there is none yet. */
  readonly from: Json;
  readonly transition?: Transition;
  /** What else is tried on the resource. */
  readonly then?: (created: CallResult) => Promise<void>;
}

class LifeCycle {
  private readonly context: Context;
  private readonly machine: StateMachine;
  private readonly subscriptions: Subscriptions | null;

  constructor(context: Context, machine: StateMachine, subscriptions: Subscriptions | null) {
    this.context = context;
    this.machine = machine;
    this.subscriptions = subscriptions;
  }

  async run(): Promise<void> {
    const { transitions, refusals } = this.machine;
    for (const transition of transitions) {
      if (transition.operation === null && transition.from === null) await this.makeOutside(transition);
      const subject = transition.operation ?? transition.event ?? "outside";
      for (const from of transition.from ?? [null]) {
        const name = `${subject}/${String(from)}-${String(transition.to)}`;
        await this.attempt({ name, subject, from, transition });
      }
    }
    for (const { operation, from: states, to } of transitions) {
      const again = refusals.some((one) => one.operation === operation && one.from.includes(to));
      const [from] = states ?? [];
      if (!again || from === undefined || operation === null) continue;
      const then = (created: CallResult): Promise<void> => this.race(created, operation, to);
      const name = `${operation}/${String(from)}-race`;
      for (let round = 1; round <= races; round += 1) {
        await this.attempt({ name: round === 1 ? name : `${name}-${round}`, subject: operation, from, then });
      }
    }
    await this.callOthers();
    await runCrowd(this.context, this.machine, {
      canMake: (one) => this.canMake(one),
      make: (one, created) => this.make(one, created, true),
    });
    for (const refusal of refusals) {
      for (const from of refusal.from) {
        const then = (created: CallResult): Promise<void> => this.refuse(created, refusal, from);
        const name = `${refusal.operation}/${String(from)}-refused`;
        await this.attempt({ name, subject: refusal.operation, from, then });
      }
    }
  }

  /** Each trigger of what begins a life outside of the API. */
  private async makeOutside(transition: Transition): Promise<void> {
    const { context, machine, outside } = this;
    const { event } = transition;
    if (outside === null || event === null) return;
    for (const named of triggersFor(context.options, event)) {
      const id = `${machine.name}/life-cycle/${named.name}`;
      await context.case("life cycle", id, event, () => makeOutside(outside, transition, named));
    }
  }

  private get outside(): Outside | null {
    const { context, machine, subscriptions } = this;
    if (subscriptions === null) return null;
    const steps: Outside["steps"] = {
      check: (created, to, cause) => this.checkState(created, to, cause),
      comparePayload: (event, payload, resource) => this.comparePayload(event, payload, resource),
      make: (next, created) => this.make(next, created, true),
    };
    return { context, machine, subscriptions, steps };
  }

  /** Operations on the resource that no transition names leave it in its state. */
  private async callOthers(): Promise<void> {
    const { context, machine } = this;
    const { transitions, refusals } = machine;
    const named = new Set([...transitions, ...refusals].map(({ operation }) => operation));
    const creates = transitions.flatMap(({ operation, from }) =>
      from === null && operation !== null ? [operation] : [],
    );
    const [producer] = context.accepted.filter(({ operation }) => creates.includes(operation.id));
    if (producer === undefined) return;
    const others = linksOf(context, producer).map(({ followed }) => followed.operation);
    const states = new Set(transitions.flatMap(({ to }) => (to === null ? [] : [to])));
    for (const { id, method } of new Set(others)) {
      if (method !== "post" || named.has(id)) continue;
      for (const from of states) {
        const then = async (created: CallResult): Promise<void> => {
          const result = await this.callOn(created, id, null);
          if (result !== null && isAccepted(result.status)) await this.checkState(created, from, id);
        };
        await this.attempt({ name: `${id}/${String(from)}-kept`, subject: id, from, then });
      }
    }
  }

  private async attempt({ name, subject, from, transition, then }: Attempt): Promise<void> {
    const { context, machine } = this;
    const way = from === null ? [] : wayTo(machine, from, (one) => this.canMake(one));
    const canBegin = from !== null || transition?.operation != null;
    if (way === null || !canBegin || (transition !== undefined && !this.canMake(transition))) {
      const missing = machine.transitions.filter((one) => one.from !== null && !this.canMake(one));
      const events = [...new Set(missing.flatMap(({ event }) => event ?? []))];
      if (events.length === 0) return;
      const hint = `pass --trigger '${events[0]}=…' to trigger it`;
      context.notes.add(`states after ${events.join(", ")} were not reached; ${hint}`);
      return;
    }
    await context.case("life cycle", `${machine.name}/life-cycle/${name}`, subject, async () => {
      let created: CallResult | null = null;
      for (const one of way) {
        created = await this.make(one, created, false);
        if (created === null) return;
      }
      // What was read and listed before its state changed is no older afterwards: some services remember it.
      if (transition !== undefined && created !== null) await this.lookAt(created);
      if (transition !== undefined) created = await this.make(transition, created, true);
      if (created !== null) await then?.(created);
    });
  }

  private canMake(transition: Transition): boolean {
    return transition.operation !== null || this.triggerOf(transition) !== null;
  }

  private async lookAt(created: CallResult): Promise<void> {
    const { context } = this;
    await readOwn(context, created);
    for (const first of await listsWith(context, created)) await listOf(context, first).all();
  }

  /**
   * Makes one transition; returns what created the resource, `null` when it could not be made. `isTried`: everything about it is
   * checked. A transition on the way to another one is tried in a case of its own.
   */
  private async make(transition: Transition, before: CallResult | null, isTried: boolean): Promise<CallResult | null> {
    const { context, machine, subscriptions } = this;
    const { operation, event, to } = transition;
    const expectedBefore = subscriptions?.expectations.expected.length ?? 0;
    let result: CallResult | null = null;
    if (operation === null) await this.trigger(transition, before);
    else if (before === null) {
      const creating = context.description.operations.find(({ id }) => id === operation);
      result =
        creating === undefined ? null : ((await createFull(context, creating)) ?? (await create(context, creating)));
    } else {
      result = await this.callOn(before, operation, to);
      if (result !== null) this.checkResponse(result, transition);
    }
    const created = before ?? result;
    if (created === null || (operation !== null && result === null)) return null;
    if (result !== null && !isAccepted(result.status)) return created;
    const cause = operation ?? event ?? "outside";
    const resource = isTried ? await this.checkState(created, to, cause) : null;
    if (resource !== null && result !== null) this.checkSet(resource, result, transition);
    if (subscriptions === null || event === null) return created;
    await subscriptions.settle();
    const expected = subscriptions.expectations.expected.slice(expectedBefore).find((one) => one.event === event);
    const { where } = machine;
    if (expected === undefined) {
      // The operation does not say that it fires the event, but the state machine does.
      if (result !== null) subscriptions.expect(event, { references: referencesOf(result), cause, where });
      await subscriptions.settle();
    } else if (resource !== null) {
      const arrived = expected.recipients.flatMap((recipient) =>
        subscriptions.expectations.of(expected, recipient).slice(0, 1),
      );
      for (const { payload } of arrived) this.comparePayload(event, payload, resource);
    }
    return created;
  }

  private async trigger(transition: Transition, created: CallResult | null): Promise<void> {
    if (created === null) return;
    const { event } = transition;
    const about = { references: referencesOf(created), cause: `a trigger of ${event}`, where: this.machine.where };
    if (event !== null) this.subscriptions?.expect(event, about);
    this.context.sightings.forget();
    await this.triggerOf(transition)?.({ ...this.context.knowledge.all(), ...asObject(created.json) });
  }

  private checkResponse(result: CallResult, { operation, response }: Transition): void {
    const { status, message } = response;
    const said = asObject(result.json)?.["message"];
    if (status !== null && result.status !== status) {
      this.object(`${operation} returns ${result.status}; the state machine says ${status}`, result);
    } else if (message !== null && said !== message) {
      const [is, wanted] = [JSON.stringify(said), JSON.stringify(message)];
      this.object(`${operation} says ${is}; the state machine says ${wanted}`, result);
    }
  }

  private checkSet(resource: JsonObject, result: CallResult, { operation, sets }: Transition): void {
    for (const [name, value] of Object.entries(sets)) {
      if (resource[name] === undefined || JSON.stringify(resource[name]) === JSON.stringify(value)) continue;
      const is = `${name} is ${JSON.stringify(resource[name])}; the state machine says ${JSON.stringify(value)}`;
      this.context.object("wrong-state", `after ${operation} ${is}`, { ...result, where: this.machine.where });
    }
  }

  private async refuse(created: CallResult, { operation, response }: Refusal, from: Json): Promise<void> {
    const { context, machine, subscriptions } = this;
    const before = subscriptions?.expectations.expected.length ?? 0;
    const asItWas = await readOwn(context, created);
    const result = await this.callOn(created, operation, null);
    if (result === null) return;
    const { status, message } = response;
    const when = `when ${machine.property} is ${String(from)}`;
    if (isAccepted(result.status)) {
      this.object(`${operation} is accepted ${when}; the state machine rejects it`, result);
    } else if (status !== null && result.status !== status) {
      this.object(`${operation} returns ${result.status} ${when}; the state machine says ${status}`, result);
    } else if (message !== null && asObject(result.json)?.["message"] !== message) {
      this.object(`${operation} does not say ${JSON.stringify(message)} ${when}`, result);
    }
    // A call that is wrongly accepted is reported above; the event that it fires is not expected.
    if (subscriptions !== null && isAccepted(result.status)) subscriptions.expectations.forgetSince(before);
    const changes = asItWas === null ? null : await changesSince(context, created, asItWas);
    const others = changes?.names.filter((name) => name !== machine.property) ?? [];
    if (changes !== null && others.length > 0 && isRefused(result.status)) {
      const about = { ...changes.result, where: machine.where };
      context.object(
        "wrong-state",
        `${operation} changes ${others.join(", ")} ${when}, although it is rejected`,
        about,
      );
    }
    await this.checkState(created, from, operation);
  }

  /** Two identical calls at once: where a second call is rejected, exactly one may be accepted. */
  private async race(created: CallResult, operation: string, to: Json): Promise<void> {
    const { session } = this.context;
    session.together = true;
    const results = await Promise.all([0, 1].map(() => this.callOn(created, operation, to))).finally(() => {
      session.together = false;
    });
    const accepted = results.filter((result) => result !== null && isAccepted(result.status)).length;
    const [first] = results;
    if (accepted === 1 || first === null || first === undefined) return;
    this.object(
      `of two concurrent requests of ${operation}, ${accepted} were accepted; the state machine accepts one`,
      first,
    );
  }

  /** Reads the resource and its state; the resource as it is now, or `null` when it is gone or cannot be read. */
  private async checkState(created: CallResult, expected: Json, cause: string): Promise<JsonObject | null> {
    const { property, where } = this.machine;
    const found = await readOwn(this.context, created);
    if (found === null) return null;
    const { result, resource } = found;
    const state = resource?.[property] ?? null;
    if (state !== expected && !(expected === null && resource === null)) {
      const is = resource === null ? "the resource is gone" : `${property} is ${JSON.stringify(state)}`;
      const message = `after ${cause} ${is}; the state machine says ${JSON.stringify(expected)}`;
      this.context.object("wrong-state", message, { ...result, where });
    }
    if (resource !== null) {
      // What was sent stays until an update says otherwise.
      if (!this.context.records.updated.has(resource["id"] ?? null)) checkReadBack(this.context, created, result);
      await this.compareLists(created, resource, result);
      await this.tryOther(created);
    }
    return resource;
  }

  /** The lists that have the resource say the same of it. */
  private async compareLists(created: CallResult, resource: JsonObject, { operation }: CallResult): Promise<void> {
    const { context } = this;
    for (const first of await listsWith(context, created)) {
      if (first.operation === operation) continue;
      const page = await listOf(context, first).all();
      const item = page?.items.find((one) => one["id"] !== undefined && one["id"] === resource["id"]);
      if (page == null || item === undefined) continue;
      for (const name of differing(item, resource)) {
        const message = `${first.operation.id} returns a different ${name} for a record than ${operation.id}`;
        context.object("list-differs", message, { ...page.result, where: placeOf(first.operation.at) });
      }
    }
  }

  /** Another account reads it in no state. */
  private async tryOther(created: CallResult): Promise<void> {
    const { context } = this;
    const { otherKey = null } = context.options;
    const link = linksOf(context, created).find(({ followed }) => followed.operation.method === "get");
    const values = link === undefined ? null : inputsFromLink(context, link.followed);
    if (otherKey === null || link === undefined || values === null) return;
    const { operation } = link.followed;
    if (!isAboutOne(link.followed) || !needsKey(operation)) return;
    const result = await context.call(operation, values, context.credential(operation, otherKey));
    if (!isAccepted(result.status)) return;
    const message = `${operation.id} gives another account access to what ${created.operation.id} created`;
    context.object("foreign-access", message, result);
  }

  /** Calls an operation on the resource. An update that takes the property itself is asked for the state `to`. */
  private async callOn(created: CallResult, operationId: string, to: Json): Promise<CallResult | null> {
    const { context, machine } = this;
    const link = linksOf(context, created).find(({ followed }) => followed.operation.id === operationId);
    const values = link === undefined ? null : inputsFromLink(context, link.followed);
    if (link === undefined || values === null) return null;
    const { operation } = link.followed;
    const mediaType = bodyTypeOf(operation);
    const takesState =
      mediaType !== null && propertiesIn(mediaType.schema).some(({ name }) => name === machine.property);
    if (to === null || !takesState) return await context.call(operation, values);
    const value = { ...membersOfBody(values), [machine.property]: to };
    return await context.call(operation, { ...values, body: { kind: "value", mediaType, value } });
  }

  /** Members of a delivery that have the names of the resource have its values. */
  private comparePayload(event: string, payload: unknown, resource: JsonObject): void {
    for (const [name, value] of Object.entries(dataOf(payload))) {
      if (!Object.hasOwn(resource, name) || isSame(value, resource[name])) continue;
      const message = `${event} has a different ${name} than the resource`;
      const shown = `delivered: ${JSON.stringify(value)}\nread: ${JSON.stringify(resource[name])}`;
      this.context.objectTo("payload-differs", message, { subject: event, where: this.machine.where, shown });
    }
  }

  private triggerOf({ event }: Transition): Trigger | null {
    return event === null ? null : (this.context.options.triggers?.[event] ?? null);
  }

  private object(message: string, result: CallResult): void {
    this.context.object("wrong-transition", message, { ...result, where: this.machine.where });
  }
}

export async function runTriggers(context: Context, subscriptions: Subscriptions): Promise<void> {
  const { description, options } = context;
  const transitions = stateMachinesOf(description).flatMap((machine) => machine.transitions);
  const inMachines = new Set(transitions.map(({ event }) => event));
  const caused = new Set(description.operations.flatMap(({ extensions }) => [extensions["x-waybill-events"]].flat()));
  for (const { eventName, at, extensions } of description.messages) {
    if (inMachines.has(eventName) || caused.has(eventName)) continue;
    const named = triggersFor(options, eventName);
    if (named.length === 0) context.notes.add(`${eventName} was not triggered; pass --trigger '${eventName}=…'`);
    for (const one of named) {
      await context.case("life cycle", `${one.name}/trigger`, eventName, async () => {
        const about = { references: [], cause: `a trigger of ${one.name}`, where: placeOf(at) };
        const fire = async (): Promise<Expected> => {
          context.sightings.forget();
          const expected = subscriptions.expect(eventName, about);
          await one.trigger(context.knowledge.all());
          return expected;
        };
        // What else the message says that fires with it.
        const [also] = textsIn(extensions, "x-waybill-events");
        const expected = also === undefined ? await fire() : (await subscriptions.after(also, about, fire)).done;
        await subscriptions.settle();
        for (const recipient of expected.recipients) {
          const unsaid = unsaidIn(subscriptions.expectations.of(expected, recipient).at(-1)?.payload, one);
          if (unsaid === null) continue;
          const shown = JSON.stringify(subscriptions.expectations.of(expected, recipient).at(-1)?.payload ?? null);
          const found = { subject: eventName, where: placeOf(at), shown };
          context.objectTo("payload-differs", `${eventName} ${unsaid}, as its trigger ${one.name} says`, found);
        }
      });
    }
  }
}
