// Faults in the rules for the address of a new order: limits that are off by one, rules that are missing or too strict.
import { ShipToSchema } from "@fulfillment/validators";
import { z } from "zod";
import { recipientFields } from "../../../src/api/recipient-fields.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { create, shippingTo, statusOf } from "../probes.ts";
import { judgingBody } from "../wraps/rules.ts";

/** One field of `shipTo`, the rule it is judged by, and a value on which that rule and the described one disagree. */
interface AddressFault {
  readonly id: string;
  readonly title: string;
  readonly field: string;
  readonly keyword: string;
  readonly rule: z.ZodType;
  readonly value: unknown;
  /** The status that the fault returns for the value; the correct one is the other of 201 and 400. */
  readonly wrong: 201 | 400;
}

const text = (least: number, most: number): z.ZodType => z.string().min(least).max(most);

const known: ReadonlySet<string> = new Set(recipientFields);

/** 254 characters in all. */
const longestEmail = `${"m".repeat(64)}@${`${"x".repeat(61)}.`.repeat(3)}com`;

const disagreements: readonly AddressFault[] = [
  {
    id: "first-name-101",
    title: "A first name of 101 characters is accepted",
    field: "firstName",
    keyword: "maxLength",
    rule: text(1, 101),
    value: "a".repeat(101),
    wrong: 201,
  },
  {
    id: "last-name-100",
    title: "A last name of 100 characters is refused",
    field: "lastName",
    keyword: "maxLength",
    rule: text(1, 99),
    value: "a".repeat(100),
    wrong: 400,
  },
  {
    id: "last-name-empty",
    title: "An empty last name is accepted",
    field: "lastName",
    keyword: "minLength",
    rule: text(0, 100),
    value: "",
    wrong: 201,
  },
  {
    id: "street1-unbounded",
    title: "A street of any length is accepted",
    field: "street1",
    keyword: "maxLength",
    rule: z.string().min(1),
    value: "a".repeat(201),
    wrong: 201,
  },
  {
    id: "street2-null",
    title: "A second line of the address that is null is refused",
    field: "street2",
    keyword: "type",
    rule: z.string().max(200).optional(),
    value: null,
    wrong: 400,
  },
  {
    id: "street2-201",
    title: "A second line of the address of 201 characters is accepted",
    field: "street2",
    keyword: "maxLength",
    rule: z.string().max(201).nullish(),
    value: "a".repeat(201),
    wrong: 201,
  },
  {
    id: "phone-null",
    title: "A phone that is null is accepted",
    field: "phone",
    keyword: "type",
    rule: z.string().max(30).nullish(),
    value: null,
    wrong: 201,
  },
  {
    id: "phone-31",
    title: "A phone of 31 characters is accepted",
    field: "phone",
    keyword: "maxLength",
    rule: z.string().max(31).optional(),
    value: "1".repeat(31),
    wrong: 201,
  },
  {
    id: "phone-required",
    title: "An address without a phone is refused",
    field: "phone",
    keyword: "description",
    rule: z.string().max(30),
    value: undefined,
    wrong: 400,
  },
  {
    id: "state-empty",
    title: "An empty state is accepted",
    field: "state",
    keyword: "minLength",
    rule: text(0, 100),
    value: "",
    wrong: 201,
  },
  {
    id: "state-two-letters",
    title: "Only states of two letters are accepted",
    field: "state",
    keyword: "maxLength",
    rule: z.string().length(2),
    value: "Oregon",
    wrong: 400,
  },
  {
    id: "zip-21",
    title: "A zip of 21 characters is accepted",
    field: "zip",
    keyword: "maxLength",
    rule: text(1, 21),
    value: "9".repeat(21),
    wrong: 201,
  },
  {
    id: "zip-digits",
    title: "Only zips of five digits are accepted",
    field: "zip",
    keyword: "type",
    rule: z.string().regex(/^\d{5}$/),
    value: "K1A 0B1",
    wrong: 400,
  },
  {
    id: "city-optional",
    title: "An address without a city is accepted",
    field: "city",
    keyword: "description",
    rule: z.string().max(100).optional(),
    value: undefined,
    wrong: 201,
  },
  {
    id: "email-any-text",
    title: "An e-mail address without an @ is accepted",
    field: "email",
    keyword: "format",
    rule: z.string().max(254),
    value: "mara.lindqvist",
    wrong: 201,
  },
  {
    id: "email-254",
    title: "An e-mail address of 254 characters is refused",
    field: "email",
    keyword: "maxLength",
    rule: z.email().max(253),
    value: longestEmail,
    wrong: 400,
  },
  {
    id: "email-255",
    title: "An e-mail address of 255 characters is accepted",
    field: "email",
    keyword: "maxLength",
    rule: z.string().max(255),
    value: `m${longestEmail}`,
    wrong: 201,
  },
  {
    id: "email-plus-refused",
    title: "An e-mail address with a + in it is refused",
    field: "email",
    keyword: "format",
    rule: z.string().regex(/^[\w.-]+@[\w.-]+$/),
    value: "mara+orders@example.com",
    wrong: 400,
  },
];

export const validationOfAddress: readonly Fault[] = faultsOf("validation", [
  ...disagreements.map(({ id, title, field, keyword, rule, value, wrong }) => ({
    id,
    title,
    contradicts: `spec/schemas/ship-to.yaml#/properties/${field}/${keyword}`,
    parts: (): ServiceParts => judgingBody("createOrder", `shipTo.${field}`, rule),
    shows: async (service: Parameters<Fault["shows"]>[0]): Promise<number> => shippingTo(service, { [field]: value }),
    right: wrong === 201 ? 400 : 201,
    wrong,
  })),
  {
    id: "length-in-code-units",
    title: "Lengths are counted in UTF-16 units, so that characters beyond the first 65,536 count twice",
    contradicts: "spec/schemas/ship-to.yaml#/description",
    parts: () =>
      judgingBody(
        "createOrder",
        "shipTo.city",
        z.string().refine((city) => city.length <= 100),
      ),
    shows: (service) => shippingTo(service, { city: "\u{20BB7}".repeat(100) }),
    right: 201,
    wrong: 400,
  },
  {
    id: "address-unknown-field",
    title: "An address with a field that is not described is refused",
    contradicts: "spec/schemas/ship-to.yaml#/properties",
    parts: () =>
      judgingBody(
        "createOrder",
        "shipTo",
        ShipToSchema.refine((to) => Object.keys(to).every((name) => known.has(name))),
      ),
    shows: (service) => shippingTo(service, { company: "Oat" }),
    right: 201,
    wrong: 400,
  },
  {
    id: "address-optional",
    title: "An order without an address is accepted up to the point where it fails: 500, not 400",
    contradicts: "spec/schemas/new-order.yaml#/required",
    parts: () => judgingBody("createOrder", "shipTo", z.unknown()),
    shows: (service) => statusOf(create(service, { shipTo: undefined })),
    right: 400,
    wrong: 500,
  },
]);
