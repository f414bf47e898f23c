// The order of 25 fields as a person writes it with valibot. Copied to where the package is installed.
import * as v from "valibot";

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
const textOrNull = v.optional(v.nullable(v.string()));
const cents = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000));
const moment = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/));

const address = v.strictObject({
  name: text,
  street: text,
  street2: textOrNull,
  city: text,
  zip: v.pipe(v.string(), v.regex(/^[0-9]{5}$/)),
  country: v.picklist(["US", "CA", "MX"]),
});

const line = v.strictObject({
  sku: text,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999)),
  price: cents,
});

const order = v.strictObject({
  id: text,
  number: text,
  sourceNumber: textOrNull,
  status: v.picklist(["AWAITING_PAYMENT", "AWAITING_SHIPMENT", "ON_HOLD", "SHIPPED", "DELIVERED", "CANCELLED"]),
  paymentStatus: v.picklist(["PAID", "PENDING", "REFUNDED"]),
  source: v.picklist(["api", "import", "invite"]),
  currency: v.literal("USD"),
  subtotal: cents,
  shipping: cents,
  tax: cents,
  total: cents,
  weight: v.pipe(v.number(), v.minValue(0)),
  isGift: v.boolean(),
  giftMessage: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(500)))),
  createdAt: moment,
  updatedAt: moment,
  shippedAt: v.nullable(moment),
  carrier: textOrNull,
  trackingNumber: textOrNull,
  warehouse: text,
  campaign: text,
  email: v.pipe(v.string(), v.minLength(3), v.maxLength(254)),
  notes: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  shipTo: address,
  lines: v.pipe(v.array(line), v.minLength(1), v.maxLength(100)),
});

export const isOrder = (value) => v.safeParse(order, value, { abortEarly: true }).success;
