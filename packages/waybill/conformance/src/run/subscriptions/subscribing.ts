// Subscriptions of every kind, set up before anything happens: one for all events, one for a single event, one that is
// paused, deleted, rotated, and one whose address fails. Their deliveries are checked until the end of the run.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { type Json, matches, type Operation } from "waybill/description";
import { extensionOf, textIn } from "../../description/description.ts";
import { textOfBytes } from "../../exchange/exchange.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { differenceOf } from "../comparison.ts";
import { type CallResult, type Case, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create } from "../creating.ts";
import { List, listingsIn } from "../engines/read-twice.ts";
import { bodyTypeOf, follow, inputsFor } from "../inputs.ts";
import { linksOf } from "../links.ts";
import { membersOfBody, pathValues, type RequestValues } from "../request-values.ts";
import type { SubscriptionApi } from "./api.ts";
import type { Subscription, Subscriptions } from "./subscriptions.ts";

/** How long to wait for deliveries that must not arrive. */
const graceMs = 300;

/** Every kind of subscription, and then what is listed of them. */
export function* subscribing(context: Context, subscriptions: Subscriptions): Cases {
  yield* new Subscribing(context, subscriptions).cases();
  yield* listedSubscriptions(context, subscriptions, "begin");
}

/** Waits for outstanding deliveries, and checks what each subscription received. */
export function heard(subscriptions: Subscriptions, when: string): Case {
  return caseOf("subscriptions", subscriptions.api.create, `subscriptions/heard-${when}`, async () => {
    await subscriptions.settle();
    await new Promise((resolve) => setTimeout(resolve, graceMs));
    subscriptions.check();
  });
}

/** Every subscription that the run has made is listed, as it was last changed. */
export function* listedSubscriptions(context: Context, { api, all }: Subscriptions, when: string): Cases {
  const first = listingsIn(context).find(({ operation }) => operation.path.text === api.create.path.text);
  if (first === undefined) return;
  yield caseOf("subscriptions", api.create, `subscriptions/listed-${when}`, async () => {
    const page = await new List(context, first).all();
    const liveSubscriptions = all.filter(({ deleted, otherAccount }) => !deleted && !otherAccount);
    if (page === null || liveSubscriptions.length >= most) return;
    const object = (text: string): void => context.fault("lost-write", page.result, text);
    for (const one of liveSubscriptions) {
      const item = page.items.find(({ id }) => id === one.id);
      if (item === undefined) {
        object(`does not list a subscription that ${api.create.id} has made`);
        continue;
      }
      const known: JsonObject = {
        [api.urlField]: one.url,
        [api.eventsField]: one.events,
        ...(api.activeField === null ? {} : { [api.activeField]: one.active }),
      };
      for (const [name, value] of Object.entries(known)) {
        if (Object.hasOwn(item, name) && differenceOf(value, item[name], name) !== null)
          object(`returns a different ${name} than the subscription was given`);
      }
    }
  });
}

/** More subscriptions than a list may have on one page. */
const most = 90;

/** Removes the subscriptions that the run has created. */
export function removed(context: Context, { api, all }: Subscriptions): Case {
  const { remove } = api;
  return caseOf("subscriptions", api.create, "subscriptions/removed", async () => {
    const parameter = remove?.parameters.find((one) => one.in === "path");
    if (remove === null || parameter === undefined) return;
    const { key, otherKey = null } = context.options;
    for (const { id, deleted, otherAccount } of all) {
      if (deleted) continue;
      const credential = context.credential(remove, otherAccount ? otherKey : key);
      await context.call(remove, pathValues({ [parameter.name]: id }), credential);
    }
  });
}

export interface CreatedSubscription {
  readonly result: CallResult;
  readonly subscription: Subscription;
}

/** What an update of a subscription changes. */
type Settings = Partial<Pick<Subscription, "url" | "events" | "active">>;

export class Subscribing {
  private readonly context: Context;
  private readonly subscriptions: Subscriptions;
  private readonly api: SubscriptionApi;

