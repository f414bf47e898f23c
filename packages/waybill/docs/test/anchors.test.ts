import { expect, test } from "vitest";
import { anchorFor } from "../site/scripts/anchors.ts";

const ids = [
  "body-ship-to-zip",
  "body-ship-to",
  "response-201-header-rate-limit-limit",
  "payload-id",
  "response-200-id",
  "headers-id",
];

test.each([
  ["request.body.shipTo.zip", "body-ship-to-zip"],
  ["request.body.shipTo", "body-ship-to"],
  ["response.201.header.RateLimit-Limit", "response-201-header-rate-limit-limit"],
  ["response.200.id", "response-200-id"],
])("an old anchor leads to its field: %s is %s", (wanted, found) => {
  expect(anchorFor(wanted, ids)).toBe(found);
});

test.each(["shipTo.street", "request.body", "", "id"])(
  "an anchor of no field, or of several, leads nowhere: %j",
  (wanted) => {
    expect(anchorFor(wanted, ids)).toBeNull();
  },
);
