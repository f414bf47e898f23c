// Sentences of descriptions -> what the kit reads of them.
import { expect, it } from "vitest";
import * as stated from "../../src/description/stated.ts";

it.each([
  [stated.isFuture, "In the future and before the year 2100, otherwise 422.", true],
  [stated.isFuture, "422 if it is not in the future", true],
  [stated.isFuture, "Must not be in the past", true],
  [stated.isFuture, "A day in the past is refused", true],
  [stated.isFuture, "May be in the future", false],
  [stated.isFuture, "422 if it is in the future", false],
  [stated.isFuture, "Days in the future are rejected", false],
  [stated.isFuture, "A day, today (UTC) or later; anything else is 422", true],
  [stated.isFuture, "When it was made", false],
  [stated.isLimited, "One of the project's members; anyone else is 422.", true],
  [stated.isLimited, "Must be a known country", true],
  [stated.isLimited, "At most 20 characters, otherwise 422", false],
  [stated.isLimited, "The name of the project", false],
  [stated.excludesLeapSeconds, "Times are RFC 3339. Leap seconds are not accepted.", true],
  [stated.excludesLeapSeconds, "Leap seconds count. Nothing is not accepted.", false],
  [stated.isPast, "A date from 1900-01-01 to today (UTC).", true],
  [stated.isPast, "422 if it is not in the future", false],
  [stated.isExact, "Returned exactly as it was sent, with its offset", true],
  [stated.isRepeatable, "Deleting it again returns 204.", true],
  [stated.isRepeatable, "Deleting it again is 404, not 204.", false],
])("%o of %s: %s", (is, text, expected) => expect(is(text)).toBe(expected));

it.each([
  ["`level`: lowest first (low, mid, high); `-level`: the other way", ["low", "mid", "high"]],
  ["`level` sorts `high` before `mid` before `low`", ["high", "mid", "low"]],
  ["`level` (low, mid, high)", null],
  ["`-level`: first low, mid, high", null],
])("%s: the order %j", (text, order) => {
  expect(stated.sequenceIn(stated.statedBehind(text, "level", ["level", "-level"]), ["high", "low", "mid"])).toEqual(
    order,
  );
});

it("the sentence about a request that changes nothing is what stays then", () => {
  const text = "It sets `updatedAt`; a patch that changes no value leaves it as it was. Others stay.";
  expect(stated.statedOfNoChange(text).trim()).toBe("a patch that changes no value leaves it as it was");
});
