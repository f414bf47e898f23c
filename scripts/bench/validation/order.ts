// An order of 25 fields as JSON Schema, and orders that match it and that do not: what validators are measured on.

type Members = Readonly<Record<string, unknown>>;

const text = { type: "string", minLength: 1, maxLength: 80 };
const cents = { type: "integer", minimum: 0, maximum: 100_000_000 };
const moment = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$" };

const address: Members = {
  type: "object",
  properties: {
    name: text,
    street: text,
    street2: { type: ["string", "null"] },
    city: text,
    zip: { type: "string", pattern: "^[0-9]{5}$" },
    country: { enum: ["US", "CA", "MX"] },
  },
  required: ["name", "street", "city", "zip", "country"],
  additionalProperties: false,
};

const line: Members = {
  type: "object",
  properties: { sku: text, quantity: { type: "integer", minimum: 1, maximum: 999 }, price: cents },
  required: ["sku", "quantity", "price"],
  additionalProperties: false,
};

const properties = {
  id: text,
  number: text,
  sourceNumber: { type: ["string", "null"] },
  status: { enum: ["AWAITING_PAYMENT", "AWAITING_SHIPMENT", "ON_HOLD", "SHIPPED", "DELIVERED", "CANCELLED"] },
  paymentStatus: { enum: ["PAID", "PENDING", "REFUNDED"] },
  source: { enum: ["api", "import", "invite"] },
  currency: { const: "USD" },
  subtotal: cents,
  shipping: cents,
  tax: cents,
  total: cents,
  weight: { type: "number", minimum: 0 },
  isGift: { type: "boolean" },
  giftMessage: { type: ["string", "null"], maxLength: 500 },
  createdAt: moment,
  updatedAt: moment,
  shippedAt: { anyOf: [moment, { type: "null" }] },
  carrier: { type: ["string", "null"] },
  trackingNumber: { type: ["string", "null"] },
  warehouse: text,
  campaign: text,
  email: { type: "string", minLength: 3, maxLength: 254 },
  notes: { type: "string", maxLength: 2000 },
  shipTo: address,
  lines: { type: "array", items: line, minItems: 1, maxItems: 100 },
};

const optional = new Set(["sourceNumber", "giftMessage", "carrier", "trackingNumber", "notes"]);

export const orderSchema: Members = {
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.has(name)),
  additionalProperties: false,
};

/** All 25 fields, two lines. */
export const validOrder: Members = {
  id: "ord_01hv6c8q2k",
  number: "100482",
  sourceNumber: "SO-7781",
  status: "AWAITING_SHIPMENT",
  paymentStatus: "PAID",
  source: "api",
  currency: "USD",
  subtotal: 4200,
  shipping: 599,
  tax: 350,
  total: 5149,
  weight: 1.25,
  isGift: true,
  giftMessage: "Enjoy!",
  createdAt: "2025-11-03T14:02:47Z",
  updatedAt: "2025-11-03T14:05:11Z",
  shippedAt: null,
  carrier: null,
  trackingNumber: null,
  warehouse: "east",
  campaign: "autumn",
  email: "ada@example.com",
  notes: "Leave at the door",
  shipTo: {
    name: "Ada Byron",
    street: "1 Main St",
    street2: null,
    city: "Springfield",
    zip: "01101",
    country: "US",
  },
  lines: [
    { sku: "MUG-01", quantity: 2, price: 1200 },
    { sku: "TEE-M", quantity: 1, price: 1800 },
  ],
};

/** Faults, each with an order that has it: early, late and deep inside. */
export const invalidOrders: readonly (readonly [what: string, order: Members])[] = [
  ["no id", without(validOrder, "id")],
  ["an unknown status", { ...validOrder, status: "LOST" }],
  ["a quantity of 0", { ...validOrder, lines: [{ sku: "MUG-01", quantity: 0, price: 1200 }] }],
  ["an additional member", { ...validOrder, color: "red" }],
];

function without(order: Members, name: string): Members {
  return Object.fromEntries(Object.entries(order).filter(([key]) => key !== name));
}
