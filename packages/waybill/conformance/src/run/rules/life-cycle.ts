// State machines of the description: every transition from every state, and every rejection, with the state read back, the
// events that follow, and their payloads.
import type { Json } from "waybill/description";
import { placeOf, textsIn } from "../../description/description.ts";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Case, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { createFullest } from "../creating.ts";
import { needsKey } from "../credentials.ts";
import { changesSince, checkReadBack, readOwn } from "../engines/read-back.ts";
import { List, listsWith } from "../engines/read-twice.ts";
import { isAcceptedWrongly } from "../engines/refusal.ts";
import { bodyTypeOf, follow, isReading } from "../inputs.ts";
import { isAboutOne, linksOf } from "../links.ts";
import { differingNames, isSame } from "../records.ts";
import { membersOfBody } from "../request-values.ts";
import { type Trigger, triggersFor, unsaidIn } from "../run-options.ts";
import type { Expected } from "../subscriptions/expectations.ts";
import { dataOf } from "../subscriptions/payloads.ts";
import { referencesOf, type Subscriptions } from "../subscriptions/subscriptions.ts";
import { withMembers } from "../variation.ts";
import { errorRuleOf } from "./errors.ts";
import { createExternally, type ExternalCreation } from "./external-creation.ts";
import { type Refusal, type StateMachine, stateMachinesOf, type Transition, wayTo } from "./state-machine.ts";
import { statePaths } from "./state-paths.ts";

