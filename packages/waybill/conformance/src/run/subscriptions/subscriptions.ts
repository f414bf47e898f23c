// Subscriptions as the service should have them, and what each should hear: from the responses of a run, compared with the
// deliveries that arrive.
import type { Json } from "waybill/description";
import type { Delivery } from "../../deliveries/check-delivery.ts";
import type { Reply } from "../../deliveries/receiver.ts";
import { placeOf, textsIn } from "../../description/description.ts";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject, isScalar, type JsonObject, scalarsIn } from "../../values/json.ts";
import { differenceOf } from "../comparison.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { bodyTypeOf } from "../inputs.ts";
import { isReference } from "../knowledge.ts";
import { membersOfBody } from "../request-values.ts";
import type { SubscriptionApi } from "./api.ts";
import { type Arrived, Expectations, type Expected } from "./expectations.ts";

export interface Subscription {
  readonly id: string | number;
  url: string;
  events: readonly string[];
  active: boolean;
  deleted: boolean;
  secret: string | null;
  /** Secrets that were valid once. */
  readonly retired: string[];
  /** Events that it has ever asked for. */
  readonly asked: Set<string>;
  /** The status that its address returns. */
  responseStatus: number;
  /** How else its address responds to a delivery; `null`: at once, with that status. */
  reply: ((event: string) => Reply) | null;
  /** A call that is under way may explain what arrives. */
  isPending: boolean;
  /** Made with the key of another account. */
  readonly otherAccount: boolean;
}

/** The longest wait, in multiples of the longest delivery. */
const mostWaits = 2;

export class Subscriptions {
  readonly all: Subscription[] = [];
  readonly expectations: Expectations = new Expectations();
  deliveries = 0;
  readonly api: SubscriptionApi;
  private readonly context: Context;
  /** The address of the receiver, without a slash at its end. */
  readonly base: string;
  private readonly pathnames = new Map<string, string | null>();
  private readonly waiting = new Set<() => void>();
  /** Objected to once. */
  private readonly missing = new Set<Expected>();

  /** Subscriptions of other addresses than below `base` are outside this run. */
  constructor(context: Context, api: SubscriptionApi, base: string) {
    this.context = context;
    this.api = api;
    this.base = base;
    context.listeners.push((result) => this.learn(result));
    // What comes late would be signed with the previous secret, or go to the previous address.
    const changing = [api.rotate, api.update, api.remove];
    context.quiet = () => this.settle();
    context.beforeCall = async (operation) => {
      if (changing.includes(operation)) await this.settle();
    };
  }

  /** Records a delivery; returns the response to it. */
  take(delivery: Delivery): Reply {
    this.deliveries += 1;
    const [pathname] = delivery.target.split("?");
    const candidates = this.all.filter(
      ({ url }) => url.startsWith(`${this.base}/`) && this.pathnameOf(url) === pathname,
    );
    // The address of one that was deleted may be another one's by now.
    const subscription = candidates.find(({ deleted }) => !deleted) ?? candidates.at(-1);
    const { secret = null, retired = [] } = subscription ?? {};
    const signed = subscription === undefined ? delivery : { ...delivery, url: subscription.url };
    // The case that caused it: it may arrive while a later one runs, which would not cause it again.
    const verdict = this.context.recorder.delivery(signed, { secret, retired }, ({ message, payload }) => {
      const causes = message === null ? [] : this.expectations.causesOf(message.eventName, new Set(scalarsIn(payload)));
      return causes.at(-1)?.caseId ?? this.context.caseId;
    });
    if (subscription !== undefined && verdict.message !== null) {
      const { payload } = verdict;
      const event = verdict.message.eventName;
      const scalars = new Set(scalarsIn(payload));
      const causedAt = this.expectations.causesOf(event, scalars).map(({ at }) => at);
      if (causedAt.length > 0) this.context.doubts.took(Date.now() - Math.max(...causedAt));
      this.expectations.take({ subscription, event, payload, scalars });
      this.checkAddress(subscription, event, delivery);
    }
    for (const wake of this.waiting) wake();
    const reply = subscription?.reply?.(verdict.message?.eventName ?? "");
    return reply ?? subscription?.responseStatus ?? 204;
  }

