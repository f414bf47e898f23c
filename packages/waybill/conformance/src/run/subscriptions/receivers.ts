// Endpoints that respond in every way they may: with other statuses, with a broken connection, late, and too late. What a test reports
// of each is what happened, nothing is sent twice, no delivery waits for another, and the sender waits for as long as it says. The late ones
// respond while the run goes on.
import type { Reply } from "../../deliveries/receiver.ts";
import { extensionOf, numberIn, placeOf } from "../../description/description.ts";
import type { Exchange } from "../../exchange/exchange.ts";
import { type CallResult, type Case, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create, discard, provide } from "../creating.ts";
import type { RequestValues } from "../request-values.ts";
import { type CreatedSubscription, checkReport, Subscribing } from "./subscribing.ts";
import type { Subscription, Subscriptions } from "./subscriptions.ts";

/** 500 has a subscription of its own, and 204 is what all others get. */
const statuses = [200, 201, 202, 206, 299, 301, 302, 307, 400, 404, 410, 429, 503] as const;

/** So long a response is held back, unless a delivery takes longer. */
const holdMs = 3_000;

/** No run waits longer for a late response. */
const longestSeconds = 15;

interface Late {
  readonly subscription: Subscription;
  readonly seconds: number;
  readonly isTooLate: boolean;
  /** When the sender hung up, by the event. */
  readonly givenUp: Map<string, number>;
  readonly values: RequestValues;
  readonly exchange: Promise<Exchange | Error>;
}

export class Receivers {
  private readonly context: Context;
  private readonly subscriptions: Subscriptions;
  private readonly steps: Subscribing;
  private readonly late: Late[] = [];

  constructor(context: Context, subscriptions: Subscriptions) {
    this.context = context;
    this.subscriptions = subscriptions;
    this.steps = new Subscribing(context, subscriptions);
  }

  *begin(): Cases {
    const { api } = this.subscriptions;
    if (api.test === null || this.subscriptions.all.length === 0) return;
    for (const status of statuses) {
      yield this.case(`receiver-${status}`, async () => {
        const created = await this.steps.subscribe([this.quietEvent]);
        if (created === null) return;
        created.subscription.responseStatus = status;
        await this.test(created, status);
      });
    }
    for (const breaks of ["before", "within"] as const) {
      yield this.case(`receiver-breaks-${breaks}`, async () => {
        const created = await this.steps.subscribe([this.quietEvent]);
        if (created === null) return;
        created.subscription.reply = () => ({ breaks });
        await this.test(created, null, "whose connection broke", breaks === "within");
      });
    }
    const seconds = this.timeoutSeconds;
    if (this.isParallel) yield this.case("receivers-in-parallel", () => this.tryParallel());
    if (seconds !== null && seconds <= longestSeconds) {
      yield this.case("receiver-late", () => this.beginLate(seconds - 2, false));
      yield this.case("receiver-too-late", () => this.beginLate(seconds + 1, true));
    }
    // An event for all of them, beside the tests.
    yield this.case("receivers-event", () => this.cause());
  }

  /** Waits for the late ones; not at all where the run is over. */
  *end(): Cases {
    const { session } = this.context;
    for (const late of this.late) {
      const name = late.isTooLate ? "receiver-too-late" : "receiver-late";
      if (session.reason === null) yield this.case(`${name}-answered`, () => this.checkLate(late));
    }
  }

  /** Subscriptions whose receivers respond badly get as few events as possible: the last event that an operation on something causes. */
  private get quietEvent(): string {
    const { api } = this.subscriptions;
    return this.causes.at(-1)?.event ?? api.events[0] ?? "";
  }

  /** Operations that cause an event that can be asked for; those that make something first. */
  private get causes(): { readonly result: CallResult; readonly event: string }[] {
    const { context, subscriptions } = this;
    const { api } = subscriptions;
    const causingCalls = context.accepted.flatMap((result) => {
      const events = [result.operation.extensions["x-waybill-events"]].flat().map(String);
      const event = events.find((one) => api.events.includes(one));
      return event === undefined || result.operation === api.create ? [] : [{ result, event }];
    });
    const needs = ({ result }: { readonly result: CallResult }): number =>
      context.links.producersOf(result.operation).length;
    return causingCalls.sort((a, b) => needs(a) - needs(b));
  }

  private async cause(): Promise<void> {
    const { context, subscriptions } = this;
    const cause = this.causes.at(-1);
    if (cause === undefined) return;
    const { operation } = cause.result;
    const isMade = context.links.producersOf(operation).length === 0;
    const values = isMade ? null : await provide(context, operation);
    if (isMade) await create(context, operation);
    else if (values !== null) await context.call(operation, values);
    await subscriptions.settle();
  }

  /** `x-waybill-delivery`: how long a sender waits. */
  private get timeoutSeconds(): number | null {
    const operations = this.context.description.messaging?.operations ?? [];
    const timeouts = operations.map(({ extensions }) =>
      numberIn(extensionOf(extensions, "x-waybill-delivery"), "timeoutSeconds"),
    );
    return timeouts.find((seconds) => seconds !== null) ?? null;
  }