export function* lifeCycles(context: Context, subscriptions: Subscriptions | null): Cases {
  for (const machine of stateMachinesOf(context.description)) {
    yield* new LifeCycle(context, machine, subscriptions).cases();
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

  *cases(): Cases {
    const { transitions, refusals } = this.machine;
    for (const transition of transitions) {
      if (transition.operation === null && transition.from === null) yield* this.createExternally(transition);
      const subject = transition.operation ?? transition.event ?? "outside";
      for (const from of transition.from ?? [null]) {
        const name = `${subject}/${String(from)}-${String(transition.to)}`;
        yield* this.attempt({ name, subject, from, transition });
      }
    }
    for (const { operation, from: states, to } of transitions) {
      const again = refusals.some((one) => one.operation === operation && one.from.includes(to));
      const [from] = states ?? [];
      if (!again || from === undefined || operation === null) continue;
      const then = (created: CallResult): Promise<void> => this.race(created, operation, to);
      const name = `${operation}/${String(from)}-race`;
      for (let round = 1; round <= races; round += 1)
        yield* this.attempt({ name: round === 1 ? name : `${name}-${round}`, subject: operation, from, then });
    }
    yield* this.otherOperations();
    yield* statePaths(this.context, this.machine, {
      canMake: (one) => this.canMake(one),
      make: (one, created) => this.make(one, created, true),
    });
    for (const refusal of refusals) {
      for (const from of refusal.from) {
        const then = (created: CallResult): Promise<void> => this.refuse(created, refusal, from);
        const name = `${refusal.operation}/${String(from)}-refused`;
        yield* this.attempt({ name, subject: refusal.operation, from, then });
      }
    }
  }

  private caseOf(name: string, subject: string, run: Case["run"]): Case {
    return { ...caseOf("life cycle", { id: this.machine.name }, `life-cycle/${name}`, run), subject };
  }

  /** Each trigger of what begins a life outside of the API. */
  private *createExternally(transition: Transition): Cases {
    const { context, outside } = this;
    const { event } = transition;
    if (outside === null || event === null) return;
    for (const named of triggersFor(context.options, event))
      yield this.caseOf(named.name, event, () => createExternally(outside, transition, named));
  }

  private get outside(): ExternalCreation | null {
    const { context, machine, subscriptions } = this;
    if (subscriptions === null) return null;
    const steps: ExternalCreation["steps"] = {
      check: (created, to, cause) => this.checkState(created, to, cause),
      comparePayload: (event, payload, resource) => this.comparePayload(event, payload, resource),
      make: (next, created) => this.make(next, created, true),
    };
    return { context, machine, subscriptions, steps };
  }

  /** Operations on the resource that no transition names leave it in its state. */
  private *otherOperations(): Cases {
    const { context, machine } = this;
    const { transitions, refusals } = machine;
    const named = new Set([...transitions, ...refusals].map(({ operation }) => operation));
    const creates = transitions.flatMap(({ operation, from }) =>
      from === null && operation !== null ? [operation] : [],
    );
    const producer = context.accepted.find(({ operation }) => creates.includes(operation.id));
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
        yield* this.attempt({ name: `${id}/${String(from)}-kept`, subject: id, from, then });
      }
    }
  }

  private *attempt({ name, subject, from, transition, then }: Attempt): Cases {
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
    yield this.caseOf(name, subject, async () => {
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
    for (const first of await listsWith(context, created)) await new List(context, first).all();
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
      result = creating === undefined ? null : await createFullest(context, creating);
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
    this.context.consistency.forget();
    await this.triggerOf(transition)?.({ ...this.context.knowledge.all(), ...asObject(created.json) });
  }

  private checkResponse(result: CallResult, { operation, response }: Transition): void {
    const { status, message } = response;
    const actualMessage = asObject(result.json)?.["message"];
    if (status !== null && result.status !== status) {
      this.object(`${operation} returns ${result.status}; the state machine says ${status}`, result);
    } else if (message !== null && actualMessage !== message) {
      const [is, wanted] = [JSON.stringify(actualMessage), JSON.stringify(message)];
      this.object(`${operation} says ${is}; the state machine says ${wanted}`, result);
    }
  }

  private checkSet(resource: JsonObject, result: CallResult, { operation, sets }: Transition): void {
    for (const [name, value] of Object.entries(sets)) {
      if (resource[name] === undefined || JSON.stringify(resource[name]) === JSON.stringify(value)) continue;
      const is = `${name} is ${JSON.stringify(resource[name])}; the state machine says ${JSON.stringify(value)}`;
      this.object(`after ${operation} ${is}`, result, "wrong-state");
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
    // It is the state that is wrong, and no field.
    errorRuleOf(context.description)?.checkOther(context, result);
    // A call that is wrongly accepted is reported above; the event that it fires is not expected.
    if (subscriptions !== null && isAccepted(result.status)) subscriptions.expectations.forgetSince(before);
    const changes = asItWas === null ? null : await changesSince(context, created, asItWas);
    const others = changes?.names.filter((name) => name !== machine.property) ?? [];
    if (changes !== null && others.length > 0 && isRefused(result.status)) {
      const text = `${operation} changes ${others.join(", ")} ${when}, although it is rejected`;
      this.object(text, changes.result, "wrong-state");
    }
    await this.checkState(created, from, operation);
  }

  /** Two identical calls at once: where a second call is rejected, exactly one may be accepted. */
  private async race(created: CallResult, operation: string, to: Json): Promise<void> {
    const call = (): Promise<CallResult | null> => this.callOn(created, operation, to);
    const results = await this.context.atOnce([call, call]);
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
    const { property } = this.machine;
    const reading = await readOwn(this.context, created);
    if (reading === null) return null;
    const { result, resource } = reading;
    const state = resource?.[property] ?? null;
    if (state !== expected && !(expected === null && resource === null)) {
      const is = resource === null ? "the resource is gone" : `${property} is ${JSON.stringify(state)}`;
      const message = `after ${cause} ${is}; the state machine says ${JSON.stringify(expected)}`;
      this.object(message, result, "wrong-state");
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
      const page = await new List(context, first).all();
      const item = page?.items.find((one) => one["id"] !== undefined && one["id"] === resource["id"]);
      if (page == null || item === undefined) continue;
      for (const name of differingNames(item, resource))
        context.fault("list-differs", page.result, `returns a different ${name} for a record than ${operation.id}`);
    }
  }

  /** Another account reads it in no state. */
  private async tryOther(created: CallResult): Promise<void> {
    const { context } = this;
    const { otherKey = null } = context.options;
    const read = follow(context, created, isReading);
    if (otherKey === null || read === null || !isAboutOne(read.followed) || !needsKey(read.operation)) return;
    const { operation, values } = read;
    const result = await context.call(operation, values, context.credential(operation, otherKey));
    const text = `gives another account access to what ${created.operation.id} created`;
    isAcceptedWrongly(context, result, { check: "foreign-access", text });
  }

  /** Calls an operation on the resource. An update that takes the property itself is asked for the state `to`. */
  private async callOn(created: CallResult, operationId: string, to: Json): Promise<CallResult | null> {
    const { context, machine } = this;
    const next = follow(context, created, ({ operation }) => operation.id === operationId);
    if (next === null) return null;
    const { operation, values } = next;
    const schema = bodyTypeOf(operation)?.schema;
    const takesState = schema !== undefined && propertiesIn(schema).some(({ name }) => name === machine.property);
    if (to === null || !takesState) return await context.call(operation, values);
    const members = { ...membersOfBody(values), [machine.property]: to };
    return await context.call(operation, withMembers(operation, values, members));
  }

  /** Members of a delivery that have the names of the resource have its values. */
  private comparePayload(event: string, payload: unknown, resource: JsonObject): void {
    for (const [name, value] of Object.entries(dataOf(payload))) {
      if (!Object.hasOwn(resource, name) || isSame(value, resource[name])) continue;
      const message = `${event} has a different ${name} than the resource`;
      const comparison = `delivered: ${JSON.stringify(value)}\nread: ${JSON.stringify(resource[name])}`;
      this.context.objectTo("payload-differs", message, {
        subject: event,
        where: this.machine.where,
        shown: comparison,
      });
    }
  }

  private triggerOf({ event }: Transition): Trigger | null {
    return event === null ? null : (this.context.options.triggers?.[event] ?? null);
  }

  private object(
    message: string,
    result: CallResult,
    check: "wrong-transition" | "wrong-state" = "wrong-transition",
  ): void {
    this.context.object(check, message, { ...result, where: this.machine.where });
  }
}

/** What each trigger of an event that no state machine has causes. */
export function* triggers(context: Context, subscriptions: Subscriptions): Cases {
  const { description, options } = context;
  const transitions = stateMachinesOf(description).flatMap((machine) => machine.transitions);
  const inMachines = new Set(transitions.map(({ event }) => event));
  const caused = new Set(description.operations.flatMap(({ extensions }) => [extensions["x-waybill-events"]].flat()));
  for (const { eventName, at, extensions } of description.messages) {
    if (inMachines.has(eventName) || caused.has(eventName)) continue;
    const named = triggersFor(options, eventName);
    if (named.length === 0) context.notes.add(`${eventName} was not triggered; pass --trigger '${eventName}=…'`);
    for (const one of named) {
      const about = { references: [], cause: `a trigger of ${one.name}`, where: placeOf(at) };
      const fire = async (): Promise<Expected> => {
        context.consistency.forget();
        const expected = subscriptions.expect(eventName, about);
        await one.trigger(context.knowledge.all());
        return expected;
      };
      let late: (() => boolean) | null = null;
      let isRepeated = false;
      const run = async (): Promise<void> => {
        // What was missing has come since.
        if (late?.() === true) return;
        const { expectations } = subscriptions;
        const known = expectations.expected.length;
        // What else the message says that fires with it.
        const [also] = textsIn(extensions, "x-waybill-events");
        const hasFired = subscriptions.watch([eventName]);
        const hasArrived = subscriptions.watch(also === undefined ? [eventName] : [eventName, also]);
        const expected = also === undefined ? await fire() : (await subscriptions.after(also, about, fire)).done;
        await subscriptions.settle();
        // Some things happen once: of another attempt nothing is expected.
        if (isRepeated && !hasFired()) return expectations.forgetSince(known);
        if (!hasArrived()) late ??= hasArrived;
        isRepeated = true;
        for (const recipient of expected.recipients) {
          const payload = subscriptions.expectations.of(expected, recipient).at(-1)?.payload;
          const unsaid = unsaidIn(payload, one);
          if (unsaid === null) continue;
          const details = { subject: eventName, where: placeOf(at), shown: JSON.stringify(payload ?? null) };
          context.objectTo("payload-differs", `${eventName} ${unsaid}, as its trigger ${one.name} says`, details);
        }
      };
      yield { ...caseOf("life cycle", { id: one.name }, "trigger", run), subject: eventName };
    }
  }
}
