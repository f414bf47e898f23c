// The fields of `shipTo`, for everything else that describes a recipient and has the same limits.
import { ShipToSchema } from "@fulfillment/validators";
import { type FieldProblem, fieldProblems } from "./wording.ts";

export const recipientFields = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "street1",
  "street2",
  "city",
  "state",
  "zip",
] as const;

export type RecipientField = (typeof recipientFields)[number];

/** Something for each field that `shipTo` asks for and others may leave out. */
export const anyRecipient: Readonly<Partial<Record<RecipientField, string>>> = {
  firstName: "-",
  lastName: "-",
  email: "filler@example.com",
  street1: "-",
  city: "-",
  state: "-",
  zip: "-",
};

/** What is wrong with fields that describe a recipient, wherever they were typed: the same as in a new order of the API. */
export function recipientProblems(fields: Readonly<Partial<Record<RecipientField, string>>>): readonly FieldProblem[] {
  const verdict = ShipToSchema.safeParse(fields);
  return verdict.success ? [] : fieldProblems(verdict.error.issues, fields);
}
