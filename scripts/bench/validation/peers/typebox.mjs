// The order of 25 fields as a person writes it with TypeBox, compiled. Copied to where the package is installed.
import Type from "typebox";
import { Compile } from "typebox/compile";

const text = Type.String({ minLength: 1, maxLength: 80 });
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const cents = Type.Integer({ minimum: 0, maximum: 100_000_000 });
const moment = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$" });
const oneOf = (...values) => Type.Union(values.map((value) => Type.Literal(value)));
const closed = { additionalProperties: false };

const address = Type.Object(
  {
    name: text,
    street: text,
    street2: Type.Optional(textOrNull),
    city: text,
    zip: Type.String({ pattern: "^[0-9]{5}$" }),
    country: oneOf("US", "CA", "MX"),
  },
  closed,
);

const line = Type.Object({ sku: text, quantity: Type.Integer({ minimum: 1, maximum: 999 }), price: cents }, closed);

const order = Type.Object(
  {
    id: text,
    number: text,
    sourceNumber: Type.Optional(textOrNull),
    status: oneOf("AWAITING_PAYMENT", "AWAITING_SHIPMENT", "ON_HOLD", "SHIPPED", "DELIVERED", "CANCELLED"),
    paymentStatus: oneOf("PAID", "PENDING", "REFUNDED"),
    source: oneOf("api", "import", "invite"),
    currency: Type.Literal("USD"),
    subtotal: cents,
    shipping: cents,
    tax: cents,
    total: cents,
    weight: Type.Number({ minimum: 0 }),
    isGift: Type.Boolean(),
    giftMessage: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
    createdAt: moment,
    updatedAt: moment,
    shippedAt: Type.Union([moment, Type.Null()]),
    carrier: Type.Optional(textOrNull),
    trackingNumber: Type.Optional(textOrNull),
    warehouse: text,
    campaign: text,
    email: Type.String({ minLength: 3, maxLength: 254 }),
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    shipTo: address,
    lines: Type.Array(line, { minItems: 1, maxItems: 100 }),
  },
  closed,
);

const compiled = Compile(order);

export const isOrder = (value) => compiled.Check(value);