  constructor(context: Context, subscriptions: Subscriptions) {
    this.context = context;
    this.subscriptions = subscriptions;
    this.api = subscriptions.api;
  }

  *cases(): Cases {
    const { api, subscriptions } = this;
    yield this.made("all", (created) => this.test(created));
    if (subscriptions.all.length === 0) return;
    for (const [index, event] of api.events.entries()) {
      // A test does not ask which events a subscription has.
      yield this.made(index === 0 ? "one-event" : `one-event-${event}`, (created) => this.test(created), [event]);
    }
    yield* this.changed();
    yield this.made("failing", async (created) => {
      created.subscription.responseStatus = 500;
      await this.test(created);
    });
    const { activeField, remove, rotate, test, update } = api;
    if (update !== null && activeField !== null)
      yield this.made("paused", (created) => this.change(created, { active: false }));
    if (remove !== null) yield this.made("deleted", ({ result }) => this.callLinked(result, remove));
    const [even, odd] = this.halves;
    // What was read once something was delivered may be kept: these are changed after that.
    const used: readonly (readonly [
      name: string,
      events: readonly string[],
      change: (created: CreatedSubscription) => unknown,
    ])[] = [
      ["rotated", api.events, (created) => rotate !== null && this.rotate(created, rotate)],
      ["moved", api.events, (created) => this.move(created)],
      ["reselected", even, (created) => this.change(created, { events: odd })],
      ["reselected-back", odd, (created) => this.change(created, { events: even })],
    ];
    const tried = used.filter(([name]) =>
      name === "rotated" ? rotate !== null : update !== null && (name === "moved" || odd.length > 0),
    );
    const createdByName = new Map<string, CreatedSubscription>();
    for (const [name, events] of tried)
      yield this.made(name, async (created) => createdByName.set(name, created), events);
    // A deletion is harder after the secret and the address were used.
    yield this.case("used", () => this.causeEvent());
    for (const [name, , change] of tried) {
      const created = createdByName.get(name);
      if (created !== undefined) yield this.case(`${name}-after-use`, async () => change(created));
    }
    yield this.case("other-account", () => this.subscribeOther());
    if (test !== null) yield this.case("unreachable", () => this.testUnreachable(test), test);
  }

  /**
   * Subscriptions whose settings were changed before anything happens: what an update adds is delivered from then on and what it takes away is
   * not, in each direction, also where it comes while deliveries are paused or beside another address.
   */
  private *changed(): Cases {
    const { events, activeField, update } = this.api;
    if (update === null || events.length < 2) return;
    const [even, odd] = this.halves;
    type Step = Omit<Settings, "url"> & { readonly moves?: true };
    const changes: readonly (readonly [name: string, before: readonly string[], ...steps: (Step | "test")[]])[] = [
      ["widened", events.slice(0, 1), { events }, "test"],
      ["narrowed", events, { events: events.slice(-1) }, "test"],
      ["swapped", even, { events: odd }, "test"],
      ["swapped-back", odd, { events: even }, "test"],
      ["moved-and-swapped", even, { moves: true, events: odd }],
      ["changed-while-paused", even, { active: false }, { events: odd }, { moves: true }, { active: true }],
      ["all-changed-at-once", even, { active: false }, { moves: true, events: odd, active: true }],
    ];
    for (const [name, before, ...steps] of changes) {
      if (activeField === null && steps.some((step) => step !== "test" && step.active !== undefined)) continue;
      const run = async (created: CreatedSubscription): Promise<void> => {
        for (const step of steps) {
          if (step === "test") await this.test(created);
          else await this.change(created, step.moves === true ? { ...step, url: this.context.newUrl() } : step);
        }
      };
      yield this.made(name, run, before);
    }
  }

  /** Every second event, and the others. */
  private get halves(): readonly [readonly string[], readonly string[]] {
    const half = (rest: number): string[] => this.api.events.filter((_, index) => index % 2 === rest);
    return [half(0), half(1)];
  }

  private case(name: string, run: Case["run"], subject = this.api.create): Case {
    const one = caseOf("subscriptions", this.api.create, `subscriptions/${name}`, run, { elsewhere: "or now" });
    return { ...one, subject: subject.id };
  }

