// The order of this API's description as a person writes it with Zod 4, members that it does not know included: what the generated
// schema is measured against.
import * as z from "zod";

const moment: z.ZodISODateTime = z.iso.datetime({ offset: true });

const recipient: z.ZodType = z.looseObject({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  street1: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

const product: z.ZodType = z.looseObject({ sku: z.string(), title: z.string(), quantity: z.number().int() });

export const describedOrderByHand: z.ZodType = z.looseObject({
  id: z.string(),
  orderNumber: z.string(),
  sourceOrderNumber: z.string().nullable(),
  status: z.enum(["AWAITING_SHIPMENT", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"]),
  paymentStatus: z.enum(["UNPAID", "PAID"]).nullable(),
  allocationStatus: z.enum(["UNALLOCATED", "ALLOCATED", "RESTOCKED"]).nullable(),
  orderSource: z.enum([
    "REDEEM_PAGE",
    "CSV_IMPORT",
    "LANDING_PAGE",
    "MANUAL_ORDER",
    "STANDALONE_ORDER",
    "CONNECTED_STORE",
    "EXTERNAL",
  ]),
  orderDate: z.iso.datetime({ precision: 3 }),
  shipDate: moment.nullable(),
  deliveredAt: moment.nullable(),
  estimatedDelivery: moment.nullable(),
  lastTrackingUpdate: moment.nullable(),
  deliveryLocation: z.string().nullable(),
  deliveryDescription: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  carrierCode: z.string().nullable(),
  campaignId: z.string(),
  warehouse: z.string(),
  recipient,
  companyName: z.string().nullable(),
  notes: z.string().nullable(),
  products: z.array(product),
  addressVerificationStatus: z
    .enum(["VERIFIED", "CORRECTED", "OVERRIDDEN", "NEEDS_REVIEW", "INVALID", "UNVERIFIED"])
    .nullable(),
});