  /** The whole address is kept: what is behind the question mark as well. */
  private checkAddress({ url }: Subscription, event: string, { target }: Delivery): void {
    const { pathname, search } = new URL(url);
    // A tunnel may put something in front of the path.
    if (!target.includes("?") && search === "") return;
    if (target.endsWith(`${pathname}${search}`)) return;
    const about = {
      subject: event,
      where: placeOf(this.api.create.at),
      shown: `subscribed: ${url}\ndelivered: ${target}`,
    };
    this.context.objectTo("unasked-delivery", `${event} is delivered to another address than was subscribed`, about);
  }

  /** An event that should fire now, for everyone who asks for it. */
  expect(
    event: string,
    about: Pick<Expected, "references" | "cause" | "where">,
    only: Subscription | null = null,
  ): Expected {
    const ours = only === null ? this.recipientsOf(event) : [only].filter(({ url }) => url.startsWith(`${this.base}/`));
    const expected = { event, recipients: ours, ...about, ...this.now() };
    this.expectations.add(expected);
    return expected;
  }

  private now(): Pick<Expected, "caseId" | "at"> {
    return { caseId: this.context.caseId, at: Date.now() };
  }

  /**
   * Calls `happen`, which makes one event fire, and returns what arrives: one delivery for each subscription that asks for it. What the event
   * is about, only the delivery says.
   */
  async after<Done>(
    event: string,
    { cause, where }: Pick<Expected, "cause" | "where">,
    happen: () => Promise<Done>,
  ): Promise<{ readonly arrived: readonly Arrived[]; readonly done: Done }> {
    await this.settle();
    const expectedRecipients = this.recipientsOf(event);
    const before = new Map(expectedRecipients.map((one) => [one, this.expectations.countOf(event, one)]));
    const hasArrived = this.watch([event]);
    const isMissing = (): boolean => !hasArrived();
    const done = await happen();
    await this.wait(isMissing);
    const arrived = expectedRecipients.flatMap((one) => this.expectations.arrivedOf(event, one).slice(before.get(one)));
    const [first] = arrived;
    if (isMissing())
      this.context.objectTo("missing-event", `${cause} is not followed by ${event}`, { subject: event, where });
    // From here on it is an event like any other.
    if (first !== undefined) {
      const members = Object.values(asObject(first.payload) ?? {}).flatMap((one) =>
        Object.entries(asObject(one) ?? {}),
      );
      const references = idsIn(members);
      // Where it has not arrived is reported: it is not waited for again.
      const recipients = expectedRecipients.filter((one) => this.expectations.countOf(event, one) !== before.get(one));
      this.expectations.add({ event, references, recipients, cause, where, ...this.now() });
    }
    return { arrived, done };
  }

  /** Whether each of these events has come to all its recipients since the call. */
  watch(events: readonly string[]): () => boolean {
    const before = events.flatMap((event) =>
      this.recipientsOf(event).map((one) => ({ event, one, count: this.expectations.countOf(event, one) })),
    );
    return () => before.every(({ event, one, count }) => this.expectations.countOf(event, one) > count);
  }

  /** Waits until everything that is expected has arrived, or for as long as a delivery may take. */
  async settle(): Promise<void> {
    await this.wait(() => this.expectations.isAwaiting());
    for (const one of this.expectations.giveUp()) this.checkExpected(one);
  }

