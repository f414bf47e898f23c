// What the generated schemas say of values a person got wrong: `path: message`, as a service reports it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../scenarios/generation.ts";
import { type Judges, judgesOf } from "./judges.ts";

const { directory, dispose } = temporaryDirectory();
let judges: Judges;

beforeAll(async () => {
  judges = await judgesOf(
    {
      Address: {
        type: "object",
        required: ["firstName", "zip", "email"],
        properties: {
          firstName: { type: "string", minLength: 1, maxLength: 5 },
          zip: { type: "string", pattern: "^[0-9]{5}$" },
          email: { type: "string", format: "email" },
          street2: { type: ["string", "null"] },
        },
        additionalProperties: false,
      },
      Order: {
        type: "object",
        required: ["shipTo", "products"],
        properties: {
          shipTo: { $ref: "#/components/schemas/Address" },
          products: {
            type: "array",
            minItems: 1,
            items: {
              type: "object",
              required: ["quantity"],
              properties: { quantity: { type: "integer", minimum: 1 } },
            },
          },
          tags: { type: "object", additionalProperties: { type: "string" } },
          size: { oneOf: [{ const: "S" }, { const: "M" }] },
          event: { $ref: "#/components/schemas/Event" },
        },
        allOf: [{ required: ["campaignId"], properties: { campaignId: { type: "string" } } }],
      },
      Event: { oneOf: [{ $ref: "#/components/schemas/Created" }, { $ref: "#/components/schemas/Shipped" }] },
      Created: { type: "object", required: ["event"], properties: { event: { const: "created" } } },
      Shipped: {
        type: "object",
        required: ["event", "carrier"],
        properties: { event: { const: "shipped" }, carrier: { type: "string" } },
      },
    },
    directory,
  );
});

afterAll(dispose);

const address = { firstName: "Ada", zip: "12345", email: "ada@example.com" };
const order = { shipTo: address, products: [{ quantity: 1 }], campaignId: "c" };

describe("the problems with", () => {
  it.each<readonly [string, unknown, readonly string[]]>([
    ["nothing at all", undefined, [": Invalid input: expected object, received undefined"]],
    ["an order that is fine", order, []],
    [
      "an empty order",
      {},
      [
        "shipTo: Invalid input: expected object, received undefined",
        "products: Invalid input: expected array, received undefined",
        "campaignId: Invalid input: expected string, received undefined",
      ],
    ],
    [
      "members of members",
      { ...order, shipTo: { firstName: "", zip: "1", email: "ada", street2: 1 } },
      [
        "shipTo.firstName: Too small: expected string to have >=1 characters",
        "shipTo.zip: Invalid string: must match pattern /^[0-9]{5}$/u",
        "shipTo.email: Invalid email address",
        "shipTo.street2: Invalid input: expected string, received number",
      ],
    ],
    [
      "a name that is too long",
      { ...order, shipTo: { ...address, firstName: "💩💩💩💩💩a" } },
      ["shipTo.firstName: Too big: expected string to have <=5 characters"],
    ],
    ["an unknown member", { ...order, shipTo: { ...address, street3: "" } }, ['shipTo: Unrecognized key: "street3"']],
    [
      "elements",
      { ...order, products: [{ quantity: 1 }, { quantity: 0 }, { quantity: 1.5 }, {}] },
      [
        "products.1.quantity: Too small: expected number to be >=1",
        "products.2.quantity: Invalid input: expected int, received number",
        "products.3.quantity: Invalid input: expected number, received undefined",
      ],
    ],
    ["an empty list", { ...order, products: [] }, ["products: Too small: expected array to have >=1 items"]],
    [
      "members under any name",
      { ...order, tags: { a: "x", b: 1 } },
      ["tags.b: Invalid input: expected string, received number"],
    ],
    ["an alternative", { ...order, size: "L" }, ["size: Invalid input"]],
    [
      "the selected alternative",
      { ...order, event: { event: "shipped" } },
      ["event.carrier: Invalid input: expected string, received undefined"],
    ],
    [
      "a selector",
      { ...order, event: { event: "returned" } },
      ['event.event: Invalid option: expected one of "created"|"shipped"'],
    ],
  ])("are reported at their paths: %s", (_, value, problems) => {
    const result = judges.zod("Order").safeParse(value);
    const found = result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    expect(found).toEqual(problems);
  });
});