  /** A subscription, and what is done with it. */
  private made(name: string, then: (created: CreatedSubscription) => Promise<unknown>, events = this.api.events): Case {
    return this.case(name, async () => {
      const created = await this.subscribe(events);
      if (created !== null) await then(created);
    });
  }

  async subscribe(
    events: readonly string[],
    key: string | null = this.context.options.key,
  ): Promise<CreatedSubscription | null> {
    const { context, api } = this;
    const url = context.newUrl();
    const result = await this.create(url, events, key);
    if (result === null) return null;
    const id = asObject(result.json)?.["id"];
    const subscription = this.subscriptions.all.find((one) => one.id === id);
    if (isAccepted(result.status) && subscription !== undefined) return { result, subscription };
    const responseText = textOfBytes(result.exchange.response.body).slice(0, 160);
    context.notes.add(
      `${api.create.id} returns ${result.status} ${responseText} to ${url}: no deliveries can be received. A service that rejects private addresses has to allow them for the run`,
    );
    return null;
  }

  /** `null` when the description does not allow such a body. */
  async create(url: string, events: readonly string[], key: string | null): Promise<CallResult | null> {
    const { context } = this;
    const { create: operation, urlField, eventsField } = this.api;
    const values = inputsFor(context, operation, "required")?.values;
    if (values?.body?.kind !== "value") return null;
    const value: Json = { ...asObject(values.body.value), [urlField]: url, [eventsField]: events };
    if (!matches(values.body.mediaType.schema, value)) return null;
    const credential = context.credential(operation, key);
    return await context.call(operation, { ...values, body: { ...values.body, value } }, credential);
  }

  private async callLinked(result: CallResult, operation: Operation): Promise<CallResult | null> {
    const values = this.valuesOn(result, operation);
    return values === null ? null : await this.context.call(operation, values);
  }

  /** The request of an operation on what was made. */
  valuesOn(result: CallResult, operation: Operation): RequestValues | null {
    const { context } = this;
    const id = asObject(result.json)?.["id"];
    const parameter = operation.parameters.find((one) => one.in === "path");
    const idParameter = parameter === undefined || id === undefined ? {} : { [parameter.name]: id };
    const isLinked = linksOf(context, result).some(({ followed }) => followed.operation === operation);
    const base = isLinked ? follow(context, result, operation) : inputsFor(context, operation, "required");
    if (base === null) return null;
    const { parameters } = base.values;
    return { ...base.values, parameters: { ...parameters, path: { ...parameters.path, ...idParameter } } };
  }

  /** Triggers one event that subscriptions can select. */
  async causeEvent(): Promise<void> {
    for (const { operation } of this.context.accepted) {
      const events = [operation.extensions["x-waybill-events"]].flat();
      const isOne = operation !== this.api.create && events.some((event) => this.api.events.includes(String(event)));
      if (!isOne || operation.parameters.some((one) => one.in === "path")) continue;
      await create(this.context, operation);
      await this.subscriptions.settle();
      return;
    }
  }

  /** Changes the address, after a delivery to the first one. */
  private async move(created: CreatedSubscription): Promise<void> {
    await this.test(created);
    if (await this.change(created, { url: this.context.newUrl() })) await this.test(created);
  }

  /** A subscription of another account, which receives no event of this one. */
  private async subscribeOther(): Promise<void> {
    const { otherKey = null } = this.context.options;
    if (otherKey !== null) await this.subscribe(this.api.events, otherKey);
  }

  /** Whether it was deleted. */
  async remove({ result }: CreatedSubscription): Promise<boolean> {
    const { remove } = this.api;
    const removed = remove === null ? null : await this.callLinked(result, remove);
    return removed !== null && isAccepted(removed.status);
  }