  /** As long as others arrive, what is missing may be behind them. */
  private async wait(isOpen: () => boolean): Promise<void> {
    const { options, doubts } = this.context;
    // On a busy machine, as long as other deliveries and responses took.
    const most = doubts.patience(options.deliveryMs ?? 5_000);
    const begin = performance.now();
    const end = begin + mostWaits * most;
    let last = begin;
    while (isOpen() && performance.now() < Math.min(end, last + most)) {
      const before = this.deliveries;
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          this.waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, Math.max(1, Math.min(end, last + most) - performance.now()));
        this.waiting.add(wake);
      });
      if (this.deliveries > before) last = performance.now();
    }
    if (isOpen()) doubts.waitedInVain(performance.now() - begin);
  }

  /** The subscriptions below the address of the receiver that are to hear of an event. */
  private recipientsOf(event: string): Subscription[] {
    return this.all.filter(
      (one) =>
        one.active &&
        !one.deleted &&
        !one.otherAccount &&
        one.events.includes(event) &&
        one.url.startsWith(`${this.base}/`),
    );
  }

  /** Deliveries that are missing, repeated, or not subscribed to. */
  check(): void {
    for (const one of this.expectations.expected) this.checkExpected(one);
    for (const one of this.expectations.arrived) this.checkArrived(one);
  }

  private checkExpected(expected: Expected): void {
    const { event, cause, where, caseId } = expected;
    const about = { subject: event, where, caseId };
    if (!this.missing.has(expected) && this.expectations.missingAt(expected).length > 0) {
      this.missing.add(expected);
      this.context.objectTo("missing-event", `${cause} is not followed by ${event}`, about);
    }
    const repeated = this.expectations.repeatedAt(expected);
    if (repeated.length === 0) return;
    const isRetried = repeated.every(({ responseStatus, reply }) => responseStatus >= 300 || reply !== null);
    const what = isRetried ? "is retried after a failed delivery" : `arrives more than once after ${cause}`;
    this.context.objectTo("repeated-delivery", `${event} ${what}`, about);
  }

  private checkArrived({ subscription, event, scalars }: Arrived): void {
    const causes = this.expectations.causesOf(event, scalars);
    if (subscription.isPending || causes.some(({ recipients }) => recipients.includes(subscription))) return;
    const about = { subject: event, where: placeOf(this.api.create.at) };
    if (subscription.asked.has(event) && causes.length === 0) return;
    const message = `${event} is delivered to a subscription that ${whyNot(subscription, event)}`;
    this.context.objectTo("unasked-delivery", message, about);
  }

  /** Applies a response to the subscriptions, and expects the events that it should cause. */
  private learn(result: CallResult): void {
    if (!isAccepted(result.status)) return;
    const { operation, json, values } = result;
    const body = asObject(json);
    // What a response leaves out is as it was asked for.
    const mergedBody = { ...membersOfBody(values), ...body };
    if (operation === this.api.create) this.add(mergedBody, this.context.isOfOther(result.exchange));
    const target = this.targetOf(result, body ?? {});
    if (target !== null && operation === this.api.remove) target.deleted = true;
    if (target !== null && (operation === this.api.rotate || operation === this.api.test)) {
      this.checkKept(target, result, body ?? {});
      this.learnSecret(target, body ?? {});
    } else if (target !== null && operation !== this.api.create) {
      this.change(target, operation === this.api.update ? mergedBody : (body ?? {}));
    }
    const about = { cause: operation.id, where: placeOf(operation.at) };
    for (const event of textsIn(operation.extensions, "x-waybill-events")) {
      if (this.api.events.includes(event)) this.expect(event, { references: referencesOf(result), ...about });
      // An event that cannot be subscribed to goes to the subscription that the call is about.
      else if (target !== null) this.expect(event, { references: [], ...about }, target);
    }
  }

  /** A new secret, or a test, is all that it asks for: the rest is as it was. */
  private checkKept({ url, events, active }: Subscription, { operation }: CallResult, body: JsonObject): void {
    const { urlField, eventsField, activeField } = this.api;
    const known: JsonObject = { [urlField]: url, [eventsField]: events, ...(activeField && { [activeField]: active }) };
    for (const [name, value] of Object.entries(known)) {
      if (differenceOf(value, body[name], name) === null) continue;
      const message = `${operation.id} returns a different ${name} than the subscription has`;
      this.context.objectTo("lost-write", message, { subject: operation.id, where: placeOf(operation.at) });
    }
  }

  private add(body: JsonObject, otherAccount: boolean): void {
    const { urlField, eventsField, activeField } = this.api;
    const [id, url, events] = [body["id"], body[urlField], body[eventsField]];
    if ((typeof id !== "string" && typeof id !== "number") || typeof url !== "string" || !Array.isArray(events)) return;
    const names = events.filter((name) => typeof name === "string");
    const active = activeField === null ? true : body[activeField] !== false;
    const subscription: Subscription = {
      id,
      url,
      events: names,
      active,
      deleted: false,
      secret: null,
      retired: [],
      asked: new Set(names),
      responseStatus: 204,
      reply: null,
      isPending: false,
      otherAccount,
    };
    this.learnSecret(subscription, body);
    this.all.push(subscription);
  }

  private change(subscription: Subscription, body: JsonObject): void {
    const { urlField, eventsField, activeField } = this.api;
    const [url, events] = [body[urlField], body[eventsField]];
    if (typeof url === "string") subscription.url = url;
    if (Array.isArray(events)) subscription.events = events.filter((name) => typeof name === "string");
    for (const name of subscription.events) subscription.asked.add(name);
    const active = activeField === null ? undefined : body[activeField];
    if (typeof active === "boolean") subscription.active = active;
    this.learnSecret(subscription, body);
  }

  private learnSecret(subscription: Subscription, body: JsonObject): void {
    const { secretField } = this.api;
    const secret = secretField === null ? undefined : body[secretField];
    if (typeof secret !== "string" || secret === subscription.secret) return;
    if (subscription.secret !== null) subscription.retired.push(subscription.secret);
    if (this.isChosenByService && this.all.some((one) => one.secret === secret || one.retired.includes(secret))) {
      const { id, at } = this.api.create;
      const about = { subject: id, where: placeOf(at) };
      this.context.objectTo("rule-broken", `a subscription gets a ${secretField} that was given out before`, about);
    }
    this.context.recorder.secrets.set(secret, "WEBHOOK_SECRET");
    subscription.secret = secret;
  }

  /** Whether no request says which secret it is to be. */
  private get isChosenByService(): boolean {
    const schema = bodyTypeOf(this.api.create)?.schema;
    return schema === undefined || !propertiesIn(schema).some(({ name }) => name === this.api.secretField);
  }

  /** Each address is parsed once: every delivery is compared with those of all subscriptions. */
  private pathnameOf(url: string): string | null {
    const known = this.pathnames.get(url);
    if (known !== undefined) return known;
    const pathname = URL.parse(url)?.pathname ?? null;
    this.pathnames.set(url, pathname);
    return pathname;
  }

  /** The subscription that a call is about. Something else may have the same id, such as 5: its operations are not about subscriptions. */
  private targetOf({ operation, values }: CallResult, body: JsonObject): Subscription | null {
    const { all, urlField, eventsField } = this.api;
    if (all.has(operation)) return this.find(values.parameters.path) ?? this.find(body);
    const isSubscription = typeof body[urlField] === "string" && Array.isArray(body[eventsField]);
    return isSubscription ? this.find({ id: body["id"] ?? null }) : null;
  }

  private find(values: JsonObject): Subscription | null {
    return this.all.find(({ id }) => Object.values(values).includes(id)) ?? null;
  }
}

function whyNot({ asked, otherAccount, deleted, active }: Subscription, event: string): string {
  if (!asked.has(event)) return "never subscribed to it";
  if (otherAccount) return "belongs to another account";
  if (deleted) return "is deleted";
  return active ? "is not subscribed to it" : "is not active";
}

/** The ids that a call is about: in its path, its body and its response. */
export function referencesOf({ values, json }: CallResult): Json[] {
  const named = idsIn([...Object.entries(asObject(json) ?? {}), ...Object.entries(membersOfBody(values) ?? {})]);
  return [...Object.values(values.parameters.path).filter(isScalar), ...named];
}

/** The ids of a thing itself, not of what it belongs to. `null` names nothing, and no payload has another value as an id. */
function idsIn(members: readonly [string, Json][]): Json[] {
  return members.flatMap(([name, value]) => {
    const isId = /id$/i.test(name) && isReference(name);
    const isOfOwner = name !== "id" && /campaign|account|warehouse|customer|tenant|project/i.test(name);
    return isId && !isOfOwner && isScalar(value) ? [value] : [];
  });
}