  /** `x-waybill-delivery`: whether no delivery waits for that to another subscription. */
  private get isParallel(): boolean {
    const operations = this.context.description.messaging?.operations ?? [];
    return operations.some(({ extensions }) => extensionOf(extensions, "x-waybill-delivery")?.["parallel"] === true);
  }

  /** Of two subscriptions to one event, each in turn holds its response back until the other one has the event. */
  private async tryParallel(): Promise<void> {
    const { context } = this;
    const [one, other] = [await this.steps.subscribe([this.quietEvent]), await this.steps.subscribe([this.quietEvent])];
    if (one === null || other === null || this.causes.length === 0) {
      const reason = this.causes.length === 0 ? "no operation causes an event" : "no two subscriptions were created";
      context.notes.add(`whether deliveries wait for each other was not tried: ${reason}`);
      return;
    }
    const { at } = this.subscriptions.api.create;
    for (const [slow, quick] of [
      [one.subscription, other.subscription],
      [other.subscription, one.subscription],
    ] as const) {
      // What happens once may be the machine's fault.
      if (!((await this.isHeldUp(slow, quick)) && (await this.isHeldUp(slow, quick)))) continue;
      const message = `${this.quietEvent} is delivered to a subscription only after another one has responded`;
      context.objectTo("delivery-deadline", message, { subject: this.quietEvent, where: placeOf(at) });
      break;
    }
    for (const { result } of [one, other]) await discard(context, result);
  }

  private async isHeldUp(slow: Subscription, quick: Subscription): Promise<boolean> {
    const { doubts } = this.context;
    const mostMs = ((this.timeoutSeconds ?? longestSeconds) - 2) * 1000;
    const arrived = Promise.withResolvers<void>();
    let [isReleased, isHeldUp] = [false, false];
    slow.reply = () => {
      const afterMs = Math.min(mostMs, doubts.patience(holdMs));
      setTimeout(() => (isReleased = true), afterMs).unref();
      return { status: 200, afterMs, released: arrived.promise, onGivenUp: () => {} };
    };
    quick.reply = () => {
      isHeldUp = isReleased;
      arrived.resolve();
      return 200;
    };
    await this.cause();
    [slow.reply, quick.reply] = [null, null];
    return isHeldUp;
  }

  private case(name: string, run: Case["run"]): Case {
    return caseOf("subscriptions", this.subscriptions.api.create, `subscriptions/${name}`, run);
  }

  private async test(
    { result: created }: CreatedSubscription,
    status: number | null,
    outcome?: string,
    isAnyStatus = false,
  ): Promise<void> {
    const { context, subscriptions } = this;
    const { test } = subscriptions.api;
    const values = test === null ? null : this.steps.valuesOn(created, test);
    if (test === null || values === null) return;
    const result = await context.call(test, values);
    checkReport(context, result, { status, isAnyStatus, ...(outcome === undefined ? {} : { outcome }) });
    await subscriptions.settle();
  }

  /** The response to the first delivery of each event is late. */
  private async beginLate(seconds: number, isTooLate: boolean): Promise<void> {
    const { context, subscriptions } = this;
    const { test } = subscriptions.api;
    const created = await this.steps.subscribe([this.quietEvent]);
    const values = created === null || test === null ? null : this.steps.valuesOn(created.result, test);
    if (created === null || test === null || values === null) return;
    const { subscription } = created;
    const givenUp = new Map<string, number>();
    const seen = new Set<string>();
    const arrived = new Promise<void>((resolve) => {
      subscription.reply = (event): Reply => {
        resolve();
        if (seen.has(event)) return 204;
        seen.add(event);
        // The sender waits since it was made to send: on a busy machine that is long before the delivery is read.
        const before = Math.max(0, Date.now() - context.session.lastSentAt);
        return { status: 200, afterMs: seconds * 1000, onGivenUp: (ms) => void givenUp.set(event, ms + before) };
      };
    });
    subscription.isPending = true;
    const { exchange, counted } = context.aside(test, values);
    const settled = exchange.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    this.late.push({ subscription, seconds, isTooLate, givenUp, values, exchange: settled });
    // Once the delivery has arrived, the request was counted.
    await Promise.race([arrived, settled, new Promise((resolve) => setTimeout(resolve, 2_000))]);
    counted();
  }

  private async checkLate({ subscription, seconds, isTooLate, givenUp, values, exchange }: Late): Promise<void> {
    const { context, subscriptions } = this;
    const { test } = subscriptions.api;
    const responded = await exchange;
    subscription.isPending = false;
    const limit = this.timeoutSeconds ?? 0;
    if (test === null || responded instanceof Error) return;
    const result = context.checked(test, values, responded);
    if (!isAccepted(result.status)) return;
    const outcome = isTooLate
      ? `that got no response within ${limit} seconds`
      : `that got 200 after ${seconds} seconds`;
    checkReport(context, result, { status: isTooLate ? null : 200, outcome, isAnyStatus: false });
    const about = { subject: test.id, where: placeOf(test.at) };
    for (const [event, ms] of givenUp) {
      // What is a second early or late may be the machine's fault.
      if (ms >= (limit - 1.5) * 1000) continue;
      const message = `${event} is given up after ${(ms / 1000).toFixed(1)} seconds; the description says ${limit}`;
      context.objectTo("delivery-deadline", message, about);
    }
  }
}