  /** Whether it was accepted. What the response leaves out has changed all the same. */
  async change(created: CreatedSubscription, { url, events, active }: Settings): Promise<boolean> {
    const { urlField, eventsField, activeField } = this.api;
    const isOff = /paused|disabled/i.test(activeField ?? "");
    const isUpdated = await this.update(created, {
      ...(url === undefined ? {} : { [urlField]: url }),
      ...(events === undefined ? {} : { [eventsField]: [...events] }),
      ...(active === undefined || activeField === null ? {} : { [activeField]: active !== isOff }),
    });
    if (isUpdated && url !== undefined) created.subscription.url = url;
    if (isUpdated && active !== undefined) created.subscription.active = active;
    return isUpdated;
  }

  /** With the changed members alone where the description allows that. */
  private async update({ result, subscription }: CreatedSubscription, members: JsonObject): Promise<boolean> {
    const { update: operation } = this.api;
    const mediaType = operation === null ? null : bodyTypeOf(operation);
    const parameter = operation?.parameters.find((one) => one.in === "path");
    if (operation === null || mediaType === null || parameter === undefined) return false;
    const value = matches(mediaType.schema, members) ? members : { ...membersOfBody(result.values), ...members };
    const { parameters } = pathValues({ [parameter.name]: subscription.id });
    const updated = await this.context.call(operation, { parameters, body: { kind: "value", mediaType, value } });
    return isAccepted(updated.status);
  }

  async rotate(created: CreatedSubscription, operation: Operation): Promise<void> {
    const { secretField } = this.api;
    const before = created.subscription.secret;
    const result = await this.callLinked(created.result, operation);
    if (result === null || !isAccepted(result.status)) return;
    if (secretField !== null && asObject(result.json)?.[secretField] === before) {
      this.context.fault("lost-write", result, "returns the secret that was to be replaced");
    }
    await this.test(created);
  }

  /** A test delivery: it arrives, and the response reports its outcome. */
  async test({ result: created, subscription }: CreatedSubscription): Promise<void> {
    const result = this.api.test === null ? null : await this.callLinked(created, this.api.test);
    if (result === null) return;
    checkReport(this.context, result, { status: subscription.responseStatus });
    await this.subscriptions.settle();
  }

  /** An address that refuses connections. */
  private async testUnreachable(operation: Operation): Promise<void> {
    const { context, api, subscriptions } = this;
    const { protocol, hostname, port } = new URL(subscriptions.base);
    // A tunnel forwards every path.
    if (port === "") return;
    const url = `${protocol}//${hostname}:${await closedPort()}/nobody`;
    const created = await this.create(url, api.events, context.options.key);
    if (created === null || !isAccepted(created.status) || asObject(created.json)?.["id"] === undefined) return;
    const result = await this.callLinked(created, operation);
    if (result !== null) checkReport(context, result, { status: null });
    if (api.remove !== null) await this.callLinked(created, api.remove);
  }
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export interface Outcome {
  /** The status that the endpoint returned; `null`: none. */
  readonly status: number | null;
  /** The end of a sentence about the delivery. */
  readonly outcome?: string;
  /** Whether a status was seen before it failed is open. */
  readonly isAnyStatus?: boolean;
}

/** `x-waybill-test-result`: which members of the response report whether the delivery was accepted, with which status, and why not. */
export function checkReport(
  context: Context,
  result: CallResult,
  { status, outcome, isAnyStatus = false }: Outcome,
): void {
  const rule = extensionOf(result.operation.extensions, "x-waybill-test-result");
  const body = asObject(result.json);
  if (rule === null || body === null || !isAccepted(result.status)) return;
  const accepted = status !== null && isAccepted(status);
  const delivery = `a delivery ${outcome ?? outcomeText(status)}`;
  for (const [key, value] of Object.entries({ accepted, ...(isAnyStatus ? {} : { status }) })) {
    const name = rule[key];
    if (typeof name !== "string" || body[name] === value) continue;
    context.fault("wrong-report", result, `reports another ${name} of ${delivery}`);
  }
  const reason = textIn(rule, "reason");
  if (reason === null || accepted !== isText(body[reason])) return;
  context.fault("wrong-report", result, `has ${accepted ? "a" : "no"} text in ${reason} for ${delivery}`);
}

function outcomeText(status: number | null): string {
  return status === null ? "that could not be made" : `that got ${status}`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
