// Faults in the rules for the address of a new order: limits that are off by one, rules that are missing or too strict.
import { z } from "zod";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { shippingTo } from "../probes.ts";
import { judgingBody } from "../wraps/rules.ts";

/** One field of `shipTo`, the rule it is judged by, and a value on which that rule and the described one disagree. */
interface AddressFault {
  readonly id: string;
  readonly title: string;
  readonly foundBy: Fault["foundBy"];
  readonly field: string;
  readonly keyword: string;
  readonly rule: z.ZodType;
  readonly value: unknown;
  /** The status that the fault returns for the value; the correct one is the other of 201 and 400. */
  readonly wrong: 201 | 400;
}

const disagreements: readonly AddressFault[] = [
  {
    id: "zip-digits",
    title: "Only zips of five digits are accepted",
    foundBy: ["valid-refused"],
    field: "zip",
    keyword: "type",
    rule: z.string().regex(/^\d{5}$/),
    value: "K1A 0B1",
    wrong: 400,
  },
];

export const validationOfAddress: readonly Fault[] = faultsOf("validation", [
  ...disagreements.map(({ id, title, foundBy, field, keyword, rule, value, wrong }) => ({
    id,
    title,
    foundBy,
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
    foundBy: ["invalid-accepted", "valid-refused"],
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
]);
