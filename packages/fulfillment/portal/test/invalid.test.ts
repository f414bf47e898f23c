// Generated schemas and bodies of forms -> problems at their fields, in words for people.

import {
  NewApiKeySchema,
  NewLandingOrderSchema,
  NewManualOrderSchema,
  NewPasswordSchema,
  NewWebhookSchema,
} from "@fulfillment/portal-api/validators";
import { expect, test } from "vitest";
import { csvOf } from "../src/portal/csv.ts";
import { problemsIn } from "../src/ui/invalid.ts";

const shipTo = {
  firstName: "Ada",
  lastName: "Reyes",
  email: "ada.reyes@example.com",
  street1: "18 Harbour Row",
  city: "Portland",
  state: "OR",
  zip: "97209",
};

test("an empty required field is reported as required", () => {
  expect(problemsIn(NewApiKeySchema, { name: "" })).toEqual(new Map([["name", "Required"]]));
});

test("each problem of a nested body has the path that the service would name", () => {
  const body = {
    campaignId: "cmp_1",
    shipTo: { ...shipTo, email: "ada", zip: "9".repeat(21) },
    products: [{ sku: "MUG-WHT", quantity: Number.NaN }],
  };
  expect(Object.fromEntries(problemsIn(NewManualOrderSchema, body))).toEqual({
    "shipTo.email": "Enter an e-mail address, such as name@example.com",
    "shipTo.zip": "Use at most 20 characters",
    "products.0.quantity": "Enter a whole number",
  });
});

test("limits of numbers, lists and passwords are named", () => {
  const order = { shipTo, products: [{ sku: "MUG-WHT", quantity: 1001 }] };
  expect(problemsIn(NewLandingOrderSchema, order).get("products.0.quantity")).toBe("Must be 1000 or less");
  const none = { shipTo, products: [{ sku: "MUG-WHT", quantity: 0 }] };
  expect(problemsIn(NewLandingOrderSchema, none).get("products.0.quantity")).toBe("Must be 1 or more");
  expect(problemsIn(NewLandingOrderSchema, { shipTo, products: [] }).get("products")).toBe("Choose at least one");
  expect(problemsIn(NewWebhookSchema, { url: "https://a.example", events: [] }).get("events")).toBe(
    "Choose at least one",
  );
  const passwords = { currentPassword: "x", newPassword: "short" };
  expect(problemsIn(NewPasswordSchema, passwords).get("newPassword")).toBe("Use at least 12 characters");
});

test("a valid body has no problem", () => {
  const body = { campaignId: "cmp_1", shipTo, products: [{ sku: "MUG-WHT", quantity: 2 }], notes: undefined };
  expect(problemsIn(NewManualOrderSchema, body).size).toBe(0);
});

test("a report quotes separators and begins no formula", () => {
  expect(
    csvOf([
      ["line", "problem"],
      ["2", 'Unknown "MUG", sorry'],
      ["3", "=HYPERLINK(1)"],
    ]),
  ).toBe('line,problem\r\n2,"Unknown ""MUG"", sorry"\r\n3,\'=HYPERLINK(1)\r\n');
});
