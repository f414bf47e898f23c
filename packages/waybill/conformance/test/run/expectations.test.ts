// What should have arrived and what has: found by the ids that it names, as if everything were compared with everything.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "waybill/description";
import { Doubts } from "../../src/run/doubts.ts";
import { type Arrived, Expectations, type Expected } from "../../src/run/subscriptions/expectations.ts";
import type { Subscription } from "../../src/run/subscriptions/subscriptions.ts";

const subscriptions = [subscription("1"), subscription("2")];
const [recipient] = subscriptions as [Subscription, Subscription];
const ids = ["a", "b", "c", 7];

function subscription(id: string): Subscription {
  return {
    id,
    url: `http://127.0.0.1/${id}`,
    events: [],
    active: true,
    deleted: false,
    secret: null,
    retired: [],
    asked: new Set(),
    responseStatus: 204,
    reply: null,
    isPending: false,
    otherAccount: false,
  };
}

const anExpected = fc.record({
  event: fc.constantFrom("paid", "sent"),
  references: fc.subarray<Json>(ids),
  recipients: fc.subarray(subscriptions),
  cause: fc.constant("a call"),
  where: fc.constant(null),
  caseId: fc.constant(null),
  at: fc.constant(0),
});

const anArrived = fc.record({
  subscription: fc.constantFrom(...subscriptions),
  event: fc.constantFrom("paid", "sent"),
  payload: fc.constant({}),
  scalars: fc.subarray<Json>(ids).map((values) => new Set(values)),
});

test("what is missing, repeated or without a cause is what a comparison of each with each finds", () => {
  fc.assert(
    fc.property(
      fc.array(anExpected, { maxLength: 8 }),
      fc.array(anArrived, { maxLength: 8 }),
      fc.nat(8),
      (all, arrived, forgottenSince) => {
        const expectations = new Expectations();
        for (const one of all) expectations.add(one);
        expectations.forgetSince(forgottenSince);
        for (const one of arrived) expectations.take(one);
        const expected = all.slice(0, forgottenSince);
        expect(expectations.expected).toEqual(expected);
        for (const one of expected) {
          const [missing, repeated] = [expectations.missingAt(one), expectations.repeatedAt(one)];
          for (const each of one.recipients) {
            const { length } = arrivedOf(arrived, one, each);
            const { least, most } = timesOf(expected, one, each);
            expect([missing.includes(each), repeated.includes(each)]).toEqual([length < least, length > most]);
          }
          for (const each of subscriptions) expect(expectations.of(one, each)).toEqual(arrivedOf(arrived, one, each));
        }
        for (const { event, scalars } of arrived) {
          const causes = expected.filter((one) => one.event === event && isAbout(one.references, scalars));
          expect(new Set(expectations.causesOf(event, scalars))).toEqual(new Set(causes));
        }
        const missing = expected.filter((one) => expectations.missingAt(one).length > 0);
        expect(expectations.isAwaiting()).toBe(missing.length > 0);
        expect(expectations.giveUp()).toEqual(missing);
        expect(expectations.isAwaiting()).toBe(false);
      },
    ),
  );
});

/** A payment that the first subscription is to hear of, and one that it has heard of. */
const about = (...references: Json[]): Expected => {
  return { event: "paid", references, recipients: [recipient], cause: "a call", where: null, caseId: null, at: 0 };
};
const paidFor = (...ids: Json[]): Arrived => {
  return { subscription: recipient, event: "paid", payload: {}, scalars: new Set(ids) };
};

test("an event that names nothing makes no named one late, nor a delivery of a named one a second of its own", () => {
  const expectations = new Expectations();
  const [named, unnamed] = [about("a"), about()];
  const take = (id: Json): void => expectations.take(paidFor(id));
  expectations.add(named);
  expectations.add(unnamed);
  take("a");
  expect(expectations.missingAt(named)).toEqual([]);
  expect(expectations.missingAt(unnamed)).toEqual([recipient]);
  take("b");
  expect([named, unnamed].flatMap((one) => expectations.repeatedAt(one))).toEqual([]);
  expect([named, unnamed].flatMap((one) => expectations.missingAt(one))).toEqual([]);
  take("b");
  expect(expectations.repeatedAt(unnamed)).toEqual([recipient]);
});

test("what has come to everyone once is not waited for again, even if the same is expected once more", () => {
  const expectations = new Expectations();
  const paid = about("a");
  expectations.add(paid);
  expectations.take(paidFor("a"));
  expect(expectations.isAwaiting()).toBe(false);
  const again = { ...paid, cause: "another call" };
  expectations.add(again);
  expect(expectations.isAwaiting()).toBe(true);
  expect(expectations.giveUp()).toEqual([again]);
});

function arrivedOf(all: readonly Arrived[], { event, references }: Expected, recipient: Subscription): Arrived[] {
  return all.filter((one) => one.subscription === recipient && one.event === event && isAbout(references, one.scalars));
}

function timesOf(all: readonly Expected[], { event, references }: Expected, recipient: Subscription) {
  const ofEvent = all.filter((one) => one.event === event && one.recipients.includes(recipient));
  if (references.length === 0) return { least: ofEvent.length, most: ofEvent.length };
  const named = ofEvent.filter((one) => one.references.some((id) => references.includes(id)));
  const unnamed = ofEvent.filter((one) => one.references.length === 0);
  return { least: named.length, most: named.length + unnamed.length };
}

function isAbout(references: readonly Json[], scalars: ReadonlySet<Json>): boolean {
  return references.length === 0 || references.some((id) => scalars.has(id));
}

test("the wait for a delivery grows with the slowest one of the run, within a limit, until too much was waited for in vain", () => {
  const doubts = new Doubts();
  doubts.end();
  const patience = (milliseconds: number): number => {
    doubts.took(milliseconds);
    return doubts.patience(5_000);
  };
  expect([patience(0), patience(1_000), patience(60_000)]).toEqual([5_000, 10_000, 30_000]);
  doubts.waitedInVain(120_001);
  expect(patience(60_000)).toBe(5_000);
});
