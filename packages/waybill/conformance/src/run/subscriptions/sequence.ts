// One subscription taken through everything that can be done with it, twice where that can differ, with a test delivery and an event in
// between: what was used before is harder to change. What is not taken any longer can be taken again, and nothing else.
import { placeOf } from "../../description/description.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { discard } from "../creating.ts";
import { isSingledOut } from "../engines/contrast.ts";
import { inputsFor } from "../inputs.ts";
import { membersOfBody } from "../request-values.ts";
import { entriesIn } from "../rules/entries.ts";
import { withBody } from "../variation.ts";
import { type CreatedSubscription, Subscribing } from "./subscribing.ts";
import type { Subscriptions } from "./subscriptions.ts";

export function* sequence(context: Context, subscriptions: Subscriptions): Cases {
  if (subscriptions.all.length === 0) return;
  const run = (): Promise<void> => new Sequence(context, subscriptions).run();
  yield caseOf("subscriptions", subscriptions.api.create, "subscriptions/journey", run, { elsewhere: "or last" });
}

class Sequence {
  private readonly context: Context;
  private readonly subscriptions: Subscriptions;
  private readonly steps: Subscribing;

  constructor(context: Context, subscriptions: Subscriptions) {
    this.context = context;
    this.subscriptions = subscriptions;
    this.steps = new Subscribing(context, subscriptions);
  }

  async run(): Promise<void> {
    const { steps, context } = this;
    const { api } = this.subscriptions;
    const url = context.newUrl();
    await this.createRefused(url);
    const created = await this.createAt(url, api.events, "that only a refused request had");
    if (created === null) return;
    await this.use(created);
    if (api.rotate !== null) {
      // The first time from the secret that it was created with, the second time from another.
      for (let round = 0; round < 2; round += 1) {
        await steps.rotate(created, api.rotate);
        await this.use(created);
      }
    }
    const moved = context.newUrl();
    if (await steps.change(created, { url: moved })) {
      await this.use(created);
      const other = await this.createAt(url, api.events, "that a subscription had before it was moved");
      if (other !== null) {
        await this.takeTwice(moved, "that a subscription was moved to", other);
        await this.reuse(other);
      }
    }
    await this.pauseAndResume(created);
    if (await steps.change(created, { events: api.events.slice(0, 1) })) await this.use(created);
    await this.reuse(created);
  }

  /** What takes the place of something deleted is not it. */
  private async reuse(created: CreatedSubscription): Promise<void> {
    const { steps } = this;
    const { api } = this.subscriptions;
    if (!(await steps.remove(created))) return;
    const again = await this.createAt(created.subscription.url, api.events, "of a subscription that was deleted");
    if (again === null) return;
    await this.use(again);
    await steps.remove(again);
  }

  private async use(created: CreatedSubscription): Promise<void> {
    await this.steps.test(created);
    await this.steps.causeEvent();
  }

  private async pauseAndResume(created: CreatedSubscription): Promise<void> {
    const { steps } = this;
    if (this.subscriptions.api.activeField === null || !(await steps.change(created, { active: false }))) return;
    await this.takeTwice(created.subscription.url, "of a subscription that is paused", null);
    await steps.causeEvent();
    if (await steps.change(created, { active: true })) await this.use(created);
  }

  /** A body of which the address alone is good: nothing is kept of it. */
  private async createRefused(url: string): Promise<void> {
    const { context } = this;
    const { create, urlField, eventsField } = this.subscriptions.api;
    const values = inputsFor(context, create, "required")?.values;
    if (values?.body?.kind !== "value") return;
    const value = { ...membersOfBody(values), [urlField]: url, [eventsField]: ["no.such.event"] };
    await context.call(create, withBody(values, value));
  }

  /** `whose`: the end of a sentence about the address. */
  private async createAt(url: string, events: readonly string[], whose: string): Promise<CreatedSubscription | null> {
    const { context, steps, subscriptions } = this;
    const result = await steps.create(url, events, context.options.key);
    if (result === null) return null;
    if (await isSingledOut(result, () => this.createElsewhere(events)))
      context.fault("valid-refused", result, `rejects the ${this.field} ${whose}`);
    const subscription = subscriptions.all.findLast((one) => one.url === url && !one.deleted);
    return isAccepted(result.status) && subscription !== undefined ? { result, subscription } : null;
  }

  /** At an address that is new, and for a moment. */
  private async createElsewhere(events: readonly string[]): Promise<CallResult | null> {
    const { context, steps } = this;
    const result = await steps.create(context.newUrl(), events, context.options.key);
    if (result !== null) await discard(context, result);
    return result;
  }

  /** An address that is taken cannot be taken again, by a new subscription or by another one. */
  private async takeTwice(url: string, whose: string, other: CreatedSubscription | null): Promise<void> {
    const { context, steps, subscriptions } = this;
    const { create, events, update, urlField } = subscriptions.api;
    if (!entriesIn(create, "x-waybill-unique").some(({ path }) => path === urlField)) return;
    const created = await steps.create(url, events, context.options.key);
    if (created !== null && isAccepted(created.status))
      context.fault("rule-broken", created, `accepts the ${this.field} ${whose}`);
    if (other === null || update === null) return;
    const before = other.subscription.url;
    if (!(await steps.change(other, { url }))) return;
    other.subscription.url = before;
    const message = `${update.id} accepts the ${this.field} ${whose}`;
    context.objectTo("rule-broken", message, { subject: update.id, where: placeOf(update.at) });
  }

  private get field(): string {
    return this.subscriptions.api.urlField;
  }
}
