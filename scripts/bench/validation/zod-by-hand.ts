// The order of 25 fields as a person writes it with Zod 4: what the generated schema is measured against.
import * as z from "zod";

const text: z.ZodString = z.string().min(1).max(80);
const cents: z.ZodInt = z.int().min(0).max(100_000_000);
const moment: z.ZodString = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);

const address: z.ZodType = z.strictObject({
  name: text,
  street: text,
  street2: z.string().nullable().optional(),
  city: text,
  zip: z.string().regex(/^[0-9]{5}$/),
  country: z.enum(["US", "CA", "MX"]),
});

const line: z.ZodType = z.strictObject({ sku: text, quantity: z.int().min(1).max(999), price: cents });

export const orderByHand: z.ZodType = z.strictObject({
  id: text,
  number: text,
  sourceNumber: z.string().nullable().optional(),
  status: z.enum(["AWAITING_PAYMENT", "AWAITING_SHIPMENT", "ON_HOLD", "SHIPPED", "DELIVERED", "CANCELLED"]),
  paymentStatus: z.enum(["PAID", "PENDING", "REFUNDED"]),
  source: z.enum(["api", "import", "invite"]),
  currency: z.literal("USD"),
  subtotal: cents,
  shipping: cents,
  tax: cents,
  total: cents,
  weight: z.number().min(0),
  isGift: z.boolean(),
  giftMessage: z.string().max(500).nullable().optional(),
  createdAt: moment,
  updatedAt: moment,
  shippedAt: moment.nullable(),
  carrier: z.string().nullable().optional(),
  trackingNumber: z.string().nullable().optional(),
  warehouse: text,
  campaign: text,
  email: z.string().min(3).max(254),
  notes: z.string().max(2000).optional(),
  shipTo: address,
  lines: z.array(line).min(1).max(100),
});
